import type { ComponentChildren, JSX } from 'preact'

/** Stands in the place of a list that has nothing to show. */
export function Empty({ children }: { children: ComponentChildren }): JSX.Element {
  return <p class="empty">{children}</p>
}
