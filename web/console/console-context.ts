import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type ConsoleAction, type ConsoleSession, mayDoInConsole } from '../../src/contract/console.ts'
import type { StaffPages } from '../shell/staff-pages.ts'

export interface Console extends StaffPages {
  readonly session: ConsoleSession
  /** Reads the session again: another shop, another name. */
  refresh(): Promise<void>
  /** Goes to another screen, which shows `notice`. */
  leave(address: string, notice?: string): void
}

export const ConsoleContext = createContext<Console | undefined>(undefined)

export function useConsole(): Console {
  const console = useContext(ConsoleContext)
  if (console === undefined) throw new Error('a screen of the console was drawn outside of it')
  return console
}

export function useMay(): (action: ConsoleAction) => boolean {
  const { role } = useConsole().session.shop
  return action => mayDoInConsole(role, action)
}
