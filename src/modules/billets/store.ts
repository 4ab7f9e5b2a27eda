import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import {
  bigint,
  bytea,
  date,
  defineColumns,
  defineWrites,
  nullable,
  omitColumns,
  type RowOf,
  selectColumns,
  smallint,
  text,
  timestamptz,
  type Writes,
} from '../../platform/db/columns.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../platform/db/row-statement.ts'
import type { Billet, BilletKind, Registration } from './billet.ts'
import { hashLinkToken } from './compose.ts'
import { BILLET_OF_TXID } from './txid.ts'

const BILLETS = defineColumns('billets', {
  id: text('id'),
  retailerId: text('retailer_id'),
  transactionId: text('transaction_id'),
  accountId: text('account_id'),
  kind: text<BilletKind>('kind'),
  installmentNumber: smallint('installment_number'),
  installmentCount: smallint('installment_count'),
  ourNumber: bigint('our_number'),
  printedOurNumber: text('printed_our_number'),
  barcode: text('barcode'),
  digitLine: text('digit_line'),
  amountCentavos: bigint('amount_centavos'),
  issuedOn: date('issued_on'),
  dueDate: date('due_date'),
  expirationDate: date('expiration_date'),
  pixCode: nullable(text('pix_code')),
  documentNumber: text('document_number'),
  paymentStatus: text<Billet['paymentStatus']>('payment_status'),
  partPaidCentavos: bigint('part_paid_centavos'),
  openFineCentavos: nullable(bigint('open_fine_centavos')),
  openInterestCentavos: bigint('open_interest_centavos'),
  interestFrom: nullable(date('interest_from')),
  claimedFrom: nullable(date('claimed_from')),
  excludedCentavos: bigint('excluded_centavos'),
  paidAt: nullable(timestamptz('paid_at')),
  canceledAt: nullable(timestamptz('canceled_at')),
  registration: text<Registration>('registration'),
  replaces: nullable(text('replaces')),
  faceCentavos: nullable(bigint('debt_face_centavos')),
  originalDueDate: nullable(date('original_due_date')),
  originalId: nullable(text('original_id')),
  tokenBox: bytea('token_box'),
})
export const BILLET_COLUMNS = selectColumns(BILLETS, 'b')

export type BilletRow = RowOf<typeof BILLETS>

const TAKE_OUR_NUMBERS: Statement = {
  name: 'billets.take-our-numbers',
  text: `SELECT nextval('billet_our_numbers') AS "ourNumber" FROM generate_series(1, $1::integer)`,
}

interface NewBillet {
  readonly billet: Billet
  readonly tokenBox: Buffer
}

const STORED = {
  ...omitColumns(BILLETS, 'paymentStatus', 'partPaidCentavos', 'excludedCentavos', 'paidAt', 'canceledAt')
    .fields,
  tokenHash: bytea('token_hash'),
}
const WRITES: Writes<NewBillet> = defineWrites(STORED, {
  id: n => n.billet.id,
  retailerId: n => n.billet.retailerId,
  transactionId: n => n.billet.transactionId,
  accountId: n => n.billet.accountId,
  kind: n => n.billet.kind,
  installmentNumber: n => n.billet.installmentNumber,
  installmentCount: n => n.billet.installmentCount,
  ourNumber: n => n.billet.ourNumber,
  printedOurNumber: n => n.billet.printedOurNumber,
  barcode: n => n.billet.barcode,
  digitLine: n => n.billet.digitLine,
  amountCentavos: n => n.billet.amountCentavos,
  issuedOn: n => n.billet.issuedOn,
  dueDate: n => n.billet.dueDate,
  expirationDate: n => n.billet.expirationDate,
  pixCode: n => n.billet.pixCode ?? null,
  documentNumber: n => n.billet.documentNumber,
  registration: n => n.billet.registration,
  // A second copy goes on with the charges of the billet before it.
  openFineCentavos: n => n.billet.openFineCentavos ?? null,
  openInterestCentavos: n => n.billet.openInterestCentavos,
  interestFrom: n => n.billet.interestFrom ?? null,
  claimedFrom: n => n.billet.claimedFrom ?? null,
  replaces: n => n.billet.replaces ?? null,
  faceCentavos: n => n.billet.faceCentavos ?? null,
  originalDueDate: n => n.billet.originalDueDate ?? null,
  originalId: n => n.billet.originalId ?? null,
  tokenBox: n => n.tokenBox,
  tokenHash: n => hashLinkToken(n.billet.linkToken),
})
const INSERT_BILLETS: RowStatement<NewBillet> = {
  ...WRITES,
  name: 'billets.insert',
  text: ` INSERT INTO billets (${WRITES.names}) SELECT * FROM rows`,
}

const LIST_BILLETS: Statement = {
  name: 'billets.list',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.transaction_id = $2 AND b.retailer_id = $1
    ORDER BY b.installment_number, b.id`,
}
/* The link of a billet that was replaced shows the one in its place. */
const SELECT_BY_TOKEN: Statement = {
  name: 'billets.find-by-token',
  text: `WITH RECURSIVE chain AS (
      SELECT id, 0 AS step FROM billets WHERE token_hash = $1
      UNION ALL SELECT next.id, step + 1 FROM chain JOIN billets next ON next.replaces = chain.id
    )
    SELECT ${BILLET_COLUMNS} FROM chain JOIN billets b ON b.id = chain.id ORDER BY step DESC LIMIT 1`,
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
/* The billet at the end of a chain of replacements. */
const LOCK_LIVING: Statement = {
  name: 'billets.lock-living',
  text: `WITH RECURSIVE chain AS (
      SELECT $1 AS id, 0 AS step
      UNION ALL SELECT next.id, step + 1 FROM chain JOIN billets next ON next.replaces = chain.id
    )
    SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.id = (SELECT id FROM chain ORDER BY step DESC LIMIT 1) FOR UPDATE`,
}
const MARK_PAID: Statement = {
  name: 'billets.mark-paid',
  text: `UPDATE billets b SET payment_status = 'PAID', paid_at = p.paid_at, paid_by = p.paid_by
    FROM unnest($1::text[], $2::timestamptz[], $3::text[]) AS p(id, paid_at, paid_by) WHERE b.id = p.id`,
}
const CANCEL_BILLETS: Statement = {
  name: 'billets.cancel',
  text: `UPDATE billets b SET canceled_at = $3
    WHERE b.transaction_id = $2 AND b.retailer_id = $1 AND b.payment_status = 'PENDING' AND b.canceled_at IS NULL
    RETURNING ${BILLET_COLUMNS}`,
}

const CANCEL_BILLET: Statement = {
  name: 'billets.cancel-one',
  text: 'UPDATE billets SET canceled_at = $2 WHERE id = $1',
}

export async function takeOurNumbers(db: Queryable, count: number): Promise<number[]> {
  return (await db.run<{ ourNumber: number }>(TAKE_OUR_NUMBERS, [count])).map(row => row.ourNumber)
}

export function insertBillets(tx: Transaction, secrets: Secrets, billets: readonly Billet[]): void {
  const rows = billets.map(billet => ({
    billet,
    tokenBox: seal(secrets.sealing, tokenContext(billet.id), billet.linkToken),
  }))
  sendRows(tx, INSERT_BILLETS, rows)
}

/** Down payment first; includes canceled billets. */
export async function listBillets(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  transactionId: string,
): Promise<Billet[]> {
  const rows = await db.run<BilletRow>(LIST_BILLETS, [retailerId, transactionId])
  return rows.map(row => toBillet(secrets, row))
}

export async function findBilletRowByToken(db: Queryable, token: string): Promise<BilletRow | undefined> {
  return (await db.run<BilletRow>(SELECT_BY_TOKEN, [hashLinkToken(token)]))[0]
}

/** The row lock serialises payments of one billet, and makes a payment wait for a running cancellation. */
export async function lockBilletByOurNumber(
  tx: Transaction,
  bank: string,
  ourNumber: number,
): Promise<BilletRow | undefined> {
  return (await tx.run<BilletRow>(LOCK_BY_OUR_NUMBER, [ourNumber, bank]))[0]
}

export async function lockBilletByTxid(tx: Transaction, txid: string): Promise<BilletRow | undefined> {
  return (await tx.run<BilletRow>(LOCK_BY_TXID, [txid]))[0]
}

/** The billet that stands for the debt of a replaced one, which is its own when nothing has replaced it. */
export async function lockLivingBillet(tx: Transaction, billetId: string): Promise<BilletRow | undefined> {
  return (await tx.run<BilletRow>(LOCK_LIVING, [billetId]))[0]
}

/** The billets must be locked. The database refuses one that is paid or canceled, which fails the transaction. */
export function markPaid(
  tx: Transaction,
  paid: readonly { readonly billetId: string; readonly paidAt: Date; readonly reference: string }[],
): void {
  if (paid.length === 0) return
  tx.send(MARK_PAID, [
    paid.map(({ billetId }) => billetId),
    paid.map(({ paidAt }) => paidAt),
    paid.map(({ reference }) => reference),
  ])
}

/** The billet must be locked and open. */
export function cancelBillet(tx: Transaction, billetId: string, canceledAt: Date): void {
  tx.send(CANCEL_BILLET, [billetId, canceledAt])
}

export async function cancelPending(
  tx: Transaction,
  secrets: Secrets,
  contract: { readonly retailerId: string; readonly transactionId: string },
  canceledAt: Date,
): Promise<Billet[]> {
  const { retailerId, transactionId } = contract
  const rows = await tx.run<BilletRow>(CANCEL_BILLETS, [retailerId, transactionId, canceledAt])
  return rows.map(row => toBillet(secrets, row)).toSorted((a, b) => a.installmentNumber - b.installmentNumber)
}

export function toBillet(secrets: Secrets, { tokenBox, ...row }: BilletRow): Billet {
  return {
    ...row,
    pixCode: row.pixCode ?? undefined,
    openFineCentavos: row.openFineCentavos ?? undefined,
    interestFrom: row.interestFrom ?? undefined,
    claimedFrom: row.claimedFrom ?? undefined,
    paidAt: row.paidAt ?? undefined,
    canceledAt: row.canceledAt ?? undefined,
    replaces: row.replaces ?? undefined,
    faceCentavos: row.faceCentavos ?? undefined,
    originalDueDate: row.originalDueDate ?? undefined,
    originalId: row.originalId ?? undefined,
    linkToken: open(secrets.sealing, tokenContext(row.id), tokenBox).toString(),
  }
}

const tokenContext = (billetId: string): string => `billets.token:${billetId}`
