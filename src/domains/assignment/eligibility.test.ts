import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCalendarDate } from '../../kernel/calendar-date.ts'
import { InputError } from '../../kernel/faults.ts'
import { type Loan, openLoan } from '../loans/loan.ts'
import { findObstacle, parseRules } from './eligibility.ts'

const day = parseCalendarDate
const RETAILER = '000000000000000000000001'
const rules = { minDaysPastDue: 0, maxDaysPastDue: 15, minDaysSinceRelease: 8, pricePercent: 98.5 }
const loan: Loan = openLoan({
  transactionId: '0123456789abcdef01234567',
  retailerId: RETAILER,
  startedOn: day('2026-01-10'),
  firstDueDate: day('2026-02-10'),
  interestRatePM: 2,
  interestCentavos: 500,
  feeCentavos: 0,
  retentionCentavos: 0,
  openCentavos: [5_250, 5_250],
})

test('a fund takes what its rules say, by days, retailer and what became of the contract', () => {
  const look = (change: Partial<Loan>, today = '2026-02-25', more: object = {}, facts: object = {}) =>
    findObstacle(
      { ...rules, ...more },
      { ...loan, ...change },
      { isAgreement: false, caseState: undefined, today: day(today), ...facts },
    )
  assert.equal(look({}), undefined)
  assert.equal(look({}, '2026-02-26'), 'TOO_LATE')
  assert.equal(look({}, '2026-01-18'), undefined)
  assert.equal(look({}, '2026-01-17'), 'TOO_YOUNG')
  assert.equal(look({}, '2026-02-12', { minDaysPastDue: 3 }), 'NOT_LATE_ENOUGH')
  assert.equal(look({ openCentavos: [0, 5_250] }, '2026-03-09', { maxDaysPastDue: 0 }), undefined)
  assert.equal(look({}, '2026-02-01', { retailers: [RETAILER] }), undefined)
  assert.equal(look({}, '2026-02-01', { retailers: ['000000000000000000000002'] }), 'RETAILER')
  assert.equal(look({ endedOn: day('2026-02-01') }), 'ENDED')
  assert.equal(look({ writtenOffOn: day('2026-02-01') }), 'WRITTEN_OFF')
  assert.equal(look({ assignedTo: RETAILER, assignedOn: day('2026-02-01') }), 'ASSIGNED')
  assert.equal(look({ suspendedBy: RETAILER }), 'RESTRUCTURED')
  assert.equal(look({}, '2026-02-01', {}, { isAgreement: true }), 'RESTRUCTURED')
  const withCase = (caseState: string, more: object = {}) => look({}, '2026-02-01', more, { caseState })
  assert.equal(withCase('RUNNING', { estates: true }), 'SPECIAL_CASE')
  assert.equal(withCase('LEFT_TO_ESTATE'), 'ESTATE')
  assert.equal(withCase('LEFT_TO_ESTATE', { estates: false }), 'ESTATE')
  assert.equal(withCase('LEFT_TO_ESTATE', { estates: true }), undefined)
  assert.equal(look({ acceleratedOn: day('2026-02-01') }), 'ACCELERATED')
})

test('rules that are misspelt, out of range or contradict each other are refused', () => {
  assert.deepEqual(parseRules(rules), rules)
  for (const wrong of [
    { ...rules, minDaysPastDue: 16 },
    { ...rules, minDaysSinceRelease: 7 },
    { ...rules, pricePercent: 98.505 },
    { ...rules, maximumDays: 3 },
    { maxDaysPastDue: 1 },
  ])
    assert.throws(() => parseRules(wrong), InputError, JSON.stringify(wrong))
})
