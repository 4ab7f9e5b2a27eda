import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { parseCalendarDate } from '../../kernel/calendar-date.ts'
import { type BureauReport, CPF_STATUSES } from './bureau.ts'
import type { CreditPolicy } from './policy.ts'
import { type Decision, type DecisionInput, decide } from './rules.ts'

const recordSchema = Compile(
  Type.Object({
    version: Type.Literal(1),
    areaCodeExists: Type.Boolean(),
    attempts: Type.Enum(['within', 'exceeded']),
    hasLivingContract: Type.Boolean(),
    livingFinancedCentavos: Type.Optional(Type.Integer()),
    purchaseCentavos: Type.Optional(Type.Integer()),
    report: Type.Optional(
      Type.Union([
        Type.Literal('unavailable'),
        Type.Object({
          score: Type.Integer(),
          birthDate: Type.String(),
          suggestedLimitCentavos: Type.Optional(Type.Integer()),
          reference: Type.String(),
          name: Type.Optional(Type.String()),
          cpfStatus: Type.Optional(Type.Enum([...CPF_STATUSES])),
          isPep: Type.Optional(Type.Boolean()),
          fraudAlerts: Type.Optional(Type.Array(Type.String())),
          negatives: Type.Optional(Type.Object({ count: Type.Integer(), totalCentavos: Type.Integer() })),
        }),
      ]),
    ),
    today: Type.String(),
    applicant: Type.String(),
  }),
)

/**
 * The inputs of a decision as JSON. The policy is left out: its version is immutable and named beside the record. `applicant` is the
 * index of the data that was asked about.
 */
export function serialiseDecisionInput(input: DecisionInput, applicant: string): string {
  // Member by member: copying the rest of an object costs several times as much.
  const { areaCodeExists, attempts, hasLivingContract, livingFinancedCentavos, purchaseCentavos } = input
  const { report, today } = input
  const record: Record<Exclude<keyof DecisionInput, 'policy'> | 'version' | 'applicant', unknown> = {
    version: 1,
    areaCodeExists,
    attempts,
    hasLivingContract,
    livingFinancedCentavos,
    purchaseCentavos,
    report,
    today,
    applicant,
  }
  return JSON.stringify(record)
}

/** Throws on text that is not a decision record. */
export function parseDecisionRecord(record: string): Omit<DecisionInput, 'policy'> {
  const stored: unknown = JSON.parse(record)
  if (!recordSchema.Check(stored)) throw new Error('The record is not a decision record')
  const { report } = stored
  return {
    areaCodeExists: stored.areaCodeExists,
    attempts: stored.attempts,
    hasLivingContract: stored.hasLivingContract,
    livingFinancedCentavos: stored.livingFinancedCentavos,
    purchaseCentavos: stored.purchaseCentavos,
    report:
      typeof report === 'object' ? { ...report, birthDate: parseCalendarDate(report.birthDate) } : report,
    today: parseCalendarDate(stored.today),
  }
}

/**
 * The report in a record about exactly this data. Which record is somebody's, and with which salt it opens, stands in rows that SQL
 * can change: the report on another person is not theirs.
 */
export function findReportOn(record: string, applicant: string): BureauReport | undefined {
  const { report } = parseDecisionRecord(record)
  const { applicant: recorded } = JSON.parse(record) as { readonly applicant: string }
  return recorded === applicant && typeof report === 'object' ? report : undefined
}

/** Repeats a decision from its record, to explain or audit it. */
export function replayDecision(record: string, policy: CreditPolicy): Decision {
  return decide({ policy, ...parseDecisionRecord(record) })
}
