import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { PictureKind } from '../../../src/contract/onboarding.ts'
import { Button } from '../../design/button.tsx'
import { useAction } from '../../design/use-action.ts'
import { PICTURE_WORDS } from './picture-words.ts'
import { takePicture } from './shrink-picture.ts'

interface CameraProps {
  readonly kind: PictureKind
  onPicture(picture: Blob): void
  onFailure(): void
  onLeave(): void
}

/**
 * The live image with a frame. Reports a failure once: no camera, no permission, or a camera in use by another program.
 */
export function Camera({ kind, onPicture, onFailure, onLeave }: CameraProps): JSX.Element {
  const video = useRef<HTMLVideoElement>(null)
  const border = useRef<HTMLElement>(null)
  const [isReady, setReady] = useState(false)
  const frame = kind === 'selfie' ? 'face' : 'document'

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

  return (
    <div class="camera stack">
      <div class={`viewfinder ${frame}`}>
        <video ref={video} autoplay muted playsInline onLoadedData={() => setReady(true)} />
        <p>
          {isReady ? PICTURE_WORDS[kind].aim : 'Abrindo a câmera… Se o celular perguntar, permita o uso.'}
        </p>
        <i ref={border} aria-hidden="true" />
      </div>
      <Button icon="camera" busy={shot.busy} unavailable={!isReady} onPress={() => void shot.run()}>
        Tirar foto
      </Button>
      <Button kind="quiet" onPress={onLeave}>
        Voltar
      </Button>
    </div>
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
