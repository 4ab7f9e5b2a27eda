import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addDays, addMonths, type CalendarDate, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { composeAccruals } from './book-loan.ts'
import { type Loan, openLoan } from './loan.ts'
import { computeOwnStanding, computeStanding } from './problem.ts'

const day = (text: string): CalendarDate => parseCalendarDate(text)
const FIRST_DUE = day('2026-09-19')
const RULES = { curePayments: 3 }

const terms = {
  transactionId: 'a',
  retailerId: 'shop',
  startedOn: day('2026-08-20'),
  firstDueDate: FIRST_DUE,
  interestRatePM: 2.99,
  interestCentavos: 16_724,
  feeCentavos: 0,
  retentionCentavos: 0,
  openCentavos: new Array<number>(12).fill(8_196),
}
const open = (): Loan =>
  openLoan(terms, { originalRatePM: 4.99, restructuringCentavos: 8_945, problemReason: 'restructured' })

/** Pays installments whole, each so many days after its due date. */
function pay(loan: Loan, from: number, delays: readonly number[]): Loan {
  return delays.reduce((paid, delay, index) => {
    const installmentNumber = from + index
    const event = {
      reference: `p${installmentNumber}`,
      day: addDays(addMonths(FIRST_DUE, installmentNumber - 1), delay),
    }
    return composeAccruals(paid, { ...event, paid: [{ installmentNumber, faceCentavos: 8_196 }] }).loan
  }, loan)
}

test('three installments in a row that were paid in time cure an agreement; one that was late begins them anew', () => {
  const two = pay(open(), 1, [0, 0])
  assert.equal(computeOwnStanding(two, day('2026-10-31'), RULES).problemReason, 'restructured')
  const three = pay(two, 3, [0])
  assert.deepEqual(computeOwnStanding(three, day('2026-11-30'), RULES), {
    problemSince: null,
    problemReason: null,
    curedOn: '2026-11-30',
  })
  // The third is paid 15 days late: three more have to follow it.
  const late = pay(two, 3, [15, 0, 0])
  assert.equal(late.lastLateOn, '2026-12-04')
  assert.notEqual(computeOwnStanding(late, day('2027-01-31'), RULES).problemSince, null)
  assert.equal(computeOwnStanding(pay(late, 6, [0]), day('2027-02-28'), RULES).curedOn, '2027-02-28')
})

test('nothing is cured while something is overdue, and nothing by time in which nothing was to be paid', () => {
  const three = pay(open(), 1, [0, 0, 0])
  assert.notEqual(computeOwnStanding(three, day('2026-12-31'), RULES).problemSince, null)
  const ahead = pay(open(), 1, [-20, -50, -80])
  assert.notEqual(computeOwnStanding(ahead, day('2026-08-31'), RULES).problemSince, null)
})

test('what was cured is of increased risk until three more were paid in time', () => {
  const cured = {
    ...pay(open(), 1, [0, 0, 0]),
    problemSince: null,
    problemReason: null,
    curedOn: day('2026-11-30'),
  }
  const five = pay(cured, 4, [0, 0])
  assert.equal(computeOwnStanding(five, day('2027-01-31'), RULES).curedOn, '2026-11-30')
  assert.equal(computeOwnStanding(pay(five, 6, [0]), day('2027-02-28'), RULES).curedOn, null)
})

test('another debt of the person in default makes a problem asset, for as long as it is one', () => {
  const loan = openLoan(terms)
  const infected = computeStanding(loan, day('2026-08-31'), { ...RULES, isPersonInDefault: true })
  assert.deepEqual(infected, { problemSince: '2026-08-31', problemReason: 'person', curedOn: null })
  const still = { ...loan, ...infected, nextAccrual: null }
  const later = computeStanding(still, day('2026-09-30'), { ...RULES, isPersonInDefault: true })
  assert.equal(later.problemSince, '2026-08-31')
  const free = computeStanding(still, day('2026-09-30'), { ...RULES, isPersonInDefault: false })
  assert.deepEqual(free, { problemSince: null, problemReason: null, curedOn: null })
})

test('a payment of a problem asset earns the days that it pays for, and no more than was received', () => {
  const loan = open()
  const carried = (each: Loan) =>
    each.openCentavos.reduce((sum, face) => sum + face, 0) -
    each.unearnedCentavos -
    each.restructuringCentavos
  const part = composeAccruals(loan, {
    reference: 'part',
    day: day('2026-10-19'),
    paid: [{ installmentNumber: 1, faceCentavos: 1_000 }],
  }).loan
  const through = part.accruedThrough ?? ''
  assert.ok(through > '2026-08-20' && through < '2026-10-19', through)
  // One more day would be worth more than was paid.
  assert.ok(carried(part) <= carried(loan) && carried(loan) - carried(part) < 130)
  const all = composeAccruals(part, {
    reference: 'all',
    day: day('2026-10-20'),
    paid: part.openCentavos.map((faceCentavos, index) => ({ installmentNumber: index + 1, faceCentavos })),
  }).loan
  assert.deepEqual([all.unearnedCentavos, all.restructuringCentavos, all.endedOn], [0, 0, '2026-10-20'])
})

test('a payment that was told late and made in time takes a default back', () => {
  const loan = composeAccruals(openLoan(terms), { reference: 'x', day: day('2026-12-31') }).loan
  assert.deepEqual([loan.problemReason, loan.problemSince], ['delay', '2026-12-19'])
  const told = composeAccruals(loan, {
    reference: 'told',
    day: day('2026-12-18'),
    paid: [{ installmentNumber: 1, faceCentavos: 8_196 }],
  }).loan
  assert.deepEqual([told.problemReason, told.nextAccrual], [null, '2026-12-31'])
})
