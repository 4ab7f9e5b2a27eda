import { useEffect, useState } from 'preact/hooks'
import type { Attention, SubjectKind } from '../../../src/contract/desk.ts'
import { DeskProblem, post } from '../api.ts'
import { useDesk } from '../desk-context.ts'

/**
 * Keeps a case for whoever opened it, and gives it back when they leave. It is not prolonged by itself: a page that nobody looks at
 * must keep neither a case nor a session.
 */
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
    // Whoever cannot be told has lost nothing: a claim ends by itself.
    const release = (): Promise<unknown> => post('/claims/release', subject).catch(() => undefined)
    post('/claims', subject).then(
      () => (isHere ? setState('mine') : void release()),
      error => isHere && isTaken(error) && setState('taken'),
    )
    return () => {
      isHere = false
      void release()
    }
  }, [kind, subjectId, isWanted])
  return state
}

const isTaken = (error: unknown): boolean => error instanceof DeskProblem && error.code === 'desk_case_taken'

/** Whether somebody else works on it. */
export function useIsTaken({ claimedBy }: Attention): boolean {
  const { operator } = useDesk().session
  return claimedBy !== undefined && claimedBy.id !== operator.id
}
