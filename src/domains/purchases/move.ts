import type { PurchaseEvent } from '../../contract/purchase-events.ts'
import {
  type NewWebhookEvent,
  WEBHOOK_EVENT_TYPES,
  WEBHOOK_EVENTS,
  type WebhookEventFields,
  type WebhookEventType,
} from '../../contract/webhooks.ts'
import { presentReais } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Purchase } from './purchase.ts'
import { type MovedMember, updatePurchase } from './store/columns.ts'
import type { SealedBuyer } from './store/purchases.ts'
import {
  computeDeadline,
  computeTransition,
  type Move,
  type Publication,
  type PurchaseState,
} from './transitions.ts'

/** What a move may change besides the state. */
export type PurchaseChanges = Partial<Pick<Purchase, MovedMember | 'refund'>>

/** The table has no such move; nothing was written. */
export class MoveRefused extends Error {
  readonly event: PurchaseEvent
  readonly from: PurchaseState

  constructor(event: PurchaseEvent, from: PurchaseState) {
    super(`${event} is not possible in ${from.status}/${from.step}`)
    this.name = 'MoveRefused'
    this.event = event
    this.from = from
  }
}

/** The table row for this event; throws MoveRefused. */
export function getMove(purchase: Purchase, event: PurchaseEvent, changes: PurchaseChanges = {}): Move {
  const { downPaymentCentavos, downPaymentPaidAt, hasInsurance, insuredContract } = purchase
  const move = computeTransition(purchase, event, {
    isInsuranceOpen: insuredContract !== undefined && !hasInsurance,
    isDownPaymentSettled: downPaymentCentavos === 0 || downPaymentPaidAt !== undefined,
    canceledBy: changes.canceledBy ?? purchase.canceledBy,
    isAgreement: purchase.renegotiates !== undefined,
  })
  if (!move.allowed) throw new MoveRefused(event, { status: purchase.status, step: purchase.step })
  return move
}

/** Moves a locked purchase, and writes its webhook events to the log in the same transaction. */
export async function movePurchase(
  tx: Transaction,
  secrets: Secrets,
  current: Purchase,
  move: Move,
  about: {
    readonly now: Date
    readonly changes?: PurchaseChanges
    readonly refundAccount?: Buffer | undefined
    /** The buyer, where the move changes what is known. */
    readonly buyer?: SealedBuyer | undefined
    /** Set when the purchase starts to wait for its down payment. */
    readonly downPaymentExpiresAt?: Date | undefined
    /** Fields in addition to those of every event of the type. */
    readonly eventFields?: EventFields
  },
): Promise<{ readonly purchase: Purchase; readonly events: NewWebhookEvent[] }> {
  const { now, changes = {}, refundAccount, buyer, downPaymentExpiresAt } = about
  const moved: Purchase = {
    ...current,
    ...changes,
    ...move.to,
    customer: buyer?.customer ?? current.customer,
    authorizedContract:
      changes.contract === undefined || changes.contract === current.contract
        ? current.authorizedContract
        : (current.authorizedContract ?? current.contract),
    // A refund of a purchase that has ended leaves the end as it was.
    cancelReason: move.to.status === current.status ? current.cancelReason : move.cancelReason,
    canceledAt: move.to.status === 'CANCELED' ? (current.canceledAt ?? now) : undefined,
    changedAt: now,
    moveCount: current.moveCount + 1,
    deadlineAt: computeDeadline(current, move.to, {
      now,
      downPaymentExpiresAt,
    }),
  }
  const events = composeWebhookEvents(moved, move, about.eventFields)
  const purchase = { ...moved, lastSequence: moved.lastSequence + events.length }
  await updatePurchase(tx, secrets, current, purchase, move, { refundAccount, details: buyer?.details })
  return { purchase, events }
}

/** Fields that a move adds to those of its event type. */
export type EventFields = Partial<WebhookEventFields>

/** Every action belongs to one type. */
const eventTypeOf = Object.fromEntries(
  WEBHOOK_EVENT_TYPES.map(type => [WEBHOOK_EVENTS[type].action, type]),
) as Readonly<Record<Publication, WebhookEventType>>

/** The webhook events of a move, numbered after those that the purchase had before. */
export function composeWebhookEvents(
  purchase: Purchase,
  { entersStep, publishes }: Pick<Move, 'entersStep' | 'publishes'>,
  eventFields: EventFields = {},
): NewWebhookEvent[] {
  const { retailerId, id: transactionId, orderId } = purchase
  const events: Pick<NewWebhookEvent, 'type' | 'fields'>[] = []
  if (entersStep) events.push({ type: 'onboarding.step', fields: describeStep(purchase) })
  for (const action of listPublications(purchase, publishes))
    events.push({
      type: eventTypeOf[action],
      fields: {
        transactionId,
        orderId,
        action,
        ...describeState(purchase, action),
        ...(purchase.renegotiates !== undefined && { renegotiates: purchase.renegotiates }),
        ...eventFields,
      },
    })
  return events.map((each, index) => ({
    ...each,
    retailerId,
    transactionId,
    sequence: purchase.lastSequence + 1 + index,
  }))
}

/** No shop may ship goods because of an agreement: its start and its failure have their own event types. */
function listPublications(
  { renegotiates, cancelReason }: Purchase,
  publishes: Publication | undefined,
): readonly Publication[] {
  if (publishes === undefined) return []
  if (renegotiates === undefined) return [publishes]
  if (publishes === 'APPROVED') return ['ACCEPTED']
  return publishes === 'CANCELED' && cancelReason === 'RENEGOTIATION_FAILED'
    ? ['CANCELED', 'FAILED']
    : [publishes]
}

/** An event about an end carries its reason. A decision on an invoice does not change the state. */
function describeState({ status, cancelReason }: Purchase, publishes: Publication): EventFields {
  return /^(transaction|renegotiation)\./.test(eventTypeOf[publishes]) ? { status, cancelReason } : {}
}

function describeStep(purchase: Purchase): WebhookEventFields {
  const { contract, id: transactionId, orderId, step, hasInsurance } = purchase
  return {
    transactionId,
    orderId,
    action: 'STEP',
    step,
    hasInsurance,
    interestRatePM: contract.interestRatePM,
    interestRatePA: contract.interestRatePA,
    numberOfInstallments: contract.numberOfInstallments,
    paymentInstallments: presentReais(contract.installmentCentavos),
    downPaymentValue: presentReais(purchase.downPaymentCentavos),
    financedAmount: presentReais(purchase.netLoanCentavos),
    totalAmount: presentReais(contract.totalCentavos),
  }
}
