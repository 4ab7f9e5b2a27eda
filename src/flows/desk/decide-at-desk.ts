import { RequestError } from '../../contract/errors.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Centavos } from '../../kernel/money.ts'
import {
  appendAudit,
  lockProposal,
  type Operator,
  overtakeProposal,
  type Subject,
  takeClaim,
} from '../../modules/desk/index.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { FollowPayment } from '../payments/follow-payment.ts'
import type { PurchaseContext } from '../purchase/advance-purchase.ts'

/** What decisions at the desk need. */
export interface DeskFlowContext extends PurchaseContext {
  readonly realClock: Clock
  /** From more than this nobody decides alone. */
  readonly fourEyesAboveCentavos: Centavos
  readonly followPayment: FollowPayment
}

/** Within the transaction that decides, behind the lock of the subject. */
export async function takeTurn(
  { secrets, realClock }: DeskFlowContext,
  tx: Transaction,
  operator: Operator,
  subject: Subject,
  version: number,
): Promise<void> {
  if (!(await takeClaim(tx, subject, operator.id, realClock.now()))) throw new RequestError('desk_case_taken')
  const proposal = await lockProposal(tx, secrets, subject)
  if (proposal === undefined) return
  if (proposal.version === version) throw new RequestError('desk_proposal_open')
  await overtakeProposal(tx, proposal)
}

/** Keeps others off a case for a while. */
export function claimCase(
  { database, realClock }: DeskFlowContext,
  operator: Operator,
  subject: Subject,
): Promise<void> {
  const now = realClock.now()
  return database.transaction(async tx => {
    if (!(await takeClaim(tx, subject, operator.id, now))) throw new RequestError('desk_case_taken')
    const details = { kind: subject.kind }
    await appendAudit(
      tx,
      { operatorId: operator.id, action: 'case.claim', subject: subject.id, details },
      now,
    )
  })
}
