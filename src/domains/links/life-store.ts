import type { LinkAction, LinkEventType, NewWebhookEvent } from '../../contract/webhooks.ts'
import type { Statement, Transaction } from '../../platform/db/database.ts'
import type { PaymentLink } from './payment-link.ts'

/* Every statement answers the link as an event tells it; the one that changed nothing answers no row. */
const TOLD = `RETURNING id, retailer_id AS "retailerId", order_id AS "orderId", transaction_id AS "transactionId",
  last_sequence AS "lastSequence"`

const OPEN: Statement = {
  name: 'payment-links.open',
  text: `UPDATE payment_links SET status = 'OPENED', opened_at = coalesce(opened_at, $2),
      last_sequence = last_sequence + (opened_at IS NULL)::integer
    WHERE id = $1 AND status = 'ACTIVE' AND expires_at > $2 ${TOLD}`,
}
const CLAIM: Statement = {
  name: 'payment-links.claim',
  text: `UPDATE payment_links SET status = 'CLAIMED', transaction_id = $2, last_sequence = last_sequence + 1
    WHERE id = $1 AND status IN ('ACTIVE', 'OPENED') AND expires_at > $3 AND locked_at IS NULL ${TOLD}`,
}
const KEEP_PURCHASE: Statement = {
  name: 'payment-link-purchases.insert',
  text: 'INSERT INTO payment_link_purchases (transaction_id, link_id) VALUES ($1, $2)',
}
const KEEP_REPLACEMENT: Statement = {
  name: 'payment-link-purchases.hand-over',
  text: `INSERT INTO payment_link_purchases (transaction_id, link_id)
    SELECT $2, link_id FROM payment_link_purchases WHERE transaction_id = $1`,
}
const COMPLETE: Statement = {
  name: 'payment-links.complete',
  text: `UPDATE payment_links SET status = 'COMPLETED', last_sequence = last_sequence + 1
    WHERE transaction_id = $1 AND status = 'CLAIMED' ${TOLD}`,
}
const RELEASE: Statement = {
  name: 'payment-links.release',
  text: `UPDATE payment_links SET status = 'ACTIVE', transaction_id = NULL WHERE transaction_id = $1 AND status = 'CLAIMED'`,
}
const HAND_OVER: Statement = {
  name: 'payment-links.hand-over',
  text: `UPDATE payment_links SET transaction_id = $2 WHERE transaction_id = $1 AND status IN ('CLAIMED', 'COMPLETED')`,
}
const EXPIRE: Statement = {
  name: 'payment-links.expire',
  text: `UPDATE payment_links SET status = 'EXPIRED', last_sequence = last_sequence + 1
    WHERE id = $1 AND status IN ('ACTIVE', 'OPENED') AND expires_at <= $2 ${TOLD}`,
}
const DELETE: Statement = {
  name: 'payment-links.delete',
  text: `UPDATE payment_links SET status = 'DELETED', last_sequence = last_sequence + 1
    WHERE id = $1 AND status NOT IN ('COMPLETED', 'DELETED') ${TOLD}`,
}
const LOCK_OUT: Statement = {
  name: 'payment-links.lock-out',
  text: 'UPDATE payment_links SET locked_at = coalesce(locked_at, $2) WHERE id = $1',
}

interface ToldLink {
  readonly id: string
  readonly retailerId: string
  readonly orderId: string
  readonly transactionId: string | null
  readonly lastSequence: number
}

/** What is to be told of the change; undefined where nothing changed. */
type Told = Promise<NewWebhookEvent | undefined>

/** Somebody looks at a link that is locked. Told once: a link that is free again and opened again is not told of. */
export async function markOpened(
  tx: Transaction,
  link: Pick<PaymentLink, 'id' | 'openedAt'>,
  now: Date,
): Told {
  const rows = await tx.run<ToldLink>(OPEN, [link.id, now])
  return link.openedAt === undefined ? tell('payment_link.opened', 'OPENED', rows) : undefined
}

/** Of any number who claim it at once one succeeds. */
export async function markClaimed(tx: Transaction, id: string, transactionId: string, now: Date): Told {
  const rows = await tx.run<ToldLink>(CLAIM, [id, transactionId, now])
  if (rows.length > 0) tx.send(KEEP_PURCHASE, [transactionId, id])
  return tell('payment_link.claimed', 'CLAIMED', rows)
}

export async function markCompleted(tx: Transaction, transactionId: string): Told {
  return tell('payment_link.completed', 'COMPLETED', await tx.run<ToldLink>(COMPLETE, [transactionId]))
}

/** The purchase ended early: the link is free again. */
export function releaseLink(tx: Transaction, transactionId: string): void {
  tx.send(RELEASE, [transactionId])
}

/** Another purchase takes the place of the one that claimed it. */
export function handLinkOver(tx: Transaction, fromId: string, toId: string): void {
  tx.send(HAND_OVER, [fromId, toId])
  tx.send(KEEP_REPLACEMENT, [fromId, toId])
}

export async function markExpired(tx: Transaction, id: string, now: Date): Told {
  return tell('payment_link.expired', 'EXPIRED', await tx.run<ToldLink>(EXPIRE, [id, now]))
}

export async function markDeleted(tx: Transaction, id: string): Told {
  return tell('payment_link.deleted', 'DELETED', await tx.run<ToldLink>(DELETE, [id]))
}

export function lockOut(tx: Transaction, id: string, now: Date): void {
  tx.send(LOCK_OUT, [id, now])
}

function tell(
  type: LinkEventType,
  action: LinkAction,
  [row]: readonly ToldLink[],
): NewWebhookEvent | undefined {
  return row && composeLinkEvent(type, action, row)
}

/** Numbered by the link, also where it names a transaction: that one's own events have numbers without gaps. */
function composeLinkEvent(type: LinkEventType, action: LinkAction, link: ToldLink): NewWebhookEvent {
  const { id: paymentLinkId, retailerId, orderId, transactionId, lastSequence } = link
  const fields = { paymentLinkId, ...(transactionId === null ? {} : { transactionId }), orderId, action }
  return { retailerId, paymentLinkId, sequence: lastSequence, type, fields }
}
