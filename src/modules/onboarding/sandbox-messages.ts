import { parsePhone } from '../../brazil/phone.ts'
import { newId } from '../../kernel/ids.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'
import type { Message, MessagePort } from './messages.ts'

export interface SentMessage {
  readonly to: string
  readonly channel: Message['channel']
  readonly text: string
  readonly code?: string
  readonly sentAt: Date
}

const KEPT_MS = 31 * 24 * 3_600_000
const MAX_LISTED = 100

const INSERT: Statement = {
  name: 'sandbox-messages.insert',
  text: `INSERT INTO sandbox_messages (id, retailer_id, phone_index, code_id, box, sent_at) VALUES ($1, $2, $3, $4, $5, $6)`,
}
const LIST: Statement = {
  name: 'sandbox-messages.list',
  text: `SELECT id, box, sent_at AS "sentAt" FROM sandbox_messages WHERE phone_index = $2 AND retailer_id = $1
    ORDER BY position DESC LIMIT $3`,
}
const FIND_BY_CODE: Statement = {
  name: 'sandbox-messages.find-by-code',
  text: 'SELECT id, box, sent_at AS "sentAt" FROM sandbox_messages WHERE code_id = $1',
}
const REMOVE_OLD: Statement = {
  name: 'sandbox-messages.remove-old',
  text: composeRemoval('sandbox_messages', 'sent_at'),
}

/** Stores the messages instead of sending them, so that the retailer's developer can read them. */
export function createSandboxMessages(secrets: Secrets): MessagePort {
  return {
    async post(tx, message, now) {
      const id = newId(now.getTime())
      const { to, channel, text, code } = message
      const content = { to, channel, text, ...(code === undefined ? {} : { code: code.code }) }
      const box = seal(secrets.sealing, messageContext(id), JSON.stringify(content))
      const phoneIndex = secrets.computeBlindIndex('phone', message.phone)
      await tx.run(INSERT, [id, message.retailerId, phoneIndex, code?.id ?? null, box, now])
    },
  }
}

/** Newest first; only messages to this retailer's customers. Accepts the phone in any usual format. */
export async function listSandboxMessages(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  phone: string,
): Promise<SentMessage[]> {
  const phoneIndex = secrets.computeBlindIndex('phone', parsePhone(phone)?.digits ?? phone)
  const rows = await db.run<MessageRow>(LIST, [retailerId, phoneIndex, MAX_LISTED])
  return rows.map(row => toMessage(secrets, row))
}

export async function findSandboxCode(
  db: Queryable,
  secrets: Secrets,
  codeId: string,
): Promise<string | undefined> {
  const [row] = await db.run<MessageRow>(FIND_BY_CODE, [codeId])
  return row && toMessage(secrets, row).code
}

export function removeOldSandboxMessages(db: Queryable, now: Date): Promise<number> {
  return removeInSteps(db, REMOVE_OLD, new Date(now.getTime() - KEPT_MS))
}

interface MessageRow {
  readonly id: string
  readonly box: Buffer
  readonly sentAt: Date
}

function toMessage(secrets: Secrets, { id, box, sentAt }: MessageRow): SentMessage {
  const content = JSON.parse(open(secrets.sealing, messageContext(id), box).toString()) as Omit<
    SentMessage,
    'sentAt'
  >
  return { ...content, sentAt }
}

const messageContext = (id: string): string => `sandbox_messages.box:${id}`
