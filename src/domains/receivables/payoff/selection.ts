import { addBusinessDays, isBusinessDay } from '../../../brazil/business-days.ts'
import { MAX_SETTLEMENT_BUSINESS_DAYS } from '../../../contract/settlement.ts'
import { addDays, type CalendarDate, daysBetween } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { findCopyDayProblem } from '../billets/second-copy.ts'

/** What a customer pays before it is due. Installments that are due are always paid with it. */
export type PayoffSelection =
  | { readonly kind: 'all' }
  | { readonly kind: 'next' }
  | { readonly kind: 'last'; readonly count: number }
  | { readonly kind: 'amount'; readonly amountCentavos: Centavos }

/** As it is stored: everything, for the amount that the lender has agreed to accept. Nobody else can ask for it. */
export const DISCOUNTED = 'discounted'

export function writeSelection(selection: PayoffSelection): string {
  switch (selection.kind) {
    case 'last':
      return `last:${selection.count}`
    case 'amount':
      return `amount:${selection.amountCentavos}`
    default:
      return selection.kind
  }
}

/** Undefined for any other text. */
export function parseSelection(text: string): PayoffSelection | undefined {
  if (text === 'all' || text === 'next') return { kind: text }
  const [, kind, digits = ''] = /^(last|amount):([1-9]\d{0,11})$/.exec(text) ?? []
  if (kind === 'amount') return { kind, amountCentavos: Number(digits) }
  return kind === 'last' && digits.length <= 2 ? { kind, count: Number(digits) } : undefined
}

/** The last day for which a settlement is quoted. */
export function computeLastPayoffDay(today: CalendarDate): CalendarDate {
  return addBusinessDays(today, MAX_SETTLEMENT_BUSINESS_DAYS)
}

/** Longer than any run of holidays among the business days of a second copy. */
const COPY_DAYS_AHEAD = 12

const listDays = (from: CalendarDate, to: CalendarDate): CalendarDate[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, days) => addDays(from, days))

/** The days for which a settlement can be quoted, and those on which a second copy can fall due. */
export function listPaymentDays(today: CalendarDate): Record<'settlement' | 'copy', CalendarDate[]> {
  const ahead = listDays(today, addDays(today, COPY_DAYS_AHEAD))
  return {
    settlement: listDays(today, computeLastPayoffDay(today)),
    copy: ahead.filter(day => findCopyDayProblem(day, today) === undefined),
  }
}

/** On any other day banks take a line only on the next business day, on which the amount is another: there is Pix then. */
export const isPayableByLine = (day: CalendarDate): boolean => isBusinessDay(day)
