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

/** A down payment, with every group that begins with it: when the first installment is due, and at whose expense. */
export interface Entry {
  readonly value: number
  readonly percentage: number
  readonly groups: readonly HostedOptionGroup[]
}

/** The smallest first. */
export function listEntries(groups: readonly HostedOptionGroup[]): Entry[] {
  const entries = new Map<number, HostedOptionGroup[]>()
  for (const group of groups)
    if (group.options.length > 0)
      entries.set(group.downPayment, [...(entries.get(group.downPayment) ?? []), group])
  return [...entries]
    .sort(([one], [other]) => one - other)
    .map(([value, each]) => ({ value, percentage: each[0]?.downPaymentPercentage ?? 0, groups: each }))
}

/** The shop bears part of the interest. */
export function isSpecial({ kind }: HostedOptionGroup): boolean {
  return kind === 'retention'
}

/** Absent where nothing is offered. Begins with what costs least there: paying more is the person's own choice. */
export function findFirstChoice(groups: readonly HostedOptionGroup[]): Chosen | undefined {
  const [entry] = listEntries(groups)
  const group = entry && findGroup(entry, { graceDays: 0, wantsSpecial: true })
  if (group === undefined) return undefined
  const option = group.options.reduce((best, each) => (each.totalToPay < best.totalToPay ? each : best))
  return { group, option, hasInsurance: false }
}

/** The group of a down payment that comes nearest; the special condition where it is wanted and offered. */
export function findGroup(
  { groups }: Entry,
  { graceDays, wantsSpecial }: { readonly graceDays: number; readonly wantsSpecial: boolean },
): HostedOptionGroup | undefined {
  const wanted = groups.filter(group => isSpecial(group) === wantsSpecial)
  return findNearest(wanted.length > 0 ? wanted : groups, each => each.graceDays - graceDays)
}

/** Another group with the same number of installments, or the nearest that there is. */
export function chooseGroup(chosen: Chosen, group: HostedOptionGroup | undefined): Chosen {
  const { installments } = chosen.option
  const option = group && findNearest(group.options, each => each.installments - installments)
  return group === undefined || option === undefined ? chosen : { ...chosen, group, option }
}

function findNearest<Item>(
  items: readonly Item[],
  computeDistance: (item: Item) => number,
): Item | undefined {
  const distance = (item: Item): number => Math.abs(computeDistance(item))
  return items.reduce<Item | undefined>(
    (best, each) => (best === undefined || distance(each) < distance(best) ? each : best),
    undefined,
  )
}

/** After the offer was drawn up anew: the same choice if it is still there. */
export function findSameChoice(chosen: Chosen, groups: readonly HostedOptionGroup[]): Chosen | undefined {
  for (const group of groups) {
    const option = group.options.find(({ optionId }) => optionId === chosen.option.optionId)
    if (option !== undefined) return { group, option, hasInsurance: chosen.hasInsurance }
  }
  return findFirstChoice(groups)
}
