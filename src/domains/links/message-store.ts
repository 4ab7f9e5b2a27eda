import type { LinkChannel } from '../../contract/payment-links.ts'
import { newId } from '../../kernel/ids.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import type { LinkMessage } from './payment-link.ts'

const SENDS_PER_DAY = 5
const DAY_MS = 24 * 3_600_000

const INSERT_MESSAGE: Statement = {
  name: 'payment-link-messages.insert',
  text: 'INSERT INTO payment_link_messages (id, link_id, channel, to_box, sent_at) VALUES ($1, $2, $3, $4, $5)',
}
const LIST_MESSAGES: Statement = {
  name: 'payment-link-messages.list',
  text: `SELECT id, link_id, channel, to_box, sent_at FROM payment_link_messages
    WHERE link_id = ANY ($1) ORDER BY link_id, position`,
}

interface MessageRow {
  readonly id: string
  readonly linkId: string
  readonly channel: LinkChannel
  readonly toBox: Buffer | null
  readonly sentAt: Date
}

export async function insertLinkMessage(
  tx: Transaction,
  secrets: Secrets,
  linkId: string,
  message: { readonly channel: LinkChannel; readonly to: string },
  now: Date,
): Promise<void> {
  const id = newId(now.getTime())
  const box = seal(secrets.sealing, contextOfMessage(id), message.to)
  await tx.run(INSERT_MESSAGE, [id, linkId, message.channel, box, now])
}

/** By link, the first one first. */
export async function listLinkMessages(
  db: Queryable,
  secrets: Secrets,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, readonly LinkMessage[]>> {
  const found = new Map<string, LinkMessage[]>(linkIds.map(id => [id, []]))
  for (const { id, linkId, channel, toBox, sentAt } of await db.run<MessageRow>(LIST_MESSAGES, [linkIds])) {
    const to = toBox === null ? undefined : open(secrets.sealing, contextOfMessage(id), toBox).toString()
    found.get(linkId)?.push({ channel, to, sentAt })
  }
  return found
}

/** How long the channel must still wait, 0 when the link may be sent now. */
export function computeLinkWaitMs(messages: readonly LinkMessage[], channel: LinkChannel, now: Date): number {
  const sent = messages.filter(each => each.channel === channel).map(({ sentAt }) => sentAt.getTime())
  const oldest = sent.at(-SENDS_PER_DAY)
  return oldest === undefined ? 0 : Math.max(0, oldest + DAY_MS - now.getTime())
}

const contextOfMessage = (id: string): string => `payment_link_messages.to_box:${id}`
