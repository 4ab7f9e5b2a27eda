import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import { BILLET_COLUMNS, type BilletRow, billetMac, type StoredBillet } from './billet-row.ts'
import { CASE_COLUMNS, caseMac, type StoredCase, type SuspenseCase } from './suspense-cases.ts'

/** A case with the bank's report and the owner of its billet. */
export interface SuspendedPayment extends SuspenseCase {
  readonly isOpen: boolean
  /** A suspected duplicate: nothing is booked for it. */
  readonly isHeld: boolean
  readonly bank: string
  readonly method: 'BILLET' | 'PIX'
  readonly ourNumber: number | null
  readonly paidOn: CalendarDate
  readonly retailerId: string | null
  readonly transactionId: string | null
}

type PaymentRow = StoredCase & Omit<SuspendedPayment, 'isOpen' | 'isHeld'>

const PAYMENT_COLUMNS = `${CASE_COLUMNS}, n.bank, n.method, n.our_number, n.paid_on,
  b.retailer_id, b.transaction_id`
const PAYMENT_TABLES = `CROSS JOIN LATERAL (SELECT * FROM bank_notices x WHERE x.reference = c.notice_reference) n
  LEFT JOIN LATERAL (SELECT * FROM billets y WHERE y.id = c.billet_id) b ON true`

const LIST_PAYMENTS: Statement = {
  name: 'suspense-cases.list-payments',
  text: `WITH waiting AS MATERIALIZED (SELECT * FROM suspense_cases WHERE state <> 'closed' ORDER BY id LIMIT $1)
    SELECT ${PAYMENT_COLUMNS} FROM waiting c ${PAYMENT_TABLES} ORDER BY c.id`,
}
const SELECT_PAYMENT: Statement = {
  name: 'suspense-cases.find-payment',
  text: `SELECT ${PAYMENT_COLUMNS} FROM suspense_cases c ${PAYMENT_TABLES} WHERE c.id = $1`,
}
const COUNT_OPEN: Statement = {
  name: 'suspense-cases.count-open',
  text: `SELECT count(*)::integer AS count FROM (SELECT FROM suspense_cases WHERE state <> 'closed' LIMIT $1) waiting`,
}
const SELECT_BILLET: Statement = {
  name: 'billets.find-of-any',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.id = $1`,
}
const SELECT_BILLET_BY_NUMBER: Statement = {
  name: 'billets.find-by-our-number',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.our_number = $1`,
}
const LOCK_BILLET: Statement = {
  name: 'billets.lock',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.id = $1 FOR UPDATE`,
}

/** The oldest first, without those that were changed outside the program. */
export async function listSuspendedPayments(
  db: Queryable,
  secrets: Secrets,
  limit: number,
): Promise<SuspendedPayment[]> {
  const rows = await db.run<PaymentRow>(LIST_PAYMENTS, [limit])
  return rows.filter(row => caseMac.isGenuine(secrets, row)).map(toPayment)
}

/** Throws ForgedRow. */
export async function findSuspendedPayment(
  db: Queryable,
  secrets: Secrets,
  caseId: string,
): Promise<SuspendedPayment | undefined> {
  const [row] = await db.run<PaymentRow>(SELECT_PAYMENT, [caseId])
  if (row === undefined) return undefined
  caseMac.check(secrets, row)
  const billet = row.billetId === null ? undefined : await findBilletOfAny(db, secrets, { id: row.billetId })
  const { retailerId = null, transactionId = null } = billet ?? {}
  return toPayment({ ...row, retailerId, transactionId })
}

const toPayment = ({ mac: _, ...row }: PaymentRow): SuspendedPayment => ({
  ...row,
  isOpen: row.state !== 'closed',
  isHeld: row.state === 'held',
})

export async function countOpenCases(db: Queryable, limit: number): Promise<number> {
  return (await db.run<{ count: number }>(COUNT_OPEN, [limit]))[0]?.count ?? 0
}

/** Finds a billet by id or our-number, whatever the retailer: only for the lender's staff. Throws ForgedRow. */
export async function findBilletOfAny(
  db: Queryable,
  secrets: Secrets,
  name: { readonly id: string } | { readonly ourNumber: number },
): Promise<BilletRow | undefined> {
  const [row] = await ('id' in name
    ? db.run<StoredBillet>(SELECT_BILLET, [name.id])
    : db.run<StoredBillet>(SELECT_BILLET_BY_NUMBER, [name.ourNumber]))
  return row && billetMac.check(secrets, row)
}

/** Throws ForgedRow. */
export async function lockBillet(
  tx: Transaction,
  secrets: Secrets,
  billetId: string,
): Promise<BilletRow | undefined> {
  const [row] = await tx.run<StoredBillet>(LOCK_BILLET, [billetId])
  return row && billetMac.check(secrets, row)
}
