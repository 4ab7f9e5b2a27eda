import type { MessageChannel, MessageFailure, MessagePurpose, MessageState } from '../contract/messages.ts'
import {
  computeRecipientIndex,
  openMessage,
  type parseAddress,
  type TemplateName,
} from '../domains/messaging/index.ts'
import type { Secrets } from '../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../platform/db/database.ts'

interface SentMessage
  extends Pick<ReturnType<typeof openMessage>, 'to' | 'text' | 'subject' | 'html' | 'code'> {
  readonly id: string
  readonly channel: MessageChannel
  readonly sentAt: Date
  readonly template: TemplateName
  readonly purpose: MessagePurpose
  readonly state: MessageState
  readonly failure: MessageFailure | undefined
}

const MAX_LISTED = 100

const COLUMNS = 'id, box, queued_at AS sent_at, template, purpose, state, failure'

const LIST: Statement = {
  name: 'messages.list',
  text: `SELECT ${COLUMNS} FROM messages WHERE retailer_id = $1 AND (phone_index = $2 OR to_index = $2)
    ORDER BY position DESC LIMIT $3`,
}

const FIND_BY_CODE: Statement = {
  name: 'messages.find-by-code',
  text: `SELECT ${COLUMNS} FROM messages WHERE code_id = $1`,
}

/** Newest first; only messages to this retailer's customers. A phone also finds the e-mails to its owner. */
export async function listSandboxMessages(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  address: NonNullable<ReturnType<typeof parseAddress>>,
): Promise<SentMessage[]> {
  const values = [retailerId, computeRecipientIndex(secrets, address), MAX_LISTED]
  return (await db.run<MessageRow>(LIST, values)).map(row => toMessage(secrets, row))
}

export async function findSandboxCode(
  db: Queryable,
  secrets: Secrets,
  codeId: string,
): Promise<string | undefined> {
  const [row] = await db.run<MessageRow>(FIND_BY_CODE, [codeId])
  return row && toMessage(secrets, row).code
}

interface MessageRow {
  readonly id: string
  readonly box: Buffer
  readonly sentAt: Date
  readonly template: TemplateName
  readonly purpose: MessagePurpose
  readonly state: MessageState
  readonly failure: MessageFailure | null
}

function toMessage(secrets: Secrets, row: MessageRow): SentMessage {
  const { id, sentAt, template, purpose, state, failure } = row
  const { channel, to, text, subject, html, code } = openMessage(secrets, row)
  return {
    id,
    channel,
    to,
    text,
    ...(subject === undefined ? {} : { subject }),
    ...(html === undefined ? {} : { html }),
    ...(code === undefined ? {} : { code }),
    sentAt,
    template,
    purpose,
    state,
    failure: failure ?? undefined,
  }
}
