import type { AssignmentResult } from './desk-assignments.ts'
import type { ComplianceResult } from './desk-compliance.ts'
import type { Result, Source, Status, Step } from './enums.ts'
import type { CheckOutcome, ComparedFact, IdentityCheck, NameSource } from './identity.ts'
import type { PurchaseActor, PurchaseEvent } from './purchase-events.ts'
import type { SpecialCaseEffect } from './special-cases.ts'
import type { SuspenseReason, SuspenseResult } from './suspense.ts'

/*
 * Who may do what at the credit desk, and the messages between its pages and the server below /desk/api. The browser
 * imports this file too: types and plain values only.
 */

export const ROLES = ['viewer', 'analyst', 'approver'] as const
export type Role = (typeof ROLES)[number]

/** Every action of the desk. A role may do only what is listed for it here. */
export const DESK_ACTIONS = {
  'session.read': ['viewer', 'analyst', 'approver'],
  'session.end': ['viewer', 'analyst', 'approver'],
  'passkey.read': ['viewer', 'analyst', 'approver'],
  'passkey.change': ['viewer', 'analyst', 'approver'],
  'queue.read': ['viewer', 'analyst', 'approver'],
  'case.read': ['viewer', 'analyst', 'approver'],
  'case.claim': ['analyst', 'approver'],
  'case.reveal': ['analyst', 'approver'],
  'case.picture': ['analyst', 'approver'],
  'case.decide': ['analyst', 'approver'],
  'invoice.read': ['viewer', 'analyst', 'approver'],
  'invoice.open': ['analyst', 'approver'],
  'invoice.decide': ['analyst', 'approver'],
  'suspense.read': ['viewer', 'analyst', 'approver'],
  'suspense.resolve': ['analyst', 'approver'],
  'registration.read': ['viewer', 'analyst', 'approver'],
  'registration.resolve': ['analyst', 'approver'],
  'payout.read': ['viewer', 'analyst', 'approver'],
  'payout.decide': ['analyst', 'approver'],
  'payout.correct': ['analyst', 'approver'],
  'loan.read': ['viewer', 'analyst', 'approver'],
  'loan.serve': ['analyst', 'approver'],
  'loan.write-off': ['analyst', 'approver'],
  'books.read': ['viewer', 'analyst', 'approver'],
  'books.open': ['analyst', 'approver'],
  'books.propose': ['analyst', 'approver'],
  'special-case.read': ['viewer', 'analyst', 'approver'],
  'special-case.change': ['analyst', 'approver'],
  'special-case.decide': ['analyst', 'approver'],
  'assignment.read': ['viewer', 'analyst', 'approver'],
  'assignment.decide': ['analyst', 'approver'],
  'compliance.read': ['viewer', 'analyst', 'approver'],
  'compliance.decide': ['analyst', 'approver'],
  'closing.read': ['viewer', 'analyst', 'approver'],
  'closing.close': ['analyst', 'approver'],
  'books.export': ['analyst', 'approver'],
  'loan.waive': ['analyst', 'approver'],
  'proposal.read': ['viewer', 'analyst', 'approver'],
  'proposal.answer': ['approver'],
  'audit.read': ['approver'],
} as const satisfies Readonly<Record<string, readonly Role[]>>
export type DeskAction = keyof typeof DESK_ACTIONS

export function mayDo(role: Role, action: DeskAction): boolean {
  return (DESK_ACTIONS[action] as readonly Role[]).includes(role)
}

/** Every request but a GET carries it with the value 1: a form on another site cannot send it. */
export const DESK_HEADER = 'x-desk'

/** Beside the picture of one page: how many the file has. */
export const PAGE_COUNT_HEADER = 'x-page-count'

/** A reason is a sentence, not a letter. */
export const REASON_LENGTH = { minimum: 5, maximum: 500 } as const

export const PICTURES = ['front', 'back', 'selfie'] as const
export type Picture = (typeof PICTURES)[number]

export const SUBJECT_KINDS = [
  'identification',
  'invoice',
  'suspense',
  'payout',
  'loan',
  'special-case',
  'waiver',
  'compliance',
  'no-occurrence',
  'assignment',
  'closing',
  'entry',
] as const
export type SubjectKind = (typeof SUBJECT_KINDS)[number]

export const CASE_RESULTS = ['VALIDATED', 'REFUSED', 'ASK_AGAIN'] as const
export type CaseResult = (typeof CASE_RESULTS)[number]

export const INVOICE_RESULTS = ['VALIDATED', 'REFUSED'] as const
export type InvoiceResult = (typeof INVOICE_RESULTS)[number]

/**
 * CREDIT: pays a billet; REFUND: is owed back; KEEP: stays in suspense; CLOSE: a refund is due already, nothing is left
 * to do.
 */
export type DecisionResult =
  | CaseResult
  | InvoiceResult
  | SuspenseResult
  | PayoutResult
  | LoanResult
  | EntryResult
  | SpecialCaseEffect
  | ComplianceResult
  | AssignmentResult
  | StatementResult
  | ClosingDecision

/** APPROVE: the order may be sent; DECLINE: it is canceled, and the debt stays. */
export const PAYOUT_RESULTS = ['APPROVE', 'DECLINE'] as const
export type PayoutResult = (typeof PAYOUT_RESULTS)[number]

/** WRITE_OFF: the contract leaves the assets, and the claim stays. WAIVE: what is open of an installment is forgiven. */
export type LoanResult = 'WRITE_OFF' | 'WAIVE'

/** BOOK: an entry that a person made is booked as it was proposed. */
export type EntryResult = 'BOOK'
/** NO_OCCURRENCE: COAF is told that a year had nothing to report. */
export type StatementResult = 'NO_OCCURRENCE'

/** CLOSE_MONTH: the books of the month never change again. */
export type ClosingDecision = 'CLOSE_MONTH'

/** overtaken: the subject changed before a second person answered. */
export type DecisionState = 'proposed' | 'done' | 'declined' | 'overtaken'

/**
 * Why a second person is needed. OTHER_PURCHASE: money is credited to a purchase that it was not paid for, at any
 * amount; DAILY_SUM: with this one the operator would move more money alone in a day than is allowed;
 * SUSPECTED_DUPLICATE: a payment that the bank may have reported twice is to count, at any amount; PAYOUT: the order is
 * one of those that the program may not approve; WRITE_OFF: a contract is given up as an asset, at any amount;
 * SPECIAL_CASE: a contract ends or changes otherwise than by its payment, at any amount; COMPLIANCE: whether COAF is
 * told, or a match with a list is passed over; ASSIGNMENT: contracts change their owner; CLOSING: the books of a month are
 * closed; WAIVER: more is forgiven under a contract than one person may forgive;
 * BOOKS: a person made an entry of the books, at any amount; LOSS: the lender bears what a bank has taken back.
 */
const FOUR_EYES_REASONS = [
  'OTHER_PURCHASE',
  'AMOUNT',
  'DAILY_SUM',
  'SUSPECTED_DUPLICATE',
  'PAYOUT',
  'WRITE_OFF',
  'BOOKS',
  'SPECIAL_CASE',
  'COMPLIANCE',
  'ASSIGNMENT',
  'CLOSING',
  'WAIVER',
  'LOSS',
] as const
export type FourEyesReason = (typeof FOUR_EYES_REASONS)[number]

/** The credit rules, as named in a trace. */
export const CREDIT_RULES = [
  'area-code-exists',
  'attempts-within-limit',
  'no-living-contract',
  'purchase-not-below-minimum',
  'purchase-not-above-maximum',
  'old-enough',
  'cpf-in-use',
  'no-fraud-alert',
  'score-at-or-above-cut',
  'limit-covers-amount-to-finance',
] as const
export type CreditRuleName = (typeof CREDIT_RULES)[number]

export interface DeskOperator {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly role: Role
}

export interface DeskSession {
  readonly operator: DeskOperator
  /** Independent of the operator's activity. */
  readonly endsAt: string
  readonly idleMinutes: number
  /** In reais: above this a second person is needed. */
  readonly fourEyesAbove: number
  /** In reais: above this sum of money moved alone on one day, too. */
  readonly aloneDailyLimit: number
  /** In reais: above this sum under one contract nobody waives a debt alone. */
  readonly waiveAloneUpTo: number
  readonly counts: DeskCounts
  /** Nobody owes money here: the page says so on every screen. */
  readonly isHomologation: boolean
  /** Absent while there is no account, or where accounts belong to several lenders. */
  readonly lenderName?: string
}

/** What waits. Counting ends at 1,000. */
export interface DeskCounts {
  readonly identifications: number
  readonly invoices: number
  readonly suspense: number
  readonly registrations: number
  readonly payouts: number
  readonly compliance: number
  readonly proposals: number
}

/** Someone is working on it, or has proposed a decision that another person must answer. */
export interface Attention {
  readonly claimedBy?: { readonly id: string; readonly name: string }
  readonly claimedUntil?: string
  readonly proposal?: DeskDecision
}

/** Lists include the deployment's time, so that ages are right even where the clock was moved. */
export interface Timed {
  readonly now: string
}
export interface CaseList extends Timed {
  readonly cases: readonly QueuedCase[]
}
export interface InvoiceList extends Timed {
  readonly invoices: readonly QueuedInvoice[]
}
export interface SuspenseList extends Timed {
  readonly payments: readonly QueuedSuspense[]
}
export interface RegistrationList extends Timed {
  readonly registrations: readonly QueuedRegistration[]
}
export interface ProposalList extends Timed {
  readonly proposals: readonly DeskDecision[]
}

export interface QueuedCase extends Attention {
  readonly transactionId: string
  readonly orderId: string
  readonly retailerName: string
  readonly maskedCpf: string
  readonly purchase: number
  readonly financed: number
  readonly status: Status
  readonly step: Step
  /** Since when it is at the desk; for a decided case, the time of the decision. */
  readonly since: string
  readonly isWaiting: boolean
}

export interface DeskDecision {
  readonly id: string
  readonly kind: SubjectKind
  readonly subjectId: string
  readonly transactionId?: string
  readonly orderId?: string
  readonly result: DecisionResult
  readonly target?: string
  readonly reason: string
  readonly amount: number
  readonly state: DecisionState
  readonly fourEyesReason?: FourEyesReason
  readonly decidedBy: { readonly id: string; readonly name: string }
  readonly decidedAt: string
  readonly answeredBy?: { readonly id: string; readonly name: string }
  readonly answeredAt?: string
  readonly answerReason?: string
}

export interface CaseView extends Attention {
  readonly transactionId: string
  readonly orderId: string
  readonly retailerName: string
  readonly status: Status
  readonly step: Step
  /** Sent back with the decision: a case that changed meanwhile is not decided. */
  readonly version: number
  readonly isWaiting: boolean
  readonly since: string
  readonly createdAt: string
  /** Where the sale was made. */
  readonly source?: Source
  readonly applicant: Applicant
  readonly figures: CaseFigures
  readonly products: readonly { readonly name: string; readonly amount: number; readonly value: number }[]
  readonly pictures: readonly CasePicture[]
  /** What the analysis of the pictures found, where it says more than its result. */
  readonly identity?: CaseIdentity
  readonly credit?: CreditTrace
  readonly history: readonly {
    readonly event: PurchaseEvent
    readonly by: PurchaseActor
    readonly at: string
  }[]
  readonly decisions: readonly DeskDecision[]
}

/** Masked until requested; each request is recorded in the audit log. */
export interface Applicant {
  /** Name, CPF, birth date and number of the document, as each source has them. */
  readonly facts: readonly ComparedFact[]
  readonly phone: string
  readonly email: string
  readonly address: string
}

export interface CaseFigures {
  readonly purchase: number
  readonly downPayment: number
  readonly isDownPaymentPaid: boolean
  readonly financed: number
  readonly installments: number
  readonly installmentValue: number
  readonly cetPA: number
  readonly limit: number
}

export interface CaseIdentity {
  /** Only when they differ; in full for whoever may see the customer's data: masked names cannot be compared. */
  readonly differingNames?: readonly { readonly source: NameSource; readonly name: string }[]
  readonly checks: readonly { readonly check: IdentityCheck; readonly outcome: CheckOutcome }[]
}

export interface CasePicture {
  readonly id: string
  readonly kind: Picture
  readonly receivedAt: string
  readonly bytes: number
}

export interface CreditTrace {
  readonly decisionId: string
  readonly result: Result
  readonly approvedLimit?: number
  /** False when the stored inputs do not reproduce the stored answer: a sign of tampering. */
  readonly isReproduced: boolean
  readonly rules: readonly {
    readonly rule: CreditRuleName
    readonly passed: boolean
    readonly figures: Readonly<Record<string, string | number | boolean>>
  }[]
}

export interface PictureView {
  readonly url: string
  readonly expiresAt: string
}

export interface DecisionOutcome {
  /** proposed: another person must answer first. */
  readonly outcome: 'done' | 'proposed' | 'declined'
  readonly decision: DeskDecision
}

export interface QueuedInvoice extends Attention {
  readonly invoiceId: string
  readonly transactionId: string
  readonly orderId: string
  readonly retailerName: string
  readonly purchase: number
  readonly receivedAt: string
  /** What the automatic check looked for in the text, and whether it was found. */
  readonly findings?: InvoiceFindings
}

export interface InvoiceFindings {
  readonly readable: boolean
  readonly order: boolean
  readonly retailer: boolean
  readonly customer: boolean
  readonly amount: boolean
  readonly accessKey: boolean
  readonly visible: boolean
}

export interface InvoiceView extends QueuedInvoice {
  readonly version: number
  readonly isWaiting: boolean
  readonly bytes: number
  readonly sha256: string
  readonly state: string
  readonly decisions: readonly DeskDecision[]
}

export interface QueuedSuspense extends Attention {
  readonly caseId: string
  readonly reason: SuspenseReason
  readonly amount: number
  readonly expected?: number
  readonly openedAt: string
  readonly orderId?: string
  readonly transactionId?: string
  readonly bank: string
  readonly method: string
  readonly paidOn?: string
  /** The last reason for keeping it. */
  readonly keptBecause?: string
}

export interface SuspenseView extends QueuedSuspense {
  readonly isOpen: boolean
  /** False when a cancellation has already made it a refund: then it can only be closed. */
  readonly isInSuspense: boolean
  /** What can be credited or given back: less than `amount` where a part has made up for what the bank took back. */
  readonly usable: number
  /** The bank has taken the money back, and nobody has paid it again: two people say that the lender bears it. */
  readonly isMissing: boolean
  /** A suspected duplicate, not booked: it is closed as one, or two people say where the second payment goes. */
  readonly isHeld: boolean
  /** The first notice of what may be the same payment. */
  readonly equalTo?: ReportedPayment
  readonly reference: string
  readonly ourNumber?: string
  readonly retailerName?: string
  readonly status?: Status
  /** What the operator who looks has moved alone today. */
  readonly movedAlone: number
  readonly decisions: readonly DeskDecision[]
  /** Billets of the paid purchase, or of the one searched for. */
  readonly billets: readonly PayableBillet[]
}

/** As a bank told it. */
export interface ReportedPayment {
  readonly reference: string
  readonly bank: string
  readonly method: string
  readonly amount: number
  readonly paidOn: string
  readonly toldAt: string
}

/** REJECTED: the bank did not register the billet; WRITE_OFF_REFUSED: it keeps one that nobody should pay any more. */
const REGISTRATION_CASE_KINDS = ['REJECTED', 'WRITE_OFF_REFUSED'] as const
export type RegistrationCaseKind = (typeof REGISTRATION_CASE_KINDS)[number]

export interface QueuedRegistration {
  readonly caseId: string
  readonly kind: RegistrationCaseKind
  /** Of the bank, as sentences. */
  readonly reasons: readonly string[]
  readonly openedAt: string
  readonly transactionId: string
  readonly orderId?: string
  readonly retailerName: string
  readonly installment: number
  readonly of: number
  readonly amount: number
  readonly ourNumber: string
}

export interface RegistrationOutcome {
  /** REISSUED: another billet takes its place; ASKED_AGAIN: the next file asks the bank to write it off. */
  readonly outcome: 'REISSUED' | 'ASKED_AGAIN'
  readonly billetId: string
}

export interface PayableBillet {
  readonly billetId: string
  readonly transactionId: string
  readonly orderId: string
  readonly installment: number
  readonly of: number
  readonly dueDate: string
  /** Includes the charges of the day on which the money arrived. */
  readonly due: number
  readonly state: 'open' | 'paid' | 'canceled'
  /** Of the purchase that the money was paid for: any other needs a second person. */
  readonly isOfPaidPurchase: boolean
  /** It is open: money that does not cover it pays the oldest open installments of its purchase in part. */
  readonly isPayable: boolean
  /** The money covers it; any excess is owed back to whoever paid. */
  readonly isCovered: boolean
  readonly excess: number
}
