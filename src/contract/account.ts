import type { CancelReason } from './enums.ts'
import type { LenderContact } from './lender.ts'
import type { OnboardingProduct } from './onboarding.ts'
import type { RetailerTheme } from './theme.ts'

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
 *   POST second-copy  SecondCopyRequest  a new billet for an installment that is late
 *   POST settlement   EarlyRequest   issues the billet and the Pix of a payment before it is due
 *   POST email        EmailRequest   changes the e-mail address of all purchases
 *   POST requests     AskedRequest   asks people for a review, a correction or an erasure
 *   POST agreement-offers  AgreementOffersRequest  what an overdue debt may be agreed into, until the end of the day
 *   POST agreement    AcceptAgreementRequest  accepts one of them; its transaction is among the purchases then
 *   POST addendum     ConfirmAddendumRequest  the customer agrees to an addendum
 *   GET  purchases/:id/contract.pdf, release.pdf, addendum.pdf, billets.pdf, quitacao.pdf, recibos/:number, and
 *       meus-dados.json
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

/** The hash is that of the addendum that the page shows. */
export interface ConfirmAddendumRequest {
  readonly transactionId: string
  readonly hash: string
}

/** What is paid before it is due: one of both. */
export interface EarlyRequest extends OfPurchase {
  /** `all`, `next`, or `last:` and a number. */
  readonly installments?: string
  /** In reais. */
  readonly amount?: number
}

export interface AgreementOffersRequest extends OfPurchase {
  /** In reais. */
  readonly downPayment: number
}
export interface AcceptAgreementRequest extends OfPurchase {
  readonly optionId: string
}

export interface EmailRequest {
  readonly email: string
}

export const CUSTOMER_REQUEST_KINDS = ['REVIEW', 'CORRECTION', 'ERASURE'] as const
export type CustomerRequestKind = (typeof CUSTOMER_REQUEST_KINDS)[number]

export const MAX_REQUEST_LENGTH = 2_000

export interface SecondCopyRequest extends OfPurchase {
  readonly billetId: string
}

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
  /** Before the code: who runs the page. Afterwards the account names who lent. */
  readonly lender?: LenderContact
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
  | 'accelerated'
  | 'paid'
  | 'canceling'
  | 'canceled'
  | 'abandoned'

/** Money in reais; dates are YYYY-MM-DD in Sao Paulo. */
export interface AccountPurchase {
  readonly id: string
  readonly retailerName: string
  readonly theme: RetailerTheme
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
  /** Present once the whole contract is due. */
  readonly acceleration?: AccountAcceleration
  /** What may be paid at once, before it is due or because all of it is; absent where one bill says it. */
  readonly early?: AccountEarly
  /** The payment before it is due that the customer asked for, and that can be made. */
  readonly settlement?: AccountSettlement
  /** Where the statement is that nothing is owed any more. */
  readonly dischargeUrl?: string
  /** Present while the customer may withdraw, or give the purchase up; the date once it is complete. */
  readonly withdrawal?: { readonly until?: string }
  /** Where the purchase goes on. */
  readonly continueUrl?: string
  readonly contractUrl?: string
  /** What the installments pay for, as the contract says it; present where there is a contract. */
  readonly composition?: AccountComposition
  /** Of the dates that a later release gave to the contract. */
  readonly releaseUrl?: string
  /** Products of this purchase were given back. */
  readonly addendum?: AccountAddendum
  readonly billetsUrl?: string
  /** Present while the debt may be put into new installments. */
  readonly agreement?: AccountAgreement
  /** The agreement in which this debt is. */
  readonly renegotiatedBy?: string
  readonly isAgreement: boolean
  /** Of an agreement: the purchase whose debt is in it. */
  readonly renegotiates?: string
  /** An automated decision that a person may review. */
  readonly canAskReview: boolean
}

/** The words of the composition bar. */
export interface AccountComposition {
  readonly parts: readonly {
    readonly name: 'released' | 'interest' | 'iof' | 'fee' | 'premium'
    readonly value: number
  }[]
  readonly lent: 'purchase' | 'rest' | 'debt'
}

export interface AccountAcceleration {
  readonly since: string
  /** Interest of the time to come, which is not asked for. */
  readonly excluded: number
}

export interface AccountAgreement {
  /** The most that may be paid at once, in reais. */
  readonly mostDownPayment: number
  /** What was asked for today; empty before. */
  readonly options: readonly AccountAgreementOption[]
}

export interface AccountAgreementOption {
  readonly optionId: string
  readonly downPayment: number
  readonly installments: number
  readonly installmentValue: number
  /** Of the installments. */
  readonly total: number
  readonly interestPM: number
  readonly cetPA: number
  readonly firstDueDate: string
}

export interface AccountAddendum {
  readonly hash: string
  readonly madeOn: string
  readonly returned: readonly OnboardingProduct[]
  /** What the return owes to the customer. */
  readonly refund: number
  readonly url: string
  /** Absent while the customer has not confirmed it. */
  readonly confirmedOn?: string
}

/** What is paid before it is due costs less. */
export interface AccountQuote {
  /** To be paid today. */
  readonly value: number
  /** Interest and premium that are not paid. */
  readonly saving: number
  /** Of the value: installments that are due, with their charges. They are always included. */
  readonly overdue: number
  /** The numbers of the installments. */
  readonly installments: readonly number[]
}

export interface AccountEarly {
  /** Something of it is not due yet. */
  readonly isAhead: boolean
  readonly all: AccountQuote
  readonly next: AccountQuote
  /** The last one, the last two and so on. */
  readonly last: readonly AccountQuote[]
}

export interface AccountSettlement extends AccountQuote {
  /** The only day on which it is valid. */
  readonly date: string
  readonly pixCode?: string
  readonly qr?: { readonly size: number; readonly path: string }
  /** Absent until the bank has registered it, and on days without bank business. */
  readonly digitLine?: string
  readonly digitLineText?: string
  readonly billetUrl?: string
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
  /** On a second copy: the due date of the installment itself. */
  readonly copyOf?: string
  /** The billet whose second copy the customer may ask for. */
  readonly copyId?: string
}

export interface AccountDue {
  /** Of the installment itself. */
  readonly value: number
  readonly alreadyPaid: number
  /** Interest of the time to come, which is not asked for because the whole contract is due. */
  readonly excluded: number
  readonly fine: number
  readonly interest: number
  readonly total: number
  readonly daysLate: number
}

export interface AccountPayment {
  /** A receipt, as PDF. */
  readonly receiptUrl: string
  readonly paidOn: string
  readonly value: number
  /** What it paid: several installments, or a part of one. */
  readonly parts: readonly {
    readonly number: number
    readonly installment: number
    readonly fine: number
    readonly interest: number
    /** Of the installment, what was not paid because it was not due yet. */
    readonly discount: number
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
