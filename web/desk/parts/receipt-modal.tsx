import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { ComplianceReport } from '../../../src/contract/desk-compliance.ts'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { DayField } from '../../design/day-field.tsx'
import { TextField } from '../../design/field.tsx'
import { Modal, type ModalHandle } from '../../design/modal.tsx'
import { useAction } from '../../design/use-action.ts'
import { post } from '../api.ts'
import { useDesk } from '../desk-context.ts'

interface ReceiptModalProps {
  readonly modal: ModalHandle
  readonly report: ComplianceReport | undefined
  readonly onDone: () => void
}

/** The number under which COAF's system took a report. */
export function ReceiptModal({ modal, report, onDone }: ReceiptModalProps): JSX.Element {
  const { explain } = useDesk()
  const [receipt, setReceipt] = useState('')
  const [day, setDay] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    if (receipt.trim() === '' || day === '') {
      setProblem('Preencha o número do recibo e o dia do envio.')
      return
    }
    try {
      await post(`/compliance-reports/${report?.reportId}/receipt`, { receipt, reportedOn: day })
      announce('Recibo anotado.')
      modal.close()
      onDone()
    } catch (error) {
      setProblem(explain(error))
    }
  })
  return (
    <Modal modal={modal} title="Anotar o recibo do Coaf" onClose={() => setProblem(undefined)}>
      <form
        class="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void run()
        }}
      >
        <TextField label="Número do recibo" maxlength={60} value={receipt} onInput={setReceipt} />
        <DayField label="Dia do envio" value={day} onChange={setDay} />
        {problem && <Alert tone="bad">{problem}</Alert>}
        <div class="row">
          <Button kind="quiet" onPress={modal.close}>
            Voltar
          </Button>
          <Button type="submit" busy={busy}>
            Anotar
          </Button>
        </div>
      </form>
    </Modal>
  )
}
