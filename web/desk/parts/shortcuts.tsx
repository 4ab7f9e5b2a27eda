import type { JSX } from 'preact'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { Modal, useModal } from '../../design/modal.tsx'
import { addressOf, goTo } from '../route.ts'
import { turnKeys, useKeys, useKeysOn } from '../shortcuts.ts'

const LIST = [
  ['A', 'Validar ou aprovar'],
  ['R', 'Recusar ou não aprovar'],
  ['F', 'Pedir nova foto'],
  ['N', 'Próximo caso da fila'],
  ['/', 'Buscar'],
  ['?', 'Esta lista'],
  ['+ − 0', 'Nas imagens: ampliar, reduzir, inteira'],
  ['1 2', 'Nas imagens: girar a da esquerda, a da direita'],
] as const

/** The list of shortcuts, and where they are turned off. A shortcut opens what a press would open, and decides nothing. */
export function Shortcuts(): JSX.Element {
  const modal = useModal()
  const isOn = useKeysOn()
  useKeys({ '?': modal.open, '/': focusSearch })
  return (
    <>
      <Button kind="plain" wide={false} onPress={modal.open}>
        Atalhos
      </Button>
      <Modal modal={modal} title="Atalhos do teclado">
        <p class="soft">
          {isOn
            ? 'Uma tecla basta, fora dos campos. A decisão ainda pede o motivo.'
            : 'Os atalhos estão desligados neste navegador.'}
        </p>
        <dl class="keys">
          {LIST.map(([key, does]) => (
            <div key={key}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd class="key-meaning">{does}</dd>
            </div>
          ))}
        </dl>
        <div class="row">
          <Button
            kind="quiet"
            onPress={() => {
              turnKeys(!isOn)
              announce(isOn ? 'Atalhos desligados.' : 'Atalhos ligados.')
            }}
          >
            {isOn ? 'Desligar os atalhos' : 'Ligar os atalhos'}
          </Button>
          <Button onPress={modal.close}>Fechar</Button>
        </div>
      </Modal>
    </>
  )
}

/** The search of this screen, or else the search for contracts. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  if (field === null) goTo(addressOf.loans)
  else field.focus()
}
