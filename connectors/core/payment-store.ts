import { defineMac } from '../../src/platform/crypto/row-mac.ts'
import { open, seal } from '../../src/platform/crypto/sealed-box.ts'
import type { Secrets } from '../../src/platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../src/platform/db/database.ts'
import { replaceNulls, type WithoutNulls } from '../../src/platform/db/nulls.ts'
import type { PaymentState } from './payment-states.ts'
import type { Line } from './totals.ts'

/** Addresses hold signatures and tokens of others, so that they are sealed. No member names a customer. */
export interface PaymentBox {
  readonly linkUrl?: string
  readonly returnUrl?: string
  readonly callbackUrl?: string
  /** What was sold, for refunds of single products. */
  readonly lines?: readonly Line[]
  /** What else the platform wants to hear again, by its own names. */
  readonly foreign?: Readonly<Record<string, string>>
}

interface PaymentRow {
  readonly id: string
  readonly accountId: string
  readonly foreignId: string
  readonly orderId: string
  readonly state: PaymentState
  readonly totalCentavos: number
  readonly settledCentavos: number
  readonly linkId: string | null
  readonly transactionId: string | null
  readonly reason: string | null
  readonly suite: 'approved' | 'denied' | null
  readonly expiresAt: Date
  readonly createdAt: Date
  readonly changedAt: Date
  readonly version: number
}

interface StoredRow extends PaymentRow {
  readonly box: Buffer
  readonly mac: Buffer
}

export interface Payment extends WithoutNulls<PaymentRow> {
  readonly box: PaymentBox
}

const COLUMNS = `p.id, p.account_id, p.foreign_id, p.order_id, p.state, p.total_centavos, p.settled_centavos, p.link_id,
  p.transaction_id, p.reason, p.suite, p.box, p.expires_at, p.created_at, p.changed_at, p.version, p.mac`
const LIVING = `p.state IN ('received', 'waiting', 'closing', 'approved', 'settled')`

/** Serialises what is asked about one order, so that of two tabs one is first. */
const LOCK_ORDER: Statement = {
  name: 'connector-payments.lock-order',
  text: `SELECT pg_advisory_xact_lock(hashtext('connector-payments'), hashtext($1 || ':' || $2))`,
}
const INSERT: Statement = {
  name: 'connector-payments.insert',
  text: `INSERT INTO connector_payments (id, account_id, foreign_id, order_id, state, total_centavos, settled_centavos, link_id,
      transaction_id, reason, suite, box, expires_at, created_at, changed_at, version, mac)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
}
const UPDATE: Statement = {
  name: 'connector-payments.update',
  text: `UPDATE connector_payments SET state = $2, settled_centavos = $3, link_id = $4, transaction_id = $5, reason = $6, box = $7,
      changed_at = $8, version = $9, mac = $10 WHERE id = $1 AND version = $9 - 1`,
}
const FIND: Statement = {
  name: 'connector-payments.find',
  text: `SELECT ${COLUMNS} FROM connector_payments p WHERE p.account_id = $1 AND p.foreign_id = $2`,
}
const GET: Statement = {
  name: 'connector-payments.get',
  text: `SELECT ${COLUMNS} FROM connector_payments p WHERE p.id = $1`,
}
const LOCK: Statement = {
  name: 'connector-payments.lock',
  text: `SELECT ${COLUMNS} FROM connector_payments p WHERE p.id = $1 FOR UPDATE`,
}
const FIND_LIVING: Statement = {
  name: 'connector-payments.find-living',
  text: `SELECT ${COLUMNS} FROM connector_payments p WHERE p.account_id = $1 AND p.order_id = $2 AND ${LIVING} FOR UPDATE`,
}
const LIST_ABOUT: Statement = {
  name: 'connector-payments.list-about',
  text: `SELECT ${COLUMNS} FROM connector_payments p WHERE p.account_id = $1 AND ${LIVING}
    AND (p.link_id = $2 OR p.order_id = $3) ORDER BY p.id`,
}
const LIST_RECENT: Statement = {
  name: 'connector-payments.list-recent',
  text: `SELECT p.id FROM connector_payments p WHERE p.account_id = $1 AND p.id > $2 AND p.changed_at >= $3 ORDER BY p.id LIMIT $4`,
}
const LIST_UNFINISHED: Statement = {
  name: 'connector-payments.list-unfinished',
  text: `SELECT p.id FROM connector_payments p WHERE p.state = 'closing' AND p.changed_at < $1 ORDER BY p.id LIMIT $2`,
}
const LIST_NEWEST: Statement = {
  name: 'connector-payments.list-newest',
  text: `SELECT ${COLUMNS} FROM connector_payments p ORDER BY p.id DESC LIMIT $1`,
}

const paymentMac = defineMac<PaymentRow>('connector_payments', row => [
  row.id,
  row.accountId,
  row.foreignId,
  row.orderId,
  row.state,
  row.totalCentavos,
  row.settledCentavos,
  row.linkId,
  row.transactionId,
  row.reason,
  row.suite,
  row.expiresAt,
  row.createdAt,
  row.version,
])

const contextOf = (id: string): string => `connector_payments.box:${id}`

export async function lockOrder(tx: Transaction, accountId: string, orderId: string): Promise<void> {
  await tx.run(LOCK_ORDER, [accountId, orderId])
}

export async function insertPayment(tx: Transaction, secrets: Secrets, payment: Payment): Promise<void> {
  const row = toRow(payment)
  await tx.run(INSERT, [
    row.id,
    row.accountId,
    row.foreignId,
    row.orderId,
    row.state,
    row.totalCentavos,
    row.settledCentavos,
    row.linkId,
    row.transactionId,
    row.reason,
    row.suite,
    sealBox(secrets, payment),
    row.expiresAt,
    row.createdAt,
    row.changedAt,
    row.version,
    paymentMac.compute(secrets, row),
  ])
}

type Change = Partial<
  Pick<Payment, 'state' | 'settledCentavos' | 'linkId' | 'transactionId' | 'reason' | 'box'>
>

/** The payment as it is from now on. The row must be locked. */
export async function updatePayment(
  tx: Transaction,
  secrets: Secrets,
  { payment, change, now }: { readonly payment: Payment; readonly change: Change; readonly now: Date },
): Promise<Payment> {
  const next: Payment = { ...payment, ...change, changedAt: now, version: payment.version + 1 }
  const row = toRow(next)
  await tx.run(UPDATE, [
    row.id,
    row.state,
    row.settledCentavos,
    row.linkId,
    row.transactionId,
    row.reason,
    sealBox(secrets, next),
    now,
    row.version,
    paymentMac.compute(secrets, row),
  ])
  return next
}

export async function findPayment(
  db: Queryable,
  secrets: Secrets,
  accountId: string,
  foreignId: string,
): Promise<Payment | undefined> {
  return toPayment(secrets, (await db.run<StoredRow>(FIND, [accountId, foreignId]))[0])
}

export async function findPaymentById(
  db: Queryable,
  secrets: Secrets,
  id: string,
): Promise<Payment | undefined> {
  return toPayment(secrets, (await db.run<StoredRow>(GET, [id]))[0])
}

export async function getPayment(db: Queryable, secrets: Secrets, id: string): Promise<Payment> {
  return mustExist(toPayment(secrets, (await db.run<StoredRow>(GET, [id]))[0]), id)
}

export async function lockPayment(tx: Transaction, secrets: Secrets, id: string): Promise<Payment> {
  return mustExist(toPayment(secrets, (await tx.run<StoredRow>(LOCK, [id]))[0]), id)
}

export async function findLivingPayment(
  tx: Transaction,
  secrets: Secrets,
  accountId: string,
  orderId: string,
): Promise<Payment | undefined> {
  return toPayment(secrets, (await tx.run<StoredRow>(FIND_LIVING, [accountId, orderId]))[0])
}

export async function listPaymentsAbout(
  db: Queryable,
  secrets: Secrets,
  about: {
    readonly accountId: string
    readonly linkId: string | undefined
    readonly orderId: string | undefined
  },
): Promise<readonly Payment[]> {
  const rows = await db.run<StoredRow>(LIST_ABOUT, [
    about.accountId,
    about.linkId ?? null,
    about.orderId ?? null,
  ])
  return rows.flatMap(row => toPayment(secrets, row) ?? [])
}

/** Those that changed lately, in the order of their ids. */
export async function listRecentIds(
  db: Queryable,
  accountId: string,
  page: { readonly after: string; readonly since: Date; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await db.run<{ id: string }>(LIST_RECENT, [accountId, page.after, page.since, page.limit])
  return rows.map(({ id }) => id)
}

/** Those that are closing and that nobody has closed for a while. */
export async function listUnfinishedIds(
  db: Queryable,
  before: Date,
  limit: number,
): Promise<readonly string[]> {
  return (await db.run<{ id: string }>(LIST_UNFINISHED, [before, limit])).map(({ id }) => id)
}

/** Among the newest, rows that the program did not write. */
export async function listForgedPaymentIds(
  db: Queryable,
  secrets: Secrets,
  limit: number,
): Promise<readonly string[]> {
  const rows = await db.run<StoredRow>(LIST_NEWEST, [limit])
  return rows.filter(row => !paymentMac.isGenuine(secrets, row)).map(({ id }) => id)
}

function toRow(payment: Payment): PaymentRow {
  const { linkId = null, transactionId = null, reason = null, suite = null } = payment
  return { ...payment, linkId, transactionId, reason, suite }
}

function sealBox(secrets: Secrets, { id, box }: Payment): Buffer {
  return seal(secrets.sealing, contextOf(id), JSON.stringify(box))
}

function toPayment(secrets: Secrets, stored: StoredRow | undefined): Payment | undefined {
  if (stored === undefined) return undefined
  const { box, mac: _, ...row } = paymentMac.check(secrets, stored)
  const opened = JSON.parse(open(secrets.sealing, contextOf(row.id), box).toString()) as PaymentBox
  return { ...replaceNulls({ ...row }), box: opened }
}

function mustExist(payment: Payment | undefined, id: string): Payment {
  if (payment === undefined) throw new Error(`there is no connector payment ${id}`)
  return payment
}
