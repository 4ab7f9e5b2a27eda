import type { LenderContact } from './lender.ts'
import type { OnboardingProduct, SentCode } from './onboarding.ts'
import type { ShopLogo } from './theme.ts'

/*
 * What the hosted page and the server say to each other, below /pay/:token. The browser imports this file too: types and plain
 * values only.
 *
 *   GET  state                    HostedPageState
 *   POST open                     a person, not a preview robot, looks at the link: ACTIVE → OPENED
 *   POST person    PersonRequest  who buys; sends a code to the phone. Says nothing about credit
 *   POST code                     sends another code to the same phone
 *   POST confirm   ConfirmRequest the code; sets the session cookie of this device. Now, and only now, credit is asked about
 *   POST choose    ChooseRequest  claims the link and authorizes the option: ChooseAnswer leads into the onboarding
 *   POST restart                  back to who buys, for another person or another phone
 *
 * A POST carries the header x-onboarding: 1 and a body of type application/json (`{}` where nothing is to be said). It answers with
 * the new HostedPageState (choose: ChooseAnswer), or with an error body whose `code` the page goes by: link_not_found, link_ended,
 * link_claimed, link_locked, wrong_screen, device_not_confirmed, code_refused, code_limit, option_invalid, invalid_parameters …
 */

export interface PersonRequest {
  /** Full name, as on the document. */
  readonly name: string
  /** Absent where the shop gave it and the person only confirms what is shown masked. */
  readonly cpf?: string
  readonly phone?: string
  readonly email?: string
  readonly zipCode?: string
  readonly addressStreet?: string
  readonly addressNumber?: string
  readonly addressComplement?: string
  readonly city?: string
  readonly state?: string
}

export interface ChooseRequest {
  readonly optionId: string
  readonly hasInsurance: boolean
}

export interface ChooseAnswer {
  /** The onboarding, with the phone already confirmed on this device. */
  readonly returnUrl: string
}

/** What the shop gave, masked: enough for the person to recognise it, too little for anybody else to learn it. */
export interface MaskedPerson {
  readonly name?: string
  readonly cpf?: string
  readonly phone?: string
  readonly email?: string
  readonly zipCode?: string
  readonly address?: string
}

/** What the installments pay for, in reais: the amounts of the contract's CET sheet. */
export type HostedParts = readonly [
  released: number,
  interest: number,
  iof: number,
  fee: number,
  premium: number,
]

/** In reais and percent; dates are YYYY-MM-DD in Sao Paulo. */
export interface HostedOption {
  readonly optionId: string
  readonly installments: number
  readonly installmentValue: number
  /** Sum of the installments. */
  readonly total: number
  /** Down payment and installments. */
  readonly totalToPay: number
  readonly interestPM: number
  readonly cetPA: number
  readonly firstDueDate: string
  /** Absent where the offer was drawn up by a release that did not keep them. */
  readonly parts?: HostedParts
  /** The same option with credit insurance, where it is offered. */
  readonly insurance?: {
    readonly installmentValue: number
    readonly total: number
    readonly cetPA: number
    /** What is really paid more, in all installments together. */
    readonly extraTotal: number
    readonly parts?: HostedParts
  }
}

export interface HostedOptionGroup {
  readonly kind: 'standard' | 'grace' | 'retention'
  readonly downPaymentPercentage: number
  readonly downPayment: number
  /** Days of grace before the schedule starts; 0 for none. */
  readonly graceDays: number
  readonly options: readonly HostedOption[]
}

/** who → code → options → (onboarding); refused, and why a link can no longer be used. */
export type HostedScreen = 'who' | 'code' | 'options' | 'refused' | 'ended'

export type LinkEnding = 'used' | 'claimed' | 'deleted' | 'expired' | 'locked'

/** Kind words for each; the page tells no more than the law lets it: the person may ask for a review. */
export type HostedRefusal = 'denied' | 'amount' | 'has-purchase' | 'too-many-tries' | 'phone' | 'unavailable'

export interface HostedPageState {
  readonly now: string
  readonly screen: HostedScreen
  readonly retailerName: string
  readonly shopLogo?: ShopLogo
  readonly lender?: LenderContact
  readonly orderId: string
  readonly amount: number
  readonly shipping?: number
  readonly description?: string
  readonly products?: readonly OnboardingProduct[]
  readonly expiresAt: string
  /** The way back to the shop, exactly as the shop gave it. */
  readonly shopUrl?: string
  /** At `who`: what the shop gave. */
  readonly given?: MaskedPerson
  /** At `code`. */
  readonly maskedPhone?: string
  readonly code?: Omit<SentCode, 'purpose'>
  /** At `options`, for a confirmed device only. */
  readonly groups?: readonly HostedOptionGroup[]
  readonly firstName?: string
  readonly refusal?: HostedRefusal
  readonly ending?: LinkEnding
  /** Where this very device's person has a purchase by this link: straight on. */
  readonly returnUrl?: string
}
