import type { CancelReason, Status, Step } from './enums.ts'
import type { ErrorBody } from './errors.ts'
import type { LenderContact } from './lender.ts'
import type { ShopLogo } from './theme.ts'

/*
 * The messages between the onboarding pages and the server, below /onboarding/:token. The browser imports this file
 * too: types and plain values only.
 *
 *   GET  state                   OnboardingState
 *   POST open       OpenRequest  the customer begins: WAITING → CONFIRMATION
 *   POST code       CodeRequest  sends a code to the customer's phone
 *   POST confirm    ConfirmRequest  the code of purpose phone or device; sets the session cookie of this device
 *   POST documents/front|back|selfie  the picture itself as the body, with its own Content-Type
 *   POST insurance  InsuranceRequest
 *   POST contract   opens the contract, which must come before it is signed
 *   POST sign       SignRequest
 *   POST cancel     the customer gives up, or withdraws within 7 days of completion
 *   GET  contract.pdf, release.pdf, billets.pdf
 *
 * A POST carries the header x-onboarding: 1 and a body of type application/json (`{}` when empty), except for pictures.
 * It returns the new OnboardingState, or an OnboardingError. After `wrong_step` the page goes to `step`.
 */

/** A form of another site cannot send it. */
export const ONBOARDING_HEADER = 'x-onboarding'

export const MAX_PICTURE_BYTES = 8 * 1024 * 1024
export const MAX_PICTURE_PIXELS = 25_000_000
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export const CODE_DIGITS = 6

export type PictureKind = 'front' | 'back' | 'selfie'

/**
 * phone: the first confirmation; device: another device, or a lost cookie, proves to be the customer's; signature:
 * signs.
 */
export type CodePurpose = 'phone' | 'device' | 'signature'

export interface OpenRequest {
  /** Required where the state says `needsName`, and refused elsewhere. */
  readonly name?: string
}
export interface CodeRequest {
  readonly purpose: CodePurpose
}
export interface ConfirmRequest {
  readonly code: string
}
export interface InsuranceRequest {
  readonly accepted: boolean
}
export interface SignRequest {
  readonly code: string
  /** Hash of the contract that the page showed. */
  readonly contractHash: string
}

/** In reais and percent; dates are YYYY-MM-DD in Sao Paulo, instants ISO 8601. */
export interface OnboardingFigures {
  readonly purchase: number
  readonly shipping: number
  readonly downPayment: number
  /** Purchase less down payment. */
  readonly financed: number
  /** Registration fee, 0 where there is none. */
  readonly tc: number
  readonly insurancePremium: number
  readonly iof: number
  /** Everything that is lent: financed amount, fee, premium and tax. */
  readonly principal: number
  readonly installments: number
  readonly installmentValue: number
  /** Sum of the installments. */
  readonly total: number
  /** Down payment and installments. */
  readonly totalToPay: number
  readonly interestPM: number
  readonly interestPA: number
  readonly cetPM: number
  readonly cetPA: number
  readonly firstDueDate: string
  readonly dueDates: readonly string[]
}

export interface OnboardingProduct {
  readonly name: string
  readonly amount: number
  /** Amount of one installment. */
  readonly value: number
}

export interface SentCode {
  readonly purpose: CodePurpose
  readonly expiresAt: string
  /** A new code can be requested from then on. */
  readonly resendAt: string
}

export interface OnboardingDownPayment {
  readonly value: number
  readonly paid: boolean
  readonly dueDate: string
  /** Last day on which it can be paid. */
  readonly expirationDate: string
  /** 47 digits, and the same as people write it; absent until the bank has registered the billet. */
  readonly digitLine?: string
  readonly digitLineText?: string
  readonly pixCode?: string
  /** Draw `path` in a viewBox of `0 0 size size`; a quiet zone is included. */
  readonly pixQr?: { readonly size: number; readonly path: string }
  /** The page of this billet, with its PDF. */
  readonly billetUrl: string
}

export interface OnboardingBillet {
  readonly number: number
  readonly of: number
  readonly value: number
  readonly dueDate: string
  /** Absent until the bank has registered the billet. */
  readonly digitLine?: string
  readonly paid: boolean
  readonly url: string
}

export interface OnboardingContract {
  readonly hash: string
  readonly pdfUrl: string
  readonly signedAt?: string
  /** At SIGNATURE: what the credit costs, to be read before the contract. */
  readonly costs?: OnboardingCosts
  /** At SIGNATURE, once the contract was opened: it can be signed then. */
  readonly clauses?: readonly OnboardingClause[]
  /** The statement of a release on another day than the signature. */
  readonly releaseUrl?: string
}

export interface OnboardingClause {
  readonly title: string
  /** The clause in one plain sentence, to be read after "Em resumo:"; only `text` is signed. */
  readonly plain: string
  readonly text: string
}

/** The CET sheet: every part in reais, and in percent of everything that is paid in installments. */
export interface OnboardingCosts {
  readonly computedOn: string
  readonly parts: readonly {
    readonly name: 'released' | 'iof' | 'fee' | 'premium' | 'interest'
    readonly value: number
    readonly percentage: number
  }[]
  /** In percent a day of a month of thirty days. */
  readonly dailyRate: number
}

export interface OnboardingState {
  /** The deployment's clock, from which waits are counted; the browser's own may differ. */
  readonly now: string
  readonly status: Status
  readonly step: Step
  /** Grows with every change of the purchase: a response with a smaller version is outdated. */
  readonly version: number
  /** Until this device has confirmed the phone, it gets no personal data and may do nothing personal. */
  readonly needsConfirmation: boolean
  /** The code that this device can request now; absent when none is needed. */
  readonly codePurpose?: CodePurpose
  /** The last code sent for `codePurpose`, while it can still be entered. */
  readonly code?: SentCode
  /** At WAITING: neither the shop nor the customer has given the name. */
  readonly needsName: boolean
  readonly maskedPhone: string
  readonly retailerName: string
  readonly shopLogo?: ShopLogo
  readonly lender?: LenderContact
  readonly orderId: string
  /** Of an agreement: the purchase whose debt it puts into new installments. */
  readonly renegotiates?: { readonly orderId: string; readonly boughtOn: string }
  readonly products: readonly OnboardingProduct[]
  readonly figures: OnboardingFigures
  /** When the purchase is abandoned if the customer does nothing. */
  readonly deadlineAt?: string
  readonly canCancel: boolean
  /** Polling interval; absent when nothing changes by itself. */
  readonly pollAfterMs?: number
  /** Set when the purchase ended early. */
  readonly cancelReason?: CancelReason
  readonly refund?: { readonly value: number; readonly maxDate: string }
  /** Once it ended, well or not: the way back to the shop, exactly as the payment link gave it. */
  readonly shopUrl?: string

  // The following is only for a confirmed device.

  /** At FRONTDOC, BACKDOC or SELFIE: why the desk asks for another picture. */
  readonly askedAgain?: { readonly kind: PictureKind; readonly reason: string }
  /** At FRONTDOC, BACKDOC and SELFIE: a QR code of this very link, for a phone to go on with. */
  readonly phoneQr?: { readonly size: number; readonly path: string }
  /** At INSURANCE: the figures with insurance; `figures` are those without. */
  readonly insurance?: OnboardingFigures
  /** From SIGNATURE on. */
  readonly contract?: OnboardingContract
  /** At ENTRY and later, where there is a down payment. */
  readonly downPaymentBillet?: OnboardingDownPayment
  /** Once complete. */
  readonly billets?: readonly OnboardingBillet[]
  readonly billetsPdfUrl?: string
  /** Once complete: last day on which the customer may withdraw. */
  readonly withdrawUntil?: string
  /** Set after the shop removed products: the link of the replacement purchase. */
  readonly continuedUrl?: string
}

/**
 * Pages decide by `code`:
 * wrong_step, device_not_confirmed, code_refused, code_limit (with Retry-After), contract_changed, contract_not_opened,
 * picture_not_accepted, picture_too_large, onboarding_not_found, transaction_not_cancelable, cross_site_request,
 * invalid_parameters …
 */
export interface OnboardingError extends ErrorBody {
  /** The actual state of the purchase; absent for an invalid link. */
  readonly status?: Status
  readonly step?: Step
}
