import { Decimal } from 'decimal.js'
import type { OptionTerms } from '../../src/domains/pricing/option.ts'
import { computeDueDates } from '../../src/domains/pricing/schedule.ts'
import { daysBetween } from '../../src/kernel/calendar-date.ts'

/*
 * An independent implementation of the formulas with 50-digit decimals. It shares only the due dates with the code that
 * it checks.
 */

const Digits = Decimal.clone({ precision: 50, rounding: Decimal.ROUND_HALF_UP })
/** Two remainders nearer than this are the same number at 50 digits. */
const NOTHING = new Digits('1e-30')

export interface OracleTax {
  readonly dailyIof: number
  readonly fixedIof: number
}

export interface OracleOption {
  readonly principal: number
  readonly installment: number
  readonly amortization: number[]
  readonly iof: number[]
}

const percentOf = (amount: Decimal.Value, percentage: number) =>
  new Digits(amount).times(percentage).div(100).toDecimalPlaces(0)

export function priceByDecimals(terms: OptionTerms, tax: OracleTax): OracleOption {
  const downPayment = percentOf(terms.purchaseCentavos, terms.downPaymentPercentage)
  const net = new Digits(terms.purchaseCentavos).minus(downPayment)
  const lent = net
    .plus(percentOf(terms.purchaseCentavos, terms.tcPercentage))
    .plus(percentOf(net, terms.insurancePercentage))
  const days = listDueDays(terms)
  const rates = days.map(day =>
    new Digits(tax.dailyIof).times(Math.min(day, 365)).plus(tax.fixedIof).div(100),
  )
  const growth = new Digits(terms.interestRatePM).div(100).plus(1)
  const powers = days.map((_, row) => growth.pow(row))
  const sum = add(powers)
  const unitTax = add(powers.map((power, row) => power.times(rates[row] ?? 0))).div(sum)
  const principal = lent.div(new Digits(1).minus(unitTax)).toDecimalPlaces(0)
  const amortization = apportionByDecimals(
    principal,
    powers.map(power => power.div(sum)),
  )
  const weights = amortization.map((amount, row) => new Digits(amount).times(rates[row] ?? 0))
  const totalIof = principal.minus(lent)
  const weightSum = add(weights)
  const iof = totalIof.isZero()
    ? weights.map(() => 0)
    : apportionByDecimals(
        totalIof,
        weights.map(weight => weight.div(weightSum)),
      )
  return {
    principal: principal.toNumber(),
    installment: computeInstallment(terms, principal, growth, days),
    amortization,
    iof,
  }
}

function computeInstallment(
  terms: OptionTerms,
  principal: Decimal,
  growth: Decimal,
  days: readonly number[],
): number {
  if (terms.interestRatePM === 0)
    return principal.div(terms.numberOfInstallments).toDecimalPlaces(0, Decimal.ROUND_UP).toNumber()
  const first = growth.pow(new Digits(days[0] ?? 0).div(30).negated())
  const worth = add(days.map((_, row) => first.div(growth.pow(row))))
  // A power with a fractional exponent is right to about 49 digits: a tie may come out too low in the last digit.
  return principal.div(worth).toDecimalPlaces(40).toDecimalPlaces(0).toNumber()
}

/** Present value of the installments, by days over 365, at rate + offset in percent per year or (12 periods) month. */
export function discountByDecimals(
  terms: OptionTerms,
  installment: number,
  rate: number,
  offset: string,
  periods: 1 | 12,
): Decimal {
  const growth = new Digits(rate).plus(offset).div(100).plus(1).pow(periods)
  const day = growth.pow(new Digits(-1).div(365))
  return add(listDueDays(terms).map(days => day.pow(days))).times(installment)
}

function apportionByDecimals(total: Decimal, shares: readonly Decimal[]): number[] {
  const exact = shares.map(share => total.times(share).toDecimalPlaces(40))
  const rows = exact.map(value => value.floor())
  const order = exact
    .map((value, row) => ({ rest: value.minus(rows[row] ?? 0), row }))
    .sort((a, b) => (a.rest.minus(b.rest).abs().lt(NOTHING) ? a.row - b.row : b.rest.cmp(a.rest)))
  const missing = total.minus(add(rows)).toNumber()
  const served = new Set(order.slice(0, missing).map(({ row }) => row))
  return rows.map((value, row) => value.toNumber() + (served.has(row) ? 1 : 0))
}

function listDueDays(terms: OptionTerms): number[] {
  return computeDueDates(terms.firstDueDate, terms.numberOfInstallments).map(date =>
    daysBetween(terms.purchaseDate, date),
  )
}

function add(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), new Digits(0))
}
