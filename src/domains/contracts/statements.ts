import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { computeCanonicalJson } from '../../kernel/canonical-json.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { ContractTerms } from './terms.ts'

type SealedStatement =
  | SignatureStatement
  | ReleaseStatement
  | DischargeStatement
  | AddendumStatement
  | ConfirmationStatement

export function sealStatement(key: KeyObject, statement: SealedStatement): Buffer {
  return sign(null, Buffer.from(computeCanonicalJson(statement)), key)
}

export function isSealed(publicKey: KeyObject, statement: SealedStatement, seal: Buffer): boolean {
  return verify(null, Buffer.from(computeCanonicalJson(statement)), publicKey, seal)
}

/** The public half, as text that can be published. */
export function presentPublicKey(privateKey: KeyObject): string {
  return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64')
}

/** Undefined for any other text. */
export function parsePublicKey(text: string): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519' ? key : undefined
  } catch {
    return undefined
  }
}

/** How a contract was signed. The service signs it once, at that moment. */
export interface SignatureStatement {
  readonly format: 'crediario-evidence-1'
  readonly transactionId: string
  /** SHA-256 of the canonical JSON of the terms. */
  readonly contractHash: string
  /** SHA-256 of the document that the customer could read before signing. */
  readonly pdfSha256: string
  readonly signedAt: string
  readonly code: { readonly id: string; readonly sentAt: string; readonly phone: string }
  readonly origin: { readonly ip: string; readonly userAgent: string }
  /** SHA-256 of every picture that the customer sent. */
  readonly documents: Readonly<Record<string, string>>
}

/**
 * That nothing is owed under a contract any more. It is composed on request from facts that cannot change,
 * and the service signs it: the same contract has the same statement with the same signature.
 */
export interface DischargeStatement {
  readonly format: 'crediario-discharge-1'
  readonly transactionId: string
  readonly lender: { readonly name: string; readonly document: string }
  readonly debtor: { readonly name: string | null; readonly cpf: string }
  readonly startedOn: CalendarDate
  readonly settledOn: CalendarDate
  /** Of the contract. */
  readonly installments: number
  readonly totalCentavos: Centavos
  /** Interest that was saved by paying before it was due. */
  readonly discountCentavos: Centavos
  /** Of the insurance, for the time after the end. */
  readonly premiumRefundCentavos: Centavos
}

/** What a return of products changed of a signed contract: it becomes part of it. */
export interface AddendumStatement {
  readonly format: 'crediario-addendum-1'
  /** Of the purchase with the remaining products. */
  readonly transactionId: string
  readonly replaces: string
  /** SHA-256 of the terms that were signed. */
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
  readonly installments: ContractTerms['installments']
  readonly totalCentavos: Centavos
  /** By installment: what was paid before counts here. */
  readonly creditedCentavos: readonly Centavos[]
  /** Owed back at once. */
  readonly refundCentavos: Centavos
}

/** What the hash of the products is computed from. */
export interface AddendumProducts {
  readonly returned: ContractTerms['products']
  readonly remaining: ContractTerms['products']
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

/**
 * What the release changed of a signed contract: it becomes part of it. Nothing personal, so it is stored as it is. The
 * service signs it once, when the credit is released.
 */
export interface ReleaseStatement {
  readonly format: 'crediario-release-1'
  readonly transactionId: string
  /** SHA-256 of the terms that were signed. */
  readonly contractHash: string
  /** The day whose schedule the terms show. */
  readonly signedFor: CalendarDate
  readonly releasedOn: CalendarDate
  readonly iofCentavos: Centavos
  /** What the tax grew by, which the customer does not pay. */
  readonly iofByLenderCentavos: Centavos
  readonly principalCentavos: Centavos
  readonly interestRatePM: number
  readonly interestRatePA: number
  readonly cetPM: number
  readonly cetPA: number
  readonly installments: ContractTerms['installments']
  readonly totalCentavos: Centavos
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
