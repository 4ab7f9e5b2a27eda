import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { defineMac } from '../../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'

/** What was quoted and issued, and what its payment did. */
export interface Payoff {
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

type NewPayoff = Omit<Payoff, 'paidBy' | 'paidOn' | 'discountCentavos' | 'premiumRefundCentavos'>

/** What early payments of a contract took off it without being paid. */
export interface Reductions {
  readonly discountCentavos: Centavos
  readonly premiumRefundCentavos: Centavos
}

interface StoredPayoff extends Payoff {
  readonly mac: Buffer
}

const COLUMNS = `billet_id, transaction_id, settles_on, selection,
  installment_numbers, value_centavos, issued_at,
  paid_by, paid_on, discount_centavos,
  premium_refund_centavos, mac`

const INSERT: Statement = {
  name: 'settlements.insert',
  text: `INSERT INTO settlements (billet_id, transaction_id, settles_on, selection, installment_numbers, value_centavos,
      issued_at, mac) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
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
/* A row that is not the one that was read gets no MAC, which the column refuses. */
const PAY: Statement = {
  name: 'settlements.pay',
  text: `UPDATE settlements SET paid_by = $2, paid_on = $3, discount_centavos = $4, premium_refund_centavos = $5,
      mac = CASE WHEN mac = $6 THEN $7::bytea END
    WHERE billet_id = $1`,
}

const payoffMac = defineMac('settlements', (row: Payoff) => [
  row.billetId,
  row.transactionId,
  row.settlesOn,
  row.selection,
  row.installmentNumbers.map(String),
  row.valueCentavos,
  row.issuedAt,
  row.paidBy,
  row.paidOn,
  row.discountCentavos,
  row.premiumRefundCentavos,
])

function check(secrets: Secrets, stored: StoredPayoff): Payoff {
  const { mac: _, ...row } = payoffMac.check(secrets, stored)
  return row
}

/** In the transaction that issues the billet. */
export function insertPayoff(tx: Transaction, secrets: Secrets, settlement: NewPayoff): void {
  const { billetId, transactionId, settlesOn, selection, installmentNumbers, valueCentavos, issuedAt } =
    settlement
  const unpaid = { paidBy: null, paidOn: null, discountCentavos: 0, premiumRefundCentavos: 0 }
  tx.send(INSERT, [
    billetId,
    transactionId,
    settlesOn,
    selection,
    installmentNumbers,
    valueCentavos,
    issuedAt,
    payoffMac.compute(secrets, { ...settlement, ...unpaid }),
  ])
}

/** Throws ForgedRow. */
export async function lockPayoff(
  tx: Transaction,
  secrets: Secrets,
  billetId: string,
): Promise<Payoff | undefined> {
  const [row] = await tx.run<StoredPayoff>(LOCK, [billetId])
  return row && check(secrets, row)
}

/** The one that was issued last: only its billet can be open. Throws ForgedRow. */
export async function findLastPayoff(
  db: Queryable,
  secrets: Secrets,
  transactionId: string,
): Promise<Payoff | undefined> {
  const [row] = await db.run<StoredPayoff>(FIND_LAST, [transactionId])
  return row && check(secrets, row)
}

/** The oldest first. Throws ForgedRow. */
export async function listPayoffs(db: Queryable, secrets: Secrets, transactionId: string): Promise<Payoff[]> {
  const rows = await db.run<StoredPayoff>(LIST, [transactionId])
  return rows.map(row => check(secrets, row))
}

/** In the transaction that books the payment. The settlement is locked and not paid. */
export function markPayoffPaid(
  tx: Transaction,
  secrets: Secrets,
  locked: Payoff,
  paid: Reductions & { readonly paidBy: string; readonly paidOn: CalendarDate },
): void {
  const { paidBy, paidOn, discountCentavos, premiumRefundCentavos } = paid
  const macs = [payoffMac.compute(secrets, locked), payoffMac.compute(secrets, { ...locked, ...paid })]
  tx.send(PAY, [locked.billetId, paidBy, paidOn, discountCentavos, premiumRefundCentavos, ...macs])
}

/** Over all early payments of a contract. */
export function computeReductions(settlements: readonly Payoff[]): Reductions {
  const sum = (part: keyof Reductions): Centavos => settlements.reduce((total, each) => total + each[part], 0)
  return {
    discountCentavos: sum('discountCentavos'),
    premiumRefundCentavos: sum('premiumRefundCentavos'),
  }
}
