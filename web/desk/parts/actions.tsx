import type { ComponentChildren, JSX } from 'preact'
import { useId } from 'preact/hooks'

/** What can be decided about the thing on the screen; in a drawer it stays at the foot. */
export function Actions({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  const id = useId()
  return (
    <section class="card stack actions" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
