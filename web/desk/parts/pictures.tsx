import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { type CasePicture, PICTURES, type PictureView } from '../../../src/contract/desk.ts'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { writeInstant } from '../../design/format.ts'
import { Modal, useModal } from '../../design/modal.tsx'
import { fetchFile, post } from '../api.ts'
import { useDesk } from '../desk-context.ts'
import { PICTURE_WORDS, wordOf } from '../words.ts'

interface PicturesProps {
  readonly caseId: string
  readonly pictures: readonly CasePicture[]
  /** False: the operator must ask for each picture, because every look is recorded and no decision needs it. */
  readonly isOpen: boolean
}

/** Document and face side by side. */
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
  return (
    <div class="pictures">
      {ordered.map(picture => (
        <Picture key={picture.id} caseId={caseId} picture={picture} />
      ))}
    </div>
  )
}

function Picture({ caseId, picture }: { caseId: string; picture: CasePicture }): JSX.Element {
  const name = wordOf(PICTURE_WORDS, picture.kind)
  const { source, problem, reload } = usePicture(caseId, picture.id)
  const modal = useModal()
  return (
    <figure class="picture">
      {source ? (
        <button type="button" class="frame" onClick={modal.open}>
          <img src={source} alt={name} />
          <span class="unseen">: ampliar</span>
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
      {source && <Zoom modal={modal} name={name} source={source} />}
    </figure>
  )
}

const LEVELS = [1, 2, 3] as const

/** Some browsers let arrow keys scroll an element only if it can have the focus. */
const SCROLLED_BY_KEYS = { tabIndex: 0 } as const

function Zoom(props: { modal: ReturnType<typeof useModal>; name: string; source: string }): JSX.Element {
  const { modal, name, source } = props
  const [level, setLevel] = useState<(typeof LEVELS)[number]>(1)
  const view = useRef<HTMLElement>(null)
  useEffect(() => {
    const { current } = view
    if (current === null) return
    // Start at the centre, not at a corner.
    current.scrollLeft = (current.scrollWidth - current.clientWidth) / 2
    current.scrollTop = (current.scrollHeight - current.clientHeight) / 2
  }, [level])
  return (
    <div class="zoom">
      <Modal modal={modal} title={name} onClose={() => setLevel(1)}>
        <div class="zoom-tools">
          {LEVELS.map(each => (
            <button
              key={each}
              type="button"
              class="chip"
              aria-pressed={each === level}
              onClick={() => setLevel(each)}
            >
              {each === 1 ? 'Inteira' : `${each}×`}
            </button>
          ))}
          <Button kind="quiet" wide={false} onPress={modal.close}>
            Fechar
          </Button>
        </div>
        <section ref={view} class="zoom-view" aria-label={`${name}, ampliada`} {...SCROLLED_BY_KEYS}>
          <img class={`zoom-${level}`} src={source} alt={name} />
        </section>
      </Modal>
    </div>
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
