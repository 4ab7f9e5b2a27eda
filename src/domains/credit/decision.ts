import type { CreditRuleName } from '../../contract/desk.ts'
import type { RefusalReason, Result } from '../../contract/enums.ts'
import { type Centavos, parseReais } from '../../kernel/money.ts'
import type { CreditPolicy } from './policy.ts'
import { type CreditRule, computeFacts, creditRules, type DecisionInput, type Facts } from './rules.ts'

interface TraceEntry {
  readonly rule: CreditRuleName
  readonly passed: boolean
  readonly figures: Readonly<Partial<Facts>>
}

export interface Decision {
  readonly result: Result
  readonly refusalReason: RefusalReason | undefined
  /** Not a refusal: the bureau could not be reached. */
  readonly bureauUnavailable: boolean
  /** Present exactly when approved. */
  readonly approvedLimitCentavos: Centavos | undefined
  /** The rules in the order they were applied, up to the one that failed. */
  readonly trace: readonly TraceEntry[]
}

/** The refusal that needs no report, or undefined when the bureau must be asked. */
export function screen(input: DecisionInput): Decision | undefined {
  const facts = computeFacts(input.report === undefined ? input : { ...input, report: undefined })
  const failed = creditRules.find(rule => isKnown(rule, facts) && !rule.passes(facts))
  return failed && presentRefusal(failed, applyRules(facts).trace)
}

export function decide(input: DecisionInput): Decision {
  const facts = computeFacts(input)
  const { failed, trace } = applyRules(facts)
  if (failed) return presentRefusal(failed, trace)
  const undecided = { refusalReason: undefined, trace }
  if (input.report === 'unavailable') {
    return { ...undecided, result: 'NO_ACTION', bureauUnavailable: true, approvedLimitCentavos: undefined }
  }
  const { approvedLimitCentavos } = facts
  if (approvedLimitCentavos === undefined) throw new Error('An approval needs a bureau report')
  return { ...undecided, result: 'APPROVED', bureauUnavailable: false, approvedLimitCentavos }
}

/**
 * The purchase shown to an approved customer without a price: the largest that the limit covers without a down payment.
 */
export function computePreviewPurchase(policy: CreditPolicy, approvedLimitCentavos: Centavos): Centavos {
  const { minimum, maximum } = policy.purchaseValue
  return Math.max(parseReais(minimum), Math.min(parseReais(maximum), approvedLimitCentavos))
}

function applyRules(facts: Facts): { failed: CreditRule | undefined; trace: TraceEntry[] } {
  const trace: TraceEntry[] = []
  for (const rule of creditRules) {
    if (!isKnown(rule, facts)) continue
    const passed = rule.passes(facts)
    trace.push({ rule: rule.name, passed, figures: rule.select(facts) })
    if (!passed) return { failed: rule, trace }
  }
  return { failed: undefined, trace }
}

function isKnown(rule: CreditRule, facts: Facts): boolean {
  for (const fact of rule.compares) if (facts[fact] === undefined) return false
  return true
}

function presentRefusal(rule: CreditRule, trace: readonly TraceEntry[]): Decision {
  return { ...rule.refusal, bureauUnavailable: false, approvedLimitCentavos: undefined, trace }
}
