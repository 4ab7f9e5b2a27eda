import { MESSAGE_CHANNELS } from '../../contract/messages.ts'
import type { PurchaseEvent } from '../../contract/purchase-events.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { sendJob } from '../../platform/jobs/queue.ts'
import type { CollectionTemplateName, CreditedPart, RefundPlace, TemplateName } from '../messaging/index.ts'
import type { Purchase } from './purchase.ts'
import type { Move } from './transitions.ts'

/** What a customer is told about a purchase. Codes and links are sent where they are asked for, reminders by the calendar. */
export type NoticeName = Exclude<TemplateName, 'code' | 'payment-link' | CollectionTemplateName>

type FormalNoticeName = 'listing-notice' | 'acceleration-notice'

export const NOTIFY_CUSTOMER = 'notify-customer'

/** What a payment was credited to. */
interface CreditedPayment {
  /** The bank's. */
  readonly reference: string
  readonly billetId: string
  /** What it paid, in this order: a short payment pays the oldest installments, which need not be its own. */
  readonly credited: readonly CreditedPart[]
  /** Interest that was saved; absent where nothing was paid before it was due. */
  readonly discountCentavos?: Centavos
}

export interface NoticePayload {
  readonly notice: NoticeName
  readonly retailerId: string
  readonly transactionId: string
  /** Distinguishes this message from others of the same name; the same value is the same message. */
  readonly about: string
  readonly payment?: CreditedPayment
  readonly refund?: NoticedRefund
}

/** A refund that the bank has paid or refused. */
export interface NoticedRefund {
  readonly orderId: string
  readonly amountCentavos: Centavos
  readonly on: CalendarDate
  readonly place: RefundPlace
}

/** What each event of a purchase sends. */
const NOTICE_OF: Readonly<Partial<Record<PurchaseEvent, NoticeName>>> = {
  'front-asked-again': 'picture-asked',
  'back-asked-again': 'picture-asked',
  'selfie-asked-again': 'picture-asked',
  'desk-validated': 'identification-approved',
  'desk-refused': 'identification-refused',
  signed: 'contract-signed',
}

/**
 * Asks for the messages of a move, in its transaction. They are composed by a worker afterwards: it reads the purchase
 * as it then is, and no request waits for it.
 */
export function requestNoticesOfMove(
  tx: Transaction,
  purchase: Purchase,
  { event, to }: Pick<Move, 'event' | 'to'>,
  now: Date,
): void {
  const { id: transactionId, retailerId, status, step, moveCount, contractDate } = purchase
  const isAgreement = purchase.renegotiates !== undefined
  const notice = isAgreement ? undefined : NOTICE_OF[event]
  const about = String(moveCount)
  if (notice !== undefined) requestNotice(tx, { notice, retailerId, transactionId, about }, now)
  // The customer has completed every step.
  if (event === 'deadline-passed' && step === 'DESK')
    requestNotice(tx, { notice: 'identification-late', retailerId, transactionId, about }, now)
  // The debt that an agreement was about ends with it, and is what the customer knows.
  if (to.status === 'CLOSED' && status !== 'CLOSED' && !isAgreement)
    requestNotice(tx, { notice: 'contract-discharged', retailerId, transactionId, about }, now)
  if (event === 'renegotiation-failed')
    requestNotice(tx, { notice: 'agreement-broken', retailerId, transactionId, about }, now)
  // By whichever event the contract starts; later ones, as the transfer, leave it open.
  if (to.status !== 'OPEN' || status === 'OPEN') return
  // The signed dates are those of the day of the signature.
  if (!isAgreement && contractDate !== undefined && contractDate !== calendarDateAt(now))
    requestNotice(tx, { notice: 'contract-released', retailerId, transactionId, about }, now)
  const started = isAgreement ? 'agreement-made' : 'billets-issued'
  requestNotice(tx, { notice: started, retailerId, transactionId, about }, now)
}

/** Products were returned, and the contract goes on with an addendum. */
export function requestReturnNotice(
  tx: Transaction,
  { id: transactionId, retailerId }: Purchase,
  now: Date,
): void {
  requestNotice(tx, { notice: 'products-returned', retailerId, transactionId, about: transactionId }, now)
}

/** A credited payment. The bank's reference is the same however often the payment is reported. */
export function requestPaymentNotice(
  tx: Transaction,
  { id: transactionId, retailerId }: Purchase,
  payment: CreditedPayment,
  now: Date,
): void {
  const about = payment.reference
  requestNotice(tx, { notice: 'payment-received', retailerId, transactionId, about, payment }, now)
}

/** The end of an order that gives money back; a successor is another one. */
export function requestRefundNotice(
  tx: Transaction,
  notice: 'refund-sent' | 'refund-failed',
  { id: transactionId, retailerId }: Purchase,
  refund: NoticedRefund,
  now: Date,
): void {
  requestNotice(tx, { notice, retailerId, transactionId, about: refund.orderId, refund }, now)
}

/** The formal notice that the law requires before a measure against a delay; once for each delay. */
export function requestFormalNotice(
  tx: Transaction,
  notice: FormalNoticeName,
  { id: transactionId, retailerId }: Pick<Purchase, 'id' | 'retailerId'>,
  dueDate: CalendarDate,
  now: Date,
): void {
  requestNotice(tx, { notice, retailerId, transactionId, about: dueDate }, now)
}

/** The messages of a formal notice, on every channel that it may have been sent on. */
export const listFormalIntents = (
  notice: FormalNoticeName,
  transactionId: string,
  dueDate: CalendarDate,
): string[] =>
  MESSAGE_CHANNELS.map(channel => `${nameNotice({ notice, transactionId, about: dueDate })}:${channel}`)

function requestNotice(tx: Transaction, payload: NoticePayload, now: Date): void {
  sendJob(tx, { kind: NOTIFY_CUSTOMER, key: nameNotice(payload), runAt: now, payload })
}

export const nameNotice = ({
  notice,
  transactionId,
  about,
}: Pick<NoticePayload, 'notice' | 'transactionId' | 'about'>): string => `${notice}:${transactionId}:${about}`
