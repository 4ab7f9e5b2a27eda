import { addBusinessDays } from '../../brazil/business-days.ts'
import { type CancelReason, PENDING_STEPS, type Status, type Step } from '../../contract/enums.ts'
import { PURCHASE_EVENTS, type PurchaseActor, type PurchaseEvent } from '../../contract/purchase-events.ts'
import type { LinkAction, WebhookAction } from '../../contract/webhooks.ts'
import { calendarDateAt, endOfDay } from '../../kernel/calendar-date.ts'

export interface PurchaseState {
  readonly status: Status
  readonly step: Step
}

/** What a row may require of the purchase besides its state. */
type Condition =
  | 'insurance is open'
  | 'insurance is settled'
  | 'down payment is unpaid'
  | 'down payment is settled'
  | 'asked for by the retailer'
  | 'asked for by the customer'
  | 'is an agreement'
  | 'is a purchase'

/** What the retailer is notified of besides the steps. */
export type Publication = Exclude<WebhookAction, 'STEP' | LinkAction>

interface TransitionRow {
  readonly when?: Condition
  readonly from: 'new' | readonly PurchaseState[]
  /** `same`: the state stays, only data changes. Without `step` the step stays. */
  readonly to: 'same' | 'as its predecessor' | { readonly status: Status; readonly step?: Step }
  readonly by: PurchaseActor
  readonly cancelReason?: CancelReason
  /** In addition to the STEP event, which is published on entering every step. */
  readonly publishes?: Publication
}

interface Transition extends TransitionRow {
  readonly event: PurchaseEvent
}

const pending = (...steps: readonly Step[]): PurchaseState[] =>
  steps.map(step => ({ status: 'PENDING', step }))
const everyPending = pending(...PENDING_STEPS)
const open: PurchaseState = { status: 'OPEN', step: 'COMPLETE' }
const closed: PurchaseState = { status: 'CLOSED', step: 'COMPLETE' }
const living = [...everyPending, open]
const lasting = [...living, closed]
const canceling: PurchaseState[] = living.map(({ step }) => ({ status: 'PROCESSING_CANCEL', step }))
const canceled: PurchaseState[] = living.map(({ step }) => ({ status: 'CANCELED', step }))
const abandoned: PurchaseState[] = everyPending.map(({ step }) => ({ status: 'ABANDONED', step }))
const to = (step: Step) => ({ status: 'PENDING', step }) as const

/** The rows of each event. A state from which no row starts is refused. */
const rowsOf: Readonly<Record<PurchaseEvent, readonly TransitionRow[]>> = {
  authorized: [{ from: 'new', to: to('WAITING'), by: 'retailer' }],
  continued: [{ from: 'new', to: 'as its predecessor', by: 'retailer' }],
  'agreement-accepted': [{ from: 'new', to: to('CONFIRMATION'), by: 'customer' }],
  // Minutes of a conciliation, or a judgment, take the place of the signature.
  'plan-decided': [
    { from: 'new', to: to('CONFIRMATION'), by: 'operator' },
    {
      when: 'is an agreement',
      from: pending('CONFIRMATION'),
      to: open,
      by: 'operator',
      publishes: 'APPROVED',
    },
  ],
  'onboarding-opened': [{ from: pending('WAITING'), to: to('CONFIRMATION'), by: 'customer' }],
  // The signer of a renegotiation was identified for the purchase.
  'phone-confirmed': [
    { when: 'is an agreement', from: pending('CONFIRMATION'), to: to('SIGNATURE'), by: 'customer' },
    { when: 'is a purchase', from: pending('CONFIRMATION'), to: to('FRONTDOC'), by: 'customer' },
  ],
  'front-received': [{ from: pending('FRONTDOC'), to: to('BACKDOC'), by: 'customer' }],
  'back-received': [{ from: pending('BACKDOC'), to: to('SELFIE'), by: 'customer' }],
  'selfie-received': [{ from: pending('SELFIE'), to: to('ASYNC_ANALYSE'), by: 'customer' }],
  'analysis-passed': answerIdentification('ASYNC_ANALYSE', 'system'),
  'analysis-unsure': [{ from: pending('ASYNC_ANALYSE'), to: to('DESK'), by: 'system' }],
  'analysis-refused': [refuseIdentification('ASYNC_ANALYSE', 'system')],
  'desk-validated': answerIdentification('DESK', 'operator'),
  'desk-refused': [refuseIdentification('DESK', 'operator')],
  'front-asked-again': [{ from: pending('DESK'), to: to('FRONTDOC'), by: 'operator' }],
  'back-asked-again': [{ from: pending('DESK'), to: to('BACKDOC'), by: 'operator' }],
  'selfie-asked-again': [{ from: pending('DESK'), to: to('SELFIE'), by: 'operator' }],
  'insurance-answered': [{ from: pending('INSURANCE'), to: to('SIGNATURE'), by: 'customer' }],
  signed: [
    {
      when: 'down payment is unpaid',
      from: pending('SIGNATURE'),
      to: to('ENTRY'),
      by: 'customer',
    },
    {
      when: 'down payment is settled',
      from: pending('SIGNATURE'),
      to: open,
      by: 'customer',
      publishes: 'APPROVED',
    },
  ],
  'down-payment-paid': [
    {
      from: everyPending.filter(({ step }) => step !== 'ENTRY'),
      to: 'same',
      by: 'bank',
    },
    { from: pending('ENTRY'), to: open, by: 'bank', publishes: 'APPROVED' },
  ],
  delivered: [{ from: [open, closed], to: 'same', by: 'retailer' }],
  'installment-paid': [{ from: [open], to: 'same', by: 'bank', publishes: 'PAID' }],
  'installment-overdue': [{ from: [open], to: 'same', by: 'system', publishes: 'OVERDUE' }],
  'last-billet-paid': [{ from: [open], to: closed, by: 'bank', publishes: 'CLOSED' }],
  'transfer-ordered': [{ from: [open, closed], to: 'same', by: 'system' }],
  transfered: [{ from: [open, closed], to: 'same', by: 'system', publishes: 'TRANSFERED' }],
  'transfer-failed': [{ from: [open, closed], to: 'same', by: 'bank' }],
  // Money is given back in every state: after an end, or because too much was paid.
  refunded: [
    {
      from: [...lasting, ...canceling, ...canceled, ...abandoned],
      to: 'same',
      by: 'bank',
      publishes: 'REFUNDED',
    },
  ],
  'deadline-passed': [
    {
      from: everyPending,
      to: { status: 'ABANDONED' },
      by: 'system',
      cancelReason: 'CUSTOMER_ABANDONED',
      publishes: 'DENIED',
    },
  ],
  'cancel-requested': [
    {
      when: 'asked for by the retailer',
      from: living,
      to: { status: 'PROCESSING_CANCEL' },
      by: 'retailer',
    },
    {
      when: 'asked for by the customer',
      from: living,
      to: { status: 'PROCESSING_CANCEL' },
      by: 'customer',
    },
  ],
  'cancel-finished': [
    {
      when: 'asked for by the retailer',
      from: canceling,
      to: { status: 'CANCELED' },
      by: 'system',
      cancelReason: 'RETAILER_CANCELED',
      publishes: 'CANCELED',
    },
    {
      when: 'asked for by the customer',
      from: canceling,
      to: { status: 'CANCELED' },
      by: 'system',
      cancelReason: 'CANCELLED_BY_CUSTOMER',
      publishes: 'CANCELED',
    },
  ],
  'products-removed': [
    {
      from: living,
      to: { status: 'CANCELED' },
      by: 'retailer',
      cancelReason: 'NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS',
      publishes: 'CANCELED',
    },
  ],
  'payment-link-deleted': [
    {
      from: everyPending,
      to: { status: 'CANCELED' },
      by: 'retailer',
      cancelReason: 'PAYMENT_LINK_DELETED',
      publishes: 'CANCELED',
    },
  ],
  'renegotiation-failed': [
    {
      when: 'is an agreement',
      from: [open],
      to: { status: 'CANCELED' },
      by: 'system',
      cancelReason: 'RENEGOTIATION_FAILED',
      publishes: 'CANCELED',
    },
  ],
  'original-canceled': [
    {
      when: 'is an agreement',
      from: living,
      to: { status: 'CANCELED' },
      by: 'retailer',
      cancelReason: 'RETAILER_CANCELED',
      publishes: 'CANCELED',
    },
  ],
  // Nobody paid the rest, and nothing is owed any more.
  'debt-released': [{ from: [open], to: closed, by: 'operator', publishes: 'CLOSED' }],
  // Somebody else bought under the customer's name: what the identification said was wrong.
  'fraud-proven': [
    {
      from: [open],
      to: { status: 'CANCELED' },
      by: 'operator',
      cancelReason: 'ONBOARDING_REFUSED',
      publishes: 'CANCELED',
    },
  ],
  'invoice-received': [{ from: lasting, to: 'same', by: 'retailer' }],
  'invoice-matched': [{ from: lasting, to: 'same', by: 'system', publishes: 'VALIDATED' }],
  'invoice-validated': [{ from: lasting, to: 'same', by: 'operator', publishes: 'VALIDATED' }],
  'invoice-refused': [{ from: lasting, to: 'same', by: 'operator', publishes: 'REFUSED' }],
}

/** The life of a purchase. A pair of state and event without a row is refused. */
export const transitions: readonly Transition[] = PURCHASE_EVENTS.flatMap(event =>
  rowsOf[event].map(row => ({ event, ...row })),
)

/** The customer is asked about insurance when it is offered and was not chosen with the option. */
function answerIdentification(step: Step, by: PurchaseActor): TransitionRow[] {
  return [
    { when: 'insurance is open', from: pending(step), to: to('INSURANCE'), by },
    { when: 'insurance is settled', from: pending(step), to: to('SIGNATURE'), by },
  ]
}

function refuseIdentification(step: Step, by: PurchaseActor): TransitionRow {
  return {
    from: pending(step),
    to: { status: 'CANCELED' },
    by,
    cancelReason: 'ONBOARDING_REFUSED',
    publishes: 'DENIED',
  }
}

export interface TransitionFacts {
  readonly isInsuranceOpen: boolean
  readonly isDownPaymentSettled: boolean
  /** Who requested the cancellation in progress. */
  readonly canceledBy?: 'retailer' | 'customer' | undefined
  /** It puts the debt of another transaction into new installments. */
  readonly isAgreement?: boolean | undefined
}

const holds: Readonly<Record<Condition, (facts: TransitionFacts) => boolean>> = {
  'insurance is open': facts => facts.isInsuranceOpen,
  'insurance is settled': facts => !facts.isInsuranceOpen,
  'down payment is unpaid': facts => !facts.isDownPaymentSettled,
  'down payment is settled': facts => facts.isDownPaymentSettled,
  'asked for by the retailer': facts => facts.canceledBy === 'retailer',
  'asked for by the customer': facts => facts.canceledBy === 'customer',
  'is an agreement': facts => facts.isAgreement === true,
  'is a purchase': facts => facts.isAgreement !== true,
}

export interface Move {
  readonly allowed: true
  readonly event: PurchaseEvent
  readonly by: PurchaseActor
  readonly to: PurchaseState
  readonly cancelReason: CancelReason
  readonly publishes: Publication | undefined
  readonly entersStep: boolean
}

interface RefusedMove {
  readonly allowed: false
  readonly event: PurchaseEvent
  readonly from: PurchaseState
}

/** The target of the event from this state, or that there is none. */
export function computeTransition(
  from: PurchaseState,
  event: PurchaseEvent,
  facts: TransitionFacts,
): Move | RefusedMove {
  const row = rowsOf[event].find(
    each =>
      each.from !== 'new' &&
      each.from.some(({ status, step }) => status === from.status && step === from.step) &&
      (each.when === undefined || holds[each.when](facts)),
  )
  if (row === undefined) return { allowed: false, event, from: { status: from.status, step: from.step } }
  const { status, step } = from
  const target = typeof row.to === 'string' ? { status, step } : { step, ...row.to }
  return {
    allowed: true,
    event,
    by: row.by,
    to: target,
    cancelReason: row.cancelReason ?? 'UNSPECIFIED_CANCEL_REASON',
    publishes: row.publishes,
    entersStep: target.step !== from.step,
  }
}

/** The deadline of each step that waits for a person. The analysis and a completed purchase have none. */
const deadlineOf: Readonly<Record<Step, 'documents' | 'desk' | 'signature' | 'down payment' | undefined>> = {
  WAITING: 'documents',
  CONFIRMATION: 'documents',
  FRONTDOC: 'documents',
  BACKDOC: 'documents',
  SELFIE: 'documents',
  ASYNC_ANALYSE: undefined,
  DESK: 'desk',
  INSURANCE: 'signature',
  SIGNATURE: 'signature',
  ENTRY: 'down payment',
  COMPLETE: undefined,
}

const DEADLINE_MS = 3 * 24 * 3_600_000
/** The desk answers within these; otherwise customer and shop are notified. */
const DESK_BUSINESS_DAYS = 5

/** Steps of one kind share a deadline: moving among them does not renew it. */
export function computeDeadline(
  from: { readonly step: Step; readonly deadlineAt: Date | undefined } | undefined,
  to: PurchaseState,
  terms: { readonly now: Date; readonly downPaymentExpiresAt: Date | undefined },
): Date | undefined {
  if (to.status !== 'PENDING') return undefined
  const kind = deadlineOf[to.step]
  if (kind === undefined) return undefined
  if (from !== undefined && deadlineOf[from.step] === kind) return from.deadlineAt
  if (kind === 'down payment') return terms.downPaymentExpiresAt
  if (kind === 'desk') return endOfDay(addBusinessDays(calendarDateAt(terms.now), DESK_BUSINESS_DAYS))
  return new Date(terms.now.getTime() + DEADLINE_MS)
}
