import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { Decimal } from 'decimal.js'
import { computePayoff, computePremiumRefund, computePrepayment } from '../../src/brazil/payoff.ts'
import { computeUnearned, type LoanScale } from '../../src/brazil/present-value.ts'
import {
  addMonths,
  type CalendarDate,
  daysBetween,
  fromEpochDay,
  parseCalendarDate,
  toEpochDay,
} from '../../src/kernel/calendar-date.ts'
import { type Centavos, parseReais } from '../../src/kernel/money.ts'

/** Settlements computed by an independent program with 60-digit decimals: amounts in reais, rates in percent. */
interface Settlement {
  readonly name: string
  readonly inputs: {
    readonly installment: number
    readonly interestRatePM: number
    readonly contractDate: string
    readonly dueDates: readonly string[]
    readonly paidNumbers: readonly number[]
    readonly settlementDate: string
    readonly onlyNumbers?: readonly number[]
    readonly amount?: number
  }
  readonly expected: {
    readonly overdue: readonly {
      readonly number: number
      readonly daysLate: number
      readonly fine: number
      readonly mora: number
      readonly total: number
    }[]
    readonly futureNumbers: readonly number[]
    readonly presentValues: readonly number[]
    readonly discount: number
    readonly payoff: number
    readonly premium?: number
    readonly premiumRefund?: number
    readonly settled: readonly number[]
    readonly loweredNumber: number
    readonly loweredBy: number
  }
}

const settlements = readFileSync(new URL('settlements.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map(line => JSON.parse(line) as Settlement)

function read({ inputs }: Settlement) {
  const { dueDates, paidNumbers, onlyNumbers, interestRatePM } = inputs
  const firstDueDate = parseCalendarDate(dueDates[0] ?? '')
  assert.deepEqual(
    dueDates,
    dueDates.map((_, index) => addMonths(firstDueDate, index)),
  )
  const open = dueDates.map((_, index) =>
    paidNumbers.includes(index + 1) || onlyNumbers?.includes(index + 1) === false
      ? 0
      : parseReais(inputs.installment),
  )
  return {
    scale: { interestRatePM, firstDueDate },
    open,
    date: parseCalendarDate(inputs.settlementDate),
    startedOn: parseCalendarDate(inputs.contractDate),
  }
}

for (const settlement of settlements.filter(({ name }) => name.startsWith('settlement/')))
  test(`${settlement.name}: each installment, the discount and the payoff equal the golden figures`, () => {
    const { scale, open, date, startedOn } = read(settlement)
    const { expected } = settlement
    const payoff = computePayoff(scale, open, date)
    assert.deepEqual(
      payoff.overdue,
      expected.overdue.map(({ number, daysLate, fine, mora, total }) => ({
        installmentNumber: number,
        faceCentavos: parseReais(settlement.inputs.installment),
        daysLate,
        fineCentavos: parseReais(fine),
        interestCentavos: parseReais(mora),
        totalCentavos: parseReais(total),
      })),
    )
    assert.deepEqual(
      payoff.future.map(({ installmentNumber, presentCentavos }) => [installmentNumber, presentCentavos]),
      expected.futureNumbers.map((number, index) => [number, parseReais(expected.presentValues[index] ?? 0)]),
    )
    assert.equal(payoff.discountCentavos, parseReais(expected.discount))
    assert.equal(payoff.totalCentavos, parseReais(expected.payoff))
    assert.equal(computeUnearned(scale, open, date), payoff.discountCentavos)
    if (expected.premium !== undefined)
      assert.equal(
        computePremiumRefund({
          premiumCentavos: parseReais(expected.premium),
          startedOn,
          firstDueDate: scale.firstDueDate,
          numberOfInstallments: open.length,
          settledOn: date,
        }),
        parseReais(expected.premiumRefund ?? 0),
      )
  })

for (const settlement of settlements.filter(({ name }) => name.startsWith('settlement-amount/')))
  test(`${settlement.name}: the amount settles the last installments and lowers one more`, () => {
    const { scale, open, date } = read(settlement)
    const { expected, inputs } = settlement
    const prepayment = computePrepayment(scale, open, date, parseReais(inputs.amount ?? 0))
    assert.deepEqual(
      prepayment.settled.map(({ installmentNumber, presentCentavos }) => [
        installmentNumber,
        presentCentavos,
      ]),
      expected.settled.map((number, index) => [number, parseReais(expected.presentValues[index] ?? 0)]),
    )
    assert.deepEqual(prepayment.lowered, {
      installmentNumber: expected.loweredNumber,
      byCentavos: parseReais(expected.loweredBy),
    })
  })

test('an amount that settles everything leaves the rest, and one too small to buy a centavo is not taken', () => {
  const scale = { interestRatePM: 4.99, firstDueDate: parseCalendarDate('2026-04-09') }
  const date = parseCalendarDate('2026-03-25')
  const { presentCentavos } = computePayoff(scale, [19_792, 19_792], date)
  const prepayment = computePrepayment(scale, [19_792, 19_792], date, presentCentavos + 7)
  assert.equal(prepayment.settled.length, 2)
  assert.deepEqual([prepayment.lowered, prepayment.restCentavos], [undefined, 7])
  assert.deepEqual(computePrepayment(scale, [19_792], date, 0), {
    settled: [],
    lowered: undefined,
    restCentavos: 0,
  })
})

const Digits = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP })

/** Walks from the start to the day, one day at a time, as the oracle of the time scale. */
function computeByDecimals(
  { interestRatePM, firstDueDate }: LoanScale,
  count: number,
  face: Centavos,
  date: CalendarDate,
) {
  const dueDates = Array.from({ length: count }, (_, index) => addMonths(firstDueDate, index))
  const growth = new Digits(interestRatePM).div(100).plus(1)
  return dueDates.map((dueDate, index) => {
    if (dueDate <= date) return face
    let exponent = new Digits(0)
    for (let day = toEpochDay(date); day < toEpochDay(dueDate); day++) {
      const after = dueDates.findIndex(due => toEpochDay(due) > day)
      const before = dueDates[after - 1]
      const days = before === undefined ? 30 : daysBetween(before, dueDates[after] ?? dueDate)
      exponent = exponent.plus(new Digits(1).div(days))
      assert.ok(after <= index)
    }
    return growth.pow(exponent.neg()).times(face).toDecimalPlaces(0).toNumber()
  })
}

test('present values equal a walk by days with 60-digit decimals, for rates and days of all kinds', () => {
  const firstDueDate = parseCalendarDate('2027-01-31')
  for (const interestRatePM of [0, 0.01, 1.49, 4.99, 7.99, 30])
    for (const shift of [-61, -30, -29, 0, 1, 28, 29, 45, 59, 60, 200]) {
      const date = fromEpochDay(toEpochDay(firstDueDate) + shift)
      const scale = { interestRatePM, firstDueDate }
      const open = new Array<Centavos>(9).fill(98_765_433)
      const values = computeByDecimals(scale, open.length, 98_765_433, date)
      const { future, overdue } = computePayoff(scale, open, date)
      assert.deepEqual(
        [...overdue.map(() => 98_765_433), ...future.map(({ presentCentavos }) => presentCentavos)],
        values,
      )
    }
})

test('a present value of exactly half a centavo is rounded up, and one that misses it by 1e-17 is not', () => {
  const date = parseCalendarDate('2026-01-01')
  const firstDueDate = parseCalendarDate('2026-01-31')
  const presentOf = (face: Centavos, interestRatePM: number) =>
    computePayoff({ interestRatePM, firstDueDate }, [face], date).presentCentavos
  assert.equal(presentOf(4, 60), 3, '4 ÷ 1.6 = 2.5')
  assert.equal(presentOf(2, 33.333333333333336), 1, '2 ÷ (4/3 + 3e-17) is just below 1.5')
  assert.equal(presentOf(2, 33.33333333333333), 2, '2 ÷ (4/3 − 3e-17) is just above 1.5')
})
