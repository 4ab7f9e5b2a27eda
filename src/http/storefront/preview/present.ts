import type { PresentedPreview, StandardPreview } from '../../../domains/links/index.ts'
import { findLowestInstallment, type PricedOption } from '../../../domains/pricing/index.ts'
import { writeReais } from '../../../kernel/money.ts'
import { computeEtag } from '../../../platform/http/storefront-files.ts'

type StandardGroup = StandardPreview['groups'][number]

const HIDDEN = withEtag('{"showScript":false}')

/** Written once for each policy, day and total. Without an offer a page learns nothing but that. */
export function presentPreview(preview: StandardPreview | undefined): PresentedPreview {
  if (preview === undefined) return HIDDEN
  const { groups, totalCentavos, minTotalCentavos, maxTotalCentavos, validUntil } = preview
  const members = [
    '"showScript":true',
    `"total":${writeReais(totalCentavos)}`,
    `"minTotal":${writeReais(minTotalCentavos)}`,
    `"maxTotal":${writeReais(maxTotalCentavos)}`,
    `"simulation":${presentSimulation(groups)}`,
    `"downPaymentOptions":[${groups.map(presentGroup).join()}]`,
    `"validUntil":"${validUntil.toISOString()}"`,
  ]
  return withEtag(`{${members.join()}}`)
}

function presentSimulation(groups: readonly StandardGroup[]): string {
  const best = findLowestInstallment<PricedOption, StandardGroup>(groups)
  if (best === undefined) throw new Error('a preview without options')
  const { group, installment } = best
  return `{"downPaymentValue":${writeReais(group.downPaymentCentavos)},${presentFigures(installment)},"interestRatePM":${installment.interestRatePM}}`
}

function presentGroup({ downPaymentPercentage, downPaymentCentavos, installments }: StandardGroup): string {
  const options = installments.map(option => `{${presentFigures(option)}}`)
  return `{"downPaymentPercentage":${downPaymentPercentage},"downPaymentValue":${writeReais(downPaymentCentavos)},"options":[${options.join()}]}`
}

function presentFigures(option: PricedOption): string {
  const { numberOfInstallments, installmentCentavos, totalCentavos, cetPA } = option
  return `"installments":${numberOfInstallments},"value":${writeReais(installmentCentavos)},"totalAmount":${writeReais(totalCentavos)},"cetPA":${cetPA}`
}

function withEtag(body: string): PresentedPreview {
  return { body, etag: computeEtag(body) }
}
