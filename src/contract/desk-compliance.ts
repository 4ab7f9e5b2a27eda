import type { Attention, DeskDecision, Timed } from './desk.ts'

/* Prevention of money laundering at the desk. The browser imports this file too: types and plain values only. */

export const LIST_KINDS = ['PEP', 'SANCTIONS'] as const
/** PEP: politically exposed people. */
export type ListKind = (typeof LIST_KINDS)[number]

/**
 * PEP, SANCTIONS: a list may mean the customer. THIRD_PARTY_PAYER: somebody else paid. MANY_PAYERS: several others did.
 * EARLY_PAYOFF: paid off within days of the release, and the bank does not say that the customer paid. REFUND_ELSEWHERE:
 * money was to go back to somebody else. CONFIRMED_SANCTION: the customer is the sanctioned person.
 */
const COMPLIANCE_KINDS = [
  'PEP',
  'SANCTIONS',
  'CONFIRMED_SANCTION',
  'THIRD_PARTY_PAYER',
  'MANY_PAYERS',
  'EARLY_PAYOFF',
  'REFUND_ELSEWHERE',
] as const
export type ComplianceKind = (typeof COMPLIANCE_KINDS)[number]

/**
 * NO_MATCH: the list means somebody else. ACCEPTED: the customer is politically exposed, and the enhanced checks were
 * made. CONFIRMED: the customer is sanctioned. REPORT, NO_REPORT: whether COAF is told.
 */
export const COMPLIANCE_RESULTS = ['NO_MATCH', 'ACCEPTED', 'CONFIRMED', 'REPORT', 'NO_REPORT'] as const
export type ComplianceResult = (typeof COMPLIANCE_RESULTS)[number]

/** What each kind of case can end with, and which of these need a second person. */
export const COMPLIANCE_OUTCOMES: Readonly<
  Record<
    ComplianceKind,
    { readonly alone: readonly ComplianceResult[]; readonly two: readonly ComplianceResult[] }
  >
> = {
  PEP: { alone: ['NO_MATCH'], two: ['ACCEPTED'] },
  SANCTIONS: { alone: ['CONFIRMED'], two: ['NO_MATCH'] },
  CONFIRMED_SANCTION: { alone: [], two: ['REPORT', 'NO_REPORT'] },
  THIRD_PARTY_PAYER: { alone: [], two: ['REPORT', 'NO_REPORT'] },
  MANY_PAYERS: { alone: [], two: ['REPORT', 'NO_REPORT'] },
  EARLY_PAYOFF: { alone: [], two: ['REPORT', 'NO_REPORT'] },
  REFUND_ELSEWHERE: { alone: [], two: ['REPORT', 'NO_REPORT'] },
}

/** A politically exposed person is accepted only after all of these (Central Bank, Circular 3.978, art. 19 and 27). */
export const ENHANCED_CHECKS = ['FUNCTION', 'INCOME', 'PURPOSE'] as const
export type EnhancedCheck = (typeof ENHANCED_CHECKS)[number]

export interface QueuedCompliance {
  readonly caseId: string
  readonly kind: ComplianceKind
  readonly openedAt: string
  /** The analysis has to end by then. */
  readonly dueOn: string
  readonly transactionId: string
  readonly result?: ComplianceResult
}

export interface ComplianceList extends Timed {
  readonly cases: readonly QueuedCompliance[]
  readonly reports: readonly ComplianceReport[]
  readonly lists: readonly ScreeningListView[]
  readonly proposedYears: readonly DeskDecision[]
}

export interface ScreeningListView {
  readonly listId: string
  readonly kind: ListKind
  readonly source: string
  readonly publishedOn: string
  readonly loadedAt: string
  readonly entries: number
}

const REPORT_KINDS = ['REPORT', 'NO_REPORT', 'NO_OCCURRENCE'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** A line of the register. */
export interface ComplianceReport {
  readonly reportId: string
  readonly kind: ReportKind
  readonly caseId?: string
  readonly year?: number
  readonly decidedOn: string
  /** Present where COAF has to be told. */
  readonly dueOn?: string
  readonly reportedOn?: string
  readonly receipt?: string
}

export interface ComplianceView extends QueuedCompliance, Attention {
  readonly version: number
  /** What was found: names of the list and of the customer only for whoever may see the customer's data. */
  readonly findings: readonly ComplianceFinding[]
  readonly report?: ComplianceReport
  readonly decisions: readonly DeskDecision[]
}

const FINDING_NAMES = [
  'source',
  'publishedOn',
  'customerName',
  'listedName',
  'listedCpf',
  'role',
  'birthDate',
  'from',
  'until',
  'amount',
  'paidOn',
  'payer',
  'payers',
  'releasedOn',
] as const
export interface ComplianceFinding {
  readonly name: (typeof FINDING_NAMES)[number]
  readonly value: string
}
