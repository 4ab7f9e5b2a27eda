import { addBusinessDays, isBusinessDay } from '../../../brazil/business-days.ts'
import { computePrepayment } from '../../../brazil/payoff.ts'
import type { LoanScale } from '../../../brazil/present-value.ts'
import { MAX_SETTLEMENT_BUSINESS_DAYS } from '../../../contract/settlement.ts'
import { addDays, type CalendarDate, daysBetween } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { type BilletDebt, describeDebt, imputePart, sumDebt } from '../billets/debt.ts'
import { findCopyDayProblem } from '../billets/second-copy.ts'
import type { Debt, FutureDebt, IndebtedBillet, OverdueDebt } from './read-debt.ts'

/** What a settlement pays of one installment. */
export interface PayoffPart<Issued extends IndebtedBillet = IndebtedBillet> {
  readonly billet: Issued
  readonly installmentNumber: number
  /** Paid before it is due. */
  readonly isEarly: boolean
  /** What it takes off the face value. */
  readonly faceCentavos: Centavos
  readonly fineCentavos: Centavos
  readonly interestCentavos: Centavos
  /** What is paid for the face value. */
  readonly presentCentavos: Centavos
  /** Of the face value, what the lender lets go; absent where nothing is. */
  readonly releasedCentavos?: Centavos
  /** Undefined when the installment is paid. */
  readonly left: BilletDebt | undefined
}

/** What an amount pays, with what it leaves over. */
export interface SpreadAmount<Issued extends IndebtedBillet> {
  readonly parts: readonly PayoffPart<Issued>[]
  /** Zero unless nothing is owed afterwards. */
  readonly premiumRefundCentavos: Centavos
  readonly excessCentavos: Centavos
}

export interface ComputedPayoff<Issued extends IndebtedBillet = IndebtedBillet> {
  readonly date: CalendarDate
  /** By installment. */
  readonly parts: readonly PayoffPart<Issued>[]
  readonly overdueCentavos: Centavos
  readonly presentCentavos: Centavos
  readonly discountCentavos: Centavos
  readonly premiumRefundCentavos: Centavos
  /** To be paid. */
  readonly valueCentavos: Centavos
}

/** Why there is no such settlement; `mostCentavos` and `aheadCount` say what there is. */
type NoPayoff =
  | { readonly problem: 'nothing-owed' }
  | { readonly problem: 'none-ahead'; readonly aheadCount: number }
  | { readonly problem: 'other-amount'; readonly leastCentavos: Centavos; readonly mostCentavos: Centavos }

/** Below this, a payment costs more than it brings. */
const LEAST_CENTAVOS = 100

/**
 * What is paid, and what has to be paid for it. What is overdue comes first: nobody has to take an installment that is
 * not due before one that is (Civil Code, art. 352 and 355).
 */
export function computeChosenPayoff<Issued extends IndebtedBillet>(
  terms: LoanScale,
  debt: Debt<Issued>,
  selection: PayoffSelection,
): ComputedPayoff<Issued> | NoPayoff {
  const { totalCentavos, unusedPremiumCentavos, future } = debt
  if (totalCentavos === 0) return { problem: 'nothing-owed' }
  const payoffCentavos = Math.max(
    totalCentavos - unusedPremiumCentavos,
    Math.min(totalCentavos, LEAST_CENTAVOS),
  )
  if (selection.kind === 'amount') {
    const { amountCentavos } = selection
    const leastCentavos = Math.min(payoffCentavos, LEAST_CENTAVOS)
    if (amountCentavos < leastCentavos || amountCentavos > payoffCentavos)
      return { problem: 'other-amount', leastCentavos, mostCentavos: payoffCentavos }
    const { parts, premiumRefundCentavos } = spreadAmount(terms, debt, amountCentavos)
    return compose(debt, parts, premiumRefundCentavos, amountCentavos)
  }
  const chosen = chooseFuture(future, selection)
  if (chosen === undefined) return { problem: 'none-ahead', aheadCount: future.length }
  const parts = [...debt.overdue.map(payOverdue), ...chosen.map(payEarly)]
  if (chosen.length === future.length) return compose(debt, parts, unusedPremiumCentavos, payoffCentavos)
  return compose(debt, parts, 0, debt.overdueCentavos + sumOf(chosen, 'presentCentavos'))
}

function chooseFuture<Issued extends IndebtedBillet>(
  future: readonly FutureDebt<Issued>[],
  selection: Exclude<PayoffSelection, { kind: 'amount' }>,
): readonly FutureDebt<Issued>[] | undefined {
  if (selection.kind === 'all') return future
  const count = selection.kind === 'next' ? 1 : selection.count
  if (count > future.length) return undefined
  return selection.kind === 'next' ? future.slice(0, 1) : future.slice(-count)
}

function compose<Issued extends IndebtedBillet>(
  { date }: Debt<Issued>,
  parts: readonly PayoffPart<Issued>[],
  premiumRefundCentavos: Centavos,
  valueCentavos: Centavos,
): ComputedPayoff<Issued> {
  const [early, due] = [parts.filter(({ isEarly }) => isEarly), parts.filter(({ isEarly }) => !isEarly)]
  return {
    date,
    parts: parts.toSorted((a, b) => a.installmentNumber - b.installmentNumber),
    overdueCentavos:
      sumOf(due, 'presentCentavos') + sumOf(due, 'fineCentavos') + sumOf(due, 'interestCentavos'),
    presentCentavos: sumOf(early, 'presentCentavos'),
    discountCentavos: sumOf(early, 'faceCentavos') - sumOf(early, 'presentCentavos'),
    premiumRefundCentavos,
    valueCentavos,
  }
}

/**
 * What an amount pays on a day: everything, if it is enough for that; otherwise the oldest overdue installments, then
 * the last ones ahead at their present value, because their discount is the largest.
 */
export function spreadAmount<Issued extends IndebtedBillet>(
  terms: LoanScale,
  debt: Debt<Issued>,
  amountCentavos: Centavos,
): SpreadAmount<Issued> {
  const { unusedPremiumCentavos } = debt
  const excessCentavos = amountCentavos + unusedPremiumCentavos - debt.totalCentavos
  if (excessCentavos >= 0) {
    const parts = [...debt.overdue.map(payOverdue), ...debt.future.map(payEarly)]
    return { parts, premiumRefundCentavos: unusedPremiumCentavos, excessCentavos }
  }
  const parts: PayoffPart<Issued>[] = []
  let rest = amountCentavos
  for (const overdue of debt.overdue) {
    if (rest === 0) break
    const part = payPart(overdue, debt.date, rest)
    parts.push(part)
    rest -= part.presentCentavos + part.fineCentavos + part.interestCentavos
  }
  const { parts: early, restCentavos } = prepay(terms, debt, rest)
  return { parts: [...parts, ...early], premiumRefundCentavos: 0, excessCentavos: restCentavos }
}

/**
 * What an amount below the debt pays when the lender accepts it for everything: the installments at their value, the
 * oldest first, and what is left of it the charges of the delay. The rest is let go. Undefined when it covers the debt.
 */
export function settleForLess<Issued extends IndebtedBillet>(
  debt: Debt<Issued>,
  amountCentavos: Centavos,
): SpreadAmount<Issued> | undefined {
  const { unusedPremiumCentavos } = debt
  const coveredCentavos = amountCentavos + unusedPremiumCentavos
  if (coveredCentavos >= debt.totalCentavos) return undefined
  const all = [...debt.overdue.map(payOverdue), ...debt.future.map(payEarly)]
  let rest = coveredCentavos
  const take = (wanted: Centavos): Centavos => {
    const taken = Math.min(rest, wanted)
    rest -= taken
    return taken
  }
  const paid = all.map(part => ({ part, presentCentavos: take(part.presentCentavos) }))
  const parts = paid.map(({ part, presentCentavos }) => ({
    ...part,
    releasedCentavos: part.presentCentavos - presentCentavos,
    interestCentavos: take(part.interestCentavos),
    fineCentavos: take(part.fineCentavos),
  }))
  return { parts, premiumRefundCentavos: unusedPremiumCentavos, excessCentavos: rest }
}

function payOverdue<Issued extends IndebtedBillet>(overdue: OverdueDebt<Issued>): PayoffPart<Issued> {
  const { billet, installmentNumber, faceCentavos, fineCentavos, interestCentavos } = overdue
  return {
    billet,
    installmentNumber,
    isEarly: false,
    faceCentavos,
    fineCentavos,
    interestCentavos,
    presentCentavos: faceCentavos,
    left: undefined,
  }
}

function payEarly<Issued extends IndebtedBillet>(future: FutureDebt<Issued>): PayoffPart<Issued> {
  const { billet, installmentNumber, faceCentavos, presentCentavos } = future
  const charges = { fineCentavos: 0, interestCentavos: 0 }
  return {
    billet,
    installmentNumber,
    isEarly: true,
    faceCentavos,
    ...charges,
    presentCentavos,
    left: undefined,
  }
}

function payPart<Issued extends IndebtedBillet>(
  { billet, installmentNumber }: OverdueDebt<Issued>,
  date: CalendarDate,
  amountCentavos: Centavos,
): PayoffPart<Issued> {
  const { imputation, left } = imputePart(describeDebt(billet), date, amountCentavos)
  const { faceCentavos: presentCentavos } = imputation
  const isPaid = sumDebt(left) === 0
  return {
    billet,
    installmentNumber,
    isEarly: false,
    ...imputation,
    presentCentavos,
    left: isPaid ? undefined : left,
  }
}

function prepay<Issued extends IndebtedBillet>(
  terms: LoanScale,
  { date, future }: Debt<Issued>,
  amountCentavos: Centavos,
): { readonly parts: readonly PayoffPart<Issued>[]; readonly restCentavos: Centavos } {
  if (amountCentavos === 0) return { parts: [], restCentavos: 0 }
  const open = new Array<Centavos>(future[0]?.billet.installmentCount ?? 0).fill(0)
  for (const { installmentNumber, faceCentavos } of future) open[installmentNumber - 1] = faceCentavos
  const { settled, lowered, restCentavos } = computePrepayment(terms, open, date, amountCentavos)
  const parts = future
    .filter(({ installmentNumber }) => settled.some(each => each.installmentNumber === installmentNumber))
    .map(payEarly)
  const part = future.find(({ installmentNumber }) => installmentNumber === lowered?.installmentNumber)
  if (part === undefined || lowered === undefined) return { parts, restCentavos }
  const presentCentavos = amountCentavos - sumOf(parts, 'presentCentavos')
  const { billet, installmentNumber, faceCentavos } = part
  const openFaceCentavos = faceCentavos - lowered.byCentavos
  const loweredPart = {
    billet,
    installmentNumber,
    isEarly: true,
    faceCentavos: lowered.byCentavos,
    fineCentavos: 0,
    interestCentavos: 0,
    presentCentavos,
    left: openFaceCentavos === 0 ? undefined : { ...describeDebt(billet), openFaceCentavos },
  }
  return { parts: [loweredPart, ...parts], restCentavos: 0 }
}

function sumOf<Name extends string>(
  items: readonly Readonly<Record<Name, Centavos>>[],
  member: Name,
): Centavos {
  return items.reduce((sum, item) => sum + item[member], 0)
}

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

/** The last day for which a payoff is quoted. */
export function computeLastPayoffDay(today: CalendarDate): CalendarDate {
  return addBusinessDays(today, MAX_SETTLEMENT_BUSINESS_DAYS)
}

/** Longer than any run of holidays among the business days of a second copy. */
const COPY_DAYS_AHEAD = 12

const listDays = (from: CalendarDate, to: CalendarDate): CalendarDate[] =>
  Array.from({ length: daysBetween(from, to) + 1 }, (_, days) => addDays(from, days))

/** The days for which a payoff can be quoted, and those on which a second copy can fall due. */
export function listPaymentDays(today: CalendarDate): Record<'settlement' | 'copy', CalendarDate[]> {
  const ahead = listDays(today, addDays(today, COPY_DAYS_AHEAD))
  return {
    settlement: listDays(today, computeLastPayoffDay(today)),
    copy: ahead.filter(day => findCopyDayProblem(day, today) === undefined),
  }
}

/** On any other day banks take a line only on the next business day, on which the amount is another: there is Pix then. */
export const isPayableByLine = (day: CalendarDate): boolean => isBusinessDay(day)
