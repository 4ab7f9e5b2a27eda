import type { JSX } from 'preact'
import type { DeskAction, DeskCounts } from '../../src/contract/desk.ts'

/** What a file in `screens/` exports as `screen`: the desk finds it by itself. */
export interface DeskScreen {
  /** Below /desk; empty for the first screen. */
  readonly path: string
  /** Shown at the path itself. */
  readonly List?: () => JSX.Element
  /** Shown below the path, at an id. */
  readonly One?: (props: { readonly id: string }) => JSX.Element
  readonly tab?: {
    readonly name: string
    readonly order: number
    readonly count?: keyof DeskCounts
    /** Shown only to those who may do this. */
    readonly action?: DeskAction
    /** Another path that belongs to this tab. */
    readonly alsoFor?: string
  }
}

const found = import.meta.glob<DeskScreen | undefined>('./screens/*.tsx', { eager: true, import: 'screen' })

const screens = Object.values(found).filter(screen => screen !== undefined)

export const tabs = screens
  .flatMap(({ path, tab }) => (tab === undefined ? [] : [{ path, ...tab }]))
  .sort((a, b) => a.order - b.order)

/** The screen at an address of the desk, undefined where there is none. */
export function findScreen(address: string): JSX.Element | undefined {
  const [, , name = '', id] = address.replace(/\/+$/, '').split('/')
  const here = screens.filter(({ path }) => path === name)
  if (id === undefined) {
    const List = here.find(screen => screen.List !== undefined)?.List
    return List && <List />
  }
  const One = here.find(screen => screen.One !== undefined)?.One
  return One && /^[0-9a-f]{24}$/.test(id) ? <One id={id} /> : undefined
}
