import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from './icons.tsx'

/** Long enough to be read twice; it stays while somebody points at it or is inside it. */
const SHOWN_MS = 8_000

interface ToastProps {
  /** Undefined: nothing to say. The same sentence again is a new object. */
  readonly said: { readonly text: string } | undefined
}

/** What was just done, above the page and gone by itself. Never a failure, never the only place of a fact. */
export function Toast({ said }: ToastProps): JSX.Element {
  const [gone, setGone] = useState<ToastProps['said']>()
  const [isHeld, setHeld] = useState(false)
  const shown = said === gone ? undefined : said
  useEffect(() => {
    if (shown === undefined || isHeld) return
    const timer = setTimeout(() => setGone(shown), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [shown, isHeld])
  return (
    <div class="toast-place" role="status">
      {shown && (
        <div
          class="toast"
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocusCapture={() => setHeld(true)}
          onBlurCapture={() => setHeld(false)}
        >
          <Icon name="check" size={20} />
          <span>{shown.text}</span>
          <button
            type="button"
            class="icon-button"
            aria-label="Fechar o aviso"
            onClick={() => setGone(shown)}
          >
            <Icon name="close" size={18} />
          </button>
        </div>
      )}
    </div>
  )
}
