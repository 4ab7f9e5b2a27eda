import type { PurchaseEvent } from '../../contract/purchase-events.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { ReadSandboxRegistration } from '../../modules/billets/index.ts'
import { endContract, startContract } from '../../modules/credit/index.ts'
import {
  type EventFields,
  getMove,
  type Move,
  movePurchase,
  type Purchase,
  type PurchaseChanges,
  type SealedBuyer,
} from '../../modules/transactions/index.ts'
import { appendEvents } from '../../modules/webhooks/index.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { NumberMarks } from '../../platform/deployment/number-marks.ts'
import { requestNoticesOfMove } from '../messages/request-notice.ts'
import { followPurchase } from '../selling/follow-purchase.ts'
import { completeContract } from './complete-purchase.ts'
import { type Ending, endPurchase } from './end-purchase.ts'
import { releaseContract } from './release-contract.ts'

/** For moving purchases within a transaction that the caller opened. */
export interface AdvanceContext {
  /** Keeps the highest our-number outside the database. */
  readonly marks?: NumberMarks | undefined
  /** Absent where banks are real. */
  readonly readSandboxRegistration?: ReadSandboxRegistration | undefined
  readonly secrets: Secrets
  readonly clock: Clock
}

export interface PurchaseContext extends AdvanceContext {
  readonly database: Database
}

export interface AdvanceOptions {
  readonly changes?: PurchaseChanges
  readonly refundAccount?: Buffer | undefined
  readonly buyer?: SealedBuyer | undefined
  readonly downPaymentExpiresAt?: Date | undefined
  readonly eventFields?: EventFields
  /** The replacement purchase. */
  readonly replacedBy?: string
}

/**
 * Applies an event to a locked purchase: state, money, webhook events and messages to the customer. Throws MoveRefused with nothing written when
 * the event is not possible.
 */
export async function advancePurchase(
  context: AdvanceContext,
  tx: Transaction,
  purchase: Purchase,
  event: PurchaseEvent,
  options: AdvanceOptions = {},
): Promise<Purchase> {
  const now = context.clock.now()
  const move = getMove(purchase, event, options.changes)
  const changed = { ...purchase, ...options.changes }
  const { isPaidUp, ...consequences } = await applyConsequences(context, tx, changed, move, {
    now,
    ...options,
  })
  const moved = await movePurchase(tx, purchase, move, {
    ...options,
    now,
    changes: { ...options.changes, ...consequences },
  })
  appendEvents(tx, moved.events, now)
  requestNoticesOfMove(tx, purchase, move, now)
  if (move.to.status !== purchase.status)
    await followPurchase(tx, purchase.id, move.to.status, { now, replacedBy: options.replacedBy })
  const advanced = moved.purchase
  return isPaidUp ? advancePurchase(context, tx, advanced, 'last-billet-paid') : advanced
}

async function applyConsequences(
  context: AdvanceContext,
  tx: Transaction,
  purchase: Purchase,
  move: Move,
  ending: Ending,
): Promise<PurchaseChanges & { isPaidUp?: boolean }> {
  if (move.to.status === purchase.status) return {}
  switch (move.to.status) {
    case 'OPEN': {
      startContract(tx, purchase.id)
      const released = await releaseContract(context.secrets, tx, purchase, ending.now)
      const { contract, contractDate } = released
      return { contract, contractDate, ...(await completeContract(context, tx, released, ending.now)) }
    }
    case 'CLOSED':
      endContract(tx, purchase.id)
      return {}
    case 'CANCELED':
    case 'ABANDONED': {
      const refund = await endPurchase(context, tx, purchase, ending)
      return { refund }
    }
    default:
      return {}
  }
}
