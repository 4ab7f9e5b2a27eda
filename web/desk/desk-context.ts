import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type DeskAction, type DeskSession, mayDo } from '../../src/contract/desk.ts'

export interface Desk {
  readonly session: DeskSession
  /** Words for a failure; where the session ended, the page goes back to the door. */
  tell(error: unknown): string
  /** Reads again what waits. */
  refresh(): void
  /** Leaves for another screen with a sentence about what was done. */
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
