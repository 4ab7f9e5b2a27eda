import type { CalendarDate } from '../../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../../kernel/money.ts'
import type { Queryable, Statement } from '../../../../platform/db/database.ts'
import type { BilletKind } from '../billet.ts'
import { IS_OPEN } from './billet-row.ts'

/** A billet marked as paid. */
export interface PaidBillet {
  readonly id: string
  readonly transactionId: string
  readonly amountCentavos: Centavos
  /** The bank's reference, or `carry-over:` and the billet's id. */
  readonly paidBy: string
  readonly kind: BilletKind
  /** Its payments are recorded one by one. A second copy for charges alone has no face value to be paid. */
  readonly isRecorded: boolean
}

const LIST_PAID: Statement = {
  name: 'billets.list-paid',
  text: `SELECT id, transaction_id, amount_centavos, paid_by, kind,
      debt_face_centavos IS NOT DISTINCT FROM 0
        OR EXISTS (SELECT FROM billet_payments p WHERE p.billet_id = billets.id) AS is_recorded
    FROM billets WHERE payment_status = 'PAID' AND id > $1 ORDER BY id LIMIT $2`,
}
const LIST_UNPAID_OF: Statement = {
  name: 'billets.list-unpaid-of',
  text: `SELECT asked.id FROM unnest($1::text[]) AS asked (id)
    WHERE NOT EXISTS (SELECT FROM billets b WHERE b.id = asked.id AND b.payment_status = 'PAID')`,
}
const SUM_COVERED: Statement = {
  name: 'billets.sum-covered',
  text: `SELECT transaction_id, sum(amount_centavos)::bigint AS covered_centavos
    FROM billets WHERE transaction_id = ANY ($1::text[]) AND paid_by = 'carry-over:' || id GROUP BY 1`,
}

const SUM_OPEN: Statement = {
  name: 'billets.sum-open',
  text: `SELECT transaction_id, sum(coalesce(debt_face_centavos, amount_centavos) - part_paid_centavos)::bigint AS open_centavos
    FROM billets b WHERE transaction_id = ANY ($1::text[]) AND kind = 'installment' AND ${IS_OPEN} GROUP BY 1`,
}

/** By contract: face value of the installments that are neither paid nor canceled. */
export async function sumOpenBillets(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<Map<string, Centavos>> {
  const rows = await db.run<{ transactionId: string; openCentavos: Centavos }>(SUM_OPEN, [transactionIds])
  return new Map(rows.map(row => [row.transactionId, row.openCentavos]))
}

export function listPaidBillets(db: Queryable, after: string, limit: number): Promise<PaidBillet[]> {
  return db.run<PaidBillet>(LIST_PAID, [after, limit])
}

/** Those of these billets that do not exist or are not paid. */
export async function listUnpaidOf(db: Queryable, ids: readonly string[]): Promise<string[]> {
  return (await db.run<{ id: string }>(LIST_UNPAID_OF, [ids])).map(({ id }) => id)
}

/** By contract: the billets that money of an earlier contract has paid. */
export async function sumCoveredBillets(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<Map<string, Centavos>> {
  const rows = await db.run<{ transactionId: string; coveredCentavos: Centavos }>(SUM_COVERED, [
    transactionIds,
  ])
  return new Map(rows.map(row => [row.transactionId, row.coveredCentavos]))
}

/* The first billet of an installment has its face value; copies may ask for charges too. */
const LIST_HISTORY: Statement = {
  name: 'billets.list-installment-history',
  text: `SELECT b.transaction_id, b.installment_number,
      coalesce(max(b.amount_centavos) FILTER (WHERE b.replaces IS NULL), 0)::bigint AS face_centavos,
      coalesce(json_agg(json_build_object('paidOn', p.paid_on, 'faceCentavos', p.face_centavos)
        ORDER BY p.paid_on DESC, p.reference DESC) FILTER (WHERE p.face_centavos > 0), '[]') AS payments
    FROM billets b LEFT JOIN billet_payments p ON p.billet_id = b.id
    WHERE b.transaction_id = ANY ($1::text[]) AND b.kind = 'installment'
    GROUP BY b.transaction_id, b.installment_number ORDER BY b.transaction_id, b.installment_number`,
}

interface InstallmentHistory {
  readonly transactionId: string
  readonly installmentNumber: number
  readonly faceCentavos: Centavos
  /** The newest first. */
  readonly payments: readonly { readonly paidOn: CalendarDate; readonly faceCentavos: Centavos }[]
}

/** What was asked for and paid by installment. For comparing: whether this program wrote the rows is not checked. */
export function listInstallmentHistory(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<InstallmentHistory[]> {
  return db.run<InstallmentHistory>(LIST_HISTORY, [transactionIds])
}
