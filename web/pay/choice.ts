import { COMPOSITION_PARTS, type Composed } from '../../src/brand/composition.ts'
import { isChosenBefore } from '../../src/brand/first-choice.ts'
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

/** What the installments pay for; empty where the offer has no parts. */
export function listParts({ parts, insurance }: HostedOption, hasInsurance: boolean): readonly Composed[] {
  const values = (hasInsurance && insurance ? insurance.parts : parts) ?? []
  return COMPOSITION_PARTS.flatMap((name, at) => {
    const value = values[at]
    return value === undefined ? [] : [{ name, value }]
  })
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

/** Absent where nothing is offered. The rule is the one of the shop's element: what was seen there is found here. */
export function findFirstChoice(groups: readonly HostedOptionGroup[]): Chosen | undefined {
  let best: Chosen | undefined
  for (const group of groups)
    for (const option of group.options)
      if (
        best === undefined ||
        isChosenBefore(describeWay(group, option), describeWay(best.group, best.option))
      )
        best = { group, option, hasInsurance: false }
  return best
}

function describeWay({ downPayment }: HostedOptionGroup, { totalToPay }: HostedOption) {
  return { downPayment, totalToPay }
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
