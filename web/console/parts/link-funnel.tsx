import type { JSX } from 'preact'
import {
  type ConsoleFunnel,
  type ConsoleLinkSteps,
  LINK_STEPS,
} from '../../../src/contract/console-selling.ts'
import { Card } from '../../design/card.tsx'
import { writeMoney } from '../../design/format.ts'
import { type Column, Table } from '../../design/table.tsx'
import { STEP_WORDS } from './link-words.ts'

/** How far the links of the period got, in all and by seller. */
export function LinkFunnel({ funnel }: { funnel: ConsoleFunnel }): JSX.Element {
  const { all, sellers } = funnel
  return (
    <Card title="Até onde os links chegaram">
      <ol class="funnel">
        {LINK_STEPS.map(step => (
          <li key={step}>
            <span class="soft small">{STEP_WORDS[step]}</span>
            <strong>{all[step]}</strong>
            <meter
              class="funnel-bar"
              min={0}
              max={Math.max(1, all.created)}
              value={all[step]}
              aria-hidden="true"
            />
            <span class="soft small">{writeShare(all[step], all.created)}</span>
          </li>
        ))}
      </ol>
      {all.paidAmount !== undefined && (
        <p class="soft small">
          Vendidos {writeMoney(all.paidAmount)} de {writeMoney(all.createdAmount ?? 0)} oferecidos por link.
        </p>
      )}
      {sellers.some(({ seller }) => seller !== null) && (
        <details>
          <summary>Por vendedor</summary>
          <Table
            caption="Links por vendedor"
            rows={sellers}
            keyOf={({ seller }) => seller ?? ''}
            columns={listColumns(all.paidAmount !== undefined)}
          />
        </details>
      )}
    </Card>
  )
}

type Row = ConsoleFunnel['sellers'][number]

function listColumns(seesMoney: boolean): Column<Row>[] {
  const counts = LINK_STEPS.map(step => ({
    name: STEP_WORDS[step],
    isFigure: true,
    cell: (row: ConsoleLinkSteps) => row[step],
  }))
  const money = { name: 'Vendido', isFigure: true, cell: (row: Row) => writeMoney(row.paidAmount ?? 0) }
  return [
    { name: 'Vendedor', cell: ({ seller }) => seller ?? 'Sem vendedor' },
    ...counts,
    ...(seesMoney ? [money] : []),
  ]
}

const writeShare = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${Math.round((100 * part) / whole)}%`
