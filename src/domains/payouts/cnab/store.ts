import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import type { AccountMethod, PayerAddress, PaymentMethod } from './payment.ts'

/** What a bank requires in payment files, in addition to the account itself. */
export interface PayoutAgreement {
  readonly accountId: string
  readonly agreement: string
  readonly paysAccountsBy: AccountMethod
  readonly address: PayerAddress
}

interface AgreementRow extends PayerAddress {
  readonly accountId: string
  readonly agreement: string
  readonly paysAccountsBy: AccountMethod
  readonly lastFileSequence: number
  readonly lastFileAt: Date | null
}

const AGREEMENT = `a.account_id, a.agreement, a.accounts_by AS pays_accounts_by, a.street, a.house_number AS "number",
  a.complement, a.city, a.zip_code, a.state, a.last_file_sequence, a.last_file_at`

const SET_AGREEMENT: Statement = {
  name: 'payout-agreements.set',
  text: `INSERT INTO payout_agreements (account_id, agreement, accounts_by, street, house_number, complement, city, zip_code, state, set_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    ON CONFLICT (account_id) DO UPDATE SET agreement = excluded.agreement, accounts_by = excluded.accounts_by, street = excluded.street,
      house_number = excluded.house_number, complement = excluded.complement, city = excluded.city, zip_code = excluded.zip_code,
      state = excluded.state, set_at = excluded.set_at`,
}
const LIST_AGREEMENTS: Statement = {
  name: 'payout-agreements.list',
  text: `SELECT ${AGREEMENT} FROM payout_agreements a ORDER BY a.account_id`,
}
const HAS_AGREEMENT: Statement = {
  name: 'payout-agreements.has',
  text: 'SELECT FROM payout_agreements WHERE account_id = $1',
}
const LOCK_AGREEMENT: Statement = {
  name: 'payout-agreements.lock',
  text: `SELECT ${AGREEMENT} FROM payout_agreements a WHERE a.account_id = $1 FOR UPDATE`,
}
const TAKE_NUMBER: Statement = {
  name: 'payout-agreements.take-number',
  text: 'UPDATE payout_agreements SET last_file_sequence = $2, last_file_at = $3 WHERE account_id = $1',
}
const RAISE_NUMBER: Statement = {
  name: 'payout-agreements.raise-number',
  text: 'UPDATE payout_agreements SET last_file_sequence = greatest(last_file_sequence, $2) WHERE account_id = $1',
}
const INSERT_FILE: Statement = {
  name: 'payout-files.insert',
  text: `INSERT INTO payout_files (account_id, file_sequence, method, created_at, order_count, amount_centavos, sha256, box)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
}
const INSERT_FILE_ORDERS: Statement = {
  name: 'payout-file-orders.insert',
  text: 'INSERT INTO payout_file_orders (order_id, account_id, file_sequence) SELECT unnest($1::text[]), $2, $3',
}
const LIST_UNWRITTEN: Statement = {
  name: 'payout-files.list-unwritten',
  text: `SELECT f.file_sequence, f.method, f.order_count, f.amount_centavos,
      f.sha256, f.box
    FROM payout_files f WHERE f.account_id = $1 AND f.written_at IS NULL AND f.box IS NOT NULL ORDER BY f.file_sequence`,
}
const MARK_WRITTEN: Statement = {
  name: 'payout-files.mark-written',
  text: `UPDATE payout_files SET written_at = $3 WHERE account_id = $1 AND file_sequence = $2 AND written_at IS NULL`,
}
const ERASE_DECIDED: Statement = {
  name: 'payout-files.erase-decided',
  text: `UPDATE payout_files f SET box = NULL
    WHERE f.account_id = $1 AND f.box IS NOT NULL AND f.written_at IS NOT NULL AND NOT EXISTS (
      SELECT FROM payout_file_orders i JOIN payout_orders o ON o.id = i.order_id
      WHERE i.account_id = f.account_id AND i.file_sequence = f.file_sequence
        AND o.state NOT IN ('paid', 'failed', 'canceled', 'returned'))
    RETURNING f.file_sequence`,
}
const LIST_APPROVED: Statement = {
  name: 'payout-files.list-approved',
  text: `SELECT o.id FROM payout_orders o
    WHERE o.state = 'approved' AND o.lender_account_id = $1 AND o.due_on <= $2 AND o.id > $3 ORDER BY o.id LIMIT $4`,
}
const FIND_SENT: Statement = {
  name: 'payout-file-orders.find-by-key',
  text: `SELECT o.id AS order_id, i.file_sequence FROM payout_orders o
    LEFT JOIN payout_file_orders i ON i.order_id = o.id AND i.account_id = $2 WHERE o.payout_key = $1`,
}
const WAS_TAKEN: Statement = {
  name: 'payout-returns.was-taken',
  text: 'SELECT FROM payout_returns WHERE account_id = $1 AND digest = $2',
}
const INSERT_RETURN: Statement = {
  name: 'payout-returns.insert',
  text: `INSERT INTO payout_returns (account_id, digest, file_sequence, created_on, line_count, taken_at)
    VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
}
const OPEN_CASE: Statement = {
  name: 'payout-cases.open',
  text: `INSERT INTO payout_cases (id, account_id, digest, line_number, payout_key, order_id, reason, codes, amount_centavos, opened_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (account_id, digest, line_number) DO NOTHING`,
}
const LIST_CASES: Statement = {
  name: 'payout-cases.list',
  text: `SELECT c.id, c.account_id, c.digest, c.line_number, c.payout_key,
      c.order_id, c.reason, c.codes, c.amount_centavos, c.opened_at
    FROM payout_cases c WHERE c.closed_at IS NULL ORDER BY c.opened_at, c.id LIMIT $1`,
}
const CLOSE_CASE: Statement = {
  name: 'payout-cases.close',
  text: `UPDATE payout_cases SET closed_at = $2, closed_by = $3, explanation = $4 WHERE id = $1 AND closed_at IS NULL RETURNING id`,
}

/** From now on the account's orders wait for files. */
export async function setPayoutAgreement(db: Queryable, made: PayoutAgreement, now: Date): Promise<void> {
  const { street, number, complement, city, zipCode, state } = made.address
  const address = [street, number, complement, city, zipCode, state]
  await db.run(SET_AGREEMENT, [made.accountId, made.agreement, made.paysAccountsBy, ...address, now])
}

/** The accounts that pay by files. */
export async function listPayoutAgreements(db: Queryable): Promise<PayoutAgreement[]> {
  return (await db.run<AgreementRow>(LIST_AGREEMENTS, [])).map(toAgreement)
}

/** Whether orders of the account wait for files, whatever other rail there is. */
export async function paysByFiles(db: Queryable, accountId: string): Promise<boolean> {
  return (await db.run(HAS_AGREEMENT, [accountId])).length > 0
}

export interface FileCounter {
  readonly agreement: PayoutAgreement
  readonly lastFileSequence: number
  readonly lastFileAt: Date | undefined
}

/** The lock makes two remittances of one account follow each other: a bank takes each number once. */
export async function lockFileCounter(tx: Transaction, accountId: string): Promise<FileCounter | undefined> {
  const [row] = await tx.run<AgreementRow>(LOCK_AGREEMENT, [accountId])
  if (row === undefined) return undefined
  const { lastFileSequence, lastFileAt } = row
  return { agreement: toAgreement(row), lastFileSequence, lastFileAt: lastFileAt ?? undefined }
}

function toAgreement(row: AgreementRow): PayoutAgreement {
  const { accountId, agreement, paysAccountsBy, street, number, complement, city, zipCode, state } = row
  return {
    accountId,
    agreement,
    paysAccountsBy,
    address: { street, number, complement, city, zipCode, state },
  }
}

/** After a restored backup: numbers issued before are not issued again. */
export async function raiseFileNumber(db: Queryable, accountId: string, number: number): Promise<void> {
  await db.run(RAISE_NUMBER, [accountId, number])
}

export async function listFileNumbers(
  db: Queryable,
): Promise<{ readonly accountId: string; readonly given: number }[]> {
  const rows = await db.run<AgreementRow>(LIST_AGREEMENTS, [])
  return rows.map(({ accountId, lastFileSequence }) => ({ accountId, given: lastFileSequence }))
}

interface StoredFile {
  readonly fileSequence: number
  readonly method: PaymentMethod
  readonly orderCount: number
  readonly amountCentavos: Centavos
  readonly sha256: string
  readonly box: Buffer
}

/** The file, its number and its orders. The database refuses an order that is in a file already. */
export function insertPayoutFile(
  tx: Transaction,
  accountId: string,
  file: StoredFile & { readonly createdAt: Date; readonly orderIds: readonly string[] },
): void {
  const { fileSequence, method, createdAt, orderCount, amountCentavos, sha256, box, orderIds } = file
  tx.send(TAKE_NUMBER, [accountId, fileSequence, createdAt])
  tx.send(INSERT_FILE, [accountId, fileSequence, method, createdAt, orderCount, amountCentavos, sha256, box])
  tx.send(INSERT_FILE_ORDERS, [orderIds, accountId, fileSequence])
}

/** Files that were opened and not finished, the oldest first. */
export function listUnwrittenFiles(db: Queryable, accountId: string): Promise<StoredFile[]> {
  return db.run<StoredFile>(LIST_UNWRITTEN, [accountId])
}

export async function markPayoutFileWritten(
  db: Queryable,
  file: { readonly accountId: string; readonly fileSequence: number },
  now: Date,
): Promise<void> {
  await db.run(MARK_WRITTEN, [file.accountId, file.fileSequence, now])
}

/** Nobody needs the payees of a file any more once all of its orders are decided. */
export async function eraseDecidedFiles(db: Queryable, accountId: string): Promise<number> {
  return (await db.run(ERASE_DECIDED, [accountId])).length
}

/** Approved orders of an account that are due. */
export async function listApprovedIds(
  db: Queryable,
  search: { readonly accountId: string; readonly dueUntil: CalendarDate; readonly after: string },
  limit: number,
): Promise<string[]> {
  const { accountId, dueUntil, after } = search
  const rows = await db.run<{ id: string }>(LIST_APPROVED, [accountId, dueUntil, after, limit])
  return rows.map(({ id }) => id)
}

/** The order of a key; without a file number when it was in no file of this account. */
export async function findFiledOrder(
  db: Queryable,
  payoutKey: string,
  accountId: string,
): Promise<{ readonly orderId: string; readonly fileSequence: number | null } | undefined> {
  const rows = await db.run<{ orderId: string; fileSequence: number | null }>(FIND_SENT, [
    payoutKey,
    accountId,
  ])
  return rows[0]
}

export async function wasReturnTaken(db: Queryable, accountId: string, digest: string): Promise<boolean> {
  return (await db.run(WAS_TAKEN, [accountId, digest])).length > 0
}

export async function insertReturn(
  db: Queryable,
  accountId: string,
  file: {
    readonly digest: string
    readonly fileSequence: number
    readonly createdOn: CalendarDate | undefined
    readonly lineCount: number
  },
  now: Date,
): Promise<void> {
  const { digest, fileSequence, createdOn, lineCount } = file
  await db.run(INSERT_RETURN, [accountId, digest, fileSequence, createdOn ?? null, lineCount, now])
}

/** Why a line of a return is for a person to look at. */
export type PayoutCaseReason =
  | 'UNKNOWN_ORDER'
  | 'NOT_IN_A_FILE'
  | 'OTHER_AMOUNT'
  | 'IMPOSSIBLE'
  | 'PAID_TWICE'
  | 'UNREADABLE'
  | 'FORGED_ORDER'

interface NewPayoutCase {
  readonly accountId: string
  readonly digest: string
  readonly lineNumber: number
  readonly payoutKey: string
  readonly orderId: string | undefined
  readonly reason: PayoutCaseReason
  readonly codes: string
  readonly amountCentavos: Centavos
}

interface PayoutCase extends Omit<NewPayoutCase, 'orderId'> {
  readonly id: string
  readonly orderId: string | null
  readonly openedAt: Date
}

/** A line has one case, however often its return is read. */
export function openPayoutCase(tx: Transaction, made: NewPayoutCase, now: Date): void {
  const { accountId, digest, lineNumber, payoutKey, orderId, reason, codes, amountCentavos } = made
  const line = [accountId, digest, lineNumber, payoutKey, orderId ?? null, reason, codes, amountCentavos]
  tx.send(OPEN_CASE, [newId(now.getTime()), ...line, now])
}

/** The oldest first. */
export function listPayoutCases(db: Queryable, limit: number): Promise<PayoutCase[]> {
  return db.run<PayoutCase>(LIST_CASES, [limit])
}

/** False when there is no such open case. */
export async function closePayoutCase(
  db: Queryable,
  caseId: string,
  closing: { readonly by: string; readonly explanation: string; readonly now: Date },
): Promise<boolean> {
  const { by, explanation, now } = closing
  return (await db.run(CLOSE_CASE, [caseId, now, by, explanation])).length > 0
}
