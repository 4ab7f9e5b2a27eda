import type { App } from '../../app/app.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'

/**
 * - INVALID: our data; the same request is refused again.
 * - CONFLICT: the charge or refund exists with other values, or its state forbids the request.
 * - DENIED: credential, scope or certificate; every request fails alike.
 * - UNAVAILABLE: the request had no effect and may be repeated.
 * - UNTRUSTED: the answer cannot be believed, such as a code that leads to a foreign host.
 */
export type RefusalKind = 'INVALID' | 'CONFLICT' | 'NOT_FOUND' | 'DENIED' | 'UNAVAILABLE' | 'UNTRUSTED'

export interface Refusal {
  readonly outcome: 'refused'
  readonly kind: RefusalKind
  /** The provider's, such as CobVOperacaoInvalida, or our own. */
  readonly code: string
  readonly text: string
}

/** The request may have had its effect: it is asked for by its key before anything is repeated. */
export interface Unknown {
  readonly outcome: 'unknown'
  readonly text: string
}

export type PixOutcome<Value> = { readonly outcome: 'done'; readonly value: Value } | Refusal | Unknown

/** A charge is named by its txid. The merchant is written into a code that the provider leaves to us. */
export interface ChargeName {
  /** Immediate (`cob`) for a down payment, with a due date (`cobv`) for an installment. */
  readonly kind: 'cob' | 'cobv'
  readonly txid: string
  readonly merchantName: string
  readonly merchantCity: string
}

interface ChargeTerms extends ChargeName {
  readonly pixKey: string
  /** Who sold; sent only to a bank that asks for it (`namesRetailer`). */
  readonly retailerId: string
  readonly amountCentavos: Centavos
  /** Shown to the payer, at most 140 characters. */
  readonly text: string
  readonly payer: {
    readonly cpf: string
    readonly name: string
    readonly street: string
    readonly city: string
    readonly state: string
    readonly zipCode: string
  }
}

interface ImmediateCharge extends ChargeTerms {
  readonly kind: 'cob'
  readonly expiresInSeconds: number
}

/** With two decimals. */
export type ChargeInterest = { readonly percentPerMonth: string } | { readonly centavosPerDay: Centavos }

interface DueCharge extends ChargeTerms {
  readonly kind: 'cobv'
  readonly dueDate: CalendarDate
  readonly payableDaysAfterDue: number
  /** Percent once, with two decimals; undefined without a fine. */
  readonly finePercent: string | undefined
  /** Undefined without interest. */
  readonly interest: ChargeInterest | undefined
}

export type NewCharge = ImmediateCharge | DueCharge

/** A charge as the provider knows it. */
export interface PspCharge {
  readonly txid: string
  /** An expired or overdue charge stays ACTIVE. */
  readonly status: 'ACTIVE' | 'PAID' | 'REMOVED'
  readonly amountCentavos: Centavos
  /** Its CRC is right, and it leads to a host of the provider. Absent when the charge is not active. */
  readonly code: string | undefined
  readonly location: string | undefined
  /** May be several: a status of PAID does not say that the amount is right. */
  readonly pix: readonly ReceivedPix[]
}

export interface ReceivedPix {
  readonly endToEndId: string
  readonly txid: string | undefined
  readonly amountCentavos: Centavos
  readonly receivedAt: Date
  readonly pixKey: string | undefined
  /** CPF or CNPJ of whoever paid, where the provider says it. */
  readonly payer?: string | undefined
  readonly refunds: readonly PixRefund[]
}

export interface PixRefund {
  readonly id: string
  /** The key of the refund in the payment system. */
  readonly rtrId: string
  readonly amountCentavos: Centavos
  readonly status: 'PROCESSING' | 'DONE' | 'FAILED'
  /** MED: made by the provider after a claim of fraud or of an operational fault, without our request. */
  readonly nature: 'ORIGINAL' | 'MED'
  readonly settledAt: Date | undefined
}

interface NewRefund {
  readonly endToEndId: string
  /** Ours: letters and digits, at most 35. A used one is never a new refund. */
  readonly refundId: string
  readonly amountCentavos: Centavos
  readonly text: string
}

interface PixWindow {
  readonly from: Date
  readonly to: Date
  readonly page: number
  /** Only payments of which something was refunded. */
  readonly onlyRefunded?: boolean
}

interface PixPage {
  readonly pix: readonly ReceivedPix[]
  /** Number of unreadable items: above 0 the list is incomplete. */
  readonly unreadable: number
  readonly pageCount: number
}

/** The Pix API of a payment service provider (PSP), version 2 of the Central Bank. No call rejects. */
export interface PixApi {
  putCharge(charge: NewCharge): Promise<PixOutcome<PspCharge>>
  findCharge(name: ChargeName): Promise<PixOutcome<PspCharge>>
  /** CONFLICT when the charge is no longer active: the caller asks what became of it. */
  removeCharge(name: ChargeName): Promise<PixOutcome<PspCharge>>
  findPix(endToEndId: string): Promise<PixOutcome<ReceivedPix>>
  listPix(window: PixWindow): Promise<PixOutcome<PixPage>>
  /** Safe to repeat with the same id: in doubt the provider is queried first. */
  refund(refund: NewRefund): Promise<PixOutcome<PixRefund>>
  findRefund(endToEndId: string, refundId: string): Promise<PixOutcome<PixRefund>>
  /** The provider calls this address, with `/pix` appended, for payments to the key. */
  putWebhook(pixKey: string, url: string): Promise<PixOutcome<undefined>>
  close(): Promise<void>
}

export const refuse = (kind: RefusalKind, code: string, text: string): Refusal => ({
  outcome: 'refused',
  kind,
  code,
  text,
})

export const isPassing = (outcome: PixOutcome<unknown>): boolean =>
  outcome.outcome === 'unknown' ||
  (outcome.outcome === 'refused' && (outcome.kind === 'UNAVAILABLE' || outcome.kind === 'DENIED'))

/** Refunds that this program asks for have such ids; any other is money that left without our request. */
const OWN_REFUND = 'CREDIARIO'

export const composeRefundId = (id: string): string => OWN_REFUND + id

export const isOwnRefund = (refundId: string): boolean => refundId.startsWith(OWN_REFUND)

/** For jobs and operations that exist only with a payment service provider. */
export function getPixApi({ pixApi }: App): PixApi {
  if (pixApi === undefined) throw new Error('there is no payment service provider')
  return pixApi
}
