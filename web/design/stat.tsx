import type { ComponentChildren, JSX } from 'preact'

interface StatProps {
  readonly name: string
  readonly value: string
  /** Compared with what, or since when. */
  readonly note?: string
  /** A sparkline. */
  readonly children?: ComponentChildren
}

/** One figure that is worth a look by itself. */
export function Stat({ name, value, note, children }: StatProps): JSX.Element {
  return (
    <div class="stat">
      <dt class="soft small">{name}</dt>
      <dd>
        <strong>{value}</strong>
        {note && <span class="soft small">{note}</span>}
        {children}
      </dd>
    </div>
  )
}

/** Up to five of them in a row. */
export function Stats({ children }: { children: ComponentChildren }): JSX.Element {
  return <dl class="stats">{children}</dl>
}
