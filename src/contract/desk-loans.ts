import type { Attention, DeskDecision, Timed } from './desk.ts'
import type { Status } from './enums.ts'
import type { MessageChannel, MessageFailure, MessageState } from './messages.ts'

/* Running contracts at the desk. The browser imports this file too: types and plain values only. */

/** Where a contract stands. On the wire of retailers all but the last two are OPEN. */
const LOAN_STATES = [
  'CURRENT',
  'LATE',
  'ACCELERATED',
  'RENEGOTIATED',
  'WRITTEN_OFF',
  'PAID',
  'CANCELED',
] as const
export type LoanState = (typeof LOAN_STATES)[number]

const INSTALLMENT_STATES = ['open', 'part-paid', 'late', 'paid', 'canceled'] as const
export type InstallmentState = (typeof INSTALLMENT_STATES)[number]

/** Days past due of the oldest open installment. */
export const DELAY_BANDS = ['1-14', '15-30', '31-60', '61-90', '91+'] as const
export type DelayBand = (typeof DELAY_BANDS)[number]

/** How many running contracts are late, and by how much; every band, also the empty ones, from the shortest. */
export interface DelaySummary extends Timed {
  readonly bands: readonly { readonly band: DelayBand; readonly contracts: number }[]
}

export interface FoundLoan {
  readonly transactionId: string
  readonly orderId: string
  readonly retailerName: string
  /** Masked, and absent where nobody gave it. */
  readonly customerName?: string
  readonly maskedCpf: string
  readonly status: Status
  readonly state: LoanState
  /** Of the oldest open installment. */
  readonly daysLate?: number
  /** Today, with charges and at present value. */
  readonly debt: number
  readonly startedOn: string
}

export interface LoanList extends Timed {
  readonly loans: readonly FoundLoan[]
}

export interface LoanInstallment {
  readonly installment: number
  readonly dueDate: string
  readonly value: number
  readonly state: InstallmentState
  readonly daysLate?: number
  /** What is not paid of its value; absent when nothing is. */
  readonly open?: number
  /** What would pay it today: with charges when late, at present value before its due date. */
  readonly today?: number
  readonly paidOn?: string
  /** Of the billet that can be paid now, or that was paid. */
  readonly billetId: string
  readonly ourNumber: string
  /** A second copy took the place of the first billet. */
  readonly isCopy: boolean
  /** A second copy can be issued: it is late, and so is the copy that it may have. */
  readonly isCopyable: boolean
  /** It is due, and what is open of it can be forgiven. */
  readonly isWaivable: boolean
}

export interface LoanDebt {
  readonly date: string
  readonly overdueFace: number
  readonly fine: number
  readonly interest: number
  readonly overdue: number
  readonly futureFace: number
  readonly discount: number
  /** Present value of what is not due yet. */
  readonly future: number
  readonly total: number
  /** Of the insurance, for the time that is left, when everything is paid. */
  readonly premiumRefund: number
  /** What pays everything. */
  readonly payoff: number
}

export interface LoanPayment {
  readonly reference: string
  readonly paidOn: string
  readonly amount: number
  readonly parts: readonly {
    /** 0 for the down payment. */
    readonly installment: number
    readonly face: number
    readonly fine: number
    readonly interest: number
    /** In the face value, and not paid: it was not due yet. */
    readonly discount: number
  }[]
}

export interface LoanMessage {
  readonly id: string
  readonly template: string
  readonly channel: MessageChannel
  readonly state: MessageState
  readonly failure?: MessageFailure
  readonly at: string
}

export interface LoanJournalLine {
  readonly id: string
  readonly kind: string
  readonly at: string
  /** The day on which it counts in the books, where its own was in a closed month. */
  readonly bookedOn?: string
  readonly amount: number
  /** What the customer owes by the books after it, at face value. */
  readonly balance: number
}

/** A billet that was issued for the customer. */
export interface LoanBillet {
  readonly billetId: string
  readonly amount: number
  readonly dueDate: string
  /** Absent until the bank has registered it. */
  readonly digitLine?: string
  /** Absent until the PSP has registered its charge. */
  readonly pixCode?: string
  /** Its page, for the customer. */
  readonly link: string
}

/** What an early payment costs on a day; see `SettlementAnswer`. */
export interface SettlementQuote {
  readonly date: string
  readonly overdue: number
  readonly future: number
  readonly discount: number
  readonly premiumRefund: number
  readonly value: number
  /** That it pays, whole or in part. */
  readonly installments: readonly number[]
}

export interface AgreementOption {
  readonly optionId: string
  readonly downPayment: number
  readonly installments: number
  readonly installmentValue: number
  readonly total: number
  readonly interestRatePM: number
  readonly cetPA: number
  readonly firstDueDate: string
}

/** What the debt of today may be agreed into, until the end of the day. */
export interface AgreementOffers {
  readonly debt: number
  readonly options: readonly AgreementOption[]
}

export interface MadeAgreement {
  readonly transactionId: string
  /** Where the customer signs. */
  readonly link: string
}

export const LOAN_NOTICE_KINDS = ['listing', 'acceleration'] as const

/** A notice that the law asks for before something is done to the customer. */
export interface LoanNotice {
  readonly id: string
  readonly kind: (typeof LOAN_NOTICE_KINDS)[number]
  /** Of the installment that it is about. */
  readonly dueDate: string
  /** 1 for the first; more for one that was served again. */
  readonly serving: number
  readonly askedAt: string
  readonly sentAt?: string
  readonly channel?: MessageChannel
  /** Absent while nothing proves it. */
  readonly deliveredAt?: string
}

const LOAN_LISTING_STATES = ['ASKING', 'LISTED', 'REFUSED', 'LOWERING', 'REMOVING', 'REMOVED'] as const
const LOAN_REMOVAL_REASONS = ['PAID', 'RENEGOTIATED', 'DISPUTED', 'CANCELED', 'ENDED'] as const

/** A delay that a credit bureau is told of. */
export interface LoanListing {
  readonly id: string
  readonly dueDate: string
  readonly amount: number
  readonly state: (typeof LOAN_LISTING_STATES)[number]
  readonly decidedAt: string
  readonly listedAt?: string
  readonly removalReason?: (typeof LOAN_REMOVAL_REASONS)[number]
  /** By law. */
  readonly removeBy?: string
  readonly removedAt?: string
  readonly problem?: string
}

/** Why a contract is a problem asset, whose income counts only when it is received. */
const LOAN_PROBLEMS = ['delay', 'restructured', 'written-off', 'person'] as const
export type LoanProblem = (typeof LOAN_PROBLEMS)[number]

/** The newest proposal is about the write-off; decisions are about that, and about what was waived. */
export interface LoanView extends FoundLoan, Attention {
  readonly notices: readonly LoanNotice[]
  readonly listings: readonly LoanListing[]
  readonly acceleratedOn?: string
  readonly writtenOffOn?: string
  /** What is provided for the contract; it may be written off once that is all that the books carry. */
  readonly allowance: number
  readonly isWritable: boolean
  /** Waits for a second person. */
  readonly waiverProposal?: DeskDecision
  readonly decisions: readonly DeskDecision[]
  /** The contract whose debt this agreement is about. */
  readonly renegotiates?: string
  /** The agreement on this debt. */
  readonly renegotiatedBy?: string
  readonly isAgreeable: boolean
  readonly installments: number
  readonly installmentValue: number
  readonly interestRatePM: number
  readonly cetPA: number
  readonly financed: number
  readonly total: number
  readonly schedule: readonly LoanInstallment[]
  readonly debtToday: LoanDebt
  /** The billet of an early payment that waits to be paid. */
  readonly settlement?: LoanBillet
  /** On which a settlement may be paid. */
  readonly settlementDays: readonly string[]
  /** On which a second copy may fall due. */
  readonly copyDays: readonly string[]
  readonly payments: readonly LoanPayment[]
  /** The newest first. */
  readonly messages: readonly LoanMessage[]
  readonly books: {
    /** Face value of the open installments by the books. */
    readonly customer: number
    readonly unearnedInterest: number
    readonly carrying: number
    /** Absent until something was earned. */
    readonly accruedThrough?: string
    /** Of a problem asset. */
    readonly problem?: {
      readonly since: string
      readonly reason: LoanProblem
      /** Earned when it is paid. */
      readonly suspendedInterest: number
    }
    /** What is left of the loss of an agreement; absent where there is none. */
    readonly restructuringLoss?: number
    /** The oldest first. */
    readonly lines: readonly LoanJournalLine[]
  }
}
