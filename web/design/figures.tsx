import type { ComponentChildren, JSX } from 'preact'

export interface Figure {
  readonly name: string
  readonly value: ComponentChildren
  readonly hint?: string
  readonly strong?: boolean
}

export function Figures({ rows }: { rows: readonly Figure[] }): JSX.Element {
  return (
    <dl class="figures">
      {rows.map(({ name, value, hint, strong }) => (
        <div key={name} class={strong ? 'strong' : ''}>
          <dt>
            {name}
            {hint && <span class="hint">{hint}</span>}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
