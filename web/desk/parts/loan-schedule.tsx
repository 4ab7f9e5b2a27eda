import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { LoanBillet, LoanInstallment, LoanView } from '../../../src/contract/desk-loans.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Choice, Choices } from '../../design/choices.tsx'
import { writeDate, writeMoney } from '../../design/format.ts'
import { Modal, useModal } from '../../design/modal.tsx'
import { Table } from '../../design/table.tsx'
import { Tag } from '../../design/tag.tsx'
import { useAction } from '../../design/use-action.ts'
import { post } from '../api.ts'
import { useDesk, useMay } from '../desk-context.ts'
import { INSTALLMENT_TONES } from '../loan-tones.ts'
import { INSTALLMENT_WORDS } from '../loan-words.ts'
import { addressOf } from '../route.ts'
import { wordOf } from '../words.ts'
import { IssuedBillet } from './issued-billet.tsx'
import { Proposal } from './proposal.tsx'
import { WaiveDebt } from './waive-debt.tsx'

interface LoanScheduleProps {
  readonly view: LoanView
  readonly onChanged: () => void
}

export function LoanSchedule({ view, onChanged }: LoanScheduleProps): JSX.Element {
  const may = useMay()
  const { schedule, transactionId, copyDays } = view
  const isCopyOffered = may('loan.serve') && schedule.some(({ isCopyable }) => isCopyable)
  const isWaiverOffered =
    may('loan.waive') && view.waiverProposal === undefined && schedule.some(({ isWaivable }) => isWaivable)
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
          ...(isCopyOffered || isWaiverOffered
            ? [
                {
                  name: 'Ação',
                  cell: (row: LoanInstallment) => (
                    <span class="tags">
                      {isCopyOffered && row.isCopyable && (
                        <CopyBillet
                          transactionId={transactionId}
                          row={row}
                          days={copyDays}
                          onDone={onChanged}
                        />
                      )}
                      {isWaiverOffered && row.isWaivable && (
                        <WaiveDebt transactionId={transactionId} row={row} />
                      )}
                      {!(isCopyOffered && row.isCopyable) && !(isWaiverOffered && row.isWaivable) && '—'}
                    </span>
                  ),
                },
              ]
            : []),
        ]}
      />
      {view.waiverProposal && (
        <Proposal proposal={view.waiverProposal} back={addressOf.loan(transactionId)} />
      )}
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

interface CopyBilletProps {
  readonly transactionId: string
  readonly row: LoanInstallment
  readonly days: readonly string[]
  /** When the new billet was seen. */
  readonly onDone: () => void
}

/** A second copy of an overdue installment. */
function CopyBillet({ transactionId, row, days, onDone }: CopyBilletProps): JSX.Element {
  const { explain } = useDesk()
  const modal = useModal()
  const [dueDate, setDueDate] = useState(days[0])
  const [issued, setIssued] = useState<LoanBillet>()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    setProblem(undefined)
    await post<LoanBillet>(`/loans/${transactionId}/copies`, { billetId: row.billetId, dueDate })
      .then(setIssued)
      .catch(error => setProblem(explain(error)))
  })
  return (
    <>
      <Button kind="quiet" wide={false} onPress={modal.open}>
        Segunda via
      </Button>
      <Modal
        modal={modal}
        title={`Segunda via da ${row.installment}ª parcela`}
        onClose={() => {
          setProblem(undefined)
          if (issued !== undefined) onDone()
        }}
      >
        {issued === undefined ? (
          <>
            <p class="soft small">
              O novo boleto cobra o que falta, a multa e os juros até o vencimento escolhido. O antigo é
              baixado no banco.
            </p>
            <Choices legend="Vencimento" look="chips">
              {days.map(day => (
                <Choice
                  key={day}
                  name={`copy-day-${row.installment}`}
                  checked={day === dueDate}
                  onChoose={() => setDueDate(day)}
                >
                  {writeDate(day)}
                </Choice>
              ))}
            </Choices>
            {problem && <Alert tone="bad">{problem}</Alert>}
            <div class="row">
              <Button kind="quiet" onPress={modal.close}>
                Voltar
              </Button>
              <Button busy={busy} onPress={() => void run()}>
                Emitir segunda via
              </Button>
            </div>
          </>
        ) : (
          <IssuedBillet billet={issued} onClose={modal.close} />
        )}
      </Modal>
    </>
  )
}
