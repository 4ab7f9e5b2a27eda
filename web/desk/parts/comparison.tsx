import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Picture } from '../../../src/contract/desk.ts'
import { Button } from '../../design/button.tsx'
import { Modal, type ModalHandle } from '../../design/modal.tsx'
import { useKeys, useKeysOn } from '../shortcuts.ts'
import { useZoom, type Zoom, ZoomPane, ZoomTools } from './zoom.tsx'

export interface SeenPicture {
  readonly id: string
  readonly kind: Picture
  readonly name: string
  readonly source: string
}

interface ComparisonProps {
  readonly modal: ModalHandle
  readonly pictures: readonly SeenPicture[]
  /** Ids, from left to right. */
  readonly pair: readonly [string, string]
  readonly onChoose: (pair: readonly [string, string]) => void
}

/** Two pictures side by side with one zoom for both; each is turned by itself. */
export function Comparison({ modal, pictures, pair, onChoose }: ComparisonProps): JSX.Element {
  const zoom = useZoom()
  const [turns, setTurns] = useState<Readonly<Record<string, number>>>({})
  const turn = (id: string): void => setTurns(known => ({ ...known, [id]: (known[id] ?? 0) + 1 }))
  const areKeysOn = useKeysOn()
  const [left, right] = pair
  const isOne = left === right
  const shown = (isOne ? [left] : [left, right]).flatMap(id => pictures.filter(each => each.id === id))
  useKeys(
    {
      '+': () => zoom.step(1),
      '=': () => zoom.step(1),
      '-': () => zoom.step(-1),
      '0': () => zoom.setLevel(1),
      '1': () => turn(left),
      '2': () => turn(right),
    },
    modal,
  )
  return (
    <div class="zoom">
      <Modal modal={modal} title={shown.map(({ name }) => name).join(' e ')} onClose={() => zoom.setLevel(1)}>
        <ZoomTools zoom={zoom}>
          <Button kind="quiet" wide={false} onPress={modal.close}>
            Fechar
          </Button>
        </ZoomTools>
        <div class={isOne ? '' : 'comparison'}>
          {shown.map((picture, index) => (
            <Side
              key={index}
              place={index === 0 ? 'à esquerda' : 'à direita'}
              picture={picture}
              pictures={pictures}
              zoom={zoom}
              quarters={turns[picture.id] ?? 0}
              onTurn={() => turn(picture.id)}
              onChoose={id => onChoose(index === 0 ? [id, right] : [left, id])}
            />
          ))}
        </div>
        <p class="soft small">
          Arraste ou use as setas para mover as duas.
          {areKeysOn && ' Teclas: + e − ampliam, 0 mostra inteira, 1 e 2 giram.'}
        </p>
      </Modal>
    </div>
  )
}

interface SideProps {
  readonly place: string
  readonly picture: SeenPicture
  readonly pictures: readonly SeenPicture[]
  readonly zoom: Zoom
  readonly quarters: number
  readonly onTurn: () => void
  readonly onChoose: (id: string) => void
}

function Side(props: SideProps): JSX.Element {
  const { place, picture, pictures, zoom, quarters, onTurn, onChoose } = props
  return (
    <fieldset class="side" aria-label={`Imagem ${place}`}>
      <div class="chips">
        {pictures.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            class="chip"
            aria-pressed={id === picture.id}
            onClick={() => onChoose(id)}
          >
            {name}
          </button>
        ))}
        <button type="button" class="chip" onClick={onTurn}>
          Girar
        </button>
      </div>
      <ZoomPane zoom={zoom} name={picture.name} source={picture.source} quarters={quarters} />
    </fieldset>
  )
}
