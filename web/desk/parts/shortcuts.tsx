import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import { announce } from '../../design/announce.ts'
import { Button } from '../../design/button.tsx'
import { Kbd } from '../../design/kbd.tsx'
import { Modal, useModal } from '../../design/modal.tsx'
import { SEARCH_KEYS } from '../../shell/palette.tsx'
import { ShellIcon } from '../../shell/shell-icons.tsx'
import { addressOf, goTo } from '../route.ts'
import { turnKeys, useKeys, useKeysOn } from '../shortcuts.ts'

const LIST: readonly (readonly [keys: readonly string[], does: string])[] = [
  [SEARCH_KEYS, 'Buscar em tudo'],
  [['A'], 'Validar ou aprovar'],
  [['R'], 'Recusar ou não aprovar'],
  [['F'], 'Pedir nova foto'],
  [['N'], 'Próximo caso da fila'],
  [['/'], 'Buscar nesta página'],
  [['Esc'], 'Fechar o detalhe ao lado da lista'],
  [['?'], 'Esta lista'],
  [['+', '−', '0'], 'Nas imagens: ampliar, reduzir, inteira'],
  [['1', '2'], 'Nas imagens: girar a da esquerda, a da direita'],
]

const OPEN = 'desk:show-shortcuts'

/** Shows the list; wherever it is pressed, the list itself is one. */
export function ShortcutsButton(): JSX.Element {
  return (
    <button type="button" class="foot-button" onClick={() => dispatchEvent(new Event(OPEN))}>
      <ShellIcon name="keyboard" />
      Atalhos
    </button>
  )
}

/** The list of shortcuts, and where they are turned off. A shortcut opens what a press would open, and decides nothing. */
export function Keys(): JSX.Element {
  const modal = useModal()
  const isOn = useKeysOn()
  useKeys({ '?': modal.open, '/': focusSearch })
  useEffect(() => {
    addEventListener(OPEN, modal.open)
    return () => removeEventListener(OPEN, modal.open)
  }, [modal])
  return (
    <Modal modal={modal} title="Atalhos do teclado">
      <p class="soft">
        {isOn
          ? 'Uma tecla basta, fora dos campos. A decisão ainda pede o motivo.'
          : 'Os atalhos de uma tecla estão desligados neste navegador.'}
      </p>
      <dl class="keys">
        {LIST.map(([keys, does]) => (
          <div key={does}>
            <dt>
              <Kbd keys={keys} />
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
  )
}

/** The search of this screen, or else the search for contracts. */
function focusSearch(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  if (field === null) goTo(addressOf.loans)
  else field.focus()
}
