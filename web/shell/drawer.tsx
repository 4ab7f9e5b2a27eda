import type { ComponentChildren, JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Icon } from '../design/icons.tsx'
import { ShellIcon } from './shell-icons.tsx'

interface DrawerProps {
  readonly label: string
  /** On the whole page, where there is no list to stand beside or no room for it. What is typed and loaded stays. */
  readonly isAlone?: boolean
  readonly onClose: () => void
  readonly onWiden: () => void
  readonly children: ComponentChildren
}

/**
 * One row of the list that it stands beside. It has the address of the page of that row, so that it can be shared and
 * loaded again; the list stays in use, and Escape leads back to it.
 */
export function Drawer({ label, isAlone = false, onClose, onWiden, children }: DrawerProps): JSX.Element {
  useEffect(() => {
    if (isAlone) return
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      // Escape belongs to a dialog first, and to a field that somebody types into.
      if (document.querySelector('dialog[open]') !== null) return
      if (event.target instanceof Element && event.target.matches('input, textarea, select')) return
      onClose()
    }
    // Before the dialog has been closed by the same key.
    addEventListener('keydown', press, { capture: true })
    return () => removeEventListener('keydown', press, { capture: true })
  }, [isAlone, onClose])
  return (
    <section {...(isAlone ? {} : { class: 'drawer', 'aria-label': label })}>
      {!isAlone && (
        <div class="drawer-tools">
          <button type="button" class="icon-button" onClick={onWiden}>
            <ShellIcon name="widen" />
            <span class="unseen">Abrir na página inteira</span>
          </button>
          <button type="button" class="icon-button" onClick={onClose}>
            <Icon name="close" size={20} />
            <span class="unseen">Fechar o detalhe</span>
          </button>
        </div>
      )}
      <div class="drawer-content">{children}</div>
    </section>
  )
}

const WIDE = '(min-width: 60rem)'

/** Whether there is room for a rail and a drawer. */
export const hasDrawerRoom = (): boolean => matchMedia(WIDE).matches

export function useDrawerRoom(): boolean {
  const [hasRoom, setRoom] = useState(hasDrawerRoom)
  useEffect(() => {
    const media = matchMedia(WIDE)
    const follow = (): void => setRoom(media.matches)
    media.addEventListener('change', follow)
    return () => media.removeEventListener('change', follow)
  }, [])
  return hasRoom
}
