import type { LinkStatus } from '../../contract/payment-links.ts'
import type { LinkAction, LinkEventType, NewWebhookEvent } from '../../contract/webhooks.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import { defineMac, ForgedRow } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import type { LinkCustomer, LinkDetails, LinkSeller, LinkSource, PaymentLink } from './payment-link.ts'

const SALT_BYTES = 16

const COLUMNS = `l.id, l.retailer_id, l.order_id, l.source, l.status,
  l.amount_centavos, l.token_box, l.key_salt, l.details,
  l.customer_box, l.seller_box, l.transaction_id, l.created_at,
  l.expires_at, l.opened_at, l.identified_at, l.signed_at,
  l.locked_at, l.mac`

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
      AND l.id < $2 AND l.id >= $8 AND ($3::text IS NULL OR l.order_id = $3)
      AND ($4::bytea IS NULL OR l.seller_index = $4)
      AND ($5::text IS NULL OR
        CASE WHEN l.status IN ('ACTIVE', 'OPENED') AND l.expires_at <= $6 THEN 'EXPIRED' ELSE l.status END = $5)
    ORDER BY l.id DESC LIMIT $7`,
}
/*
 * By status the ids are chosen first, from an index that has all that decides: rows are wide, and of a rare status most would be read for
 * nothing. Links past their last day that the job has not ended yet are few, and have an index of their own.
 */
const OVERDUE = `overdue AS MATERIALIZED (SELECT e.id, e.seller_index FROM payment_links e
      WHERE e.retailer_id = $1 AND e.status IN ('ACTIVE', 'OPENED') AND e.expires_at <= $6)`
const CHOSEN_LINKS = `l.id < $2 AND l.id >= $5 AND ($3::bytea IS NULL OR l.seller_index = $3)`
const CHOSEN_ROWS = `SELECT ${COLUMNS} FROM chosen c
      CROSS JOIN LATERAL (SELECT * FROM payment_links f WHERE f.id = c.id LIMIT 1) l ORDER BY l.id DESC LIMIT $4`
const LIST_BY_STATUS: Statement = {
  name: 'payment-links.list-by-status',
  text: `WITH ${OVERDUE}, chosen AS MATERIALIZED (SELECT l.id FROM payment_links l
        WHERE l.retailer_id = $1 AND ${CHOSEN_LINKS} AND l.status = $7 AND l.id NOT IN (SELECT id FROM overdue)
        ORDER BY l.id DESC LIMIT $4)
    ${CHOSEN_ROWS}`,
}
const LIST_ENDED_BY_TIME: Statement = {
  name: 'payment-links.list-expired-of-shop',
  text: `WITH ${OVERDUE}, chosen AS MATERIALIZED (
      (SELECT l.id FROM payment_links l WHERE l.retailer_id = $1 AND ${CHOSEN_LINKS} AND l.status = 'EXPIRED'
        ORDER BY l.id DESC LIMIT $4)
      UNION ALL
      (SELECT l.id FROM overdue l WHERE ${CHOSEN_LINKS} ORDER BY l.id DESC LIMIT $4))
    ${CHOSEN_ROWS}`,
}
/** Serialises the creations of links for one order, so that of several at once all but the first find its link. */
const LOCK_ORDER: Statement = {
  name: 'payment-links.lock-order',
  text: `SELECT pg_advisory_xact_lock(hashtext('payment-links'), hashtext($1 || ':' || $2))`,
}
const LIST_OF_ORDER: Statement = {
  name: 'payment-links.list-of-order',
  text: `SELECT ${COLUMNS} FROM payment_links l WHERE l.retailer_id = $1 AND l.order_id = $2
      AND (l.status IN ('CLAIMED', 'COMPLETED') OR (l.status IN ('ACTIVE', 'OPENED') AND l.expires_at > $3))
    ORDER BY l.id DESC`,
}
const LIST_BY_ID: Statement = {
  name: 'payment-links.list-by-id',
  text: `SELECT ${COLUMNS} FROM payment_links l WHERE l.retailer_id = $1 AND l.id = ANY ($2::text[])`,
}
/* Whoever got to a step has passed those before it, also where the program that recorded it did not know them yet. */
const COUNT_STEPS: Statement = {
  name: 'payment-links.count-steps',
  text: `SELECT max(id) AS latest_id, seller_index IS NOT NULL AS has_seller, count(*)::integer AS created,
      (count(*) FILTER (WHERE opened_at IS NOT NULL OR is_identified))::integer AS opened,
      (count(*) FILTER (WHERE is_identified))::integer AS identified,
      (count(*) FILTER (WHERE is_signed))::integer AS signed,
      (count(*) FILTER (WHERE status = 'COMPLETED'))::integer AS paid,
      sum(amount_centavos)::bigint AS created_centavos,
      coalesce(sum(amount_centavos) FILTER (WHERE status = 'COMPLETED'), 0)::bigint AS paid_centavos
    FROM (SELECT l.id, l.seller_index, l.status, l.amount_centavos, l.opened_at,
        l.signed_at IS NOT NULL OR l.status = 'COMPLETED' AS is_signed,
        l.identified_at IS NOT NULL OR l.transaction_id IS NOT NULL OR l.signed_at IS NOT NULL AS is_identified
      FROM payment_links l WHERE l.retailer_id = $1 AND l.id >= $2 AND l.id < $3) AS counted
    GROUP BY seller_index`,
}
const LIST_LIVING: Statement = {
  name: 'payment-links.list-living',
  text: `SELECT id FROM payment_links WHERE retailer_id = $1 AND id > $2 AND created_at <= $3
      AND status IN ('ACTIVE', 'OPENED', 'CLAIMED')
    ORDER BY id LIMIT $4`,
}
const COUNT_ENDING: Statement = {
  name: 'payment-links.count-ending',
  text: `SELECT count(*)::integer AS count, min(expires_at) AS first_at FROM payment_links
    WHERE status IN ('ACTIVE', 'OPENED') AND expires_at > $2 AND expires_at <= $3 AND retailer_id = $1`,
}
const HAS_ANY: Statement = {
  name: 'payment-links.has-any',
  text: 'SELECT EXISTS (SELECT FROM payment_links WHERE retailer_id = $1) AS has_any',
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
  readonly identifiedAt: Date | null
  readonly signedAt: Date | null
  readonly lockedAt: Date | null
  readonly mac: Buffer
}
type NullableName = 'transactionId' | 'openedAt' | 'identifiedAt' | 'signedAt' | 'lockedAt'

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
  /** Ids sort by creation: from the first up to the second, which is not among them. */
  readonly lowest: string | undefined
  readonly highest: string | undefined
  readonly after: string | undefined
  readonly limit: number
}

/** Above every id, which has hexadecimal digits. */
const BEYOND_IDS = 'g'

/** The newest first. */
export async function listLinks(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  { status, orderId, seller, lowest = '', highest = BEYOND_IDS, after = BEYOND_IDS, limit }: LinkSearch,
  now: Date,
): Promise<PaymentLink[]> {
  const sellerIndex = seller === undefined ? null : computeSellerIndex(secrets, retailerId, seller)
  const below = after < highest ? after : highest
  if (status !== undefined && orderId === undefined) {
    const shared = [retailerId, below, sellerIndex, limit, lowest, now]
    const rows = await (status === 'EXPIRED'
      ? db.run<LinkRow>(LIST_ENDED_BY_TIME, shared)
      : db.run<LinkRow>(LIST_BY_STATUS, [...shared, status]))
    return rows.map(row => toLink(secrets, row))
  }
  const values = [retailerId, below, orderId ?? null, sellerIndex, status ?? null, now, limit, lowest]
  return (await db.run<LinkRow>(LIST, values)).map(row => toLink(secrets, row))
}

/** Links that nobody has used, and whose last day is near. */
interface EndingLinks {
  readonly count: number
  readonly firstAt: Date | null
}

export async function countEndingLinks(
  db: Queryable,
  retailerId: string,
  { after, until }: { readonly after: Date; readonly until: Date },
): Promise<EndingLinks> {
  const [row] = await db.run<EndingLinks>(COUNT_ENDING, [retailerId, after, until])
  return row ?? { count: 0, firstAt: null }
}

export async function hasLinks(db: Queryable, retailerId: string): Promise<boolean> {
  return (await db.run<{ hasAny: boolean }>(HAS_ANY, [retailerId]))[0]?.hasAny ?? false
}

/** Until the transaction ends nobody else gets here for this order. */
export async function lockOrder(tx: Transaction, { retailerId, orderId }: LinkOrder): Promise<void> {
  await tx.run(LOCK_ORDER, [retailerId, orderId])
}

/** Links of one order that are valid or were used, the newest first. */
export async function listLinksOfOrder(
  db: Queryable,
  secrets: Secrets,
  { retailerId, orderId }: LinkOrder,
  now: Date,
): Promise<PaymentLink[]> {
  const rows = await db.run<LinkRow>(LIST_OF_ORDER, [retailerId, orderId, now])
  return rows.map(row => toLink(secrets, row))
}

type LinkOrder = Pick<PaymentLink, 'retailerId' | 'orderId'>

/** Links of one retailer that somebody can still use, made until `until`, in the order of their ids. */
export async function listLivingLinkIds(
  db: Queryable,
  retailerId: string,
  page: { readonly after: string; readonly until: Date; readonly limit: number },
): Promise<string[]> {
  const rows = await db.run<{ id: string }>(LIST_LIVING, [retailerId, page.after, page.until, page.limit])
  return rows.map(({ id }) => id)
}

export interface SellerSteps {
  /** The newest of them; its box holds the name of the seller. */
  readonly latestId: string
  readonly hasSeller: boolean
  readonly created: number
  readonly opened: number
  readonly identified: number
  readonly signed: number
  readonly paid: number
  readonly createdCentavos: number
  readonly paidCentavos: number
}

/** How far the links of one retailer got, by seller. */
export function countSteps(
  db: Queryable,
  retailerId: string,
  { lowest, highest }: { readonly lowest: string; readonly highest: string },
): Promise<SellerSteps[]> {
  return db.run<SellerSteps>(COUNT_STEPS, [retailerId, lowest, highest])
}

export async function listLinksById(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  ids: readonly string[],
): Promise<PaymentLink[]> {
  return (await db.run<LinkRow>(LIST_BY_ID, [retailerId, ids])).map(row => toLink(secrets, row))
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
    identifiedAt: row.identifiedAt ?? undefined,
    signedAt: row.signedAt ?? undefined,
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

/* Every statement answers the link as an event has it; the one that changed nothing answers no row. */
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
const IDENTIFY: Statement = {
  name: 'payment-links.identify',
  text: 'UPDATE payment_links SET identified_at = $2 WHERE id = $1 AND identified_at IS NULL',
}
const SIGN: Statement = {
  name: 'payment-links.sign',
  text: 'UPDATE payment_links SET signed_at = $2 WHERE transaction_id = $1 AND signed_at IS NULL',
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

/** Somebody confirmed a phone on a locked link, whatever was decided about the person then. */
export function markIdentified(tx: Transaction, id: string, now: Date): void {
  tx.send(IDENTIFY, [id, now])
}

/** A contract was signed; the link keeps that, also where its purchase ends early. */
export function markSigned(tx: Transaction, transactionId: string, now: Date): void {
  tx.send(SIGN, [transactionId, now])
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

const LIST_SELLERS: Statement = {
  name: 'payment-links.list-sellers',
  text: `SELECT p.transaction_id, l.seller_index FROM payment_link_purchases p JOIN payment_links l ON l.id = p.link_id
    WHERE p.transaction_id = ANY ($1::text[]) AND l.seller_index IS NOT NULL`,
}

/** By purchase: the blind index of the seller whose link it was made by. */
export async function listSellerIndexes(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, Buffer>> {
  const rows = await db.run<{ transactionId: string; sellerIndex: Buffer }>(LIST_SELLERS, [transactionIds])
  return new Map(rows.map(({ transactionId, sellerIndex }) => [transactionId, sellerIndex]))
}
