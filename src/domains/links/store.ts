import type { LinkChannel, LinkStatus } from '../../contract/payment-links.ts'
import type { LinkAction, LinkEventType, NewWebhookEvent } from '../../contract/webhooks.ts'
import { newId } from '../../kernel/ids.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import { defineMac, ForgedRow } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import type {
  LinkCustomer,
  LinkDetails,
  LinkMessage,
  LinkSeller,
  LinkSource,
  PaymentLink,
} from './payment-link.ts'

const SALT_BYTES = 16

const COLUMNS = `l.id, l.retailer_id, l.order_id, l.source, l.status,
  l.amount_centavos, l.token_box, l.key_salt, l.details,
  l.customer_box, l.seller_box, l.transaction_id, l.created_at,
  l.expires_at, l.opened_at, l.locked_at, l.mac`

const INSERT: Statement = {
  name: 'payment-links.insert',
  text: `INSERT INTO payment_links (id, retailer_id, order_id, source, status, amount_centavos, token_hash, token_box, key_salt,
      details, customer_box, seller_box, cpf_index, seller_index, created_at, expires_at, mac)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
}
const FIND: Statement = {
  name: 'payment-links.find',
  text: `SELECT ${COLUMNS} FROM payment_links l WHERE l.id = $2 AND l.retailer_id = $1`,
}
const FIND_BY_TOKEN: Statement = {
  name: 'payment-links.find-by-token',
  text: `SELECT ${COLUMNS} FROM payment_links l WHERE l.token_hash = $1`,
}
const FIND_OF_PURCHASE: Statement = {
  name: 'payment-links.find-of-purchase',
  text: `SELECT ${COLUMNS} FROM payment_links l JOIN payment_link_purchases p ON p.link_id = l.id
    WHERE p.transaction_id = $2 AND l.retailer_id = $1`,
}
const LOCK: Statement = {
  name: 'payment-links.lock',
  text: `SELECT ${COLUMNS} FROM payment_links l WHERE l.id = $1 FOR UPDATE`,
}
const LIST: Statement = {
  name: 'payment-links.list',
  text: `SELECT ${COLUMNS} FROM payment_links l WHERE l.retailer_id = $1
      AND ($2::text IS NULL OR l.id < $2) AND ($3::text IS NULL OR l.order_id = $3)
      AND ($4::bytea IS NULL OR l.seller_index = $4)
      AND ($5::text IS NULL OR
        CASE WHEN l.status IN ('ACTIVE', 'OPENED') AND l.expires_at <= $6 THEN 'EXPIRED' ELSE l.status END = $5)
    ORDER BY l.id DESC LIMIT $7`,
}
const LIST_LIVING: Statement = {
  name: 'payment-links.list-living',
  text: `SELECT id FROM payment_links WHERE retailer_id = $1 AND id > $2 AND created_at <= $3
      AND status IN ('ACTIVE', 'OPENED', 'CLAIMED')
    ORDER BY id LIMIT $4`,
}
const LIST_EXPIRED: Statement = {
  name: 'payment-links.list-expired',
  text: `SELECT id FROM payment_links WHERE status IN ('ACTIVE', 'OPENED') AND expires_at <= $1 ORDER BY expires_at LIMIT $2`,
}

interface LinkRow
  extends Omit<PaymentLink, keyof LinkDetails | 'token' | 'customer' | 'seller' | NullableName> {
  readonly tokenBox: Buffer
  readonly keySalt: Buffer | null
  readonly details: Buffer
  readonly customerBox: Buffer | null
  readonly sellerBox: Buffer
  readonly transactionId: string | null
  readonly openedAt: Date | null
  readonly lockedAt: Date | null
  readonly mac: Buffer
}
type NullableName = 'transactionId' | 'openedAt' | 'lockedAt'

export async function insertLink(tx: Transaction, secrets: Secrets, link: PaymentLink): Promise<void> {
  const { id, customer, seller } = link
  const salt = takeRandomBytes(SALT_BYTES)
  const key = secrets.deriveDataKey(salt)
  const { products, description, shippingCentavos, returnUrl, cancelUrl } = link
  const details = { products, description, shippingCentavos, returnUrl, cancelUrl }
  await tx.run(INSERT, [
    id,
    link.retailerId,
    link.orderId,
    link.source,
    link.status,
    link.amountCentavos,
    hashLinkToken(secrets, link.token),
    seal(secrets.sealing, contextOf('token_box', id), link.token),
    salt,
    seal(secrets.sealing, contextOf('details', id), JSON.stringify(details)),
    seal(key, contextOf('customer_box', id), JSON.stringify(customer)),
    seal(secrets.sealing, contextOf('seller_box', id), JSON.stringify(seller)),
    customer.cpf === undefined ? null : secrets.computeBlindIndex('cpf', customer.cpf),
    seller.seller === undefined ? null : computeSellerIndex(secrets, link.retailerId, seller.seller),
    link.createdAt,
    link.expiresAt,
    linkMac.compute(secrets, link),
  ])
}

export async function findLink(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  id: string,
): Promise<PaymentLink | undefined> {
  const [row] = await db.run<LinkRow>(FIND, [retailerId, id])
  return row && toLink(secrets, row)
}

/** Throws ForgedRow. */
export async function findLinkByToken(
  db: Queryable,
  secrets: Secrets,
  token: string,
): Promise<PaymentLink | undefined> {
  const [row] = await db.run<LinkRow>(FIND_BY_TOKEN, [hashLinkToken(secrets, token)])
  const link = row && toLink(secrets, row)
  // The hash of another link, whose token somebody knows.
  if (link !== undefined && link.token !== token) throw new ForgedRow('payment_links', link.id)
  return link
}

/** The link by which a purchase was made, also when the purchase ended early. */
export async function findLinkOfPurchase(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  transactionId: string,
): Promise<PaymentLink | undefined> {
  const [row] = await db.run<LinkRow>(FIND_OF_PURCHASE, [retailerId, transactionId])
  return row && toLink(secrets, row)
}

/** Of any retailer. A caller that also needs the purchase locks that one first. */
export async function lockLink(tx: Transaction, secrets: Secrets, id: string): Promise<PaymentLink> {
  const [row] = await tx.run<LinkRow>(LOCK, [id])
  if (row === undefined) throw new Error(`payment link ${id} does not exist`)
  return toLink(secrets, row)
}

export interface LinkSearch {
  readonly status: LinkStatus | undefined
  readonly orderId: string | undefined
  readonly seller: string | undefined
  readonly after: string | undefined
  readonly limit: number
}

/** The newest first. */
export async function listLinks(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  { status, orderId, seller, after, limit }: LinkSearch,
  now: Date,
): Promise<PaymentLink[]> {
  const sellerIndex = seller === undefined ? null : computeSellerIndex(secrets, retailerId, seller)
  const values = [retailerId, after ?? null, orderId ?? null, sellerIndex, status ?? null, now, limit]
  return (await db.run<LinkRow>(LIST, values)).map(row => toLink(secrets, row))
}

/** Links of one retailer that somebody can still use, made until `until`, in the order of their ids. */
export async function listLivingLinkIds(
  db: Queryable,
  retailerId: string,
  page: { readonly after: string; readonly until: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await db.run<{ id: string }>(LIST_LIVING, [retailerId, page.after, page.until, page.limit])
  return rows.map(({ id }) => id)
}

export async function listExpiredLinkIds(db: Queryable, now: Date, limit: number): Promise<string[]> {
  return (await db.run<{ id: string }>(LIST_EXPIRED, [now, limit])).map(({ id }) => id)
}

/** Who sells what for how much, and until when. What happens to a link is not covered; products and return addresses are sealed. */
const linkMac = defineMac(
  'payment_links',
  (
    link: Pick<
      PaymentLink,
      'id' | 'retailerId' | 'orderId' | 'source' | 'amountCentavos' | 'createdAt' | 'expiresAt'
    >,
  ) => [
    link.id,
    link.retailerId,
    link.orderId,
    link.source,
    link.amountCentavos,
    link.createdAt,
    link.expiresAt,
  ],
)

function toLink(secrets: Secrets, row: LinkRow): PaymentLink {
  const { tokenBox, keySalt, details, customerBox, sellerBox, mac: _, ...plain } = linkMac.check(secrets, row)
  const read = <Value>(column: string, box: Buffer, key = secrets.sealing): Value =>
    JSON.parse(open(key, contextOf(column, row.id), box).toString()) as Value
  const isKnown = customerBox !== null && keySalt !== null
  return {
    ...plain,
    source: row.source as LinkSource,
    ...read<LinkDetails>('details', details),
    customer: isKnown ? read<LinkCustomer>('customer_box', customerBox, secrets.deriveDataKey(keySalt)) : {},
    seller: read<LinkSeller>('seller_box', sellerBox),
    token: open(secrets.sealing, contextOf('token_box', row.id), tokenBox).toString(),
    transactionId: row.transactionId ?? undefined,
    openedAt: row.openedAt ?? undefined,
    lockedAt: row.lockedAt ?? undefined,
  }
}

function hashLinkToken(secrets: Secrets, token: string): Buffer {
  return secrets.computeMac('payment-link', token)
}

/** Within one retailer, and in whatever capitals the name was written. */
function computeSellerIndex(secrets: Secrets, retailerId: string, seller: string): Buffer {
  const name = seller.normalize('NFC').trim().toLowerCase()
  return secrets.computeBlindIndex('seller', `${retailerId}:${name}`)
}

const contextOf = (column: string, id: string): string => `payment_links.${column}:${id}`

/* Every statement answers the link as an event tells it; the one that changed nothing answers no row. */
const TOLD = `RETURNING id, retailer_id, order_id, transaction_id,
  last_sequence`

const OPEN_LINK: Statement = {
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
const DELETE_LINK: Statement = {
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

/** The event of the change; undefined where nothing changed. */
type Told = Promise<NewWebhookEvent | undefined>

/** Somebody opened a locked link. Reported once: opening it again after it is free again is not reported. */
export async function markOpened(
  tx: Transaction,
  link: Pick<PaymentLink, 'id' | 'openedAt'>,
  now: Date,
): Told {
  const rows = await tx.run<ToldLink>(OPEN_LINK, [link.id, now])
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
  return tell('payment_link.deleted', 'DELETED', await tx.run<ToldLink>(DELETE_LINK, [id]))
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

const DELETE_VISITS: Statement = {
  name: 'payment-link-visits.forget',
  text: 'DELETE FROM payment_link_visits WHERE cpf_index = $1',
}
const FORGET_RECIPIENTS: Statement = {
  name: 'payment-link-messages.forget',
  text: `UPDATE payment_link_messages SET to_box = NULL
    WHERE link_id IN (SELECT id FROM payment_links WHERE cpf_index = $1 OR transaction_id = ANY ($2))`,
}
const FORGET_EXPECTED: Statement = {
  name: 'payment-links.forget',
  text: `UPDATE payment_links SET key_salt = NULL, customer_box = NULL, cpf_index = NULL
    WHERE cpf_index = $1 OR transaction_id = ANY ($2)`,
}

/** Who a link was meant for, who visited it and whom messages went to; what was sold, and by whom, stays. */
export function forgetVisitor(tx: Transaction, cpfIndex: Buffer, transactionIds: readonly string[]): void {
  tx.send(DELETE_VISITS, [cpfIndex])
  tx.send(FORGET_RECIPIENTS, [cpfIndex, transactionIds])
  tx.send(FORGET_EXPECTED, [cpfIndex, transactionIds])
}
