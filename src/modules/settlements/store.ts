import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'

/** What was quoted and issued, and what its payment did. */
export interface Settlement {
  /** Of the billet that asks for it. */
  readonly billetId: string
  readonly transactionId: string
  readonly settlesOn: CalendarDate
  /** As `writeSelection` gives it. */
  readonly selection: string
  /** That it pays, whole or in part. */
  readonly installmentNumbers: readonly number[]
  readonly valueCentavos: Centavos
  readonly issuedAt: Date
  /** The bank's reference; null until it is paid. */
  readonly paidBy: string | null
  readonly paidOn: CalendarDate | null
  readonly discountCentavos: Centavos
  readonly premiumRefundCentavos: Centavos
}

export type NewSettlement = Omit<
  Settlement,
  'paidBy' | 'paidOn' | 'discountCentavos' | 'premiumRefundCentavos'
>

/** What early payments of a contract took off it without being paid. */
export interface Reductions {
  readonly discountCentavos: Centavos
  readonly premiumRefundCentavos: Centavos
}

const COLUMNS = `billet_id AS "billetId", transaction_id AS "transactionId", settles_on AS "settlesOn", selection,
  installment_numbers AS "installmentNumbers", value_centavos AS "valueCentavos", issued_at AS "issuedAt",
  paid_by AS "paidBy", paid_on AS "paidOn", discount_centavos AS "discountCentavos",
  premium_refund_centavos AS "premiumRefundCentavos"`

const INSERT: Statement = {
  name: 'settlements.insert',
  text: `INSERT INTO settlements (billet_id, transaction_id, settles_on, selection, installment_numbers, value_centavos,
      issued_at) VALUES ($1, $2, $3, $4, $5, $6, $7)`,
}
const LOCK: Statement = {
  name: 'settlements.lock',
  text: `SELECT ${COLUMNS} FROM settlements WHERE billet_id = $1 FOR UPDATE`,
}
const FIND_LAST: Statement = {
  name: 'settlements.find-last',
  text: `SELECT ${COLUMNS} FROM settlements WHERE transaction_id = $1 ORDER BY position DESC LIMIT 1`,
}
const LIST: Statement = {
  name: 'settlements.list',
  text: `SELECT ${COLUMNS} FROM settlements WHERE transaction_id = $1 ORDER BY position`,
}
const PAY: Statement = {
  name: 'settlements.pay',
  text: `UPDATE settlements SET paid_by = $2, paid_on = $3, discount_centavos = $4, premium_refund_centavos = $5
    WHERE billet_id = $1`,
}
const SUM: Statement = {
  name: 'settlements.sum',
  text: `SELECT coalesce(sum(discount_centavos), 0)::bigint AS "discountCentavos",
      coalesce(sum(premium_refund_centavos), 0)::bigint AS "premiumRefundCentavos"
    FROM settlements WHERE transaction_id = $1`,
}

/** In the transaction that issues the billet. */
export function insertSettlement(tx: Transaction, settlement: NewSettlement): void {
  const { billetId, transactionId, settlesOn, selection, installmentNumbers, valueCentavos, issuedAt } =
    settlement
  tx.send(INSERT, [
    billetId,
    transactionId,
    settlesOn,
    selection,
    installmentNumbers,
    valueCentavos,
    issuedAt,
  ])
}

export async function lockSettlement(tx: Transaction, billetId: string): Promise<Settlement | undefined> {
  return (await tx.run<Settlement>(LOCK, [billetId]))[0]
}

/** The one that was issued last: only its billet can be open. */
export async function findLastSettlement(
  db: Queryable,
  transactionId: string,
): Promise<Settlement | undefined> {
  return (await db.run<Settlement>(FIND_LAST, [transactionId]))[0]
}

/** The oldest first. */
export function listSettlements(db: Queryable, transactionId: string): Promise<Settlement[]> {
  return db.run<Settlement>(LIST, [transactionId])
}

/** In the transaction that books the payment. The settlement is locked and not paid. */
export function paySettlement(
  tx: Transaction,
  billetId: string,
  paid: Reductions & { readonly paidBy: string; readonly paidOn: CalendarDate },
): void {
  const { paidBy, paidOn, discountCentavos, premiumRefundCentavos } = paid
  tx.send(PAY, [billetId, paidBy, paidOn, discountCentavos, premiumRefundCentavos])
}

/** Over all early payments of a contract. */
export async function sumReductions(db: Queryable, transactionId: string): Promise<Reductions> {
  const [row] = await db.run<Reductions>(SUM, [transactionId])
  return row ?? { discountCentavos: 0, premiumRefundCentavos: 0 }
}
