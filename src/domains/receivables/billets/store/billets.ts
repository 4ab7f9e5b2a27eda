import type { CalendarDate } from '../../../../kernel/calendar-date.ts'
import { seal } from '../../../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../../../platform/db/row-statement.ts'
import { type BankReport, type Billet, findTxid } from '../billet.ts'
import {
  BILLET_COLUMNS,
  type BilletRow,
  billetMac,
  checkContract,
  describeRow,
  type ProtectedBillet,
  type StoredBillet,
  toBillet,
  tokenContext,
} from './billet-row.ts'

/** `$1` is a txid. Only a down payment has a static code, so no payment can name another billet by its id alone. */
const BILLET_OF_TXID = `b.id = right($1, 24) AND CASE length($1)
  WHEN 24 THEN b.pix_code IS NOT NULL ELSE b.kind = CASE left($1, 4) WHEN 'ENTR' THEN 'down-payment' WHEN 'QUIT' THEN 'settlement'
    ELSE 'installment' END END`

const TAKE_OUR_NUMBERS: Statement = {
  name: 'billets.take-our-numbers',
  text: `SELECT nextval('billet_our_numbers') AS our_number FROM generate_series(1, $1::integer)`,
}

type NewBillet = Omit<
  StoredBillet,
  'paymentStatus' | 'partPaidCentavos' | 'excludedCentavos' | 'paidAt' | 'paidBy' | 'canceledAt'
>

const INSERT_BILLETS: RowStatement<NewBillet> = {
  name: 'billets.insert',
  columns: {
    id: 'text',
    retailerId: 'text',
    transactionId: 'text',
    accountId: 'text',
    kind: 'text',
    installmentNumber: 'smallint',
    installmentCount: 'smallint',
    ourNumber: 'bigint',
    printedOurNumber: 'text',
    barcode: 'text',
    digitLine: 'text',
    amountCentavos: 'bigint',
    issuedOn: 'date',
    dueDate: 'date',
    expirationDate: 'date',
    pixCode: 'text',
    documentNumber: 'text',
    // A second copy continues the charges of the billet before it.
    openFineCentavos: 'bigint',
    openInterestCentavos: 'bigint',
    interestFrom: 'date',
    claimedFrom: 'date',
    registration: 'text',
    replaces: 'text',
    faceCentavos: 'bigint',
    originalDueDate: 'date',
    originalId: 'text',
    tokenHash: 'bytea',
    tokenBox: 'bytea',
    mac: 'bytea',
  },
  text: `INSERT INTO billets (id, retailer_id, transaction_id, account_id, kind, installment_number, installment_count, our_number,
      printed_our_number, barcode, digit_line, amount_centavos, issued_on, due_date, expiration_date, pix_code,
      document_number, open_fine_centavos, open_interest_centavos, interest_from, claimed_from, registration,
      replaces, debt_face_centavos, original_due_date, original_id, token_hash, token_box, mac)
    SELECT * FROM rows`,
}

const LIST_BILLETS: Statement = {
  name: 'billets.list',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.transaction_id = $1 ORDER BY b.installment_number, b.id`,
}
/* The link of a billet that was replaced shows the one in its place. */
const SELECT_BY_TOKEN: Statement = {
  name: 'billets.find-by-token',
  text: `WITH RECURSIVE chain AS (
      SELECT id, 0 AS step FROM billets WHERE token_hash = $1
      UNION ALL SELECT next.id, step + 1 FROM chain JOIN billets next ON next.replaces = chain.id
    )
    SELECT ${BILLET_COLUMNS} FROM chain JOIN billets b ON b.id = chain.id ORDER BY step`,
}
const LOCK_BY_OUR_NUMBER: Statement = {
  name: 'billets.lock-by-our-number',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b JOIN lender_accounts a ON a.id = b.account_id
    WHERE b.our_number = $1 AND a.bank = $2 FOR UPDATE OF b`,
}
const LOCK_BY_TXID: Statement = {
  name: 'billets.lock-by-txid',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE ${BILLET_OF_TXID} FOR UPDATE`,
}
const LOCK_CHAIN: Statement = {
  name: 'billets.lock-chain',
  text: `WITH RECURSIVE chain AS (
      SELECT $1 AS id, 0 AS step
      UNION ALL SELECT next.id, step + 1 FROM chain JOIN billets next ON next.replaces = chain.id
    )
    SELECT ${BILLET_COLUMNS} FROM chain JOIN billets b ON b.id = chain.id ORDER BY step FOR UPDATE OF b`,
}
const LOCK_CONTRACT: Statement = {
  name: 'billets.lock-of-contract',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.transaction_id = $1 ORDER BY b.installment_number, b.id FOR UPDATE`,
}
/*
 * A row that is not the one that was read gets no MAC, which the column refuses: the transaction fails, and a row that
 * somebody else wrote is not made genuine.
 */
const CHANGE: RowStatement<
  Changeable & { readonly id: string; readonly knownMac: Buffer; readonly mac: Buffer }
> = {
  name: 'billets.change',
  columns: {
    id: 'text',
    paymentStatus: 'text',
    paidAt: 'timestamptz',
    paidBy: 'text',
    canceledAt: 'timestamptz',
    partPaidCentavos: 'bigint',
    openFineCentavos: 'bigint',
    openInterestCentavos: 'bigint',
    interestFrom: 'date',
    claimedFrom: 'date',
    excludedCentavos: 'bigint',
    knownMac: 'bytea',
    mac: 'bytea',
  },
  text: `UPDATE billets b SET payment_status = c.payment_status, paid_at = c.paid_at, paid_by = c.paid_by,
      canceled_at = c.canceled_at, part_paid_centavos = c.part_paid_centavos, open_fine_centavos = c.open_fine_centavos,
      open_interest_centavos = c.open_interest_centavos, interest_from = c.interest_from, claimed_from = c.claimed_from,
      excluded_centavos = c.excluded_centavos, mac = CASE WHEN b.mac = c.known_mac THEN c.mac END
    FROM rows c WHERE b.id = c.id`,
}
const LIST_PAYABLE: Statement = {
  name: 'billets.list-payable',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.kind = 'installment' AND b.canceled_at IS NULL
      AND (coalesce(b.original_due_date, b.due_date), b.id) > ($1::date, $2)
    ORDER BY coalesce(b.original_due_date, b.due_date), b.id LIMIT $3`,
}

export async function takeOurNumbers(db: Queryable, count: number): Promise<number[]> {
  return (await db.run<{ ourNumber: number }>(TAKE_OUR_NUMBERS, [count])).map(row => row.ourNumber)
}

export function insertBillets(tx: Transaction, secrets: Secrets, billets: readonly Billet[]): void {
  const rows = billets.map(billet => {
    const row = describeRow(billet)
    const tokenBox = seal(secrets.sealing, tokenContext(billet.id), billet.linkToken)
    return { ...row, registration: billet.registration, tokenBox, mac: billetMac.compute(secrets, row) }
  })
  sendRows(tx, INSERT_BILLETS, rows)
}

/** Down payment first; includes canceled billets. Throws ForgedRow. */
export async function listBillets(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  transactionId: string,
): Promise<Billet[]> {
  const rows = await listContractBillets(db, secrets, transactionId)
  return rows.filter(row => row.retailerId === retailerId).map(row => toBillet(secrets, row))
}

/** Without those in whose place another was issued. */
export function omitReplaced<Issued extends Billet>(billets: readonly Issued[]): Issued[] {
  const replaced = new Set(billets.map(({ replaces }) => replaces))
  return billets.filter(({ id }) => !replaced.has(id))
}

/** All billets of a contract, of any kind and state, in the order of their installments. Throws ForgedRow. */
export async function listContractBillets(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
): Promise<BilletRow[]> {
  return checkContract(secrets, await db.run<StoredBillet>(LIST_BILLETS, [transactionId]))
}

/** Nothing of the contract is open any more; a payoff billet is not a debt of its own. Throws ForgedRow. */
export async function isPaidUp(db: Queryable, secrets: Secrets, transactionId: string): Promise<boolean> {
  const rows = await listContractBillets(db, secrets, transactionId)
  return rows.every(row => row.kind === 'settlement' || !isOpen(row))
}

/** Throws ForgedRow. */
export async function findBilletRowByToken(
  db: Queryable,
  secrets: Secrets,
  tokenHash: Buffer,
): Promise<BilletRow | undefined> {
  const chain = await db.run<StoredBillet>(SELECT_BY_TOKEN, [tokenHash])
  return chain.map(row => billetMac.check(secrets, row)).at(-1)
}

/**
 * The row lock serialises payments of one billet, and makes a payment wait for a running cancellation. Throws ForgedRow.
 */
export async function lockBilletByOurNumber(
  tx: Transaction,
  secrets: Secrets,
  bank: string,
  ourNumber: number,
): Promise<BilletRow | undefined> {
  const [row] = await tx.run<StoredBillet>(LOCK_BY_OUR_NUMBER, [ourNumber, bank])
  return row && billetMac.check(secrets, row)
}

/** Throws ForgedRow. */
export async function lockBilletByTxid(
  tx: Transaction,
  secrets: Secrets,
  txid: string,
): Promise<BilletRow | undefined> {
  const [row] = await tx.run<StoredBillet>(LOCK_BY_TXID, [txid])
  return row && billetMac.check(secrets, row)
}

/**
 * The billet that stands for the debt of a replaced one, which is its own when nothing has replaced it. Throws ForgedRow.
 */
export async function lockLivingBillet(
  tx: Transaction,
  secrets: Secrets,
  billetId: string,
): Promise<BilletRow | undefined> {
  const chain = await tx.run<StoredBillet>(LOCK_CHAIN, [billetId])
  return chain.map(row => billetMac.check(secrets, row)).at(-1)
}

/** All billets of a contract, as `listContractBillets`, locked. */
export async function lockContractBillets(
  tx: Transaction,
  secrets: Secrets,
  transactionId: string,
): Promise<BilletRow[]> {
  return checkContract(secrets, await tx.run<StoredBillet>(LOCK_CONTRACT, [transactionId]))
}

/** What may change of a billet. */
type Changeable = Pick<
  BilletRow,
  | 'paymentStatus'
  | 'paidAt'
  | 'paidBy'
  | 'canceledAt'
  | 'partPaidCentavos'
  | 'openFineCentavos'
  | 'openInterestCentavos'
  | 'interestFrom'
  | 'claimedFrom'
  | 'excludedCentavos'
>

interface BilletChange {
  /** As the database has it. */
  readonly billet: ProtectedBillet
  readonly to: Partial<Changeable>
}

/** The billets must be locked. The database refuses what a paid or canceled one must not become. */
export function changeBillets(tx: Transaction, secrets: Secrets, changes: readonly BilletChange[]): void {
  if (changes.length === 0) return
  const rows = changes.map(({ billet, to }) => {
    const changed = { ...billet, ...to }
    const knownMac = billetMac.compute(secrets, billet)
    return { ...changed, knownMac, mac: billetMac.compute(secrets, changed) }
  })
  sendRows(tx, CHANGE, rows)
}

export const markPaid = (paidAt: Date, paidBy: string): BilletChange['to'] => ({
  paymentStatus: 'PAID',
  paidAt,
  paidBy,
})

/** Neither paid nor canceled. */
export const isOpen = ({
  paymentStatus,
  canceledAt,
}: Pick<BilletRow, 'paymentStatus' | 'canceledAt'>): boolean =>
  paymentStatus === 'PENDING' && canceledAt === null

export async function cancelPending(
  tx: Transaction,
  secrets: Secrets,
  contract: { readonly retailerId: string; readonly transactionId: string },
  canceledAt: Date,
): Promise<Billet[]> {
  const { retailerId, transactionId } = contract
  const rows = await lockContractBillets(tx, secrets, transactionId)
  const open = rows.filter(row => row.retailerId === retailerId && isOpen(row))
  changeBillets(
    tx,
    secrets,
    open.map(billet => ({ billet, to: { canceledAt } })),
  )
  return open.map(row => toBillet(secrets, { ...row, canceledAt }))
}

/** A place in the list of installments by their due dates. */
export interface DuePlace {
  readonly dueDate: CalendarDate
  readonly billetId: string
}

/**
 * Of the installments that are due next after a place, those that were changed outside the program, and where to go on;
 * undefined after the last one.
 */
export async function listForgedBilletIds(
  db: Queryable,
  secrets: Secrets,
  after: DuePlace,
  limit: number,
): Promise<{ readonly forgedIds: string[]; readonly last: DuePlace | undefined }> {
  const rows = await db.run<StoredBillet>(LIST_PAYABLE, [after.dueDate, after.billetId, limit])
  const last = rows.length < limit ? undefined : rows.at(-1)
  return {
    forgedIds: rows.filter(row => !billetMac.isGenuine(secrets, row)).map(({ id }) => id),
    last: last && { dueDate: last.originalDueDate ?? last.dueDate, billetId: last.id },
  }
}

const SELECT_BILLET: Statement = {
  name: 'billets.find',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.id = $2 AND b.retailer_id = $1`,
}

export async function findBillet(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  billetId: string,
): Promise<Billet | undefined> {
  const [row] = await db.run<StoredBillet>(SELECT_BILLET, [retailerId, billetId])
  return row && toBillet(secrets, billetMac.check(secrets, row))
}

const LIST_BY_ID: Statement = {
  name: 'billets.list-by-id',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.id = ANY ($1::text[])`,
}

/** Keyed by id, whatever the retailer, without those that were changed outside the program: for jobs. */
export async function findBilletsOfAny(
  db: Queryable,
  secrets: Secrets,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Billet>> {
  const rows = await db.run<StoredBillet>(LIST_BY_ID, [ids])
  const genuine = rows.filter(row => billetMac.isGenuine(secrets, row))
  return new Map(genuine.map(row => [row.id, toBillet(secrets, row)]))
}

const SELECT_OF_ANY: Statement = {
  name: 'billets.find-of-any',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.id = $1`,
}
const SELECT_BY_NUMBER: Statement = {
  name: 'billets.find-by-our-number',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.our_number = $1`,
}
const LOCK_BY_ID: Statement = {
  name: 'billets.lock',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.id = $1 FOR UPDATE`,
}

/** Finds a billet by id or our-number, whatever the retailer: only for the lender's staff. Throws ForgedRow. */
export async function findBilletOfAny(
  db: Queryable,
  secrets: Secrets,
  name: { readonly id: string } | { readonly ourNumber: number },
): Promise<BilletRow | undefined> {
  const [row] = await ('id' in name
    ? db.run<StoredBillet>(SELECT_OF_ANY, [name.id])
    : db.run<StoredBillet>(SELECT_BY_NUMBER, [name.ourNumber]))
  return row && billetMac.check(secrets, row)
}

/** Throws ForgedRow. */
export async function lockBillet(
  tx: Transaction,
  secrets: Secrets,
  billetId: string,
): Promise<BilletRow | undefined> {
  const [row] = await tx.run<StoredBillet>(LOCK_BY_ID, [billetId])
  return row && billetMac.check(secrets, row)
}

const SELECT_BY_OUR_NUMBER: Statement = {
  name: 'billets.find-contract-by-our-number',
  text: `SELECT b.transaction_id FROM billets b JOIN lender_accounts a ON a.id = b.account_id
    WHERE b.our_number = $1 AND a.bank = $2`,
}
const SELECT_BY_TXID: Statement = {
  name: 'billets.find-contract-by-txid',
  text: `SELECT b.transaction_id FROM billets b WHERE ${BILLET_OF_TXID}`,
}

/** The contract of the billet that a report is about. A billet never changes its contract, so this needs no lock. */
export async function findContractOf(db: Queryable, report: BankReport): Promise<string | undefined> {
  const txid = findTxid(report)
  if (txid === undefined && report.ourNumber === undefined) return undefined
  const rows = await (txid === undefined
    ? db.run<{ transactionId: string }>(SELECT_BY_OUR_NUMBER, [report.ourNumber, report.bank])
    : db.run<{ transactionId: string }>(SELECT_BY_TXID, [txid]))
  return rows[0]?.transactionId
}
