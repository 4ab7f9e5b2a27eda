import type { JSX } from 'preact'
import { Alert } from '../../design/alert.tsx'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { Modal, useModal } from '../../design/modal.tsx'
import { send } from '../api.ts'
import { person } from './person.ts'
import { useDeed } from './use-deed.ts'

export function ResetCard({ onReset }: { onReset(): void }): JSX.Element {
  const modal = useModal()
  const deed = useDeed(onReset)

  async function reset(): Promise<void> {
    await send('sandbox/reset')
    person.set(undefined)
    modal.close()
    announce('Tudo pronto para começar de novo.')
  }

  return (
    <Card title="Recomeçar">
      <p class="soft small">Encerra as compras em andamento da loja e libera as pessoas de teste.</p>
      <Button kind="quiet" onPress={modal.open}>
        Começar de novo
      </Button>
      <Modal modal={modal} title="Encerrar todas as compras da loja?">
        <p>Os pedidos em andamento são cancelados. Isso não pode ser desfeito.</p>
        {deed.problem && <Alert tone="warn">{deed.problem}</Alert>}
        <div class="row">
          <Button kind="danger" busy={deed.doing !== undefined} onPress={() => void deed.run('reset', reset)}>
            Encerrar
          </Button>
          <Button kind="quiet" onPress={modal.close}>
            Voltar
          </Button>
        </div>
      </Modal>
    </Card>
  )
}
