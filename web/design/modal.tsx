import type { ComponentChildren, JSX, RefObject } from 'preact'
import { useCallback, useId, useMemo, useRef } from 'preact/hooks'

/** Longer than a double press takes. */
const DOUBLE_PRESS_MS = 1_000

export interface ModalHandle {
  readonly ref: RefObject<HTMLDialogElement | null>
  readonly openedAtMs: RefObject<number>
  open(): void
  close(): void
}

/**
 * A native dialog that is always in the page, and is shown and closed synchronously with the press. The dialog itself
 * holds the only state, so the next key or press meets either the dialog or the page with its focus restored.
 */
export function useModal(): ModalHandle {
  const ref = useRef<HTMLDialogElement>(null)
  const openedAtMs = useRef(0)
  const open = useCallback(() => {
    if (ref.current?.open !== false) return
    openedAtMs.current = performance.now()
    ref.current.showModal()
  }, [])
  const close = useCallback(() => ref.current?.close(), [])
  return useMemo(() => ({ ref, openedAtMs, open, close }), [open, close])
}

interface ModalProps {
  readonly modal: ModalHandle
  readonly title: string
  readonly children: ComponentChildren
  /** Called however it was closed, also by Escape. */
  readonly onClose?: () => void
}

export function Modal({ modal, title, children, onClose }: ModalProps): JSX.Element {
  const id = useId()
  return (
    <dialog
      class="modal"
      ref={modal.ref}
      aria-labelledby={id}
      onClose={onClose}
      // The second press of a double press was meant for the page below, not for what the first one opened.
      onClickCapture={event => {
        const isSecond =
          event.detail > 1 && event.timeStamp - (modal.openedAtMs.current ?? 0) < DOUBLE_PRESS_MS
        if (!isSecond) return
        event.stopPropagation()
        event.preventDefault()
      }}
    >
      <div class="stack">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
