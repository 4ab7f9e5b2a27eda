import { visitPresentValues } from '../../../brazil/present-value.ts'
import { addMonths, type CalendarDate, daysBetween } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { findVencCode, findWrittenOffCode, type VencCode } from './domains.ts'

export type Venc = ReadonlyMap<VencCode, Centavos>

interface OpenContract {
  readonly firstDueDate: CalendarDate
  readonly interestRatePM: number
  /** By installment. */
  readonly openCentavos: readonly Centavos[]
  /** Interest is earned up to this day; on a problem asset that is before the base date. */
  readonly accruedThrough: CalendarDate | null
  readonly acceleratedOn: CalendarDate | null
  /** What the books carry: the bands add up to it. */
  readonly grossCentavos: Centavos
}

/** What a contract's bands add up to, and its days of delay. */
export interface Maturities {
  readonly venc: Venc
  /** From the due date of the oldest open installment; 0 where none is overdue. */
  readonly daysLate: number
}

/**
 * Overdue installments at face value and later ones at present value, by days from the base date. A concession or an
 * accelerated claim makes the books differ from that: the difference is spread in proportion.
 */
export function computeMaturities(contract: OpenContract, baseDate: CalendarDate): Maturities {
  const { firstDueDate, openCentavos, acceleratedOn, accruedThrough } = contract
  const valuedOn = accruedThrough !== null && accruedThrough < baseDate ? accruedThrough : baseDate
  const values = openCentavos.map(face => face)
  visitPresentValues(contract, openCentavos, valuedOn, (index, _face, present) => {
    const isClaimed = acceleratedOn !== null && addMonths(firstDueDate, index) > acceleratedOn
    if (!isClaimed) values[index] = present
  })
  const spread = spreadTo(values, contract.grossCentavos)
  const venc = new Map<VencCode, Centavos>()
  let daysLate = 0
  for (const [index, value] of spread.entries()) {
    if (value === 0) continue
    const agreed = addMonths(firstDueDate, index)
    const dueDate = acceleratedOn !== null && acceleratedOn < agreed ? acceleratedOn : agreed
    const daysUntilDue = daysBetween(baseDate, dueDate)
    daysLate = Math.max(daysLate, -daysUntilDue)
    const code = findVencCode(daysUntilDue)
    venc.set(code, (venc.get(code) ?? 0) + value)
  }
  return { venc, daysLate }
}

/** The same proportions with another sum; what rounding leaves goes to the largest. */
function spreadTo(values: readonly Centavos[], sumCentavos: Centavos): readonly Centavos[] {
  const sum = values.reduce((total, each) => total + each, 0)
  if (sum === sumCentavos || sum === 0) return values
  const spread = values.map(each => Math.round((each * sumCentavos) / sum))
  const largest = spread.indexOf(Math.max(...spread))
  const left = sumCentavos - spread.reduce((total, each) => total + each, 0)
  return spread.map((each, index) => (index === largest ? each + left : each))
}

/** A claim that was written off, by whole months since then. */
export function computeWrittenOff(
  claimCentavos: Centavos,
  writtenOffOn: CalendarDate,
  baseDate: CalendarDate,
): Venc {
  let months = 0
  while (addMonths(writtenOffOn, months + 1) <= baseDate) months += 1
  // A claim of exactly twelve months is still in the first band.
  const isWhole = addMonths(writtenOffOn, months) === baseDate
  return new Map([[findWrittenOffCode(isWhole ? months : months + 1), claimCentavos]])
}
