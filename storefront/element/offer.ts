import { isChosenBefore } from '../../src/brand/first-choice.ts'
import { isRate, parseReais } from './money.ts'
import { isFiniteNumber, isInteger, parseDate, parseJson } from './natives.ts'

/** One way to pay, in centavos. */
export interface Plan {
  readonly downPaymentPercentage: number
  readonly downPayment: number
  readonly installments: number
  readonly installment: number
  /** Down payment and installments together: what is paid in all. */
  readonly totalToPay: number
  /** Sum of the installments, as the answer has it. */
  readonly totalAmount: number
  readonly cetPA: number
}

export interface PlanGroup {
  readonly downPayment: number
  readonly plans: readonly Plan[]
}

export interface Offer {
  readonly total: number
  /** The one that the line shows before anybody has chosen another. */
  readonly headline: Plan
  readonly groups: readonly PlanGroup[]
  /** Milliseconds; infinite when the answer names none. */
  readonly validUntil: number
}

/** No offer for that price: a normal answer. */
export const NO_OFFER = 'none'
export type Answer = Offer | typeof NO_OFFER

type Json = Readonly<Record<string, unknown>>

/**
 * What the server said about `total` centavos. Undefined when the answer is not one, or one about another total: figures that do not
 * belong to the price beside them are not shown.
 */
export function parseAnswer(text: string, total: number): Answer | undefined {
  const answer: unknown = parseJson(text)
  if (!isObject(answer)) return undefined
  if (answer.showScript === false) return NO_OFFER
  if (answer.showScript !== true || parseReais(answer.total) !== total) return undefined
  const groups = parseGroups(answer.downPaymentOptions)
  const headline = groups && findFirst(groups)
  if (groups === undefined || headline === undefined) return undefined
  const until = parseDate(`${answer.validUntil}`)
  return { total, headline, groups, validUntil: isFiniteNumber(until) ? until : Number.POSITIVE_INFINITY }
}

/** The plan with that down payment and term in an offer for another total, if it has one. */
export function findSamePlan({ groups }: Offer, wanted: Plan): Plan | undefined {
  return findPlan(
    groups,
    plan =>
      plan.downPaymentPercentage === wanted.downPaymentPercentage &&
      plan.installments === wanted.installments,
  )
}

function findFirst(groups: readonly PlanGroup[]): Plan | undefined {
  let first: Plan | undefined
  findPlan(groups, plan => {
    if (first === undefined || isChosenBefore(plan, first)) first = plan
    return false
  })
  return first
}

function findPlan(groups: readonly PlanGroup[], matches: (plan: Plan) => boolean): Plan | undefined {
  for (let g = 0; g < groups.length; g++) {
    const plans = groups[g]?.plans ?? []
    for (let p = 0; p < plans.length; p++) {
      const plan = plans[p]
      if (plan !== undefined && matches(plan)) return plan
    }
  }
  return undefined
}

function parseGroups(value: unknown): readonly PlanGroup[] | undefined {
  if (!isList(value)) return undefined
  const groups: PlanGroup[] = []
  for (let g = 0; g < value.length; g++) {
    const entry = value[g]
    if (!isObject(entry) || !isList(entry.options)) return undefined
    const downPayment = parseReais(entry.downPaymentValue)
    const percentage = entry.downPaymentPercentage
    if (downPayment === undefined || !isRate(percentage)) return undefined
    const plans: Plan[] = []
    for (let p = 0; p < entry.options.length; p++) {
      const plan = parsePlan(entry.options[p], percentage, downPayment)
      if (plan === undefined) return undefined
      plans[p] = plan
    }
    if (plans.length > 0) groups[groups.length] = { downPayment, plans }
  }
  return groups
}

function parsePlan(value: unknown, downPaymentPercentage: number, downPayment: number): Plan | undefined {
  if (!isObject(value)) return undefined
  const { installments, cetPA } = value
  const installment = parseReais(value.value)
  const totalAmount = parseReais(value.totalAmount)
  if (!isRate(installments) || !isInteger(installments) || !installments) return undefined
  if (!installment || !totalAmount || !isRate(cetPA)) return undefined
  const totalToPay = downPayment + totalAmount
  return { downPaymentPercentage, downPayment, installments, installment, totalToPay, totalAmount, cetPA }
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null
}

function isList(value: unknown): value is ArrayLike<unknown> {
  return isObject(value) && isInteger(value.length)
}
