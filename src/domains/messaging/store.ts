import { parsePhone } from '../../brazil/phone.ts'
import type { MessageChannel, MessageFailure, MessagePurpose, MessageState } from '../../contract/messages.ts'
import { textFormats } from '../../kernel/text-formats.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'
import type { TemplateName } from './templates.ts'

const INSERT: Statement = {
  name: 'messages.insert',
  text: `INSERT INTO messages (id, retailer_id, transaction_id, intent, template, purpose, channel, phone_index, to_index, code_id,
      box, queued_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13) ON CONFLICT (intent) DO NOTHING RETURNING id`,
}
/* A message that could not be sent for long may be sent after all, when somebody revives its job. */
const FIND_UNSENT: Statement = {
  name: 'messages.find-unsent',
  text: `SELECT id, retailer_id, transaction_id, template, purpose, channel, to_index, box, expires_at
    FROM messages WHERE id = $1 AND (state = 'QUEUED' OR failure = 'UNAVAILABLE')`,
}
const SETTLE: Statement = {
  name: 'messages.settle',
  text: 'UPDATE messages SET state = $2, failure = $3, provider_id = $4, settled_at = $5 WHERE id = $1',
}
const LIST_CONTACTS: Statement = {
  name: 'messages.list-contacts',
  text: `SELECT channel, queued_at AS "at" FROM messages
    WHERE phone_index = $1 AND purpose IN ('REMINDER', 'COLLECTION') AND queued_at > $2 AND state <> 'FAILED'`,
}
const LIST_POSTED: Statement = {
  name: 'messages.list-posted',
  text: `SELECT intent, id, channel, state, failure, provider_id, settled_at FROM messages
    WHERE intent = ANY ($1::text[])`,
}
const INSERT_OPT_OUT: Statement = {
  name: 'message-opt-outs.insert',
  text: `INSERT INTO message_opt_outs (to_index, channel, source, opted_out_at) VALUES ($1, $2, $3, $4)
    ON CONFLICT (to_index, channel) DO NOTHING RETURNING to_index`,
}
const FIND_OPT_OUT: Statement = {
  name: 'message-opt-outs.find',
  text: 'SELECT to_index FROM message_opt_outs WHERE to_index = $1 AND channel = $2',
}
const DELETE_OPT_OUT: Statement = {
  name: 'message-opt-outs.delete',
  text: 'DELETE FROM message_opt_outs WHERE to_index = $1 AND channel = $2 RETURNING to_index',
}
const FORGET: Statement = {
  name: 'messages.forget',
  text: 'DELETE FROM messages WHERE phone_index = ANY ($1) OR to_index = ANY ($1) OR to_index = ANY ($2)',
}
const FORGET_OPT_OUTS: Statement = {
  name: 'message-opt-outs.forget',
  text: 'DELETE FROM message_opt_outs WHERE to_index = ANY ($1) OR to_index = ANY ($2)',
}
const REMOVE_OLD_CODES: Statement = {
  name: 'messages.remove-old-codes',
  text: composeRemoval('messages', 'queued_at', "purpose = 'CODE'"),
}
const REMOVE_OLD: Statement = {
  name: 'messages.remove-old',
  text: composeRemoval('messages', 'queued_at'),
}
interface NewMessageRow {
  readonly id: string
  readonly retailerId: string
  readonly transactionId: string | null
  readonly intent: string | null
  readonly template: TemplateName
  readonly purpose: MessagePurpose
  readonly channel: MessageChannel
  readonly phoneIndex: Buffer | null
  readonly toIndex: Buffer
  readonly codeId: string | null
  readonly box: Buffer
  readonly queuedAt: Date
  readonly expiresAt: Date | null
}

/** False when there is a message about the same already. */
export async function insertMessage(tx: Transaction, row: NewMessageRow): Promise<boolean> {
  const { id, retailerId, transactionId, intent, template, purpose, channel, phoneIndex, toIndex } = row
  const about = [id, retailerId, transactionId, intent, template, purpose, channel, phoneIndex, toIndex]
  const inserted = await tx.run(INSERT, [...about, row.codeId, row.box, row.queuedAt, row.expiresAt])
  return inserted.length > 0
}

/** Reminders and collection messages of a customer since then, without those that reached nobody. */
export function listContacts(
  db: Queryable,
  phoneIndex: Buffer,
  since: Date,
): Promise<{ readonly channel: MessageChannel; readonly at: Date }[]> {
  return db.run(LIST_CONTACTS, [phoneIndex, since])
}

export interface UnsentRow
  extends Pick<
    NewMessageRow,
    | 'id'
    | 'retailerId'
    | 'transactionId'
    | 'template'
    | 'purpose'
    | 'channel'
    | 'toIndex'
    | 'box'
    | 'expiresAt'
  > {}

/** A message about a purchase that no service took while it was true. */
export interface UnsentMessage extends Pick<NewMessageRow, 'retailerId' | 'template'> {
  readonly transactionId: string
  /** It is not true any more; false while somebody may still send it. */
  readonly isExpired: boolean
}

export async function findUnsent(db: Queryable, id: string): Promise<UnsentRow | undefined> {
  return (await db.run<UnsentRow>(FIND_UNSENT, [id]))[0]
}

export type Settled =
  | { readonly state: Extract<MessageState, 'HANDED_OVER'>; readonly providerId: string | undefined }
  | { readonly state: Extract<MessageState, 'FAILED'>; readonly failure: MessageFailure }

export async function settleMessage(db: Queryable, id: string, settled: Settled, now: Date): Promise<void> {
  const failure = settled.state === 'FAILED' ? settled.failure : null
  const providerId = settled.state === 'HANDED_OVER' ? (settled.providerId ?? null) : null
  await db.run(SETTLE, [id, settled.state, failure, providerId, now])
}

/** A message as its proof needs it. */
export interface SentRow {
  readonly intent: string
  readonly id: string
  readonly channel: MessageChannel
  readonly state: MessageState
  readonly failure: MessageFailure | null
  readonly providerId: string | null
  readonly settledAt: Date | null
}

/** Nothing is wrong with the address: no service took it while it was true. */
export const wasNotSent = ({ failure }: Pick<SentRow, 'failure'>): boolean =>
  failure === 'EXPIRED' || failure === 'UNAVAILABLE'

/** Those of these messages that were posted. */
export function listPosted(db: Queryable, intents: readonly string[]): Promise<SentRow[]> {
  return db.run<SentRow>(LIST_POSTED, [intents])
}

interface Recipient {
  readonly channel: MessageChannel
  readonly toIndex: Buffer
}

/** False when the address was on the list before. */
export async function insertOptOut(
  db: Queryable,
  { toIndex, channel }: Recipient,
  source: 'operator' | 'provider',
  now: Date,
): Promise<boolean> {
  return (await db.run(INSERT_OPT_OUT, [toIndex, channel, source, now])).length > 0
}

export async function hasOptOut(db: Queryable, { toIndex, channel }: Recipient): Promise<boolean> {
  return (await db.run(FIND_OPT_OUT, [toIndex, channel])).length > 0
}

async function deleteOptOut(db: Queryable, { toIndex, channel }: Recipient): Promise<boolean> {
  return (await db.run(DELETE_OPT_OUT, [toIndex, channel])).length > 0
}

export async function forgetMessageRows(
  tx: Transaction,
  phoneIndexes: readonly Buffer[],
  emailIndexes: readonly Buffer[],
): Promise<void> {
  await Promise.all([
    tx.run(FORGET, [phoneIndexes, emailIndexes]),
    tx.run(FORGET_OPT_OUTS, [phoneIndexes, emailIndexes]),
  ])
}

const KEPT_MS = 31 * 24 * 3_600_000

/** What was sent about a contract is evidence and stays; codes are removed after a month. */
export function removeOldCodes(db: Queryable, now: Date): Promise<number> {
  return removeInSteps(db, REMOVE_OLD_CODES, new Date(now.getTime() - KEPT_MS))
}

/** Every message, for a deployment whose customers are invented. */
export async function removeOldMessages(db: Queryable, now: Date): Promise<number> {
  return removeInSteps(db, REMOVE_OLD, new Date(now.getTime() - KEPT_MS))
}

/** The record that a message was sent, without its content. */
interface ListedMessage {
  readonly id: string
  readonly template: TemplateName
  readonly channel: MessageChannel
  readonly state: MessageState
  readonly failure: MessageFailure | null
  readonly queuedAt: Date
}

/* The phone is in every message about a purchase, e-mails too, and has the index. */
const LIST_ABOUT: Statement = {
  name: 'messages.list-about',
  text: `SELECT id, template, channel, state, failure, queued_at FROM messages
    WHERE retailer_id = $1 AND phone_index = $2 AND transaction_id = $3 AND purpose <> 'CODE'
    ORDER BY position DESC LIMIT $4`,
}

/** What the customer was told about a purchase, the newest first; without codes. */
export function listMessagesAbout(
  db: Queryable,
  secrets: Secrets,
  about: { readonly retailerId: string; readonly transactionId: string; readonly phone: string },
  limit: number,
): Promise<ListedMessage[]> {
  const { retailerId, transactionId, phone } = about
  const phoneIndex = computeRecipientIndex(secrets, { channel: 'SMS', to: phone })
  return db.run<ListedMessage>(LIST_ABOUT, [retailerId, phoneIndex, transactionId, limit])
}

/*
 * Who does not want reminders any more. The list holds blind indexes only, so it cannot be read; it is asked before
 * every reminder and collection message. Codes, contracts and billets are sent to everybody who needs them.
 */

interface Address {
  readonly channel: MessageChannel
  readonly to: string
}

/** A phone number stands for SMS, anything with an @ for e-mail. */
export function parseAddress(text: string): Address | undefined {
  const trimmed = text.trim()
  const phone = parsePhone(trimmed)
  if (phone !== undefined) return { channel: 'SMS', to: phone.digits }
  return textFormats['email-address'](trimmed) ? { channel: 'EMAIL', to: trimmed } : undefined
}

/** Mailboxes are compared without case: nobody has two that differ by it. */
export function computeRecipientIndex(secrets: Secrets, { channel, to }: Address): Buffer {
  return channel === 'SMS'
    ? secrets.computeBlindIndex('phone', to)
    : secrets.computeBlindIndex('email', to.toLowerCase())
}

/** False when the address was on the list before. */
export function optOut(db: Queryable, secrets: Secrets, address: Address, now: Date): Promise<boolean> {
  const recipient = { channel: address.channel, toIndex: computeRecipientIndex(secrets, address) }
  return insertOptOut(db, recipient, 'operator', now)
}

/** False when the address was not on the list. */
export function optIn(db: Queryable, secrets: Secrets, address: Address): Promise<boolean> {
  return deleteOptOut(db, { channel: address.channel, toIndex: computeRecipientIndex(secrets, address) })
}
