import type { JSX } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Attention, SubjectKind } from '../../../src/contract/desk.ts'
import { Alert } from '../../design/alert.tsx'
import { DeskProblem, post } from '../api.ts'
import { useDesk } from '../desk-context.ts'

/**
 * Whether this operator may decide: undefined when there is nothing to decide, else the first operator to open it may.
 */
export function useDecisionClaim(
  kind: SubjectKind,
  subjectId: string,
  view: Attention,
  canBeDecided: boolean,
): 'mine' | 'taken' | undefined {
  const { operator } = useDesk().session
  const isTaken = view.claimedBy !== undefined && view.claimedBy.id !== operator.id
  const isWanted = canBeDecided && view.proposal === undefined
  const claim = useClaim(kind, subjectId, isWanted && !isTaken)
  if (isTaken || claim === 'taken') return 'taken'
  return isWanted ? 'mine' : undefined
}

export const Taken = ({ claimedBy }: Attention): JSX.Element => (
  <Alert tone="warn" title={`Com ${claimedBy?.name ?? 'outra pessoa'}`}>
    Quem abriu primeiro decide. O caso fica livre em até 10 minutos.
  </Alert>
)

/**
 * Claims a case for the operator who opened it, and releases it on leaving. The claim is not renewed automatically: an
 * unattended page must keep neither a case nor a session.
 */
function useClaim(kind: SubjectKind, subjectId: string, isWanted: boolean): 'mine' | 'taken' | undefined {
  const [state, setState] = useState<'mine' | 'taken'>()
  useEffect(() => {
    if (!isWanted) return
    let isHere = true
    const subject = { kind, subjectId }
    // A failed release does no harm: a claim expires by itself.
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
