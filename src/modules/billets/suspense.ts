import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import type { SuspenseCase } from './notices.ts'
import { BILLET_COLUMNS, type BilletRow } from './store.ts'

/** A case with the bank's notice and the owner of its billet. */
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

const CASE_COLUMNS = `c.id, c.notice_reference AS "noticeReference", c.billet_id AS "billetId", c.reason,
  c.amount_centavos AS "amountCentavos", c.expected_centavos AS "expectedCentavos", c.opened_at AS "openedAt",
  c.state <> 'closed' AS "isOpen", c.state = 'held' AS "isHeld", n.bank, n.method, n.our_number AS "ourNumber", n.paid_on AS "paidOn",
  b.retailer_id AS "retailerId", b.transaction_id AS "transactionId"`
const CASE_TABLES = `CROSS JOIN LATERAL (SELECT * FROM bank_notices x WHERE x.reference = c.notice_reference) n
  LEFT JOIN LATERAL (SELECT * FROM billets y WHERE y.id = c.billet_id) b ON true`

const LIST_PAYMENTS: Statement = {
  name: 'suspense-cases.list-payments',
  text: `WITH waiting AS MATERIALIZED (SELECT * FROM suspense_cases WHERE state <> 'closed' ORDER BY id LIMIT $1)
    SELECT ${CASE_COLUMNS} FROM waiting c ${CASE_TABLES} ORDER BY c.id`,
}
const SELECT_PAYMENT: Statement = {
  name: 'suspense-cases.find-payment',
  text: `SELECT ${CASE_COLUMNS} FROM suspense_cases c ${CASE_TABLES} WHERE c.id = $1`,
}
const COUNT_OPEN: Statement = {
  name: 'suspense-cases.count-open',
  text: `SELECT count(*)::integer AS count FROM (SELECT FROM suspense_cases WHERE state <> 'closed' LIMIT $1) waiting`,
}
const LOCK_CASE: Statement = {
  name: 'suspense-cases.lock',
  text: `SELECT state, amount_centavos AS "amountCentavos" FROM suspense_cases
    WHERE id = $1 AND state <> 'closed' FOR UPDATE`,
}
const RELEASE_CASE: Statement = {
  name: 'suspense-cases.release',
  text: `UPDATE suspense_cases SET state = 'open' WHERE id = $1 AND state = 'held'`,
}
const CLOSE_CASE: Statement = {
  name: 'suspense-cases.close',
  text: `UPDATE suspense_cases SET state = 'closed' WHERE id = $1 AND state <> 'closed'`,
}
const REDUCE_CASE_OF: Statement = {
  name: 'suspense-cases.reduce-of',
  text: `UPDATE suspense_cases SET state = CASE WHEN amount_centavos > $2::bigint THEN 'open' ELSE 'closed' END,
      amount_centavos = CASE WHEN amount_centavos > $2::bigint THEN amount_centavos - $2::bigint ELSE amount_centavos END
    WHERE notice_reference = $1 AND state = 'open'`,
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

/** The oldest first. */
export function listSuspendedPayments(db: Queryable, limit: number): Promise<SuspendedPayment[]> {
  return db.run<SuspendedPayment>(LIST_PAYMENTS, [limit])
}

export async function findSuspendedPayment(
  db: Queryable,
  caseId: string,
): Promise<SuspendedPayment | undefined> {
  return (await db.run<SuspendedPayment>(SELECT_PAYMENT, [caseId]))[0]
}

export async function countOpenCases(db: Queryable, limit: number): Promise<number> {
  return (await db.run<{ count: number }>(COUNT_OPEN, [limit]))[0]?.count ?? 0
}

/** Undefined when the case is closed already. The lock serialises operators who resolve the same case. */
export async function lockCase(tx: Transaction, caseId: string): Promise<WaitingCase | undefined> {
  return (await tx.run<WaitingCase>(LOCK_CASE, [caseId]))[0]
}

interface WaitingCase {
  readonly state: 'held' | 'open'
  readonly amountCentavos: Centavos
}

/** From now on a held case is money in suspense, which the caller books. */
export async function releaseCase(tx: Transaction, caseId: string): Promise<void> {
  await tx.run(RELEASE_CASE, [caseId])
}

export async function closeCase(tx: Transaction, caseId: string): Promise<void> {
  await tx.run(CLOSE_CASE, [caseId])
}

/** For a payment whose money has left again, or a part of it: the case is about what is left, and ends with it. */
export function reduceCaseOf(tx: Transaction, noticeReference: string, returnedCentavos: Centavos): void {
  tx.send(REDUCE_CASE_OF, [noticeReference, returnedCentavos])
}

/** Finds a billet by id or our-number, whatever the retailer: only for the lender's staff. */
export async function findBilletOfAny(
  db: Queryable,
  name: { readonly id: string } | { readonly ourNumber: number },
): Promise<BilletRow | undefined> {
  const rows = await ('id' in name
    ? db.run<BilletRow>(SELECT_BILLET, [name.id])
    : db.run<BilletRow>(SELECT_BILLET_BY_NUMBER, [name.ourNumber]))
  return rows[0]
}

export async function lockBillet(tx: Transaction, billetId: string): Promise<BilletRow | undefined> {
  return (await tx.run<BilletRow>(LOCK_BILLET, [billetId]))[0]
}
