import { createHash } from 'node:crypto'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { computeCanonicalJson } from '../../kernel/canonical-json.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import type { Agreement } from './agreement.ts'
import { sealStatement } from './seal.ts'

/** What a return of products changed of a signed contract: it becomes part of it. */
export interface AddendumStatement {
  readonly format: 'crediario-addendum-1'
  /** Of the purchase with the remaining products. */
  readonly transactionId: string
  readonly replaces: string
  /** SHA-256 of the agreement that was signed. */
  readonly contractHash: string
  /** SHA-256 of the addendum before this one, where products were returned before. */
  readonly previousHash?: string | undefined
  readonly madeOn: CalendarDate
  /** SHA-256 of the returned and the remaining products. */
  readonly productsHash: string
  readonly contractDate: CalendarDate
  readonly purchaseCentavos: Centavos
  readonly downPaymentCentavos: Centavos
  readonly iofCentavos: Centavos
  readonly principalCentavos: Centavos
  readonly interestRatePM: number
  readonly interestRatePA: number
  readonly cetPM: number
  readonly cetPA: number
  readonly installments: Agreement['installments']
  readonly totalCentavos: Centavos
  /** By installment: what was paid before counts here. */
  readonly creditedCentavos: readonly Centavos[]
  /** Owed back at once. */
  readonly refundCentavos: Centavos
}

/** What the hash of the products is computed from. */
export interface AddendumProducts {
  readonly returned: Agreement['products']
  readonly remaining: Agreement['products']
}

/** The customer has seen it and agrees. The return itself did not wait for that. */
export interface ConfirmationStatement {
  readonly format: 'crediario-addendum-confirmation-1'
  readonly transactionId: string
  readonly addendumHash: string
  readonly confirmedAt: string
  /** In the customer's area, which is opened by a code to the phone of the purchase. */
  readonly place: 'account'
}

export interface Addendum {
  readonly retailerId: string
  readonly statement: AddendumStatement
  readonly seal: Buffer
  readonly confirmation:
    | { readonly statement: ConfirmationStatement; readonly seal: Buffer; readonly confirmedAt: Date }
    | undefined
}

const INSERT: Statement = {
  name: 'contract-addenda.insert',
  text: `INSERT INTO contract_addenda (transaction_id, retailer_id, statement, seal, made_on)
    VALUES ($1, $2, $3, $4, $5)`,
}
const SELECT: Statement = {
  name: 'contract-addenda.find',
  text: `SELECT retailer_id AS "retailerId", statement, seal, confirmation, confirmation_seal AS "confirmationSeal",
      confirmed_at AS "confirmedAt"
    FROM contract_addenda WHERE transaction_id = $1`,
}
const CONFIRM: Statement = {
  name: 'contract-addenda.confirm',
  text: `UPDATE contract_addenda SET confirmation = $2, confirmation_seal = $3, confirmed_at = $4
    WHERE transaction_id = $1 AND confirmed_at IS NULL`,
}

interface AddendumRow {
  readonly retailerId: string
  readonly statement: string
  readonly seal: Buffer
  readonly confirmation: string | null
  readonly confirmationSeal: Buffer | null
  readonly confirmedAt: Date | null
}

/** Must run in the transaction that returns the products. */
export function storeAddendum(
  tx: Transaction,
  secrets: Secrets,
  retailerId: string,
  statement: AddendumStatement,
): void {
  tx.send(INSERT, [
    statement.transactionId,
    retailerId,
    computeCanonicalJson(statement),
    sealStatement(secrets.evidence, statement),
    statement.madeOn,
  ])
}

/** Undefined for a purchase that replaced none, or one that was not signed. */
export async function findAddendum(db: Queryable, transactionId: string): Promise<Addendum | undefined> {
  const [row] = await db.run<AddendumRow>(SELECT, [transactionId])
  if (row === undefined) return undefined
  const { retailerId, statement, seal, confirmation, confirmationSeal, confirmedAt } = row
  const isConfirmed = confirmation !== null && confirmationSeal !== null && confirmedAt !== null
  return {
    retailerId,
    statement: JSON.parse(statement) as AddendumStatement,
    seal,
    confirmation: isConfirmed
      ? { statement: JSON.parse(confirmation) as ConfirmationStatement, seal: confirmationSeal, confirmedAt }
      : undefined,
  }
}

/** Confirmed twice, it keeps the time of the first. */
export async function confirmAddendum(
  tx: Transaction,
  secrets: Secrets,
  { statement }: Addendum,
  now: Date,
): Promise<void> {
  const confirmation: ConfirmationStatement = {
    format: 'crediario-addendum-confirmation-1',
    transactionId: statement.transactionId,
    addendumHash: computeStatementHash(statement),
    confirmedAt: now.toISOString(),
    place: 'account',
  }
  await tx.run(CONFIRM, [
    statement.transactionId,
    computeCanonicalJson(confirmation),
    sealStatement(secrets.evidence, confirmation),
    now,
  ])
}

/** SHA-256, in hexadecimal. */
export function computeStatementHash(statement: AddendumStatement): string {
  return hashJson(statement)
}

export function computeProductsHash(products: AddendumProducts): string {
  return hashJson(products)
}

const hashJson = (value: unknown): string =>
  createHash('sha256').update(computeCanonicalJson(value)).digest('hex')
