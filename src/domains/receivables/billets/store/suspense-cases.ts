import type { SuspenseReason } from '../../../../contract/suspense.ts'
import type { CalendarDate } from '../../../../kernel/calendar-date.ts'
import { newId } from '../../../../kernel/ids.ts'
import type { Centavos } from '../../../../kernel/money.ts'
import { defineMac } from '../../../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../../platform/db/database.ts'
import { findBilletOfAny } from './billets.ts'

export interface SuspenseCase {
  readonly id: string
  readonly reportReference: string
  readonly billetId: string | null
  readonly reason: SuspenseReason
  readonly amountCentavos: Centavos
  /** Null where the billet is unknown. */
  readonly expectedCentavos: Centavos | null
  readonly openedAt: Date
  /** held: a suspected duplicate, for which nothing is booked. */
  readonly state: 'held' | 'open' | 'closed'
}

interface StoredCase extends SuspenseCase {
  readonly mac: Buffer
}

const CASE_COLUMNS = `c.id, c.notice_reference AS report_reference, c.billet_id, c.reason,
  c.amount_centavos, c.expected_centavos, c.opened_at, c.state, c.mac`

const INSERT: Statement = {
  name: 'suspense-cases.insert',
  text: `INSERT INTO suspense_cases (id, notice_reference, billet_id, reason, amount_centavos, expected_centavos, opened_at,
      state, mac) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
}
const LOCK: Statement = {
  name: 'suspense-cases.lock',
  text: `SELECT ${CASE_COLUMNS} FROM suspense_cases c WHERE c.id = $1 AND c.state <> 'closed' FOR UPDATE`,
}
const LOCK_OF_REPORT: Statement = {
  name: 'suspense-cases.lock-of-notice',
  text: `SELECT ${CASE_COLUMNS} FROM suspense_cases c WHERE c.notice_reference = $1 AND c.state = 'open' FOR UPDATE`,
}
/* A row that is not the one that was read gets no MAC, which the column refuses. */
const CHANGE: Statement = {
  name: 'suspense-cases.change',
  text: `UPDATE suspense_cases SET state = $2, amount_centavos = $3, mac = CASE WHEN mac = $4 THEN $5::bytea END
    WHERE id = $1`,
}
const LIST_WAITING: Statement = {
  name: 'suspense-cases.list-waiting',
  text: `SELECT ${CASE_COLUMNS} FROM suspense_cases c WHERE c.state <> 'closed' AND c.id > $1 ORDER BY c.id LIMIT $2`,
}

const caseMac = defineMac('suspense_cases', (row: SuspenseCase) => [
  row.id,
  row.reportReference,
  row.billetId,
  row.reason,
  row.amountCentavos,
  row.expectedCentavos,
  row.openedAt,
  row.state,
])

/** Returns the id of the case. A suspected duplicate is held. The insert is sent without waiting for it. */
export function openCase(
  tx: Transaction,
  secrets: Secrets,
  opened: Omit<SuspenseCase, 'id' | 'state'>,
): string {
  const id = newId(opened.openedAt.getTime())
  const { reportReference, billetId, reason, amountCentavos, expectedCentavos, openedAt } = opened
  const state = reason === 'SUSPECTED_DUPLICATE' ? 'held' : 'open'
  const mac = caseMac.compute(secrets, { ...opened, id, state })
  const figures = [amountCentavos, expectedCentavos, openedAt]
  tx.send(INSERT, [id, reportReference, billetId, reason, ...figures, state, mac])
  return id
}

/** Undefined when the case is closed already. The lock serialises operators who resolve the same case. Throws ForgedRow. */
export async function lockCase(
  tx: Transaction,
  secrets: Secrets,
  caseId: string,
): Promise<SuspenseCase | undefined> {
  const [row] = await tx.run<StoredCase>(LOCK, [caseId])
  return row && caseMac.check(secrets, row)
}

/** From now on a held case is money in suspense, which the caller books. The case is locked. */
export function releaseCase(tx: Transaction, secrets: Secrets, locked: SuspenseCase): void {
  change(tx, secrets, locked, { state: 'open' })
}

/** The case is locked. */
export function closeCase(tx: Transaction, secrets: Secrets, locked: SuspenseCase): void {
  change(tx, secrets, locked, { state: 'closed' })
}

/**
 * For a payment whose money has left again, or a part of it: the case is about what is left, and ends with it. Throws
 * ForgedRow. Returns how much of it waited in suspense.
 */
export async function reduceCaseOf(
  tx: Transaction,
  secrets: Secrets,
  reportReference: string,
  returnedCentavos: Centavos,
): Promise<Centavos> {
  const [row] = await tx.run<StoredCase>(LOCK_OF_REPORT, [reportReference])
  if (row === undefined) return 0
  caseMac.check(secrets, row)
  const amountCentavos = row.amountCentavos - returnedCentavos
  change(tx, secrets, row, amountCentavos > 0 ? { amountCentavos } : { state: 'closed' })
  return row.state === 'open' ? Math.min(row.amountCentavos, returnedCentavos) : 0
}

function change(
  tx: Transaction,
  secrets: Secrets,
  locked: SuspenseCase,
  to: Partial<Pick<SuspenseCase, 'state' | 'amountCentavos'>>,
): void {
  const changed = { ...locked, ...to }
  const macs = [caseMac.compute(secrets, locked), caseMac.compute(secrets, changed)]
  tx.send(CHANGE, [changed.id, changed.state, changed.amountCentavos, ...macs])
}

const SCANNED_AT_A_TIME = 500

/** Cases that are not closed and were changed outside the program. */
export async function listForgedCaseIds(db: Queryable, secrets: Secrets): Promise<string[]> {
  const forged: string[] = []
  for (let after = ''; ; ) {
    const rows = await db.run<StoredCase>(LIST_WAITING, [after, SCANNED_AT_A_TIME])
    forged.push(...rows.filter(row => !caseMac.isGenuine(secrets, row)).map(({ id }) => id))
    if (rows.length < SCANNED_AT_A_TIME) return forged
    after = rows.at(-1)?.id ?? ''
  }
}

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
