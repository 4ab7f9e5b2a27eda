import type { LinkStatus } from '../../contract/payment-links.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import { defineMac, ForgedRow } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import type { LinkCustomer, LinkDetails, LinkSeller, LinkSource, PaymentLink } from './payment-link.ts'

const SALT_BYTES = 16

const COLUMNS = `l.id, l.retailer_id AS "retailerId", l.order_id AS "orderId", l.source, l.status,
  l.amount_centavos AS "amountCentavos", l.token_box AS "tokenBox", l.key_salt AS "keySalt", l.details,
  l.customer_box AS "customerBox", l.seller_box AS "sellerBox", l.transaction_id AS "transactionId", l.created_at AS "createdAt",
  l.expires_at AS "expiresAt", l.opened_at AS "openedAt", l.locked_at AS "lockedAt", l.mac`

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

/** Of any retailer. Whoever also needs the purchase locks that one before. */
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
