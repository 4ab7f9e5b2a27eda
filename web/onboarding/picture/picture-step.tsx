import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import {
  MAX_PICTURE_BYTES,
  type OnboardingState,
  type PictureKind,
} from '../../../src/contract/onboarding.ts'
import { Heading, useNewScreen } from '../../customer/heading.tsx'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { ProgressBar } from '../../design/progress.tsx'
import { type Surroundings, useSend } from '../use-send.ts'
import { Camera } from './camera.tsx'
import { FilePicker } from './file-picker.tsx'
import { GoOnByPhone, isComputer } from './go-on-by-phone.tsx'
import { PICTURE_WORDS } from './picture-words.ts'
import { shrinkPicture } from './shrink-picture.ts'
import { Sketch } from './sketch.tsx'

const NO_CAMERA =
  'Não conseguimos usar a câmera por aqui. Permita o uso nas configurações do navegador, ou escolha um arquivo.'
const UNREADABLE = 'Não conseguimos abrir esse arquivo. Escolha uma foto em JPEG, PNG ou WebP.'

type Mode = 'start' | 'camera' | 'camera-failed'

interface PictureStepProps extends Surroundings {
  readonly state: OnboardingState
  readonly kind: PictureKind
}

export function PictureStep({ state, kind, ...surroundings }: PictureStepProps): JSX.Element {
  const [mode, setMode] = useState<Mode>('start')
  const [picture, setPicture] = useState<Blob>()
  const [share, setShare] = useState(0)
  const { busy, problem, setProblem, run } = useSend(surroundings)
  const words = PICTURE_WORDS[kind]
  const askedAgain = state.askedAgain?.kind === kind ? state.askedAgain.reason : undefined

  useNewScreen(picture === undefined ? mode : 'preview')

  async function takeFile(file: File): Promise<void> {
    setProblem(undefined)
    try {
      setPicture(await shrinkPicture(file))
    } catch {
      setProblem(UNREADABLE)
    }
  }

  async function sendIt(): Promise<void> {
    if (picture === undefined) return
    setShare(0)
    if (picture.size > MAX_PICTURE_BYTES) return setProblem(UNREADABLE)
    await run(client => client.sendPicture(kind, picture, setShare))
  }

  function startOver(next: Mode): void {
    setPicture(undefined)
    setProblem(undefined)
    setMode(next)
  }

  if (picture !== undefined)
    return (
      <>
        <Heading title="Ficou boa?">{words.check}</Heading>
        <Preview
          picture={picture}
          label={words.preview}
          isMirrored={kind === 'selfie' && mode === 'camera'}
        />
        {busy && <ProgressBar label="Enviando a foto" share={share} />}
        {problem && <Alert tone="bad">{problem}</Alert>}
        <Button busy={busy} onPress={() => void sendIt()}>
          {busy ? 'Enviando…' : problem ? 'Tentar de novo' : 'Usar esta foto'}
        </Button>
        <Button kind="quiet" unavailable={busy} onPress={() => startOver(mode)}>
          Trocar a foto
        </Button>
      </>
    )
  if (mode === 'camera')
    return (
      <>
        <Heading title={words.title} />
        <Camera
          kind={kind}
          onPicture={setPicture}
          onFailure={() => setMode('camera-failed')}
          onLeave={() => setMode('start')}
        />
      </>
    )
  return (
    <>
      <Heading title={words.title}>{words.text}</Heading>
      {askedAgain && (
        <Alert tone="warn" title="Precisamos de uma nova foto">
          {askedAgain}
        </Alert>
      )}
      <Sketch kind={kind} />
      <ul class="tips">
        {words.tips.map(tip => (
          <li key={tip}>{tip}</li>
        ))}
      </ul>
      {state.phoneQr && isComputer() && <GoOnByPhone qr={state.phoneQr} client={surroundings.client} />}
      {mode === 'camera-failed' && <Alert tone="warn">{NO_CAMERA}</Alert>}
      {problem && <Alert tone="bad">{problem}</Alert>}
      {mode === 'camera-failed' ? (
        <FilePicker
          label="Usar a câmera do aparelho"
          kind={kind}
          isCamera
          onFile={file => void takeFile(file)}
        />
      ) : (
        <Button icon="camera" onPress={() => setMode('camera')}>
          Abrir a câmera
        </Button>
      )}
      <FilePicker label="Escolher um arquivo" kind={kind} onFile={file => void takeFile(file)} />
    </>
  )
}

function Preview(props: { picture: Blob; label: string; isMirrored: boolean }): JSX.Element {
  const { picture, label, isMirrored } = props
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(picture)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [picture])
  return <img class={isMirrored ? 'preview mirrored' : 'preview'} src={url} alt={label} />
}
