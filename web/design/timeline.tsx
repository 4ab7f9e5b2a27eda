import type { ComponentChildren, JSX } from 'preact'

export interface TimelineEvent {
  readonly key: string
  readonly title: ComponentChildren
  /** When, and by whom. */
  readonly meta: string
  readonly more?: ComponentChildren
}

/** What happened, the newest first; its point is filled. */
export function Timeline({ events }: { events: readonly TimelineEvent[] }): JSX.Element {
  return (
    <ol class="timeline">
      {events.map(({ key, title, meta, more }) => (
        <li key={key}>
          <p>{title}</p>
          {more}
          <p class="soft small">{meta}</p>
        </li>
      ))}
    </ol>
  )
}
