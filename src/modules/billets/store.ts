import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../platform/db/row-statement.ts'
import type { Billet } from './billet.ts'
import { hashLinkToken } from './compose.ts'

export interface BilletRow extends Omit<Billet, 'pixCode' | 'paidAt' | 'canceledAt' | 'linkToken'> {
  readonly pixCode: string | null
  readonly paidAt: Date | null
  readonly canceledAt: Date | null
  readonly tokenBox: Buffer
}

export const BILLET_COLUMNS = `b.id, b.retailer_id AS "retailerId", b.transaction_id AS "transactionId", b.account_id AS "accountId",
  b.kind, b.installment_number AS "installmentNumber", b.installment_count AS "installmentCount", b.our_number AS "ourNumber",
  b.printed_our_number AS "printedOurNumber", b.barcode, b.digit_line AS "digitLine", b.amount_centavos AS "amountCentavos",
  b.issued_on AS "issuedOn", b.due_date AS "dueDate", b.expiration_date AS "expirationDate", b.pix_code AS "pixCode",
  b.document_number AS "documentNumber", b.payment_status AS "paymentStatus", b.paid_at AS "paidAt",
  b.canceled_at AS "canceledAt", b.token_box AS "tokenBox"`

const TAKE_OUR_NUMBERS: Statement = {
  name: 'billets.take-our-numbers',
  text: `SELECT nextval('billet_our_numbers') AS "ourNumber" FROM generate_series(1, $1::integer)`,
}

const INSERT_BILLETS: RowStatement<{ billet: Billet; tokenBox: Buffer }> = {
  name: 'billets.insert',
  columns: {
    id: 'text',
    retailer_id: 'text',
    transaction_id: 'text',
    account_id: 'text',
    kind: 'text',
    installment_number: 'smallint',
    installment_count: 'smallint',
    our_number: 'bigint',
    printed_our_number: 'text',
    barcode: 'text',
    digit_line: 'text',
    amount_centavos: 'bigint',
    issued_on: 'date',
    due_date: 'date',
    expiration_date: 'date',
    pix_code: 'text',
    document_number: 'text',
    token_hash: 'bytea',
    token_box: 'bytea',
  },
  text: `
    INSERT INTO billets (id, retailer_id, transaction_id, account_id, kind, installment_number, installment_count, our_number,
      printed_our_number, barcode, digit_line, amount_centavos, issued_on, due_date, expiration_date, pix_code, document_number,
      token_hash, token_box)
    SELECT * FROM rows`,
  values: ({ billet: b, tokenBox }) => [
    b.id,
    b.retailerId,
    b.transactionId,
    b.accountId,
    b.kind,
    b.installmentNumber,
    b.installmentCount,
    b.ourNumber,
    b.printedOurNumber,
    b.barcode,
    b.digitLine,
    b.amountCentavos,
    b.issuedOn,
    b.dueDate,
    b.expirationDate,
    b.pixCode ?? null,
    b.documentNumber,
    hashLinkToken(b.linkToken),
    tokenBox,
  ],
}

const LIST_BILLETS: Statement = {
  name: 'billets.list',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.transaction_id = $2 AND b.retailer_id = $1
    ORDER BY b.installment_number, b.id`,
}
const SELECT_BY_TOKEN: Statement = {
  name: 'billets.find-by-token',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.token_hash = $1`,
}
const LOCK_BY_OUR_NUMBER: Statement = {
  name: 'billets.lock-by-our-number',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b JOIN lender_accounts a ON a.id = b.account_id
    WHERE b.our_number = $1 AND a.bank = $2 FOR UPDATE OF b`,
}
const LOCK_BY_TXID: Statement = {
  name: 'billets.lock-by-txid',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.id = $1 AND b.pix_code IS NOT NULL FOR UPDATE`,
}
const MARK_PAID: Statement = {
  name: 'billets.mark-paid',
  text: `UPDATE billets SET payment_status = 'PAID', paid_at = $2, paid_by = $3 WHERE id = $1`,
}
const CANCEL_BILLETS: Statement = {
  name: 'billets.cancel',
  text: `UPDATE billets b SET canceled_at = $3
    WHERE b.transaction_id = $2 AND b.retailer_id = $1 AND b.payment_status = 'PENDING' AND b.canceled_at IS NULL
    RETURNING ${BILLET_COLUMNS}`,
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

/** Down payment first; canceled ones too. */
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

/** The row lock makes two payments of one billet take turns, and a payment wait for a cancellation under way. */
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

/** For a locked billet. One that is paid or canceled already fails in the database, and so fails the transaction. */
export function markPaid(
  tx: Transaction,
  billetId: string,
  payment: { readonly paidAt: Date; readonly reference: string },
): void {
  tx.send(MARK_PAID, [billetId, payment.paidAt, payment.reference])
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
    paidAt: row.paidAt ?? undefined,
    canceledAt: row.canceledAt ?? undefined,
    linkToken: open(secrets.sealing, tokenContext(row.id), tokenBox).toString(),
  }
}

const tokenContext = (billetId: string): string => `billets.token:${billetId}`
