import type { ErrorDetail } from '../../contract/errors.ts'
import { findLowestInstallment } from '../../domains/pricing/index.ts'
import type { CreditAssessment } from '../../domains/quoting/index.ts'
import { type Centavos, writeReais } from '../../kernel/money.ts'
import { type JsonBytes, type JsonPiece, prepareJson } from '../json-bytes.ts'

type PreviewGroup = CreditAssessment['preview'][number]
type PreviewInstallment = PreviewGroup['installments'][number]
type CreditPolicy = CreditAssessment['policy']['document']

/** The members that both answers share, without the outer braces. */
export function writeCredit(json: JsonBytes, assessment: CreditAssessment, withPolicy: boolean): void {
  const { decision, request } = assessment.evaluation
  const { approvedLimitCentavos, refusalReason } = decision
  json.text(`"result":"${decision.result}",`)
  if (refusalReason !== undefined) json.text(`"refusalReason":"${refusalReason}",`)
  const missed = describeMissedLimit(assessment.evaluation)
  if (missed !== undefined) json.text(`"details":${JSON.stringify([missed])},`)
  writePreview(json, assessment)
  if (approvedLimitCentavos !== undefined) {
    writePreApprovedCredit(json, assessment, approvedLimitCentavos, withPolicy)
  }
  json.text(`"error":${decision.bureauUnavailable},"trackId":"${request.id}"`)
}

/** The limit that the deciding rule compared with, for the refusals that another amount would avoid. */
function describeMissedLimit({
  decision: { refusalReason, trace },
  request: { operation },
}: CreditAssessment['evaluation']): ErrorDetail | undefined {
  const figures = trace.at(-1)?.figures ?? {}
  const [field, amount] =
    operation === 'options' ? ['products', 'products and shipping together'] : ['price', 'price']
  const present = (sentence: string, limit: Centavos | undefined): ErrorDetail | undefined =>
    limit === undefined ? undefined : { field, message: `${amount} ${sentence} ${writeReais(limit)}` }
  switch (refusalReason) {
    case 'TOTALVALUE_LOW':
      return present('must be at least', figures.minimumPurchaseCentavos)
    case 'TOTALVALUE_HIGH':
      return present('must be at most', figures.maximumPurchaseCentavos)
    case 'PRICE_OUT_RANGE':
      return present('would leave more to finance than the limit of', figures.approvedLimitCentavos)
    default:
      return undefined
  }
}

function writePreview(json: JsonBytes, { preview, evaluation, policy, showsScript }: CreditAssessment): void {
  const asksDownPayment = preview.some(group => group.downPaymentCentavos > 0)
  const isApproved = evaluation.decision.result === 'APPROVED'
  json.text(
    `"preview":{"downPayment":${asksDownPayment},"preApproved":${isApproved},"showScript":${showsScript},`,
  )
  json.text(`"simulation":${presentSimulation(preview)},"downPaymentOptions":`)
  writePreviewGroups(json, preview, policy.document)
  json.text('},')
}

export function writePreviewGroups(
  json: JsonBytes,
  groups: readonly PreviewGroup[],
  policy: CreditPolicy,
): void {
  const { interests } = getPolicyPieces(policy)
  json.text('[')
  for (const [at, group] of groups.entries()) {
    if (at > 0) json.text(',')
    writePreviewGroup(json, group, interests)
  }
  json.text(']')
}

const INSTALLMENTS = prepareJson('{"installments":')
const VALUE = prepareJson(',"value":')
const NEXT = prepareJson('},')
/** An upper bound. */
const INSTALLMENT_BYTES = 120

function writePreviewGroup(json: JsonBytes, group: PreviewGroup, interests: PolicyPieces['interests']): void {
  json.text(
    `{"downPaymentPercentage":${group.downPaymentPercentage},"downPaymentValue":${writeReais(group.downPaymentCentavos)},"economyValue":${writeReais(group.economyCentavos)},"installments":[`,
  )
  json.reserve(group.installments.length * INSTALLMENT_BYTES)
  for (const installment of group.installments) {
    const { numberOfInstallments, interestRatePM, totalCentavos, installmentCentavos } = installment
    json.piece(INSTALLMENTS)
    json.integer(numberOfInstallments)
    json.member(getInterestPiece(interests, interestRatePM), totalCentavos)
    json.member(VALUE, installmentCentavos)
    json.piece(NEXT)
  }
  json.replaceLast(']')
  json.text('}')
}

function getInterestPiece(interests: PolicyPieces['interests'], rate: number): JsonPiece {
  const known = interests.get(rate)
  if (known !== undefined) return known
  const made = prepareJson(`,"interest":${rate},"total":`)
  interests.set(rate, made)
  return made
}

function presentSimulation(groups: readonly PreviewGroup[]): string {
  const best = findLowestInstallment<PreviewInstallment, PreviewGroup>(groups)
  if (best === undefined) return '{"downPaymentPercentage":0,"installmentsNumber":0,"interest":0}'
  const { group, installment } = best
  return `{"downPaymentPercentage":${group.downPaymentPercentage},"installmentsNumber":${installment.numberOfInstallments},"interest":${installment.interestRatePM},"pmt":${writeReais(installment.installmentCentavos)},"totalValue":${writeReais(installment.totalCentavos)}}`
}

function writePreApprovedCredit(
  json: JsonBytes,
  { policy, evaluation }: CreditAssessment,
  limit: Centavos,
  withPolicy: boolean,
): void {
  const { pricings, conditions } = getPolicyPieces(policy.document)
  // A limit below the smallest purchase can still finance it, with a down payment.
  const minimum = Math.min(policy.document.minimumApproved * 100, limit)
  json.text(
    `"preApprovedCredit":{"_id":"${evaluation.request.id}","maxValue":${writeReais(limit)},"minValue":${writeReais(minimum)},`,
  )
  json.reserve(pricings.length + conditions.length)
  json.piece(pricings)
  if (withPolicy) {
    json.text(`,"policyConfigurationId":"${policy.id}",`)
    json.reserve(conditions.length)
    json.piece(conditions)
  }
  json.text('},')
}

interface PolicyPieces {
  readonly pricings: JsonPiece
  readonly conditions: JsonPiece
  /** What stands before the total of an installment, by its monthly rate: a policy has few rates. */
  readonly interests: Map<number, JsonPiece>
}

/** A version of a policy is immutable, and so are the parts of a response that repeat it (bench/shortcuts.ts). */
const policyPieces = new WeakMap<CreditPolicy, PolicyPieces>()

function getPolicyPieces(policy: CreditPolicy): PolicyPieces {
  const known = policyPieces.get(policy)
  if (known !== undefined) return known
  const pieces = composePolicyPieces(policy)
  policyPieces.set(policy, pieces)
  return pieces
}

export function composePolicyPieces({ pricing: { ranges } }: Pick<CreditPolicy, 'pricing'>): PolicyPieces {
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
  return {
    pricings: prepareJson(`"pricings":${JSON.stringify(pricings)}`),
    conditions: prepareJson(`"pricingConditions":${JSON.stringify(conditions)}`),
    interests: new Map(),
  }
}
