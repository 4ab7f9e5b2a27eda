import type { App } from '../../app/app.ts'
import type { LenderContact } from '../../contract/lender.ts'
import { MESSAGE_CHANNELS } from '../../contract/messages.ts'
import type { Presented } from '../../contract/presented.ts'
import { type CalendarDate, calendarDateAt, endOfDay } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Transaction } from '../../platform/db/database.ts'
import { sendJob } from '../../platform/jobs/queue.ts'
import type { CollectionTemplateName } from './collection-templates.ts'
import { composeMessage, listChannels } from './compose-message.ts'
import { computeSendTime } from './quiet-hours.ts'
import type { StaffTemplateFacts } from './staff-templates.ts'
import { listPosted, type SentRow } from './store.ts'
import {
  type CreditedPart,
  type RefundPlace,
  TEMPLATES,
  type TemplateFacts,
  type TemplateName,
} from './templates.ts'

/** What a customer is told about a purchase. Codes and links are sent where they are asked for, reminders by the calendar. */
type NoticeName = Exclude<
  TemplateName,
  'code' | 'payment-link' | 'contract-voided' | CollectionTemplateName | keyof StaffTemplateFacts
>

/** A job of this kind composes a requested message. */
export const NOTIFY_CUSTOMER = 'notify-customer'

/** A message to the customer of a purchase, composed by a worker afterwards. */
export interface MessageRequest {
  readonly notice: NoticeName
  readonly retailerId: string
  readonly transactionId: string
  /** Distinguishes this message from others of the same name; the same value is the same message. */
  readonly about: string
  /** What a payment was credited to. */
  readonly payment?: {
    /** The bank's. */
    readonly reference: string
    readonly billetId: string
    /** What it paid, in this order: a short payment pays the oldest installments, which need not be its own. */
    readonly credited: readonly CreditedPart[]
    /** Interest that was saved; absent where nothing was paid before it was due. */
    readonly discountCentavos?: Centavos
    /** Was left of it, and is not asked for. */
    readonly waivedCentavos?: Centavos
  }
  /** An amount that is accepted for everything. */
  readonly offer?: { readonly amountCentavos: Centavos; readonly until: CalendarDate }
  /** What people let the customer off. */
  readonly waiver?: { readonly installmentNumber: number; readonly waivedCentavos: Centavos }
  /** A refund that the bank has paid or refused. */
  readonly refund?: {
    readonly amountCentavos: Centavos
    readonly on: CalendarDate
    readonly place: RefundPlace
  }
}

type MessageSubject = Pick<MessageRequest, 'notice' | 'transactionId' | 'about'>

/**
 * Asks for a message in the transaction of the change that it is about. A worker composes it afterwards: it reads the
 * purchase as it then is, and no request waits for it.
 */
export function requestMessage(tx: Transaction, request: MessageRequest, now: Date): void {
  sendJob(tx, { kind: NOTIFY_CUSTOMER, key: nameRequest(request), runAt: now, payload: request })
}

const isOfItsDay = (notice: NoticeName): boolean => TEMPLATES[notice].purpose === 'COLLECTION'

/** When a requested message is composed: one about a delay not before it may be sent, so that it is still true then. */
export const computeNoticeTime = (notice: NoticeName, now: Date, phone: string): Date =>
  computeSendTime(TEMPLATES[notice].purpose, now, phone)

/** Posts a requested message on every available channel, once on each. */
export async function postRequested<Name extends NoticeName>(
  { database, messages, clock }: App,
  request: MessageRequest & { readonly notice: Name },
  facts: TemplateFacts[Name],
  recipient: {
    readonly phone: string
    readonly email: string
    readonly lender: Presented<LenderContact> | undefined
  },
): Promise<void> {
  const { notice, retailerId, transactionId } = request
  const { phone, email, lender } = recipient
  // What it says of a delay is true on its day.
  const now = clock.now()
  const until = isOfItsDay(notice) ? { expiresAt: endOfDay(calendarDateAt(now)) } : {}
  const channels = listChannels(notice).filter(channel => messages.canSend(channel))
  await database.transaction(async tx => {
    for (const channel of channels) {
      const to = channel === 'SMS' ? phone : email
      const intent = `${nameRequest(request)}:${channel}`
      const envelope = { retailerId, transactionId, channel, to, phone, lender, intent, ...until }
      await messages.post(tx, composeMessage(notice, facts, envelope), now)
    }
  })
}

/** What was posted for a request, on whichever channels. */
export function listRequested(db: Queryable, subject: MessageSubject): Promise<SentRow[]> {
  return listPosted(
    db,
    MESSAGE_CHANNELS.map(channel => `${nameRequest(subject)}:${channel}`),
  )
}

const nameRequest = ({ notice, transactionId, about }: MessageSubject): string =>
  `${notice}:${transactionId}:${about}`
