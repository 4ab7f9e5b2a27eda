import type { MessageChannel } from '../../contract/messages.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { JobPostponed, MAX_ATTEMPTS } from '../../platform/jobs/queue.ts'
import type {
  Attachment,
  AttachmentKind,
  Delivery,
  HandedOver,
  MessageReceipt,
  MessageTransports,
} from './message.ts'
import { type MessageBox, openMessage } from './outbox.ts'
import { computeSendTime } from './quiet-hours.ts'
import {
  findUnsent,
  hasOptOut,
  insertOptOut,
  type Settled,
  settleMessage,
  type UnsentMessage,
  type UnsentRow,
  wasNotSent,
} from './store.ts'

export interface SenderContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly transports: MessageTransports
  findAttachment(kind: AttachmentKind, transactionId: string): Promise<Attachment | undefined>
}

interface Run {
  readonly now: Date
  readonly attempt: number
  /** Called in the transaction that settles a message about a purchase that could not be sent. */
  readonly onUnsent?: (tx: Transaction, message: UnsentMessage) => void
}

export type SendMessage = (payload: unknown, run: Run) => Promise<void>

/**
 * Handles the job of one message. Any failure but a final one is retried by the queue; after the last attempt the
 * message is UNAVAILABLE, and an operator who revives the job sends it after all.
 */
export function createMessageSender(context: SenderContext): SendMessage {
  return async (payload, run) => {
    const message = await findUnsent(context.database, (payload as { readonly id: string }).id)
    if (message === undefined) return
    await settle(context, message, await send(context, message, run), run)
  }
}

async function settle(
  { database }: SenderContext,
  { id, retailerId, transactionId, template }: UnsentRow,
  settled: Settled,
  { now, onUnsent }: Run,
): Promise<void> {
  const isUnsent = settled.state === 'FAILED' && wasNotSent(settled)
  if (!isUnsent || transactionId === null || onUnsent === undefined)
    return settleMessage(database, id, settled, now)
  await database.transaction(async tx => {
    await settleMessage(tx, id, settled, now)
    onUnsent(tx, { retailerId, transactionId, template, isExpired: settled.failure === 'EXPIRED' })
  })
}

async function send(context: SenderContext, message: UnsentRow, run: Run): Promise<Settled> {
  const { now, attempt } = run
  const { database, secrets } = context
  if (message.expiresAt !== null && now >= message.expiresAt) return { state: 'FAILED', failure: 'EXPIRED' }
  const isWanted = message.purpose === 'CODE' || message.purpose === 'CONTRACT'
  if (!isWanted && (await hasOptOut(database, message))) return { state: 'FAILED', failure: 'OPTED_OUT' }
  const content = openMessage(secrets, message)
  const sendAt = computeSendTime(message.purpose, now, content.areaCode)
  if (sendAt > now) throw new JobPostponed(sendAt)
  let delivery: Delivery
  try {
    delivery = await deliver(context, message, content)
  } catch (error) {
    if (attempt >= MAX_ATTEMPTS)
      await settle(context, message, { state: 'FAILED', failure: 'UNAVAILABLE' }, run)
    throw error
  }
  if (delivery.outcome === 'handed-over') return { state: 'HANDED_OVER', providerId: delivery.providerId }
  // A person who told the service to stop has told us.
  if (delivery.failure === 'OPTED_OUT') await insertOptOut(database, message, 'provider', now)
  return { state: 'FAILED', failure: delivery.failure }
}

async function deliver(
  { transports, findAttachment }: SenderContext,
  message: Pick<UnsentRow, 'id' | 'purpose' | 'transactionId' | 'expiresAt'>,
  { channel, to, text, subject, html, attachment }: MessageBox,
): Promise<Delivery> {
  const transport = transports[channel]
  if (transport === undefined) throw new Error(`a message waits, but no service sends by ${channel}`)
  const { id, purpose, transactionId, expiresAt } = message
  return transport.deliver({
    id,
    purpose,
    channel,
    to,
    text,
    ...(subject === undefined ? {} : { subject }),
    ...(html === undefined ? {} : { html }),
    expiresAt: expiresAt ?? undefined,
    attachment:
      attachment === undefined || transactionId === null
        ? undefined
        : await findAttachment(attachment, transactionId),
  })
}

/**
 * Asks the delivering service for the proof of a message. `never`: nobody can prove a delivery on this channel. Undefined while it
 * is not known, also because the service cannot be reached.
 */
export type FindReceipt = (
  channel: MessageChannel,
  message: HandedOver,
) => Promise<MessageReceipt | 'never' | undefined>

export function createReceiptFinder(transports: MessageTransports): FindReceipt {
  return async (channel, message) => {
    const transport = transports[channel]
    if (transport?.findReceipt === undefined) return 'never'
    return transport.findReceipt(message).catch(() => undefined)
  }
}
