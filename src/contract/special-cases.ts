/*
 * Cases that end or change a contract otherwise than by its payment. The browser imports this file too: types and plain
 * values only.
 */

export const SPECIAL_CASE_KINDS = [
  'FRAUD',
  'COURT_ORDER',
  'DEATH',
  'DISCOUNT',
  'WRITTEN_OFF',
  'OVER_INDEBTEDNESS',
] as const
export type SpecialCaseKind = (typeof SPECIAL_CASE_KINDS)[number]

/** DECIDED: something is awaited, such as a payment of the customer. */
const SPECIAL_CASE_STATES = ['OPENED', 'DOCUMENTED', 'DECIDED', 'DONE', 'WITHDRAWN'] as const
export type SpecialCaseState = (typeof SPECIAL_CASE_STATES)[number]

/**
 * SUSPEND_COLLECTION: nothing is collected until the case ends; END_DEBT: nothing is owed any more; LEAVE_TO_ESTATE: the
 * heirs may pay, and nobody is reminded; CLAIM_INSURANCE: the insurer owes the debt instead of the customer; ACCEPT_LESS:
 * an amount below the payoff is enough until a day; VOID_CONTRACT: the customer never contracted; FOLLOW_AGREED_PLAN,
 * FOLLOW_COURT_PLAN: the debt is put into the equal installments of a conciliation, or of a judgment (Law 14.181/2021).
 */
export const SPECIAL_CASE_EFFECTS = [
  'SUSPEND_COLLECTION',
  'END_DEBT',
  'LEAVE_TO_ESTATE',
  'CLAIM_INSURANCE',
  'ACCEPT_LESS',
  'VOID_CONTRACT',
  'FOLLOW_AGREED_PLAN',
  'FOLLOW_COURT_PLAN',
] as const
export type SpecialCaseEffect = (typeof SPECIAL_CASE_EFFECTS)[number]

/**
 * What a decision names besides its effect. `amount`: what is enough, or each installment of a plan; `day`: the last day to
 * pay less, or the first due date of a plan.
 */
export type SpecialCaseTerm = 'amount' | 'day' | 'installments'

interface SpecialCaseRule {
  readonly effects: readonly SpecialCaseEffect[]
  /** Whether reminders, notices and listings stop as soon as the case is opened. */
  readonly stopsCollection: boolean
  /** Whether it is decided only with a document. */
  readonly needsDocument: boolean
}

export const SPECIAL_CASE_RULES: Readonly<Record<SpecialCaseKind, SpecialCaseRule>> = {
  FRAUD: { effects: ['VOID_CONTRACT'], stopsCollection: true, needsDocument: true },
  COURT_ORDER: {
    effects: ['SUSPEND_COLLECTION', 'END_DEBT'],
    stopsCollection: true,
    needsDocument: true,
  },
  DEATH: { effects: ['CLAIM_INSURANCE', 'LEAVE_TO_ESTATE'], stopsCollection: true, needsDocument: true },
  DISCOUNT: { effects: ['ACCEPT_LESS'], stopsCollection: false, needsDocument: false },
  WRITTEN_OFF: { effects: ['END_DEBT'], stopsCollection: false, needsDocument: false },
  OVER_INDEBTEDNESS: {
    effects: ['FOLLOW_AGREED_PLAN', 'FOLLOW_COURT_PLAN', 'SUSPEND_COLLECTION'],
    stopsCollection: true,
    needsDocument: true,
  },
}

export const TERMS_OF_EFFECT: Readonly<Record<SpecialCaseEffect, readonly SpecialCaseTerm[]>> = {
  SUSPEND_COLLECTION: [],
  END_DEBT: [],
  LEAVE_TO_ESTATE: [],
  CLAIM_INSURANCE: [],
  ACCEPT_LESS: ['amount', 'day'],
  VOID_CONTRACT: [],
  FOLLOW_AGREED_PLAN: ['amount', 'day', 'installments'],
  FOLLOW_COURT_PLAN: ['amount', 'day', 'installments'],
}

/** What a person wrote about the case. */
export const SPECIAL_CASE_NOTE_LENGTH = { minimum: 5, maximum: 2_000 } as const
