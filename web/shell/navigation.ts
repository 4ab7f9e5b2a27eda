import { useEffect, useState } from 'preact/hooks'
import { hasDrawerRoom } from './drawer.tsx'

const MOVED = 'staff:moved'

export function goTo(address: string): void {
  history.pushState(null, '', address)
  scrollTo(0, 0)
  dispatchEvent(new Event(MOVED))
}

/** Opens a row beside the list it stands in: the address is that of the row, and the history knows the list. */
export function openBeside(address: string): void {
  if (!hasDrawerRoom()) {
    goTo(address)
    return
  }
  const beside = readBeside() ?? location.pathname
  history.pushState({ beside }, '', address)
  dispatchEvent(new Event(MOVED))
}

/** The same address without the list. */
export function showAlone(): void {
  history.replaceState(null, '', location.href)
  scrollTo(0, 0)
  dispatchEvent(new Event(MOVED))
}

/** The current path. */
export const usePath = (): string => useLocation(() => location.pathname)

/** What follows the path: `?` and the filters, or nothing. */
export const useQuery = (): string => useLocation(() => location.search)

/** The path of the list that the current screen was opened from; undefined: it stands alone. */
export const useBeside = (): string | undefined => useLocation(readBeside)

function readBeside(): string | undefined {
  const state: unknown = history.state
  if (typeof state !== 'object' || state === null || !('beside' in state)) return undefined
  return typeof state.beside === 'string' ? state.beside : undefined
}

function useLocation<Value>(read: () => Value): Value {
  const [value, setValue] = useState(read)
  useEffect(() => {
    const follow = (): void => setValue(read)
    addEventListener('popstate', follow)
    addEventListener(MOVED, follow)
    return () => {
      removeEventListener('popstate', follow)
      removeEventListener(MOVED, follow)
    }
  }, [])
  return value
}
