import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { SuspenseResult } from '../../contract/suspense.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Decision, decideAtDesk } from '../desk/index.ts'
import type { Operator } from '../operators/index.ts'
import { prepareResolution } from '../receivables/index.ts'

interface SuspenseDecision {
  readonly caseId: string
  readonly result: SuspenseResult
  readonly billetId: string | undefined
  readonly reason: string
}

const MOVES_MONEY: readonly SuspenseResult[] = ['CREDIT', 'REFUND']
/** A suspended payment changes only in its amount, which is compared. */
const VERSION = 0

/**
 * Resolves money that could not be assigned. Operators never enter amounts: the received amount is credited, refunded
 * or kept.
 */
export async function resolveSuspense(
  app: App,
  operator: Operator,
  wanted: SuspenseDecision,
): Promise<Decision> {
  const { caseId, result, billetId, reason } = wanted
  if (result === 'CREDIT' && billetId === undefined)
    throw invalidParameter('billetId', 'must name the billet to credit')
  const target = result === 'CREDIT' ? billetId : undefined
  return decideAtDesk(app, operator, async tx => {
    const prepared = await prepareResolution(app, tx, caseId, { result, target })
    const { apply, amountCentavos, purchase, isToOtherPurchase, isHeld } = prepared
    // What was not booked becomes money only when two people have seen it in the bank's statement.
    const isCounted = result === 'RELEASE' || (isHeld && MOVES_MONEY.includes(result))
    return {
      subject: { kind: 'suspense', id: caseId },
      version: VERSION,
      purchase,
      result,
      target,
      reason,
      amountCentavos,
      needsFourEyes: MOVES_MONEY.includes(result),
      alwaysFourEyes: result === 'BEAR' ? 'LOSS' : isCounted ? 'SUSPECTED_DUPLICATE' : undefined,
      moves: MOVES_MONEY.includes(result) ? { isToOtherPurchase } : undefined,
      audit: {
        decided: 'suspense.resolve',
        proposed: 'suspense.propose',
        details: { ...(target && { billetId: target }) },
      },
      apply,
    }
  })
}

/** The effect of an approved proposal; undefined when it is no longer possible. */
export async function lockProposedResolution(
  app: App,
  tx: Transaction,
  { subject, result, target, amountCentavos }: Decision,
): Promise<(() => Promise<unknown>) | undefined> {
  try {
    const wanted = { result: result as SuspenseResult, target }
    const prepared = await prepareResolution(app, tx, subject.id, wanted)
    return prepared.amountCentavos === amountCentavos ? prepared.apply : undefined
  } catch (error) {
    if (error instanceof RequestError) return undefined
    throw error
  }
}
