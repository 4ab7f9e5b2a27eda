import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import type { BilletRow } from './billet-row.ts'
import {
  type Credit,
  creditBeyond,
  creditInFull,
  creditInParts,
  type OpenBillet,
  type Payment,
} from './credit.ts'
import { type BilletDebt, findFace, isPaidInPart } from './debt.ts'
import { placeOrders } from './orders.ts'
import { checkPart, insertPayments, PART_COLUMNS, type StoredPart } from './recorded-payments.ts'
import { changeBillets, isOpen, listContractBillets, lockContractBillets, markPaid } from './store.ts'

const LIST_PARTS: Statement = {
  name: 'billet-payments.list-parts',
  text: `SELECT ${PART_COLUMNS} FROM billet_payments p WHERE p.billet_id = ANY ($1::text[])
    ORDER BY p.paid_on, p.reference`,
}
const SUM_BY_REFERENCE: Statement = {
  name: 'billet-payments.sum-by-reference',
  text: `SELECT reference, min(b.transaction_id) AS transaction_id, min(b.id) AS billet_id,
      count(DISTINCT b.transaction_id)::integer AS contract_count, sum(face_centavos)::bigint AS face_centavos,
      sum(face_centavos + fine_centavos + interest_centavos)::bigint AS paid_centavos
    FROM billet_payments p JOIN billets b ON b.id = p.billet_id
    WHERE reference > $1 GROUP BY reference ORDER BY reference LIMIT $2`,
}
const LIST_DIFFERING: Statement = {
  name: 'billet-payments.list-differing',
  text: `SELECT b.id AS billet_id, b.payment_status = 'PAID' AS is_paid
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

/** The contract's billets of the same kind that are neither paid nor canceled, the oldest first. Throws ForgedRow. */
export async function lockOpenBillets(
  tx: Transaction,
  secrets: Secrets,
  { transactionId, kind }: Pick<BilletRow, 'transactionId' | 'kind'>,
): Promise<OpenBillet[]> {
  const rows = await lockContractBillets(tx, secrets, transactionId)
  const open = rows.filter(row => row.kind === kind && isOpen(row))
  return addParts(tx, secrets, open, rows)
}

/**
 * Opens the billets again that were canceled at that moment, because an agreement took their debt over. The bank has
 * written them off: others are to be issued in their place, in the same transaction. Earlier ones have another in their
 * place, which the moment alone does not tell: a second copy may be asked for in the millisecond of the agreement.
 */
export async function reviveBillets(
  tx: Transaction,
  secrets: Secrets,
  transactionId: string,
  canceledAt: Date,
): Promise<void> {
  const rows = await lockContractBillets(tx, secrets, transactionId)
  const replaced = new Set(rows.map(({ replaces }) => replaces))
  const suspended = rows.filter(
    row =>
      row.kind === 'installment' &&
      row.paymentStatus === 'PENDING' &&
      row.canceledAt?.getTime() === canceledAt.getTime() &&
      !replaced.has(row.id),
  )
  changeBillets(
    tx,
    secrets,
    suspended.map(billet => ({ billet, to: { canceledAt: null } })),
  )
}

/** What a payment pays: its own billet, which is locked, or in part the oldest ones of its contract, which are then too. */
export async function lockCredit(
  tx: Transaction,
  secrets: Secrets,
  billet: BilletRow,
  payment: Payment,
): Promise<Credit> {
  const [own = { billet, parts: [] }] = await addParts(tx, secrets, [billet])
  const full = creditInFull(own, payment)
  if (full !== undefined && (full.excessCentavos === 0 || billet.claimedFrom === null)) return full
  const open = await lockOpenBillets(tx, secrets, billet)
  if (full === undefined) return creditInParts(open, payment)
  const others = open.filter(each => each.billet.id !== billet.id)
  return creditBeyond(full, others, payment)
}

/** Locked billets with what was paid on them in parts. `contract` are all billets of their contract. */
async function addParts(
  tx: Transaction,
  secrets: Secrets,
  billets: readonly BilletRow[],
  contract?: readonly BilletRow[],
): Promise<OpenBillet[]> {
  const begun = billets.filter(billet => isPaidInPart(billet) || billet.originalId !== null)
  const [first] = begun
  if (first === undefined) return billets.map(billet => ({ billet, parts: [] }))
  const all = contract ?? (await listContractBillets(tx, secrets, first.transactionId))
  const debts = new Set(begun.map(nameDebt))
  const debtOf = new Map(all.filter(row => debts.has(nameDebt(row))).map(row => [row.id, nameDebt(row)]))
  const parts = await tx.run<StoredPart>(LIST_PARTS, [[...debtOf.keys()]])
  for (const part of parts) checkPart(secrets, part)
  return billets.map(billet => ({
    billet,
    parts: parts.filter(({ billetId }) => debtOf.get(billetId) === nameDebt(billet)),
  }))
}

const nameDebt = ({ id, originalId }: BilletRow): string => originalId ?? id

/** A credit, and the payment that it is for. */
export interface AppliedCredit {
  readonly credit: Credit
  /** Of the ledger entry. */
  readonly reference: string
  readonly reportReference: string
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
export function applyCredits(
  tx: Transaction,
  secrets: Secrets,
  applied: readonly AppliedCredit[],
  now: Date,
): void {
  const rows = applied.flatMap(({ credit, ...payment }) =>
    credit.allocations.map(allocation => ({ ...allocation, ...payment })),
  )
  const parts = rows.map(({ reference, billet, imputation, paidOn, discountCentavos = 0 }) => ({
    ...imputation,
    reference,
    billetId: billet.id,
    paidOn,
    discountCentavos,
  }))
  insertPayments(tx, secrets, parts)
  const fulfilled = applied.flatMap(({ credit: _, fulfils, ...payment }) =>
    fulfils === undefined ? [] : [{ billet: fulfils, ...payment }],
  )
  const paid = [...rows.filter(({ left }) => left === undefined), ...fulfilled]
  changeBillets(tx, secrets, [
    ...rows.flatMap(({ billet, left }) =>
      left === undefined ? [] : [{ billet, to: describeLeft(billet, left) }],
    ),
    ...paid.map(({ billet, paidAt, reportReference }) => ({ billet, to: markPaid(paidAt, reportReference) })),
  ])
  const toWriteOff = paid.filter(({ billet, settles }) => billet.id !== settles)
  placeOrders(
    tx,
    'write-off',
    toWriteOff.map(({ billet }) => billet),
    now,
  )
}

/** What a part payment makes of its billet. */
export function describeLeft(
  billet: BilletRow,
  left: BilletDebt,
): Pick<BilletRow, 'partPaidCentavos' | 'openFineCentavos' | 'openInterestCentavos' | 'interestFrom'> {
  const { openFaceCentavos, openFineCentavos = null, openInterestCentavos, interestFrom, dueDate } = left
  return {
    partPaidCentavos: findFace(billet) - openFaceCentavos,
    openFineCentavos,
    openInterestCentavos,
    interestFrom: interestFrom === dueDate ? null : interestFrom,
  }
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

/** A billet that contradicts its payments. */
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
