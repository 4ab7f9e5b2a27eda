import type { ComponentChildren, JSX } from 'preact'
import { Card } from '../../design/card.tsx'
import { Table } from '../../design/table.tsx'

export interface Difference {
  readonly what: string
  readonly expected: ComponentChildren
  readonly found: ComponentChildren
}

interface WhyProps {
  /** One sentence in plain words. */
  readonly reason: string
  readonly differences: readonly Difference[]
  readonly children?: ComponentChildren
}

/** First on every screen of something that waits for a person: what was expected, beside what was found. */
export function Why({ reason, differences, children }: WhyProps): JSX.Element {
  return (
    <div class="why-place">
      <Card title="Por que está aqui">
        <p>{reason}</p>
        {differences.length > 0 && (
          <Table
            caption="Esperado e encontrado"
            rows={differences}
            keyOf={({ what }) => what}
            columns={[
              { name: 'O quê', cell: ({ what }) => what },
              { name: 'Esperado', cell: ({ expected }) => expected },
              { name: 'Encontrado', cell: ({ found }) => <strong>{found}</strong> },
            ]}
          />
        )}
        {children}
      </Card>
    </div>
  )
}
