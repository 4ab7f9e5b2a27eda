import type { ComponentChildren, JSX } from 'preact'

interface EmptyStateProps {
  readonly title: string
  /** Why it is empty, or what to do. */
  readonly children?: ComponentChildren
  readonly drawing?: ComponentChildren
  /** At most one. */
  readonly action?: ComponentChildren
}

/** Stands in the place of a list that has nothing to show. */
export function EmptyState({ title, children, drawing, action }: EmptyStateProps): JSX.Element {
  return (
    <div class="empty">
      {drawing}
      <p class="empty-title">{title}</p>
      {children && <p>{children}</p>}
      {action}
    </div>
  )
}
