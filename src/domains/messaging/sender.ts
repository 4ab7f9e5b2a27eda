import type { MessageChannel } from '../../contract/messages.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'
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
import { findUnsent, hasOptOut, insertOptOut, type Settled, settleMessage, type UnsentRow } from './store.ts'

export interface SenderContext {
  readonly database: Database
  readonly secrets: Secrets
  readonly transports: MessageTransports
  findAttachment(kind: AttachmentKind, transactionId: string): Promise<Attachment | undefined>
}

export type SendMessage = (
  payload: unknown,
  run: { readonly now: Date; readonly attempt: number },
) => Promise<void>

/**
 * Handles the job of one message. Any failure but a final one is retried by the queue; after the last attempt the
 * message is UNAVAILABLE, and an operator who revives the job sends it after all.
 */
export function createMessageSender(context: SenderContext): SendMessage {
  return async (payload, { now, attempt }) => {
    const message = await findUnsent(context.database, (payload as { readonly id: string }).id)
    if (message === undefined) return
    const settled = await send(context, message, { now, attempt })
    await settleMessage(context.database, message.id, settled, now)
  }
}

async function send(
  context: SenderContext,
  message: UnsentRow,
  { now, attempt }: { readonly now: Date; readonly attempt: number },
): Promise<Settled> {
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
      await settleMessage(database, message.id, { state: 'FAILED', failure: 'UNAVAILABLE' }, now)
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
