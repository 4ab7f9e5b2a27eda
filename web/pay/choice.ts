import type { HostedOption, HostedOptionGroup } from '../../src/contract/hosted-page.ts'

/** What the person has chosen so far; every part of it is among what is offered. */
export interface Chosen {
  readonly group: HostedOptionGroup
  readonly option: HostedOption
  readonly hasInsurance: boolean
}

/** An option as it will be paid, with insurance or without. */
export interface ChosenFigures {
  readonly installments: number
  readonly installmentValue: number
  readonly total: number
  readonly totalToPay: number
  readonly interestPM: number
  readonly cetPA: number
  readonly firstDueDate: string
}

export function computeFigures(
  option: HostedOption,
  { downPayment }: HostedOptionGroup,
  hasInsurance: boolean,
): ChosenFigures {
  if (!hasInsurance || option.insurance === undefined) return option
  const { installmentValue, total, cetPA } = option.insurance
  // In centavos: sums of reais with fractions are not exact.
  const totalToPay = Math.round((total + downPayment) * 100) / 100
  return { ...option, installmentValue, total, cetPA, totalToPay }
}

/** Absent where nothing is offered. Begins with what costs least: paying more is the person's own choice. */
export function findFirstChoice(groups: readonly HostedOptionGroup[]): Chosen | undefined {
  const group = groups.find(({ options }) => options.length > 0)
  if (group === undefined) return undefined
  const option = group.options.reduce((best, each) => (each.totalToPay < best.totalToPay ? each : best))
  return { group, option, hasInsurance: false }
}

/** Another down payment with the same number of installments, or the nearest that there is. */
export function chooseGroup(chosen: Chosen, group: HostedOptionGroup): Chosen {
  const distance = ({ installments }: HostedOption): number =>
    Math.abs(installments - chosen.option.installments)
  const option = group.options.reduce<HostedOption | undefined>(
    (best, each) => (best === undefined || distance(each) < distance(best) ? each : best),
    undefined,
  )
  return option === undefined ? chosen : { ...chosen, group, option }
}

/** After the offer was drawn up anew: the same choice if it is still there. */
export function findSameChoice(chosen: Chosen, groups: readonly HostedOptionGroup[]): Chosen | undefined {
  for (const group of groups) {
    const option = group.options.find(({ optionId }) => optionId === chosen.option.optionId)
    if (option !== undefined) return { group, option, hasInsurance: chosen.hasInsurance }
  }
  return findFirstChoice(groups)
}
