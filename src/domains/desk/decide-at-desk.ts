import type { App } from '../../app/app.ts'
import type { DecisionResult, FourEyesReason } from '../../contract/desk.ts'
import type { AuditAction } from '../../contract/desk-audit.ts'
import { RequestError } from '../../contract/errors.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { appendAudit } from '../audit/index.ts'
import type { Operator } from '../operators/index.ts'
import { releaseClaim, type Subject, takeClaim } from './decision-store.ts'
import {
  type Decision,
  lockMovedAlone,
  lockProposal,
  type NewDecision,
  overtakeProposal,
  storeDecision,
} from './decisions.ts'

/** An operator's decision and its effect on the locked subject. */
export interface DeskDecision {
  readonly subject: Subject
  /** The version of the subject that the operator saw. */
  readonly version: number
  /** Whose purchase the decision is about. */
  readonly purchase: { readonly id: string; readonly orderId: string; readonly cpfIndex: Buffer } | undefined
  readonly result: DecisionResult
  readonly target: string | undefined
  readonly reason: string
  readonly amountCentavos: Centavos
  /** Whether this result needs a second person above the limit. */
  readonly needsFourEyes: boolean
  /** Set when this result needs a second person at any amount. */
  readonly alwaysFourEyes?: FourEyesReason | undefined
  /** Set when the decision itself moves money, which counts for the day; validating only allows it to be moved. */
  readonly moves?: { readonly isToOtherPurchase: boolean } | undefined
  /** Audit log actions: one for a decision, one for a proposal. */
  readonly audit: {
    readonly decided: AuditAction
    readonly proposed: AuditAction
    readonly details: Readonly<Record<string, string | number>>
  }
  apply(decision: Decision): Promise<unknown>
}

/**
 * Every decision at the desk follows one script: claim, four eyes, store, apply or propose, release, audit. `lock`
 * locks the subject first and throws when it is not as the operator saw it. Everything is one transaction.
 */
export function decideAtDesk(
  app: App,
  operator: Operator,
  lock: (tx: Transaction) => Promise<DeskDecision>,
): Promise<Decision> {
  return app.database.transaction(async tx => decideLocked(app, tx, operator, await lock(tx)))
}

/** The same in a transaction of the caller, who has locked the subject. */
export async function decideLocked(
  app: App,
  tx: Transaction,
  operator: Operator,
  wanted: DeskDecision,
): Promise<Decision> {
  const { secrets, clock, realClock } = app
  const { subject, version } = wanted
  await claimForDecision(app, tx, operator, subject, version)
  const fourEyesReason = await findFourEyesReason(app, tx, operator, wanted)
  const needsAnother = fourEyesReason !== undefined
  const decision = await storeDecision(tx, secrets, {
    ...pickStored(wanted),
    state: needsAnother ? 'proposed' : 'done',
    fourEyesReason,
    decidedBy: operator.id,
    decidedAt: clock.now(),
  })
  if (!needsAnother) await wanted.apply(decision)
  await releaseClaim(tx, subject, operator.id)
  const { decided, proposed, details } = wanted.audit
  await appendAudit(
    tx,
    {
      operatorId: operator.id,
      action: needsAnother ? proposed : decided,
      subject: subject.id,
      details: {
        decisionId: decision.id,
        result: decision.result,
        ...(needsAnother && { fourEyes: fourEyesReason }),
        ...details,
      },
    },
    realClock.now(),
  )
  return decision
}

/** Undefined when one person is enough. */
async function findFourEyesReason(
  app: App,
  tx: Transaction,
  operator: Operator,
  { needsFourEyes, alwaysFourEyes, amountCentavos, moves }: DeskDecision,
): Promise<FourEyesReason | undefined> {
  if (alwaysFourEyes !== undefined) return alwaysFourEyes
  if (!needsFourEyes) return undefined
  if (moves?.isToOtherPurchase) return 'OTHER_PURCHASE'
  if (amountCentavos > app.fourEyesAboveCentavos) return 'AMOUNT'
  if (moves === undefined) return undefined
  const { clock, secrets, aloneDailyLimitCentavos } = app
  const moved = await lockMovedAlone(tx, secrets, operator.id, clock.now())
  const isWithin = moved.isCertain && moved.movedCentavos + amountCentavos <= aloneDailyLimitCentavos
  return isWithin ? undefined : 'DAILY_SUM'
}

function pickStored(
  wanted: DeskDecision,
): Omit<NewDecision, 'state' | 'fourEyesReason' | 'decidedBy' | 'decidedAt'> {
  const { subject, version, purchase, result, target, reason, amountCentavos } = wanted
  return {
    subject,
    version,
    transactionId: purchase?.id,
    orderId: purchase?.orderId,
    cpfIndex: purchase?.cpfIndex,
    result,
    target,
    reason,
    amountCentavos,
  }
}

/** A proposal about the same version blocks other decisions; one about an older version is overtaken. */
async function claimForDecision(
  { secrets, realClock, reportForgery }: App,
  tx: Transaction,
  operator: Operator,
  subject: Subject,
  version: number,
): Promise<void> {
  if (!(await takeClaim(tx, subject, operator.id, realClock.now()))) throw new RequestError('desk_case_taken')
  const { proposal, forgedId } = await lockProposal(tx, secrets, subject)
  if (forgedId !== undefined) await reportForgery('desk_decisions', forgedId)
  if (proposal === undefined) return
  if (proposal.version === version) throw new RequestError('desk_proposal_open')
  await overtakeProposal(tx, secrets, proposal)
}

/** Reserves a case for one operator for a while. */
export function claimCase({ database, realClock }: App, operator: Operator, subject: Subject): Promise<void> {
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
