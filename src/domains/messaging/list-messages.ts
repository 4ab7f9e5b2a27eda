import type { MessageChannel, MessageFailure, MessageState } from '../../contract/messages.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import { computeRecipientIndex } from './opt-outs.ts'
import type { TemplateName } from './templates.ts'

/** That a message was sent, without what it says. */
export interface ListedMessage {
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
  text: `SELECT id, template, channel, state, failure, queued_at AS "queuedAt" FROM messages
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
