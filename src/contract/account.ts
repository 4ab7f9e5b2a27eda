import type { CancelReason } from './enums.ts'
import type { LenderContact } from './lender.ts'
import type { OnboardingProduct } from './onboarding.ts'

/*
 * What the page of the customer's area and the server say to each other, below /minha-conta. The browser imports this
 * file too: types and plain values only.
 *
 *   GET  state                       AccountState
 *   POST code         AskRequest     a code goes to the registered phone, if the CPF is known; the answer is the same
 *   POST resend                      another code for the same CPF
 *   POST restart                     back to the CPF
 *   POST confirm      ConfirmRequest the code; sets the session cookie of this device
 *   POST sign-out                    ends the session
 *   POST withdraw     OfPurchase     the customer withdraws from a purchase
 *   POST email        EmailRequest   changes the e-mail address of all purchases
 *   POST requests     AskedRequest   asks people for a review, a correction or an erasure
 *   GET  purchases/:id/contract.pdf, purchases/:id/billets.pdf, meus-dados.json
 *
 * A POST carries the header x-onboarding: 1 and a body of type application/json (`{}` where nothing is to be said). It
 * answers with the new AccountState, or with an error body whose `code` the page goes by: signed_out, code_refused,
 * code_limit, rate_limited, transaction_not_found, transaction_not_cancelable, request_limit, invalid_parameters …
 */

/** Messages and pages lead here; the address names nobody. */
export const ACCOUNT_PATH = '/minha-conta'

export interface AskRequest {
  readonly cpf: string
}

export interface OfPurchase {
  readonly transactionId: string
}

export interface EmailRequest {
  readonly email: string
}

export const CUSTOMER_REQUEST_KINDS = ['REVIEW', 'CORRECTION', 'ERASURE'] as const
export type CustomerRequestKind = (typeof CUSTOMER_REQUEST_KINDS)[number]

export const MAX_REQUEST_LENGTH = 2_000

export interface AskedRequest {
  readonly kind: CustomerRequestKind
  /** The purchase whose decision is to be reviewed. */
  readonly transactionId?: string
  readonly text: string
}

export interface AccountState {
  readonly now: string
  /** cpf → code → account. */
  readonly screen: 'cpf' | 'code' | 'account'
  /** At `code`: the same whether a code was sent or not. */
  readonly code?: { readonly expiresAt: string; readonly resendAt: string }
  /** At `account` only. */
  readonly account?: Account
}

export interface Account {
  readonly firstName?: string
  readonly name?: string
  readonly maskedCpf: string
  readonly maskedPhone: string
  readonly email: string
  readonly lender?: LenderContact
  /** Newest first. */
  readonly purchases: readonly AccountPurchase[]
  readonly requests: readonly AccountRequest[]
}

export type AccountStanding =
  | 'onboarding'
  | 'down-payment'
  | 'on-time'
  | 'late'
  | 'paid'
  | 'canceling'
  | 'canceled'
  | 'abandoned'

/** Money in reais; dates are YYYY-MM-DD in Sao Paulo. */
export interface AccountPurchase {
  readonly id: string
  readonly retailerName: string
  readonly orderId: string
  readonly boughtOn: string
  readonly standing: AccountStanding
  readonly cancelReason?: CancelReason
  readonly products: readonly OnboardingProduct[]
  readonly total: number
  /** What is still to be paid today, late charges included. */
  readonly leftToday: number
  /** The oldest bill that is not paid, and how to pay it now. */
  readonly next?: AccountBill
  /** QR code of the next bill's Pix. */
  readonly nextQr?: { readonly size: number; readonly path: string }
  /** The down payment first. */
  readonly bills: readonly AccountBill[]
  /** Newest first. */
  readonly payments: readonly AccountPayment[]
  readonly refund?: AccountRefund
  /** Present while the customer may withdraw, or give the purchase up; the date once it is complete. */
  readonly withdrawal?: { readonly until?: string }
  /** Where the purchase goes on. */
  readonly continueUrl?: string
  readonly contractUrl?: string
  readonly billetsUrl?: string
  /** An automated decision that a person may review. */
  readonly canAskReview: boolean
}

/** As `BilletStanding`: `late` can still be paid, `expired` cannot, and `registering` not yet. */
export type AccountBillStanding = 'open' | 'late' | 'expired' | 'paid' | 'canceled' | 'registering'

export interface AccountBill {
  /** 0 for the down payment. */
  readonly number: number
  readonly of: number
  readonly dueDate: string
  readonly value: number
  readonly standing: AccountBillStanding
  readonly paidOn?: string
  /** What is owed today; absent when it is paid or canceled. */
  readonly today?: AccountDue
  /** Last day on which a bank accepts it; absent when it cannot be paid. */
  readonly payUntil?: string
  readonly digitLine?: string
  readonly digitLineText?: string
  readonly pixCode?: string
  readonly billetUrl?: string
}

export interface AccountDue {
  /** Of the installment itself. */
  readonly value: number
  readonly alreadyPaid: number
  readonly fine: number
  readonly interest: number
  readonly total: number
  readonly daysLate: number
}

export interface AccountPayment {
  readonly paidOn: string
  readonly value: number
  /** What it paid: several installments, or a part of one. */
  readonly parts: readonly {
    readonly number: number
    readonly installment: number
    readonly fine: number
    readonly interest: number
  }[]
}

export interface AccountRefund {
  readonly value: number
  readonly maxDate: string
  /** The account that the shop gave, masked. */
  readonly account?: string
}

export interface AccountRequest {
  readonly id: string
  readonly kind: CustomerRequestKind
  readonly transactionId?: string
  readonly text: string
  readonly openedOn: string
  readonly answerUntil: string
  readonly answer?: string
  readonly answeredOn?: string
}
