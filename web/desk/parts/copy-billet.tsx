import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { LoanBillet, LoanInstallment } from '../../../src/contract/desk-loans.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Choice, Choices } from '../../design/choices.tsx'
import { writeDate } from '../../design/format.ts'
import { Modal, useModal } from '../../design/modal.tsx'
import { useAction } from '../../design/use-action.ts'
import { post } from '../api.ts'
import { useDesk } from '../desk-context.ts'
import { IssuedBillet } from './issued-billet.tsx'

interface CopyBilletProps {
  readonly transactionId: string
  readonly row: LoanInstallment
  readonly days: readonly string[]
  /** When the new billet was seen. */
  readonly onDone: () => void
}

/** A second copy of an overdue installment. */
export function CopyBillet({ transactionId, row, days, onDone }: CopyBilletProps): JSX.Element {
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
