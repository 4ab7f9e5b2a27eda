import { useEffect, useState } from 'preact/hooks'
import type { Attention, SubjectKind } from '../../../src/contract/desk.ts'
import { post } from '../api.ts'
import { useDesk } from '../desk-context.ts'

const AGAIN_MS = 4 * 60_000

/** Keeps a case for whoever has it open, and gives it back when they leave. */
export function useClaim(
  kind: SubjectKind,
  subjectId: string,
  isWanted: boolean,
): 'mine' | 'taken' | undefined {
  const [state, setState] = useState<'mine' | 'taken'>()
  useEffect(() => {
    if (!isWanted) return
    let isHere = true
    const subject = { kind, subjectId }
    const take = (): void => {
      post('/claims', subject).then(
        () => (isHere ? setState('mine') : void release()),
        () => isHere && setState('taken'),
      )
    }
    // Whoever cannot be told has lost nothing: a claim ends by itself.
    const release = (): Promise<unknown> => post('/claims/release', subject).catch(() => undefined)
    take()
    const timer = setInterval(take, AGAIN_MS)
    return () => {
      isHere = false
      clearInterval(timer)
      void release()
    }
  }, [kind, subjectId, isWanted])
  return state
}

/** Whether somebody else works on it. */
export function useIsTaken({ claimedBy }: Attention): boolean {
  const { operator } = useDesk().session
  return claimedBy !== undefined && claimedBy.id !== operator.id
}
