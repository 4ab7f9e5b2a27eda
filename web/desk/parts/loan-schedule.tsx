import type { JSX } from 'preact'
import type { LoanInstallment, LoanView } from '../../../src/contract/desk-loans.ts'
import { Card } from '../../design/card.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { useMay } from '../desk-context.ts'
import { INSTALLMENT_TONES } from '../loan-tones.ts'
import { INSTALLMENT_WORDS } from '../loan-words.ts'
import { wordOf } from '../words.ts'
import { CopyBillet } from './copy-billet.tsx'

interface LoanScheduleProps {
  readonly view: LoanView
  readonly onChanged: () => void
}

export function LoanSchedule({ view, onChanged }: LoanScheduleProps): JSX.Element {
  const may = useMay()
  const { schedule, transactionId, copyDays } = view
  const isCopyOffered = may('loan.serve') && schedule.some(({ isCopyable }) => isCopyable)
  return (
    <Card title="Parcelas">
      <Table
        caption="Parcelas do contrato"
        rows={schedule}
        keyOf={row => String(row.installment)}
        columns={[
          { name: 'Nº', isFigure: true, cell: row => String(row.installment) },
          { name: 'Vencimento', isFigure: true, cell: row => writeDate(row.dueDate) },
          { name: 'Valor', isFigure: true, cell: row => writeMoney(row.value) },
          { name: 'Hoje', isFigure: true, cell: row => writeOptional(row.today) },
          {
            name: 'Nosso número',
            isFigure: true,
            cell: row => (row.isCopy ? `${row.ourNumber} (2ª via)` : row.ourNumber),
          },
          { name: 'Situação', cell: row => <Standing row={row} /> },
          ...(isCopyOffered
            ? [
                {
                  name: 'Ação',
                  cell: (row: LoanInstallment) =>
                    row.isCopyable ? (
                      <CopyBillet
                        transactionId={transactionId}
                        row={row}
                        days={copyDays}
                        onDone={onChanged}
                      />
                    ) : (
                      '—'
                    ),
                },
              ]
            : []),
        ]}
      />
    </Card>
  )
}

const writeOptional = (amount: number | undefined): string =>
  amount === undefined ? '—' : writeMoney(amount)

function Standing({ row }: { row: LoanInstallment }): JSX.Element {
  return (
    <span class="tags">
      <Tag tone={INSTALLMENT_TONES[row.state]}>{describe(row)}</Tag>
      {row.open !== undefined && row.open !== row.value && <Tag>faltam {writeMoney(row.open)}</Tag>}
    </span>
  )
}

function describe({ state, daysLate, paidOn }: LoanInstallment): string {
  const word = wordOf(INSTALLMENT_WORDS, state)
  if (paidOn !== undefined) return `${word} em ${writeDate(paidOn)}`
  return daysLate === undefined ? word : `${word} · ${daysLate} ${daysLate === 1 ? 'dia' : 'dias'}`
}
