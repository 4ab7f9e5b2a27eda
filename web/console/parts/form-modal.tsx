import type { ComponentChildren, JSX } from 'preact'
import { useState } from 'preact/hooks'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Modal, type ModalHandle } from '../../design/modal.tsx'
import { useAction } from '../../design/use-action.ts'
import { useConsole } from '../console-context.ts'

interface FormModalProps {
  readonly modal: ModalHandle
  readonly title: string
  readonly confirm: string
  readonly isDanger?: boolean
  readonly children: ComponentChildren
  /** What is missing, before anything is sent. */
  readonly findProblem?: () => string | undefined
  /** It closes the modal itself, or shows what came of it. */
  readonly send: () => Promise<unknown>
}

/** Asks, sends, and says what went wrong; what was typed stays. */
export function FormModal(props: FormModalProps): JSX.Element {
  const { modal, title, confirm, isDanger = false, children, findProblem, send } = props
  const { explain } = useConsole()
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    const missing = findProblem?.()
    setProblem(missing)
    if (missing === undefined) await send().catch(error => setProblem(explain(error)))
  })
  return (
    <Modal modal={modal} title={title} onClose={() => setProblem(undefined)}>
      <form
        class="stack"
        noValidate
        onSubmit={event => {
          event.preventDefault()
          void run()
        }}
      >
        {children}
        {problem && <Alert tone="bad">{problem}</Alert>}
        <div class="row">
          <Button kind="quiet" onPress={modal.close}>
            Voltar
          </Button>
          <Button type="submit" kind={isDanger ? 'danger' : 'primary'} busy={busy}>
            {confirm}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
