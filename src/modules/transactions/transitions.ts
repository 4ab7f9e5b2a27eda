import type { CancelReason, Status, Step, ValidationResult } from '../../contract/enums.ts'

export interface PurchaseState {
  readonly status: Status
  readonly step: Step
}

/** Everything that can happen to a purchase. */
export type PurchaseEvent =
  | 'authorized'
  | 'continued'
  | 'onboarding-opened'
  | 'phone-confirmed'
  | 'front-received'
  | 'back-received'
  | 'selfie-received'
  | 'analysis-passed'
  | 'analysis-unsure'
  | 'analysis-refused'
  | 'desk-validated'
  | 'desk-refused'
  | 'front-asked-again'
  | 'back-asked-again'
  | 'selfie-asked-again'
  | 'insurance-answered'
  | 'signed'
  | 'down-payment-paid'
  | 'last-billet-paid'
  | 'transfered'
  | 'deadline-passed'
  | 'cancel-requested'
  | 'cancel-finished'
  | 'products-removed'
  | 'payment-link-deleted'
  | 'renegotiation-failed'
  | 'invoice-received'
  | 'invoice-matched'
  | 'invoice-validated'
  | 'invoice-refused'

export type Actor = 'retailer' | 'customer' | 'operator' | 'bank' | 'system'

/** What a row may ask about the purchase besides its state. */
export type Condition =
  | 'insurance is open'
  | 'insurance is settled'
  | 'down payment is unpaid'
  | 'down payment is settled'
  | 'asked for by the retailer'
  | 'asked for by the customer'

export type Publication =
  | 'APPROVED'
  | 'DENIED'
  | 'CANCELED'
  | 'CLOSED'
  | 'TRANSFERED'
  /** About its invoice. */
  | ValidationResult

export interface Transition {
  readonly event: PurchaseEvent
  readonly when?: Condition
  readonly from: 'new' | readonly PurchaseState[]
  /** `same`: only what is known about the purchase changes. Where `step` is left out it stays as it was. */
  readonly to: 'same' | 'as its predecessor' | { readonly status: Status; readonly step?: Step }
  readonly by: Actor
  readonly cancelReason?: CancelReason
  /** Beside the STEP event, which every step publishes when it is entered. */
  readonly publishes?: Publication
}

const pending = (...steps: readonly Step[]): PurchaseState[] =>
  steps.map(step => ({ status: 'PENDING', step }))
const PENDING_STEPS: readonly Step[] = [
  'WAITING',
  'CONFIRMATION',
  'FRONTDOC',
  'BACKDOC',
  'SELFIE',
  'ASYNC_ANALYSE',
  'DESK',
  'INSURANCE',
  'SIGNATURE',
  'ENTRY',
]
const everyPending = pending(...PENDING_STEPS)
const open: PurchaseState = { status: 'OPEN', step: 'COMPLETE' }
const closed: PurchaseState = { status: 'CLOSED', step: 'COMPLETE' }
const living = [...everyPending, open]
const lasting = [...living, closed]
const canceling: PurchaseState[] = living.map(({ step }) => ({ status: 'PROCESSING_CANCEL', step }))
const to = (step: Step) => ({ status: 'PENDING', step }) as const

/** The life of a purchase. A pair of state and event that is not here is refused. */
export const transitions: readonly Transition[] = [
  { event: 'authorized', from: 'new', to: to('WAITING'), by: 'retailer' },
  { event: 'continued', from: 'new', to: 'as its predecessor', by: 'retailer' },
  { event: 'onboarding-opened', from: pending('WAITING'), to: to('CONFIRMATION'), by: 'customer' },
  { event: 'phone-confirmed', from: pending('CONFIRMATION'), to: to('FRONTDOC'), by: 'customer' },
  { event: 'front-received', from: pending('FRONTDOC'), to: to('BACKDOC'), by: 'customer' },
  { event: 'back-received', from: pending('BACKDOC'), to: to('SELFIE'), by: 'customer' },
  { event: 'selfie-received', from: pending('SELFIE'), to: to('ASYNC_ANALYSE'), by: 'customer' },
  ...answerIdentification('analysis-passed', 'ASYNC_ANALYSE', 'system'),
  { event: 'analysis-unsure', from: pending('ASYNC_ANALYSE'), to: to('DESK'), by: 'system' },
  refuseIdentification('analysis-refused', 'ASYNC_ANALYSE', 'system'),
  ...answerIdentification('desk-validated', 'DESK', 'operator'),
  refuseIdentification('desk-refused', 'DESK', 'operator'),
  { event: 'front-asked-again', from: pending('DESK'), to: to('FRONTDOC'), by: 'operator' },
  { event: 'back-asked-again', from: pending('DESK'), to: to('BACKDOC'), by: 'operator' },
  { event: 'selfie-asked-again', from: pending('DESK'), to: to('SELFIE'), by: 'operator' },
  { event: 'insurance-answered', from: pending('INSURANCE'), to: to('SIGNATURE'), by: 'customer' },
  {
    event: 'signed',
    when: 'down payment is unpaid',
    from: pending('SIGNATURE'),
    to: to('ENTRY'),
    by: 'customer',
  },
  {
    event: 'signed',
    when: 'down payment is settled',
    from: pending('SIGNATURE'),
    to: open,
    by: 'customer',
    publishes: 'APPROVED',
  },
  {
    event: 'down-payment-paid',
    from: everyPending.filter(({ step }) => step !== 'ENTRY'),
    to: 'same',
    by: 'bank',
  },
  { event: 'down-payment-paid', from: pending('ENTRY'), to: open, by: 'bank', publishes: 'APPROVED' },
  { event: 'last-billet-paid', from: [open], to: closed, by: 'bank', publishes: 'CLOSED' },
  { event: 'transfered', from: [open, closed], to: 'same', by: 'system', publishes: 'TRANSFERED' },
  {
    event: 'deadline-passed',
    from: everyPending,
    to: { status: 'ABANDONED' },
    by: 'system',
    cancelReason: 'CUSTOMER_ABANDONED',
    publishes: 'DENIED',
  },
  {
    event: 'cancel-requested',
    when: 'asked for by the retailer',
    from: living,
    to: { status: 'PROCESSING_CANCEL' },
    by: 'retailer',
  },
  {
    event: 'cancel-requested',
    when: 'asked for by the customer',
    from: living,
    to: { status: 'PROCESSING_CANCEL' },
    by: 'customer',
  },
  {
    event: 'cancel-finished',
    when: 'asked for by the retailer',
    from: canceling,
    to: { status: 'CANCELED' },
    by: 'system',
    cancelReason: 'RETAILER_CANCELED',
    publishes: 'CANCELED',
  },
  {
    event: 'cancel-finished',
    when: 'asked for by the customer',
    from: canceling,
    to: { status: 'CANCELED' },
    by: 'system',
    cancelReason: 'CANCELLED_BY_CUSTOMER',
    publishes: 'CANCELED',
  },
  {
    event: 'products-removed',
    from: living,
    to: { status: 'CANCELED' },
    by: 'retailer',
    cancelReason: 'NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS',
    publishes: 'CANCELED',
  },
  {
    event: 'payment-link-deleted',
    from: everyPending,
    to: { status: 'CANCELED' },
    by: 'retailer',
    cancelReason: 'PAYMENT_LINK_DELETED',
    publishes: 'CANCELED',
  },
  {
    event: 'renegotiation-failed',
    from: [open],
    to: { status: 'CANCELED' },
    by: 'system',
    cancelReason: 'RENEGOTIATION_FAILED',
    publishes: 'CANCELED',
  },
  { event: 'invoice-received', from: lasting, to: 'same', by: 'retailer' },
  { event: 'invoice-matched', from: lasting, to: 'same', by: 'system', publishes: 'VALIDATED' },
  { event: 'invoice-validated', from: lasting, to: 'same', by: 'operator', publishes: 'VALIDATED' },
  { event: 'invoice-refused', from: lasting, to: 'same', by: 'operator', publishes: 'REFUSED' },
]

/** Insurance is asked about where it is offered and was not chosen with the option. */
function answerIdentification(event: PurchaseEvent, step: Step, by: Actor): Transition[] {
  return [
    { event, when: 'insurance is open', from: pending(step), to: to('INSURANCE'), by },
    { event, when: 'insurance is settled', from: pending(step), to: to('SIGNATURE'), by },
  ]
}

function refuseIdentification(event: PurchaseEvent, step: Step, by: Actor): Transition {
  return {
    event,
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
  /** Who asked for the cancellation under way. */
  readonly canceledBy?: 'retailer' | 'customer' | undefined
}

const holds: Readonly<Record<Condition, (facts: TransitionFacts) => boolean>> = {
  'insurance is open': facts => facts.isInsuranceOpen,
  'insurance is settled': facts => !facts.isInsuranceOpen,
  'down payment is unpaid': facts => !facts.isDownPaymentSettled,
  'down payment is settled': facts => facts.isDownPaymentSettled,
  'asked for by the retailer': facts => facts.canceledBy === 'retailer',
  'asked for by the customer': facts => facts.canceledBy === 'customer',
}

export interface Move {
  readonly allowed: true
  readonly event: PurchaseEvent
  readonly by: Actor
  readonly to: PurchaseState
  readonly cancelReason: CancelReason
  readonly publishes: Publication | undefined
  readonly entersStep: boolean
}

export interface RefusedMove {
  readonly allowed: false
  readonly event: PurchaseEvent
  readonly from: PurchaseState
}

/** Where the event leads from this state, or that it leads nowhere. */
export function computeTransition(
  from: PurchaseState,
  event: PurchaseEvent,
  facts: TransitionFacts,
): Move | RefusedMove {
  const row = transitions.find(
    each =>
      each.event === event &&
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

/** The steps that wait for the customer, and for how long; the others wait for us, and do not run out. */
const deadlineOf: Readonly<Partial<Record<Step, 'documents' | 'signature' | 'down payment'>>> = {
  WAITING: 'documents',
  CONFIRMATION: 'documents',
  FRONTDOC: 'documents',
  BACKDOC: 'documents',
  SELFIE: 'documents',
  INSURANCE: 'signature',
  SIGNATURE: 'signature',
  ENTRY: 'down payment',
}

const DEADLINE_MS = 3 * 24 * 3_600_000

/** Steps of one kind share one deadline: moving among them does not renew it. */
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
  return new Date(terms.now.getTime() + DEADLINE_MS)
}
