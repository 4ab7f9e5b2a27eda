import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { type BilletDebt, isPaidInPart } from './debt.ts'
import { placeOrders } from './orders.ts'
import {
  type Credit,
  creditBeyond,
  creditInFull,
  creditInParts,
  type OpenBillet,
  type PartPayment,
  type Payment,
} from './settlement.ts'
import { BILLET_COLUMNS, type BilletRow, markPaid } from './store.ts'

const LOCK_OPEN: Statement = {
  name: 'billets.lock-open',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b
    WHERE b.transaction_id = $1 AND b.kind = $2 AND b.payment_status = 'PENDING' AND b.canceled_at IS NULL
    ORDER BY b.installment_number FOR UPDATE`,
}
/*
 * Those that its suspension canceled. Earlier ones have another in their place, which the moment alone does not tell: a
 * second copy may be asked for in the millisecond of the agreement.
 */
const REVIVE: Statement = {
  name: 'billets.revive',
  text: `UPDATE billets b SET canceled_at = NULL
    WHERE transaction_id = $1 AND kind = 'installment' AND payment_status = 'PENDING' AND canceled_at = $2
      AND NOT EXISTS (SELECT FROM billets next WHERE next.replaces = b.id)`,
}
const LIST_PARTS: Statement = {
  name: 'billet-payments.list-parts',
  text: `SELECT coalesce(b.original_id, b.id) AS "debtId", p.billet_id AS "billetId", p.paid_on AS "paidOn",
      p.face_centavos AS "faceCentavos", p.fine_centavos AS "fineCentavos", p.interest_centavos AS "interestCentavos"
    FROM billets b JOIN billet_payments p ON p.billet_id = b.id
    WHERE b.transaction_id = ANY ($1::text[]) AND coalesce(b.original_id, b.id) = ANY ($2::text[])
    ORDER BY p.paid_on, p.reference`,
}
const INSERT_PAYMENTS: Statement = {
  name: 'billet-payments.insert',
  text: `INSERT INTO billet_payments (reference, billet_id, face_centavos, fine_centavos, interest_centavos, paid_on,
      discount_centavos)
    SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::date[], $7::bigint[])`,
}
const PAY_PART: Statement = {
  name: 'billets.pay-part',
  text: `UPDATE billets SET part_paid_centavos = coalesce(debt_face_centavos, amount_centavos) - $2::bigint, open_fine_centavos = $3::bigint,
      open_interest_centavos = $4, interest_from = $5
    WHERE id = $1`,
}
const SUM_BY_REFERENCE: Statement = {
  name: 'billet-payments.sum-by-reference',
  text: `SELECT reference, min(b.transaction_id) AS "transactionId", min(b.id) AS "billetId",
      count(DISTINCT b.transaction_id)::integer AS "contractCount", sum(face_centavos)::bigint AS "faceCentavos",
      sum(face_centavos + fine_centavos + interest_centavos)::bigint AS "paidCentavos"
    FROM billet_payments p JOIN billets b ON b.id = p.billet_id
    WHERE reference > $1 GROUP BY reference ORDER BY reference LIMIT $2`,
}
const LIST_DIFFERING: Statement = {
  name: 'billet-payments.list-differing',
  text: `SELECT b.id AS "billetId", b.payment_status = 'PAID' AS "isPaid"
    FROM billets b LEFT JOIN LATERAL (SELECT sum(face_centavos) AS face FROM billet_payments p WHERE p.billet_id = b.id) paid ON true
    WHERE (paid.face IS NOT NULL OR b.part_paid_centavos <> 0)
      AND coalesce(paid.face, 0) <> CASE b.payment_status WHEN 'PAID'
        THEN coalesce(b.debt_face_centavos, b.amount_centavos) ELSE b.part_paid_centavos END
    ORDER BY b.id LIMIT 1`,
}
const LIST_RECORDED: Statement = {
  name: 'billet-payments.list-recorded',
  text: `SELECT reference FROM billet_payments WHERE reference = ANY ($1::text[]) GROUP BY reference`,
}

/** The contract's billets of the same kind that are neither paid nor canceled, the oldest first. */
export async function lockOpenBillets(
  tx: Transaction,
  { transactionId, kind }: Pick<BilletRow, 'transactionId' | 'kind'>,
): Promise<OpenBillet[]> {
  return addParts(tx, await tx.run<BilletRow>(LOCK_OPEN, [transactionId, kind]))
}

/**
 * Opens the billets again that were canceled at that moment, because an agreement took their debt over. The bank has
 * written them off: others are to be issued in their place, in the same transaction.
 */
export function reviveBillets(tx: Transaction, transactionId: string, canceledAt: Date): void {
  tx.send(REVIVE, [transactionId, canceledAt])
}

/** What a payment pays: its own billet, which is locked, or in part the oldest ones of its contract, which are then too. */
export async function lockCredit(tx: Transaction, billet: BilletRow, payment: Payment): Promise<Credit> {
  const [own = { billet, parts: [] }] = await addParts(tx, [billet])
  const full = creditInFull(own, payment)
  if (full !== undefined && (full.excessCentavos === 0 || billet.claimedFrom === null)) return full
  const open = await lockOpenBillets(tx, billet)
  if (full === undefined) return creditInParts(open, payment)
  const others = open.filter(each => each.billet.id !== billet.id)
  return creditBeyond(full, others, payment)
}

/** Locked billets with what was paid on them in parts. */
async function addParts(tx: Transaction, billets: readonly BilletRow[]): Promise<OpenBillet[]> {
  const begun = billets.filter(billet => isPaidInPart(billet) || billet.originalId !== null)
  if (begun.length === 0) return billets.map(billet => ({ billet, parts: [] }))
  const contracts = [...new Set(begun.map(({ transactionId }) => transactionId))]
  const parts = await tx.run<PartPayment & { readonly debtId: string }>(LIST_PARTS, [
    contracts,
    begun.map(nameDebt),
  ])
  return billets.map(billet => ({
    billet,
    parts: parts.filter(({ debtId }) => debtId === nameDebt(billet)),
  }))
}

const nameDebt = ({ id, originalId }: BilletRow): string => originalId ?? id

/** A credit, and the payment that it is for. */
export interface AppliedCredit {
  readonly credit: Credit
  /** Of the ledger entry. */
  readonly reference: string
  readonly noticeReference: string
  readonly paidOn: CalendarDate
  readonly paidAt: Date
  /** The billet whose title the bank has settled itself; it is asked to refuse payments of any other that is paid now. */
  readonly settles: string | undefined
  /** A billet without a debt of its own, which the payment was made for: it is paid by any amount. */
  readonly fulfils?: BilletRow | undefined
}

/**
 * Writes what credits of different contracts pay on locked billets, in few statements: the database checks a row much
 * faster than it prepares to check rows. It refuses a billet that is paid or canceled.
 */
export function applyCredits(tx: Transaction, applied: readonly AppliedCredit[], now: Date): void {
  const rows = applied.flatMap(({ credit, ...payment }) =>
    credit.allocations.map(allocation => ({ ...allocation, ...payment })),
  )
  if (rows.length === 0) return
  tx.send(INSERT_PAYMENTS, [
    rows.map(({ reference }) => reference),
    rows.map(({ billet }) => billet.id),
    rows.map(({ imputation }) => imputation.faceCentavos),
    rows.map(({ imputation }) => imputation.fineCentavos),
    rows.map(({ imputation }) => imputation.interestCentavos),
    rows.map(({ paidOn }) => paidOn),
    rows.map(({ discountCentavos = 0 }) => discountCentavos),
  ])
  for (const { billet, left } of rows) if (left !== undefined) payPart(tx, billet, left)
  const fulfilled = applied.flatMap(({ credit: _, fulfils, ...payment }) =>
    fulfils === undefined ? [] : [{ billet: fulfils, ...payment }],
  )
  const paid = [...rows.filter(({ left }) => left === undefined), ...fulfilled]
  markPaid(
    tx,
    paid.map(({ billet, paidAt, noticeReference }) => ({
      billetId: billet.id,
      paidAt,
      reference: noticeReference,
    })),
  )
  const toWriteOff = paid.filter(({ billet, settles }) => billet.id !== settles)
  placeOrders(
    tx,
    'write-off',
    toWriteOff.map(({ billet }) => billet),
    now,
  )
}

function payPart(tx: Transaction, { id }: BilletRow, left: BilletDebt): void {
  const { openFaceCentavos, openFineCentavos = null, openInterestCentavos, interestFrom } = left
  const from = interestFrom === left.dueDate ? null : interestFrom
  tx.send(PAY_PART, [id, openFaceCentavos, openFineCentavos, openInterestCentavos, from])
}

/** What one ledger entry paid, over all billets. */
export interface RecordedPayment {
  readonly reference: string
  readonly billetId: string
  readonly transactionId: string
  readonly contractCount: number
  readonly faceCentavos: Centavos
  readonly paidCentavos: Centavos
}

/** In the order of their references. */
export function listRecordedPayments(
  db: Queryable,
  after: string,
  limit: number,
): Promise<RecordedPayment[]> {
  return db.run<RecordedPayment>(SUM_BY_REFERENCE, [after, limit])
}

/** A billet that says something else than its payments. */
export async function findDifferingBillet(
  db: Queryable,
): Promise<{ readonly billetId: string; readonly isPaid: boolean } | undefined> {
  return (await db.run<{ billetId: string; isPaid: boolean }>(LIST_DIFFERING, []))[0]
}

/** Those of these ledger references whose payments are recorded by billet. */
export async function listRecorded(db: Queryable, references: readonly string[]): Promise<Set<string>> {
  const rows = await db.run<{ reference: string }>(LIST_RECORDED, [references])
  return new Set(rows.map(({ reference }) => reference))
}
