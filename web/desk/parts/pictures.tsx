import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { type CasePicture, PICTURES, type Picture, type PictureView } from '../../../src/contract/desk.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { writeInstant } from '../../design/format.ts'
import { useModal } from '../../design/modal.tsx'
import { fetchFile, post } from '../api.ts'
import { useDesk } from '../desk-context.ts'
import { PICTURE_WORDS, wordOf } from '../words.ts'
import { Comparison } from './comparison.tsx'

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
        <div class="frame">
          {problem ? <Alert tone="bad">{problem}</Alert> : <p class="soft">Carregando…</p>}
        </div>
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
