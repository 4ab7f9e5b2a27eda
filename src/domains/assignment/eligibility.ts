import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { type CalendarDate, daysBetween } from '../../kernel/calendar-date.ts'
import { InputError } from '../../kernel/faults.ts'
import { findOldestUnpaid, type Loan } from '../loans/index.ts'

/** Which contracts a fund takes, and at what part of their carrying amount. */
const FundRules = Type.Object(
  {
    /** Of the oldest open installment; 0: not late. */
    minDaysPastDue: Type.Integer({ minimum: 0, maximum: 3_650 }),
    maxDaysPastDue: Type.Integer({ minimum: 0, maximum: 3_650 }),
    /** At least the days within which the customer may withdraw. */
    minDaysSinceRelease: Type.Integer({ minimum: 8, maximum: 3_650 }),
    /** Whether the fund takes what only the heirs of a customer may pay; no when absent. */
    estates: Type.Optional(Type.Boolean()),
    /** All of them when absent. */
    retailers: Type.Optional(Type.Array(Type.String({ pattern: '^[0-9a-f]{24}$' }), { minItems: 1 })),
    /** Of the carrying amount, in percent with at most two decimals. */
    pricePercent: Type.Number({ minimum: 0, maximum: 200, multipleOf: 0.01 }),
  },
  { additionalProperties: false },
)
export type FundRules = Static<typeof FundRules>

const rulesSchema = Compile(FundRules)

/** Throws InputError. */
export function parseRules(json: unknown): FundRules {
  if (!rulesSchema.Check(json)) {
    const [problem] = rulesSchema.Errors(json)
    throw new InputError(`${problem?.instancePath.slice(1) || 'the rules'} ${problem?.message}`)
  }
  if (json.minDaysPastDue > json.maxDaysPastDue)
    throw new InputError('minDaysPastDue must not be above maxDaysPastDue')
  return json
}

/**
 * ENDED, WRITTEN_OFF, ASSIGNED: it is not in the assets. RESTRUCTURED: a renegotiation, or a contract under one.
 * SPECIAL_CASE: whether and how much is owed is still to be decided. ESTATE: the customer has died, and nobody is asked
 * to pay; the fund's rules do not say that it takes such contracts.
 */
export type Obstacle =
  | ('ENDED' | 'WRITTEN_OFF' | 'ASSIGNED' | 'RESTRUCTURED' | 'ACCELERATED' | 'SPECIAL_CASE' | 'ESTATE')
  | ('RETAILER' | 'TOO_YOUNG' | 'TOO_LATE' | 'NOT_LATE_ENOUGH')

interface ContractFacts {
  readonly isAgreement: boolean
  /** The state of a special case that has not ended, or that left the debt to an estate. */
  readonly caseState: 'RUNNING' | 'LEFT_TO_ESTATE' | undefined
  readonly today: CalendarDate
}

/** Why a fund does not take a contract; undefined when it does. */
export function findObstacle(
  rules: FundRules,
  loan: Loan,
  { isAgreement, caseState, today }: ContractFacts,
): Obstacle | undefined {
  if (loan.endedOn !== null) return 'ENDED'
  if (loan.writtenOffOn !== null) return 'WRITTEN_OFF'
  if (loan.assignedTo !== null) return 'ASSIGNED'
  if (isAgreement || loan.suspendedBy !== null) return 'RESTRUCTURED'
  if (loan.acceleratedOn !== null) return 'ACCELERATED'
  if (caseState === 'RUNNING') return 'SPECIAL_CASE'
  if (caseState === 'LEFT_TO_ESTATE' && rules.estates !== true) return 'ESTATE'
  if (rules.retailers !== undefined && !rules.retailers.includes(loan.retailerId)) return 'RETAILER'
  if (daysBetween(loan.startedOn, today) < rules.minDaysSinceRelease) return 'TOO_YOUNG'
  const oldest = findOldestUnpaid(loan, today)
  const daysPastDue = oldest === undefined ? 0 : daysBetween(oldest, today)
  if (daysPastDue > rules.maxDaysPastDue) return 'TOO_LATE'
  if (daysPastDue < rules.minDaysPastDue) return 'NOT_LATE_ENOUGH'
  return undefined
}
