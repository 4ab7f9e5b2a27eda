import assert from 'node:assert/strict'
import fc from 'fast-check'
import { computeUnearned } from '../../src/brazil/present-value.ts'
import { computeAccrual } from '../../src/domains/loans/accrual.ts'
import { composeAccruals } from '../../src/domains/loans/book-loan.ts'
import { type Loan, openLoan } from '../../src/domains/loans/loan.ts'
import { computeOwnStanding, isProblemOn } from '../../src/domains/loans/problem.ts'
import {
  addDays,
  addMonths,
  type CalendarDate,
  computeMonthEnd,
  fromEpochDay,
  toEpochDay,
} from '../../src/kernel/calendar-date.ts'
import { BooksOracle } from '../servicing/books-oracle.ts'

const START = toEpochDay('2026-01-01' as CalendarDate)
const RULES = { curePayments: 3 }

const anyLife = fc.record({
  startedOn: fc.integer({ min: START, max: START + 800 }).map(fromEpochDay),
  installmentCentavos: fc.integer({ min: 3_000, max: 80_000 }),
  count: fc.integer({ min: 3, max: 18 }),
  ratePM: fc.constantFrom(0.99, 2.99, 4.99),
  /** Of the contract that an agreement is about; undefined: an ordinary contract. */
  originalRatePM: fc.constantFrom(undefined, 2.99, 4.99, 7.99),
  /** Days after the due date, and percent of what is open; the oldest installment first. */
  payments: fc.array(
    fc.record({
      shiftDays: fc.constantFrom(0, 0, 0, 0, -3, 2, 9, 16, 40, 95, 130),
      percentage: fc.constantFrom(100, 100, 100, 100, 30, 5),
    }),
    { minLength: 1, maxLength: 18 },
  ),
})

type Life = typeof anyLife extends fc.Arbitrary<infer Value> ? Value : never

/** An agreement that is paid in time, and so cured: few drawn lives are. */
const CURED: Life = {
  startedOn: fromEpochDay(START),
  installmentCentavos: 20_000,
  count: 12,
  ratePM: 2.99,
  originalRatePM: 4.99,
  payments: Array.from({ length: 12 }, () => ({ shiftDays: 0, percentage: 100 })),
}

interface LifeCounts {
  lives: number
  compared: number
  problems: number
  cures: number
}

function open({ startedOn, installmentCentavos, count, ratePM, originalRatePM }: Life): {
  readonly loan: Loan
  readonly oracle: BooksOracle
} {
  const firstDueDate = addDays(startedOn, 30)
  const openCentavos = new Array<number>(count).fill(installmentCentavos)
  const unearned = (rate: number) =>
    computeUnearned({ firstDueDate, interestRatePM: rate }, openCentavos, startedOn)
  const terms = {
    transactionId: 'a',
    retailerId: 'shop',
    startedOn,
    firstDueDate,
    interestRatePM: ratePM,
    interestCentavos: unearned(ratePM),
    feeCentavos: 0,
    retentionCentavos: 0,
    openCentavos,
  }
  const carriedRatePM = Math.max(ratePM, originalRatePM ?? ratePM)
  const isAgreement = originalRatePM !== undefined
  const loan = isAgreement
    ? openLoan(terms, {
        originalRatePM,
        restructuringCentavos: unearned(carriedRatePM) - unearned(ratePM),
        problemReason: 'restructured',
      })
    : openLoan(terms)
  const [start, firstDue] = [toEpochDay(startedOn), toEpochDay(firstDueDate)]
  return {
    loan,
    oracle: new BooksOracle({ start, firstDue, count, carriedRatePM, isAgreement }, openCentavos),
  }
}

const carry = (loan: Loan, day: CalendarDate): number => {
  const { openCentavos, unearnedCentavos, restructuringCentavos } = computeAccrual(loan, day).loan
  return openCentavos.reduce((sum, face) => sum + face, 0) - unearnedCentavos - restructuringCentavos
}

/** What is paid of the oldest installments on each day. */
function listPayments({ count, payments }: Life, firstDueDate: CalendarDate) {
  const dated = payments.slice(0, count).map(({ shiftDays, percentage }, index) => ({
    day: addDays(addMonths(firstDueDate, index), shiftDays),
    percentage,
  }))
  return Map.groupBy(dated, ({ day }) => day)
}

/** Contracts and agreements: after every payment and month end the books carry what the oracle says. */
export function checkProblemLives(numRuns: number): LifeCounts {
  const counts: LifeCounts = { lives: 0, compared: 0, problems: 0, cures: 0 }
  fc.assert(
    fc.property(anyLife, life => {
      const opened = open(life)
      const { oracle } = opened
      let { loan } = opened
      const payments = listPayments(life, loan.firstDueDate)
      const end = addDays(addMonths(loan.firstDueDate, life.count), 140)
      const compare = (day: CalendarDate): void => {
        const today = toEpochDay(day)
        assert.equal(carry(loan, day), oracle.carried(today), day)
        if (loan.endedOn === null)
          assert.equal(isProblemOn(computeAccrual(loan, day).loan, day), oracle.isProblem(today), day)
        counts.compared += 1
        if (loan.problemSince !== null) counts.problems += 1
      }
      for (let day = life.startedOn; day <= end && loan.endedOn === null; day = addDays(day, 1)) {
        for (const [at, { percentage }] of (payments.get(day) ?? []).entries()) {
          const oldest = loan.openCentavos.findIndex(face => face > 0)
          if (oldest === -1) break
          const faceCentavos = Math.ceil(((loan.openCentavos[oldest] ?? 0) * percentage) / 100)
          const before = carry(loan, day)
          const wasProblem = loan.problemSince !== null
          const paid = [{ installmentNumber: oldest + 1, faceCentavos }]
          ;({ loan } = composeAccruals(loan, { reference: `${day}:${at}`, day, paid }))
          oracle.pay(toEpochDay(day), loan.openCentavos)
          assert.ok(!wasProblem || carry(loan, day) <= before, 'a problem asset grew')
          compare(day)
        }
        if (day !== computeMonthEnd(day) || loan.endedOn !== null) continue
        if (loan.nextAccrual !== null) ({ loan } = computeAccrual(loan, day))
        const standing = computeOwnStanding(loan, day, RULES)
        const nextAccrual = standing.problemSince === null ? computeMonthEnd(addDays(day, 1)) : null
        loan = { ...loan, ...standing, nextAccrual }
        oracle.touch(toEpochDay(day))
        oracle.judge(toEpochDay(day))
        compare(day)
      }
      if (loan.endedOn !== null) assert.deepEqual([loan.unearnedCentavos, loan.restructuringCentavos], [0, 0])
      counts.lives += 1
      counts.cures += oracle.cures
    }),
    { numRuns, examples: [[CURED]] },
  )
  return counts
}
