import type { ComponentChildren, JSX } from 'preact'
import { useId } from 'preact/hooks'

export function Card({ title, children }: { title?: string; children: ComponentChildren }): JSX.Element {
  const id = useId()
  if (title === undefined) return <div class="card stack">{children}</div>
  return (
    <section class="card stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}
