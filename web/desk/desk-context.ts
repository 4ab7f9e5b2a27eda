import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type DeskAction, type DeskSession, mayDo } from '../../src/contract/desk.ts'
import type { StaffPages } from '../shell/staff-pages.ts'

export interface Desk extends StaffPages {
  readonly session: DeskSession
  /** Reloads the counts of waiting items. */
  refresh(): void
  /** Goes to another screen, which shows `notice`. */
  leave(address: string, notice?: string): void
}

export const DeskContext = createContext<Desk | undefined>(undefined)

export function useDesk(): Desk {
  const desk = useContext(DeskContext)
  if (desk === undefined) throw new Error('a screen of the desk was drawn outside of it')
  return desk
}

export function useMay(): (action: DeskAction) => boolean {
  const { role } = useDesk().session.operator
  return action => mayDo(role, action)
}
