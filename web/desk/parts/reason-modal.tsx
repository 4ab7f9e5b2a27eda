import type { ComponentChildren, JSX } from 'preact'
import { useId, useRef, useState } from 'preact/hooks'
import { REASON_LENGTH } from '../../../src/contract/desk.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { Modal, type ModalHandle } from '../../design/modal.tsx'
import { useAction } from '../../design/use-action.ts'
import { useDesk } from '../desk-context.ts'

interface ReasonModalProps {
  readonly modal: ModalHandle
  readonly title: string
  readonly label: string
  readonly hint: string
  readonly confirm: string
  readonly isDanger?: boolean
  /** Frequent reasons; each can be edited. */
  readonly suggestions?: readonly string[]
  readonly children?: ComponentChildren
  readonly send: (reason: string) => Promise<void>
}

/** Every decision needs a reason. */
export function ReasonModal(props: ReasonModalProps): JSX.Element {
  const { modal, title, label, hint, confirm, suggestions = [], children, send } = props
  const { explain } = useDesk()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [reason, setReason] = useState('')
  const [problem, setProblem] = useState<string>()
  const { busy, run } = useAction(async () => {
    const text = reason.trim()
    if (text.length < REASON_LENGTH.minimum) {
      setProblem(`Escreva o motivo com pelo menos ${REASON_LENGTH.minimum} caracteres.`)
      field.current?.focus()
      return
    }
    setProblem(undefined)
    await send(text).catch(error => setProblem(explain(error)))
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
        <div class="field">
          <label for={id}>{label}</label>
          <p class="soft small" id={`${id}-hint`}>
            {hint}
          </p>
          {suggestions.length > 0 && (
            <div class="chip-row">
              {suggestions.map(suggestion => (
                <Chip key={suggestion} onPress={() => setReason(suggestion)}>
                  {suggestion}
                </Chip>
              ))}
            </div>
          )}
          <textarea
            id={id}
            ref={field}
            rows={3}
            maxLength={REASON_LENGTH.maximum}
            aria-describedby={`${id}-hint`}
            value={reason}
            onInput={event => setReason(event.currentTarget.value)}
          />
        </div>
        {problem && <Alert tone="bad">{problem}</Alert>}
        <div class="row">
          <Button kind="quiet" onPress={modal.close}>
            Voltar
          </Button>
          <Button type="submit" kind={props.isDanger ? 'danger' : 'primary'} busy={busy}>
            {confirm}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
