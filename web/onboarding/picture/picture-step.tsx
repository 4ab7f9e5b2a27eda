import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import {
  MAX_PICTURE_BYTES,
  type OnboardingState,
  PICTURE_TYPES,
  type PictureKind,
} from '../../../src/contract/onboarding.ts'
import { Heading, useNewScreen } from '../../customer/heading.tsx'
import { Alert } from '../../design/alert.tsx'
import { Button } from '../../design/button.tsx'
import { Card } from '../../design/card.tsx'
import { ProgressBar } from '../../design/progress.tsx'
import { Qr } from '../../design/qr.tsx'
import type { OnboardingClient } from '../client.ts'
import { type Surroundings, useSend } from '../use-send.ts'
import { Camera } from './camera.tsx'
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
  const phoneQr = isComputer() ? state.phoneQr : undefined
  const isByPhone = phoneQr !== undefined

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
      <Camera
        kind={kind}
        onPicture={setPicture}
        onFailure={() => setMode('camera-failed')}
        onLeave={() => setMode('start')}
      />
    )
  return (
    <>
      <Heading title={words.title}>{words.text}</Heading>
      {askedAgain && (
        <Alert tone="warn" title="Precisamos de uma nova foto">
          {askedAgain}
        </Alert>
      )}
      {phoneQr ? (
        <GoOnByPhone qr={phoneQr} client={surroundings.client} />
      ) : (
        <>
          <Sketch kind={kind} />
          <Tips tips={words.tips} />
        </>
      )}
      {mode === 'camera-failed' && <Alert tone="warn">{NO_CAMERA}</Alert>}
      {problem && <Alert tone="bad">{problem}</Alert>}
      <Ways
        kind={kind}
        isByPhone={isByPhone}
        hasFailed={mode === 'camera-failed'}
        onFile={file => void takeFile(file)}
        onCamera={() => setMode('camera')}
      />
      {isByPhone && <Tips tips={words.tips} />}
    </>
  )
}

function Tips({ tips }: { tips: readonly string[] }): JSX.Element {
  return (
    <ul class="tips">
      {tips.map(tip => (
        <li key={tip}>{tip}</li>
      ))}
    </ul>
  )
}

interface WaysProps {
  readonly kind: PictureKind
  readonly isByPhone: boolean
  readonly hasFailed: boolean
  onFile(file: File): void
  onCamera(): void
}

/** From the best way down: on a phone its camera, on a computer (below the QR code) a file. */
function Ways({ kind, isByPhone, hasFailed, onFile, onCamera }: WaysProps): JSX.Element {
  const file = <FilePicker label="Escolher um arquivo" kind={kind} onFile={onFile} />
  if (isByPhone)
    return (
      <>
        {file}
        {!hasFailed && (
          <Button kind="plain" onPress={onCamera}>
            Usar a câmera deste computador
          </Button>
        )}
      </>
    )
  return (
    <>
      {hasFailed ? (
        <FilePicker label="Usar a câmera do aparelho" kind={kind} isCamera onFile={onFile} />
      ) : (
        <Button icon="camera" onPress={onCamera}>
          Abrir a câmera
        </Button>
      )}
      {file}
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

interface FilePickerProps {
  readonly label: string
  readonly kind: PictureKind
  /** Opens the camera of a phone instead of its gallery. */
  readonly isCamera?: boolean
  onFile(file: File): void
}

function FilePicker({ label, kind, isCamera = false, onFile }: FilePickerProps): JSX.Element {
  const input = useRef<HTMLInputElement>(null)
  const side = kind === 'selfie' ? 'user' : 'environment'
  return (
    <>
      <Button
        kind={isCamera ? 'primary' : 'quiet'}
        icon={isCamera ? 'camera' : 'file'}
        onPress={() => input.current?.click()}
      >
        {label}
      </Button>
      <input
        ref={input}
        hidden
        type="file"
        accept={PICTURE_TYPES.join()}
        capture={isCamera ? side : undefined}
        onChange={event => {
          const file = event.currentTarget.files?.[0]
          // Cleared, so that the same file can be chosen again.
          event.currentTarget.value = ''
          if (file !== undefined) onFile(file)
        }}
      />
    </>
  )
}

const LOOK_EVERY_MS = 5_000

interface GoOnByPhoneProps {
  readonly qr: NonNullable<OnboardingState['phoneQr']>
  readonly client: OnboardingClient
}

/** A wide screen with a mouse: its camera, if it has one, looks at the person and not at a document. */
const isComputer = (): boolean =>
  matchMedia('(min-width: 40rem) and (hover: hover) and (pointer: fine)').matches

/**
 * The same link for the phone, where pictures are taken more easily. The link alone opens nothing personal: the phone
 * confirms itself by a code, as any other device does. Meanwhile this page follows.
 */
function GoOnByPhone({ qr, client }: GoOnByPhoneProps): JSX.Element {
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void client.refresh()
    }, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [client])
  return (
    <Card title="No celular é mais fácil">
      <p class="soft">
        Aponte a câmera do celular para este QR Code e continue por lá. Para confirmar que é você, enviamos um
        código por SMS. Esta página acompanha sozinha.
      </p>
      <Qr qr={qr} label="QR Code para continuar no celular" />
    </Card>
  )
}
