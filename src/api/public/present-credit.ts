import type { CreditAssessment } from '../../flows/credit-assessment.ts'
import { type Centavos, writeReais } from '../../kernel/money.ts'
import type { CreditPolicy } from '../../modules/credit/index.ts'
import type { PreviewGroup, PreviewInstallment } from '../../modules/pricing/index.ts'

/** The members that both answers share, without the outer braces. */
export function presentCredit(assessment: CreditAssessment, withPolicy: boolean): string {
  const { decision, request } = assessment.evaluation
  const reason = decision.refusalReason === undefined ? '' : `"refusalReason":"${decision.refusalReason}",`
  const credit =
    decision.approvedLimitCentavos === undefined
      ? ''
      : `"preApprovedCredit":${presentPreApprovedCredit(assessment, decision.approvedLimitCentavos, withPolicy)},`
  return `"result":"${decision.result}",${reason}"preview":${presentPreview(assessment)},${credit}"error":${decision.bureauUnavailable},"trackId":"${request.id}"`
}

function presentPreview(assessment: CreditAssessment): string {
  const { preview: groups, evaluation, showsScript } = assessment
  const options = groups.map(
    group =>
      `{"downPaymentPercentage":${group.downPaymentPercentage},"downPaymentValue":${writeReais(group.downPaymentCentavos)},"economyValue":${writeReais(group.economyCentavos)},"installments":[${group.installments.map(presentInstallment).join(',')}]}`,
  )
  const asksDownPayment = groups.some(group => group.downPaymentCentavos > 0)
  return `{"downPayment":${asksDownPayment},"downPaymentOptions":[${options.join(',')}],"preApproved":${evaluation.decision.result === 'APPROVED'},"showScript":${showsScript},"simulation":${presentSimulation(groups)}}`
}

function presentInstallment(i: PreviewInstallment): string {
  return `{"installments":${i.numberOfInstallments},"interest":${i.interestRatePM},"total":${writeReais(i.totalCentavos)},"value":${writeReais(i.installmentCentavos)}}`
}

/** The lowest installment; among equals the smaller down payment and the shorter term, which come first. */
function presentSimulation(groups: readonly PreviewGroup[]): string {
  let best: { percentage: number; installment: PreviewInstallment } | undefined
  for (const { downPaymentPercentage: percentage, installments } of groups) {
    for (const installment of installments) {
      if (best !== undefined && installment.installmentCentavos >= best.installment.installmentCentavos)
        continue
      best = { percentage, installment }
    }
  }
  if (best === undefined) return '{"downPaymentPercentage":0,"installmentsNumber":0,"interest":0}'
  const { percentage, installment } = best
  return `{"downPaymentPercentage":${percentage},"installmentsNumber":${installment.numberOfInstallments},"interest":${installment.interestRatePM},"pmt":${writeReais(installment.installmentCentavos)},"totalValue":${writeReais(installment.totalCentavos)}}`
}

function presentPreApprovedCredit(
  assessment: CreditAssessment,
  limit: Centavos,
  withPolicy: boolean,
): string {
  const { policy, evaluation } = assessment
  const { pricings, conditions } = getPolicyTexts(policy.document)
  const variant = withPolicy
    ? `,"policyConfigurationId":"${policy.id}","pricingConditions":${conditions}`
    : ''
  return `{"_id":"${evaluation.request.id}","maxValue":${writeReais(limit)},"minValue":${policy.document.minimumApproved},"pricings":${pricings}${variant}}`
}

/** A version of a policy never changes, so neither do the parts of an answer that only repeat it. */
const policyTexts = new WeakMap<CreditPolicy, { pricings: string; conditions: string }>()

function getPolicyTexts(policy: CreditPolicy): { pricings: string; conditions: string } {
  const known = policyTexts.get(policy)
  if (known !== undefined) return known
  const { ranges } = policy.pricing
  const pricings = Object.fromEntries(
    ranges.map(({ from, upTo, downPayments }) => [
      `${from}-${upTo}`,
      downPayments.map(({ percentage, installments }) => ({
        downPaymentPercentage: percentage,
        installments,
      })),
    ]),
  )
  const conditions = ranges.map(({ from, upTo }) => ({
    conditionTag: `${from}-${upTo}`,
    totalValue: { ref: 'totalValue', gte: from, lte: upTo },
  }))
  const texts = { pricings: JSON.stringify(pricings), conditions: JSON.stringify(conditions) }
  policyTexts.set(policy, texts)
  return texts
}
