import type { ComponentType, JSX } from 'preact'
import { useCallback, useEffect } from 'preact/hooks'
import { Drawer, useDrawerRoom } from './drawer.tsx'
import { BehindContext, Heading } from './heading.tsx'
import { Link } from './link.tsx'
import { goTo, showAlone, useBeside } from './navigation.ts'

/** Screens at one path: a list, and one thing of it at an id. */
export interface StaffScreen {
  /** Below the base; empty for the first screen. */
  readonly path: string
  /** Shown at the path itself. */
  readonly List?: ComponentType
  /** Shown below the path, at an id. */
  readonly One?: ComponentType<{ readonly id: string }>
}

/** The screen at an address such as /desk/casos/ID, undefined where there is none. */
function findScreen(screens: readonly StaffScreen[], address: string): JSX.Element | undefined {
  const [, , name = '', id] = address.replace(/\/+$/, '').split('/')
  const here = screens.filter(({ path }) => path === name)
  if (id === undefined) {
    const List = here.find(screen => screen.List !== undefined)?.List
    return List && <List />
  }
  const One = here.find(screen => screen.One !== undefined)?.One
  return One && /^[0-9a-f]{24}$/.test(id) ? <One id={id} /> : undefined
}

/** Whether an address is that of one thing, and not of a list. */
const isOfOne = (address: string): boolean => address.split('/').length > 3

/** Whether a path, or one below it, is shown. `name` is empty for the first screen. */
export function isWithin(base: string, name: string, path: string): boolean {
  const address = name === '' ? base : `${base}/${name}`
  return path === address || (name !== '' && path.startsWith(`${address}/`))
}

interface ScreensProps {
  readonly screens: readonly StaffScreen[]
  readonly path: string
  /** The first screen, and what the way back to it is called. */
  readonly home: string
  readonly homeName: string
}

/** The screen at the address; one thing stands beside the list that it was opened from. */
export function Screens({ screens, path, home, homeName }: ScreensProps): JSX.Element {
  const beside = useBeside()
  const hasRoom = useDrawerRoom()
  const one = isOfOne(path) ? path : undefined
  const isBeside = one !== undefined && beside !== undefined && hasRoom
  const list = one === undefined ? path : isBeside ? beside : undefined
  const opened = isBeside ? one : undefined
  useEffect(() => {
    if (opened === undefined) return
    return () => {
      // The drawer took the focus with it; the row is where the reader came from.
      const row = document.querySelector<HTMLElement>(`a.row-link[href="${opened}"]`)
      if (document.activeElement === document.body) row?.focus()
    }
  }, [opened])
  const close = useCallback(() => goTo(beside ?? home), [beside, home])
  const missing = <Missing home={home} homeName={homeName} />
  return (
    <>
      <BehindContext.Provider value={isBeside}>
        {list !== undefined && <div key={list}>{findScreen(screens, list) ?? missing}</div>}
      </BehindContext.Provider>
      {one !== undefined && (
        <Drawer key={one} label="Detalhe" isAlone={!isBeside} onClose={close} onWiden={showAlone}>
          {findScreen(screens, one) ?? missing}
        </Drawer>
      )}
    </>
  )
}

function Missing({ home, homeName }: Pick<ScreensProps, 'home' | 'homeName'>): JSX.Element {
  return (
    <div class="stack">
      <Heading title="Página não encontrada" />
      <Link to={home}>{homeName}</Link>
    </div>
  )
}
