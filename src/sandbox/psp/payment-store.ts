import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement } from '../../platform/db/database.ts'
import type { Page, Window } from './listing.ts'

const REFUND_STATUSES = ['EM_PROCESSAMENTO', 'DEVOLVIDO', 'NAO_REALIZADO'] as const

export interface RefundRecord {
  readonly id: string
  readonly returnId: string
  readonly amountCentavos: Centavos
  readonly nature: string
  readonly description: string | null
  readonly status: (typeof REFUND_STATUSES)[number]
  readonly reason: string | null
  /** As JSON writes them. */
  readonly requestedAt: string
  readonly settledAt: string | null
}

export interface PaymentRecord {
  readonly endToEndId: string
  readonly txid: string
  readonly pixKey: string
  readonly amountCentavos: Centavos
  readonly originalCentavos: Centavos
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
  readonly rebateCentavos: Centavos
  readonly discountCentavos: Centavos
  readonly settledAt: Date
  readonly retailerId: string | null
  readonly refunds: readonly RefundRecord[]
}

export type NewPayment = Omit<PaymentRecord, 'retailerId' | 'refunds'> & {
  readonly reference: string | undefined
}

const REFUNDS = `coalesce((SELECT jsonb_agg(jsonb_build_object('id', r.id, 'returnId', r.return_id,
    'amountCentavos', r.amount_centavos, 'nature', r.nature, 'description', r.description, 'status', r.status,
    'reason', r.reason, 'requestedAt', r.requested_at, 'settledAt', r.settled_at) ORDER BY r.requested_at, r.id)
  FROM psp_refunds r WHERE r.end_to_end_id = p.end_to_end_id), '[]')`
const COLUMNS = `p.end_to_end_id, p.txid, p.pix_key, p.amount_centavos,
  p.original_centavos, p.fine_centavos, p.interest_centavos,
  p.rebate_centavos, p.discount_centavos, p.settled_at,
  c.retailer_id, ${REFUNDS} AS refunds`
const PAYMENTS = 'psp_payments p JOIN psp_charges c ON c.txid = p.txid'

const INSERT: Statement = {
  name: 'psp-payments.insert',
  text: `INSERT INTO psp_payments (end_to_end_id, txid, pix_key, amount_centavos, original_centavos, fine_centavos,
      interest_centavos, rebate_centavos, discount_centavos, settled_at, reference)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
}
const FIND: Statement = {
  name: 'psp-payments.find',
  text: `SELECT ${COLUMNS} FROM ${PAYMENTS} WHERE p.end_to_end_id = $1`,
}
const LOCK: Statement = {
  name: 'psp-payments.lock',
  text: `SELECT ${COLUMNS} FROM ${PAYMENTS} WHERE p.end_to_end_id = $1 FOR UPDATE OF c`,
}
const FIND_BY_REFERENCE: Statement = {
  name: 'psp-payments.find-by-reference',
  text: `SELECT end_to_end_id FROM psp_payments WHERE reference = $1`,
}
const LIST_OF_CHARGES: Statement = {
  name: 'psp-payments.list-of-charges',
  text: `SELECT ${COLUMNS} FROM ${PAYMENTS} WHERE p.txid = ANY ($1) ORDER BY p.settled_at, p.end_to_end_id`,
}
const MATCHES = `p.settled_at BETWEEN $1 AND $2 AND ($3::text IS NULL OR p.txid = $3)
  AND ($4::bytea IS NULL OR c.debtor_index = $4) AND ($5::boolean IS NULL
    OR $5 = EXISTS (SELECT FROM psp_refunds r WHERE r.end_to_end_id = p.end_to_end_id))
  AND coalesce($6, true)`
const COUNT: Statement = {
  name: 'psp-payments.count',
  text: `SELECT count(*) AS count FROM ${PAYMENTS} WHERE ${MATCHES}`,
}
const LIST: Statement = {
  name: 'psp-payments.list',
  text: `SELECT ${COLUMNS} FROM ${PAYMENTS} WHERE ${MATCHES} ORDER BY p.settled_at, p.end_to_end_id LIMIT $7 OFFSET $8`,
}
const INSERT_REFUND: Statement = {
  name: 'psp-refunds.insert',
  text: `INSERT INTO psp_refunds (end_to_end_id, id, return_id, amount_centavos, nature, description, status, requested_at)
    VALUES ($1, $2, $3, $4, $5, $6, 'EM_PROCESSAMENTO', $7)`,
}
const SETTLE_REFUND: Statement = {
  name: 'psp-refunds.settle',
  text: `UPDATE psp_refunds SET status = 'DEVOLVIDO', settled_at = $3
    WHERE end_to_end_id = $1 AND id = $2 AND status = 'EM_PROCESSAMENTO' RETURNING id`,
}
const FAIL_REFUND: Statement = {
  name: 'psp-refunds.fail',
  text: `UPDATE psp_refunds SET status = 'NAO_REALIZADO', reason = $3
    WHERE end_to_end_id = $1 AND id = $2 AND status = 'EM_PROCESSAMENTO' RETURNING id`,
}

export async function insertPayment(db: Queryable, payment: NewPayment): Promise<void> {
  await db.run(INSERT, [
    payment.endToEndId,
    payment.txid,
    payment.pixKey,
    payment.amountCentavos,
    payment.originalCentavos,
    payment.fineCentavos,
    payment.interestCentavos,
    payment.rebateCentavos,
    payment.discountCentavos,
    payment.settledAt,
    payment.reference,
  ])
}

export async function findPayment(db: Queryable, endToEndId: string): Promise<PaymentRecord | undefined> {
  return (await db.run<PaymentRecord>(FIND, [endToEndId]))[0]
}

/** Within a transaction: refunds of one payment wait for each other. */
export async function lockPayment(db: Queryable, endToEndId: string): Promise<PaymentRecord | undefined> {
  const [locked] = await db.run<PaymentRecord>(LOCK, [endToEndId])
  // Read again: what the statement saw of refunds may be older than the lock that it waited for.
  return locked === undefined ? undefined : findPayment(db, endToEndId)
}

export async function findPaymentByReference(db: Queryable, reference: string): Promise<string | undefined> {
  return (await db.run<{ endToEndId: string }>(FIND_BY_REFERENCE, [reference]))[0]?.endToEndId
}

export function listPaymentsOfCharges(db: Queryable, txids: readonly string[]): Promise<PaymentRecord[]> {
  return db.run<PaymentRecord>(LIST_OF_CHARGES, [txids])
}

interface PaymentFilter extends Window {
  readonly txid: string | undefined
  readonly debtorIndex: Buffer | undefined
  readonly hasRefunds: boolean | undefined
  /** Every payment of this bank has one. */
  readonly hasTxid: boolean | undefined
}

export async function countPayments(db: Queryable, filter: PaymentFilter): Promise<number> {
  return (await db.run<{ count: number }>(COUNT, composeFilter(filter)))[0]?.count ?? 0
}

export function listPayments(
  db: Queryable,
  filter: PaymentFilter,
  { size, number }: Page,
): Promise<PaymentRecord[]> {
  return db.run<PaymentRecord>(LIST, [...composeFilter(filter), size, size * number])
}

function composeFilter({ from, to, txid, debtorIndex, hasRefunds, hasTxid }: PaymentFilter): unknown[] {
  return [from, to, txid, debtorIndex, hasRefunds, hasTxid]
}

interface NewRefund {
  readonly endToEndId: string
  readonly id: string
  readonly returnId: string
  readonly amountCentavos: Centavos
  readonly nature: string
  readonly description: string | undefined
  readonly requestedAt: Date
}

export async function insertRefund(db: Queryable, refund: NewRefund): Promise<void> {
  const { endToEndId, id, returnId, amountCentavos, nature, description, requestedAt } = refund
  await db.run(INSERT_REFUND, [endToEndId, id, returnId, amountCentavos, nature, description, requestedAt])
}

/** False when it was settled or had failed before. */
export async function settleRefund(
  db: Queryable,
  endToEndId: string,
  id: string,
  now: Date,
): Promise<boolean> {
  return (await db.run(SETTLE_REFUND, [endToEndId, id, now])).length > 0
}

export async function failRefund(
  db: Queryable,
  endToEndId: string,
  id: string,
  why: string,
): Promise<boolean> {
  return (await db.run(FAIL_REFUND, [endToEndId, id, why])).length > 0
}
