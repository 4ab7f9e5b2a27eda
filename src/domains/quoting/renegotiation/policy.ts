import { computePayableUntil } from '../../../brazil/business-days.ts'
import { isLate } from '../../../brazil/late-charges.ts'
import { addDays, type CalendarDate } from '../../../kernel/calendar-date.ts'
import { type Centavos, computeShare } from '../../../kernel/money.ts'

/** Numbers of installments offered by default. */
const OFFERED_INSTALLMENTS = [3, 6, 12, 24] as const
export const MAX_AGREED_INSTALLMENTS = 24
/** Smaller ones cost more to collect than they bring. */
const LEAST_INSTALLMENT_CENTAVOS = 3_000
/** Percent a month, up to that many installments. The contract's own rate is never exceeded. */
const RATES = [
  { upTo: 3, ratePM: 0.99 },
  { upTo: MAX_AGREED_INSTALLMENTS, ratePM: 2.99 },
] as const
const FIRST_DUE_AFTER_DAYS = { least: 15, usual: 30, most: 45 } as const
/** A down payment of this part of the debt shows commitment: the charges of the delay are lowered. */
const DISCOUNT_FROM_PERCENTAGE = 30
const CHARGES_DISCOUNT_PERCENTAGE = 50
/** So many days after its due date an installment that is not paid breaks the agreement. */
const BROKEN_AFTER_DAYS = 30

export function listOfferedNumbers(wanted: number | undefined): readonly number[] {
  return wanted === undefined ? OFFERED_INSTALLMENTS : [wanted]
}

export function chooseRate(numberOfInstallments: number, contractRatePM: number): number {
  const row = RATES.find(({ upTo }) => numberOfInstallments <= upTo)
  if (row === undefined) throw new RangeError(`no agreement has ${numberOfInstallments} installments`)
  return Math.min(row.ratePM, contractRatePM)
}

export const isWorthCollecting = (installmentCentavos: Centavos): boolean =>
  installmentCentavos >= LEAST_INSTALLMENT_CENTAVOS

interface FirstDueDates {
  readonly least: CalendarDate
  readonly usual: CalendarDate
  readonly most: CalendarDate
}

export function computeFirstDueDates(agreedOn: CalendarDate): FirstDueDates {
  const { least, usual, most } = FIRST_DUE_AFTER_DAYS
  return { least: addDays(agreedOn, least), usual: addDays(agreedOn, usual), most: addDays(agreedOn, most) }
}

/** The forgiven part of the charges of the delay. */
export function computeChargesDiscount(debt: {
  readonly totalCentavos: Centavos
  readonly chargesCentavos: Centavos
  readonly entryCentavos: Centavos
}): Centavos {
  const least = computeShare(debt.totalCentavos, DISCOUNT_FROM_PERCENTAGE)
  return debt.entryCentavos < least ? 0 : computeShare(debt.chargesCentavos, CHARGES_DISCOUNT_PERCENTAGE)
}

/** Whether a debt may be agreed on, by the due dates of what is open. */
export const isAgreeable = (dueDates: readonly CalendarDate[], day: CalendarDate): boolean =>
  dueDates.some(dueDate => isLate(dueDate, day))

/** The last day on which an installment keeps its agreement alive. */
export const computeLastKeptDay = (dueDate: CalendarDate): CalendarDate =>
  computePayableUntil(dueDate, BROKEN_AFTER_DAYS)
