import type { JSX } from 'preact'
import { useId } from 'preact/hooks'
import type { PayableBillet } from '../../../src/contract/desk.ts'
import { Empty } from '../../design/empty.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'

interface BilletChoiceProps {
  readonly billets: readonly PayableBillet[]
  readonly chosen: PayableBillet | undefined
  readonly onChoose: ((billet: PayableBillet) => void) | undefined
}

/** Billets of one purchase; only open ones can be chosen. */
export function BilletChoice({ billets, chosen, onChoose }: BilletChoiceProps): JSX.Element {
  const name = useId()
  if (billets.length === 0) return <Empty>Busque a compra que este dinheiro deveria pagar.</Empty>
  return (
    <Table
      caption="Parcelas da compra"
      rows={billets}
      keyOf={row => row.billetId}
      columns={[
        {
          name: 'Parcela',
          cell: row => {
            const title = row.installment === 0 ? 'Entrada' : `${row.installment} de ${row.of}`
            if (!row.isPayable || onChoose === undefined) return title
            return (
              <label class="choice">
                <input
                  type="radio"
                  name={name}
                  checked={chosen?.billetId === row.billetId}
                  onChange={() => onChoose(row)}
                />
                {title}
              </label>
            )
          },
        },
        { name: 'Vencimento', isFigure: true, cell: row => writeDate(row.dueDate) },
        { name: 'Devido no dia', isFigure: true, cell: row => writeMoney(row.due) },
        {
          name: 'Sobra',
          isFigure: true,
          cell: row => (row.isCovered ? writeMoney(row.excess) : '—'),
        },
        { name: 'Situação', cell: row => <Standing row={row} /> },
      ]}
    />
  )
}

function Standing({ row }: { row: PayableBillet }): JSX.Element {
  if (row.state === 'paid') return <Tag tone="good">Paga</Tag>
  if (row.state === 'canceled') return <Tag>Cancelada</Tag>
  if (row.isCovered) return <Tag tone="good">Cabe</Tag>
  return row.isPayable ? <Tag tone="warn">Em parte</Tag> : <Tag tone="warn">Não cabe</Tag>
}
