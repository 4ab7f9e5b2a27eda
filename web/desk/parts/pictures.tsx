import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type CasePicture, PICTURES, type Picture, type PictureView } from '../../../src/contract/desk.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Chip } from '../../design/chip.tsx'
import { writeInstant } from '../../design/format.ts'
import { Modal, type ModalHandle, useModal } from '../../design/modal.tsx'
import { Skeleton } from '../../design/skeleton.tsx'
import { fetchFile, post } from '../api.ts'
import { useDesk } from '../desk-context.ts'
import { useKeys, useKeysOn } from '../shortcuts.ts'
import { PICTURE_WORDS, wordOf } from '../words.ts'
import { useZoom, type Zoom, ZoomPane, ZoomTools } from './zoom.tsx'

interface PicturesProps {
  readonly caseId: string
  readonly pictures: readonly CasePicture[]
  /** False: the operator must ask for each picture, because every look is recorded and no decision needs it. */
  readonly isOpen: boolean
}

/** Document and face side by side; each opens a comparison of two of them. */
export function Pictures({ caseId, pictures, isOpen }: PicturesProps): JSX.Element {
  const [isShown, setShown] = useState(isOpen)
  const ordered = PICTURES.flatMap(kind => pictures.filter(picture => picture.kind === kind))
  if (!isShown)
    return (
      <div class="stack stack-tight">
        <p class="soft">Ver as imagens fica registrado na auditoria.</p>
        <Button kind="quiet" wide={false} onPress={() => setShown(true)}>
          Mostrar imagens
        </Button>
      </div>
    )
  return <Shown caseId={caseId} pictures={ordered} />
}

function Shown({ caseId, pictures }: { caseId: string; pictures: readonly CasePicture[] }): JSX.Element {
  const modal = useModal()
  const [sources, setSources] = useState<Readonly<Record<string, string>>>({})
  const [pair, setPair] = useState<readonly [string, string]>(['', ''])
  const seen = pictures.flatMap(({ id, kind }) => {
    const source = sources[id]
    return source === undefined ? [] : [{ id, kind, name: wordOf(PICTURE_WORDS, kind), source }]
  })
  const open = (id: string): void => {
    setPair(choosePair(pictures, id))
    modal.open()
  }
  return (
    <>
      <div class="pictures">
        {pictures.map(picture => (
          <OnePicture
            key={picture.id}
            caseId={caseId}
            picture={picture}
            onLoad={source => setSources(known => ({ ...known, [picture.id]: source }))}
            onOpen={() => open(picture.id)}
          />
        ))}
      </div>
      <Comparison modal={modal} pictures={seen} pair={pair} onChoose={setPair} />
    </>
  )
}

/** A side of the document is compared with the face, and the face with the front. */
function choosePair(pictures: readonly CasePicture[], id: string): readonly [string, string] {
  const find = (kind: Picture): string => pictures.findLast(each => each.kind === kind)?.id ?? id
  const isFace = pictures.some(each => each.id === id && each.kind === 'selfie')
  return isFace ? [find('front'), id] : [id, find('selfie')]
}

interface OnePictureProps {
  readonly caseId: string
  readonly picture: CasePicture
  readonly onLoad: (source: string) => void
  readonly onOpen: () => void
}

function OnePicture({ caseId, picture, onLoad, onOpen }: OnePictureProps): JSX.Element {
  const name = wordOf(PICTURE_WORDS, picture.kind)
  const { source, problem, reload } = usePicture(caseId, picture.id)
  useEffect(() => {
    if (source !== undefined) onLoad(source)
  }, [source])
  return (
    <figure class="picture">
      {source ? (
        <button type="button" class="frame" onClick={onOpen}>
          <img src={source} alt={name} />
          <span class="unseen">: ampliar e comparar</span>
        </button>
      ) : (
        <div class="frame">{problem ? <Alert tone="bad">{problem}</Alert> : <Skeleton lines={2} />}</div>
      )}
      <figcaption>
        <strong>{name}</strong>
        <span class="soft small">{writeInstant(picture.receivedAt)}</span>
        {problem && (
          <Button kind="plain" wide={false} onPress={reload}>
            Tentar de novo
          </Button>
        )}
      </figcaption>
    </figure>
  )
}

/** Keeps the bytes only while they are on the screen. */
function usePicture(caseId: string, pictureId: string) {
  const { explain } = useDesk()
  const [tries, setTries] = useState(0)
  const [state, setState] = useState<{ source?: string; problem?: string }>({})
  useEffect(() => {
    let isHere = true
    let source: string | undefined
    async function load(): Promise<void> {
      const { url } = await post<PictureView>(`/cases/${caseId}/pictures/${pictureId}`)
      const blob = await fetchFile(url)
      if (!isHere) return
      source = URL.createObjectURL(blob)
      setState({ source })
    }
    setState({})
    load().catch(error => isHere && setState({ problem: explain(error) }))
    return () => {
      isHere = false
      if (source !== undefined) URL.revokeObjectURL(source)
    }
  }, [caseId, pictureId, tries])
  return { ...state, reload: () => setTries(count => count + 1) }
}

interface SeenPicture {
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
function Comparison({ modal, pictures, pair, onChoose }: ComparisonProps): JSX.Element {
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
      <div class="chip-row">
        {pictures.map(({ id, name }) => (
          <Chip key={id} isOn={id === picture.id} onPress={() => onChoose(id)}>
            {name}
          </Chip>
        ))}
        <Chip onPress={onTurn}>Girar</Chip>
      </div>
      <ZoomPane zoom={zoom} name={picture.name} source={picture.source} quarters={quarters} />
    </fieldset>
  )
}
