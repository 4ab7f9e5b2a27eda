import type { PurchaseEvent } from '../../contract/purchase-events.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { CreditedPart, RefundPlace, TemplateName } from '../../modules/messages/index.ts'
import type { Move, Purchase } from '../../modules/transactions/index.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { sendJob } from '../../platform/jobs/queue.ts'

/** What a customer is told about a purchase. Codes and links are sent where they are asked for. */
export type NoticeName = Exclude<TemplateName, 'code' | 'payment-link'>

export const NOTIFY_CUSTOMER = 'notify-customer'

/** What a payment was credited to. */
export interface CreditedPayment {
  /** The bank's. */
  readonly reference: string
  readonly billetId: string
  /** What it paid, in this order: a short payment pays the oldest installments, which need not be its own. */
  readonly credited?: readonly CreditedPart[]
}

export interface NoticePayload {
  readonly notice: NoticeName
  readonly retailerId: string
  readonly transactionId: string
  /** Tells this notice from others of the same name; repeated, it is the same one. */
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
  const { id: transactionId, retailerId, status, step, moveCount, contractVersion, contractDate } = purchase
  const notice = NOTICE_OF[event]
  const about = String(moveCount)
  if (notice !== undefined) requestNotice(tx, { notice, retailerId, transactionId, about }, now)
  // The customer did all that was asked.
  if (event === 'deadline-passed' && step === 'DESK')
    requestNotice(tx, { notice: 'identification-late', retailerId, transactionId, about }, now)
  // The signed dates are those of the day of the signature.
  if (to.status === 'OPEN' && contractVersion !== undefined && contractDate !== calendarDateAt(now))
    requestNotice(tx, { notice: 'contract-released', retailerId, transactionId, about }, now)
  // By whichever event the contract starts.
  if (to.status === 'OPEN' && status !== 'OPEN')
    requestNotice(tx, { notice: 'billets-issued', retailerId, transactionId, about }, now)
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

function requestNotice(tx: Transaction, payload: NoticePayload, now: Date): void {
  sendJob(tx, { kind: NOTIFY_CUSTOMER, key: nameNotice(payload), runAt: now, payload })
}

export const nameNotice = ({ notice, transactionId, about }: NoticePayload): string =>
  `${notice}:${transactionId}:${about}`
