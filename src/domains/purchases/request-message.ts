import type { PurchaseEvent } from '../../contract/purchase-events.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type MessageRequest, requestMessage } from '../messaging/index.ts'
import type { Purchase } from './purchase.ts'
import type { Move } from './transitions.ts'

type NoticeName = MessageRequest['notice']

/** What each event of a purchase sends. */
const NOTICE_OF: Readonly<Partial<Record<PurchaseEvent, NoticeName>>> = {
  'front-asked-again': 'picture-asked',
  'back-asked-again': 'picture-asked',
  'selfie-asked-again': 'picture-asked',
  'desk-validated': 'identification-approved',
  'desk-refused': 'identification-refused',
  signed: 'contract-signed',
}

/** Asks for the messages of a move, in its transaction. */
export function requestMessagesOfMove(
  tx: Transaction,
  purchase: Purchase,
  { event, to }: Pick<Move, 'event' | 'to'>,
  now: Date,
): void {
  const { id: transactionId, retailerId, status, step, moveCount, contractDate } = purchase
  const isAgreement = purchase.renegotiates !== undefined
  const notice = isAgreement ? undefined : NOTICE_OF[event]
  const about = String(moveCount)
  const request = (name: NoticeName): void =>
    requestMessage(tx, { notice: name, retailerId, transactionId, about }, now)
  if (notice !== undefined) request(notice)
  // The customer has completed every step.
  if (event === 'deadline-passed' && step === 'DESK') request('identification-late')
  // The debt that an agreement was about ends with it, and is what the customer knows.
  // Who was released from it has not paid: the message of the case says so.
  const isReleased = event === 'debt-released'
  if (to.status === 'CLOSED' && status !== 'CLOSED' && !isAgreement && !isReleased)
    request('contract-discharged')
  if (event === 'renegotiation-failed') request('agreement-broken')
  // By whichever event the contract starts; later ones, as the transfer, leave it open.
  if (to.status !== 'OPEN' || status === 'OPEN') return
  // The signed dates are those of the day of the signature.
  if (!isAgreement && contractDate !== undefined && contractDate !== calendarDateAt(now))
    request('contract-released')
  const made = event === 'plan-decided' ? 'plan-begun' : 'agreement-made'
  request(isAgreement ? made : 'billets-issued')
}
