import type { ComponentChildren, JSX } from 'preact'
import { Logo } from '../design/logo.tsx'

/** A page before anybody is signed in: whose it is stands above what it asks for. */
export function Door({ children }: { readonly children: ComponentChildren }): JSX.Element {
  return (
    <main class="door stack">
      <Logo />
      {children}
    </main>
  )
}
