import type { JSX } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { PictureKind } from '../../../src/contract/onboarding.ts'
import { Icon } from '../../design/icons.tsx'
import { useAction } from '../../design/use-action.ts'
import { PICTURE_WORDS } from './picture-words.ts'
import { takePicture } from './shrink-picture.ts'
import { useLiveHint } from './use-live-hint.ts'

interface CameraProps {
  readonly kind: PictureKind
  onPicture(picture: Blob): void
  onFailure(): void
  onLeave(): void
}

/**
 * The live image over the whole screen, with a frame. A native dialog: nothing behind it can be reached, and Escape
 * leaves it. Reports a failure once: no camera, no permission, or a camera in use by another program.
 */
export function Camera({ kind, onPicture, onFailure, onLeave }: CameraProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null)
  const video = useRef<HTMLVideoElement>(null)
  const border = useRef<HTMLElement>(null)
  const [isReady, setReady] = useState(false)
  const hint = useLiveHint(video, isReady)
  const words = PICTURE_WORDS[kind]

  // Before the heading of the new screen gets the focus, which a closed dialog could not take.
  useLayoutEffect(() => dialog.current?.showModal(), [])

  useEffect(() => {
    let stream: MediaStream | undefined
    let isLeft = false
    openCamera(kind)
      .then(opened => {
        stream = opened
        if (isLeft) return stopCamera(stream)
        for (const track of opened.getTracks()) track.addEventListener('ended', onFailure)
        if (video.current !== null) video.current.srcObject = opened
      })
      .catch(() => {
        if (!isLeft) onFailure()
      })
    return () => {
      isLeft = true
      stopCamera(stream)
    }
  }, [kind])

  const shot = useAction(async () => {
    if (video.current === null) return
    try {
      // Of a face the surroundings count too.
      onPicture(await takePicture(video.current, kind === 'selfie' ? undefined : border.current))
    } catch {
      onFailure()
    }
  })
  const isClosed = shot.busy || !isReady

  return (
    <dialog
      ref={dialog}
      class={`camera ${kind === 'selfie' ? 'face' : 'document'}`}
      aria-label={words.title}
      onCancel={onLeave}
    >
      <video ref={video} autoplay muted playsInline onLoadedData={() => setReady(true)} />
      <i ref={border} aria-hidden="true" />
      <header>
        <button type="button" class="camera-leave" onClick={onLeave}>
          <Icon name="close" />
          <span class="unseen">Voltar</span>
        </button>
        <h1 tabIndex={-1}>{words.title}</h1>
      </header>
      <p class="camera-hint" role="status">
        {isReady ? (hint ?? words.aim) : 'Abrindo a câmera… Se o aparelho perguntar, permita o uso.'}
      </p>
      <footer>
        <button
          type="button"
          class="shutter"
          aria-disabled={isClosed}
          onClick={() => {
            if (!isClosed) void shot.run()
          }}
        >
          <span class="unseen">Tirar foto</span>
        </button>
      </footer>
    </dialog>
  )
}

/** Old browsers and pages without https have no `mediaDevices`. */
async function openCamera(kind: PictureKind): Promise<MediaStream> {
  return navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {
      facingMode: { ideal: kind === 'selfie' ? 'user' : 'environment' },
      width: { ideal: 1920 },
      height: { ideal: 1080 },
    },
  })
}

function stopCamera(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop()
}
