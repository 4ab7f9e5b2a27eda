import { useEffect, useRef, useState } from 'preact/hooks'
import type { ModalHandle } from '../design/modal.tsx'

/** What a key does; the keys of a screen are those of everything that is on it. */
export type Keys = Readonly<Record<string, () => void>>

const STORED = 'desk:shortcuts'
const CHANGED = 'desk:shortcuts-changed'

/** Single keys can be turned off, because speech input and shaking hands press them unasked (WCAG 2.1.4). */
export function areKeysOn(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off'
  } catch {
    return true
  }
}

export function turnKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, 'off')
  } catch {
    // A browser that stores nothing keeps them on.
  }
  dispatchEvent(new Event(CHANGED))
}

export function useKeysOn(): boolean {
  const [isOn, setOn] = useState(areKeysOn)
  useEffect(() => {
    const follow = (): void => setOn(areKeysOn())
    addEventListener(CHANGED, follow)
    return () => removeEventListener(CHANGED, follow)
  }, [])
  return isOn
}

/**
 * Listens to single keys while the screen is shown; with `modal`, while that dialog is open, and else while none is.
 * Never while something is typed, nor together with a key that belongs to the browser.
 */
export function useKeys(keys: Keys, modal?: ModalHandle): void {
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return
      if (isTyped(event.target) || !areKeysOn()) return
      const dialog = document.querySelector('dialog[open]')
      if (dialog !== (modal?.ref.current?.open ? modal.ref.current : null)) return
      if (modal !== undefined && dialog === null) return
      const act = latest.current[event.key.toLowerCase()]
      if (act === undefined) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [modal])
}

const TYPED = 'input, textarea, select, [contenteditable]'

const isTyped = (target: EventTarget | null): boolean => target instanceof Element && target.matches(TYPED)
