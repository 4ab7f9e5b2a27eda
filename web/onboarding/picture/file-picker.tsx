import type { JSX } from 'preact'
import { useRef } from 'preact/hooks'
import { PICTURE_TYPES, type PictureKind } from '../../../src/contract/onboarding.ts'
import { Button } from '../../design/button.tsx'

interface FilePickerProps {
  readonly label: string
  readonly kind: PictureKind
  /** Opens the camera of a phone instead of its gallery. */
  readonly isCamera?: boolean
  onFile(file: File): void
}

export function FilePicker({ label, kind, isCamera = false, onFile }: FilePickerProps): JSX.Element {
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
