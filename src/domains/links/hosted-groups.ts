import type { HostedOption, HostedOptionGroup } from '../../contract/hosted-page.ts'
import { memberId } from '../../kernel/ids.ts'
import { presentReais } from '../../kernel/money.ts'
import type { OfferGroup, OptionsQuote, PricedOption } from '../quoting/index.ts'

/** The offer as the page compares it. Options are numbered as they are stored: an option, its insured twin, the next option. */
export function composeHostedGroups({ checkoutId, offer }: OptionsQuote): HostedOptionGroup[] {
  let ordinal = 0
  const composeOptions = (options: OfferGroup['options']): HostedOption[] =>
    options.map(({ option, insuranceOption }) => {
      const optionId = memberId(checkoutId, ++ordinal)
      if (insuranceOption !== undefined) ordinal += 1
      return composeOption(optionId, option, insuranceOption)
    })
  const composeGroups = (group: OfferGroup, kind: 'standard' | 'retention'): HostedOptionGroup[] => {
    const { downPaymentPercentage, downPaymentCentavos } = group
    const terms = { downPaymentPercentage, downPayment: presentReais(downPaymentCentavos) }
    return [
      { ...terms, kind, graceDays: 0, options: composeOptions(group.options) },
      ...group.dueDateOptions.map(({ gracePeriodDays, options }) => ({
        ...terms,
        kind: kind === 'standard' ? ('grace' as const) : kind,
        graceDays: gracePeriodDays,
        options: composeOptions(options),
      })),
    ]
  }
  const groups = offer.groups.flatMap(group => composeGroups(group, 'standard'))
  const retention = offer.retention === undefined ? [] : composeGroups(offer.retention, 'retention')
  return [...groups, ...retention].filter(({ options }) => options.length > 0)
}

function composeOption(
  optionId: string,
  option: PricedOption,
  insured: PricedOption | undefined,
): HostedOption {
  return {
    optionId,
    installments: option.numberOfInstallments,
    installmentValue: presentReais(option.installmentCentavos),
    total: presentReais(option.totalCentavos),
    totalToPay: presentReais(option.downPaymentCentavos + option.totalCentavos),
    interestPM: option.interestRatePM,
    cetPA: option.cetPA,
    firstDueDate: option.firstDueDate,
    ...(insured === undefined
      ? {}
      : {
          insurance: {
            installmentValue: presentReais(insured.installmentCentavos),
            total: presentReais(insured.totalCentavos),
            cetPA: insured.cetPA,
            extraTotal: presentReais(insured.totalCentavos - option.totalCentavos),
          },
        }),
  }
}
