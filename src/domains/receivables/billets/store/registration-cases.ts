import type { RegistrationCaseKind } from '../../../../contract/desk.ts'
import type { Queryable, Statement, Transaction } from '../../../../platform/db/database.ts'

/** A title that a person has to look at. */
export interface RegistrationCase {
  readonly id: string
  readonly kind: RegistrationCaseKind
  /** In words. */
  readonly reasons: readonly string[]
  readonly openedAt: Date
  readonly billetId: string
  readonly retailerId: string
  readonly transactionId: string
  readonly ourNumber: number
  readonly installmentNumber: number
  readonly installmentCount: number
  readonly amountCentavos: number
}

const CASES = `SELECT c.id, c.kind, c.reasons, c.opened_at, c.billet_id,
    b.retailer_id, b.transaction_id, b.our_number,
    b.installment_number, b.installment_count,
    b.amount_centavos
  FROM registration_cases c JOIN billets b ON b.id = c.billet_id WHERE c.closed_at IS NULL`

const LIST_CASES: Statement = {
  name: 'registration-cases.list',
  text: `${CASES} ORDER BY c.id LIMIT $1`,
}
const SELECT_CASE: Statement = { name: 'registration-cases.find', text: `${CASES} AND c.id = $1` }
const LOCK_CASE: Statement = {
  name: 'registration-cases.lock',
  text: 'SELECT id FROM registration_cases WHERE id = $1 AND closed_at IS NULL FOR UPDATE',
}
const COUNT_CASES: Statement = {
  name: 'registration-cases.count',
  text: `SELECT count(*)::integer AS count FROM (SELECT FROM registration_cases WHERE closed_at IS NULL LIMIT $1) waiting`,
}
const CLOSE_CASE: Statement = {
  name: 'registration-cases.close',
  text: 'UPDATE registration_cases SET closed_at = $2, closed_by = $3 WHERE id = $1',
}
const RESEND_WRITE_OFF: Statement = {
  name: 'bank-orders.resend-write-off',
  text: `UPDATE bank_orders SET state = 'pending', tries = 0, file_sequence = NULL
    WHERE billet_id = $1 AND movement = 'write-off' AND state = 'rejected'`,
}
const READ_WAITING: Statement = {
  name: 'bank-orders.read-unregistered',
  text: `SELECT count(*)::integer AS count, min(requested_at) AS oldest_at FROM bank_orders
    WHERE movement = 'register' AND state IN ('pending', 'sent')`,
}

/** The oldest first. */
export function listRegistrationCases(db: Queryable, limit: number): Promise<RegistrationCase[]> {
  return db.run<RegistrationCase>(LIST_CASES, [limit])
}

/** Undefined when the case is closed already. */
export async function findRegistrationCase(
  db: Queryable,
  caseId: string,
): Promise<RegistrationCase | undefined> {
  return (await db.run<RegistrationCase>(SELECT_CASE, [caseId]))[0]
}

/** False when the case is closed already. The lock serialises operators who resolve the same case. */
export async function lockRegistrationCase(tx: Transaction, caseId: string): Promise<boolean> {
  return (await tx.run(LOCK_CASE, [caseId])).length > 0
}

export async function countRegistrationCases(db: Queryable, limit: number): Promise<number> {
  return (await db.run<{ count: number }>(COUNT_CASES, [limit]))[0]?.count ?? 0
}

export function closeRegistrationCase(tx: Transaction, caseId: string, closedBy: string, now: Date): void {
  tx.send(CLOSE_CASE, [caseId, now, closedBy])
}

/** The next file asks the bank again, with as many tries as at first. */
export function resendWriteOff(tx: Transaction, billetId: string): void {
  tx.send(RESEND_WRITE_OFF, [billetId])
}

/** Billets with a registration pending at the bank. */
export async function readUnregistered(
  db: Queryable,
): Promise<{ readonly count: number; readonly oldestAt: Date | null }> {
  const [row] = await db.run<{ count: number; oldestAt: Date | null }>(READ_WAITING, [])
  return row ?? { count: 0, oldestAt: null }
}
