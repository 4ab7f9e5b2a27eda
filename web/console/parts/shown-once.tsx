import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { CodeBlock } from '../../design/code-block.tsx'
import { Modal, useModal } from '../../design/modal.tsx'

export interface Secret {
  readonly name: string
  readonly text: string
}

interface ShownOnceProps {
  readonly title: string
  /** Undefined: nothing to show. */
  readonly secrets: readonly Secret[] | undefined
  readonly onClose: () => void
}

/** What cannot be shown again: it is gone from this page, too, when it is closed. */
export function ShownOnce({ title, secrets, onClose }: ShownOnceProps): JSX.Element {
  const modal = useModal()
  useEffect(() => {
    if (secrets !== undefined) modal.open()
  }, [secrets, modal])
  return (
    <Modal modal={modal} title={title} onClose={onClose}>
      <Alert tone="warn" title="Copie agora">
        Por segurança, isto não aparece de novo. Guarde em um cofre de senhas, nunca no código.
      </Alert>
      {secrets?.map(({ name, text }) => (
        <CodeBlock key={name} title={name} text={text} />
      ))}
      <Button onPress={modal.close}>Já guardei</Button>
    </Modal>
  )
}
