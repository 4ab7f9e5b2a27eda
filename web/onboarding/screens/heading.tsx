import type { ComponentChildren, JSX } from 'preact'

/** The first thing of a screen, which gets the focus when the screen changes. */
export function Heading({ title, children }: { title: string; children?: ComponentChildren }): JSX.Element {
  return (
    <div class="stack stack-tight">
      <h1 tabIndex={-1}>{title}</h1>
      {children && <p class="soft">{children}</p>}
    </div>
  )
}
