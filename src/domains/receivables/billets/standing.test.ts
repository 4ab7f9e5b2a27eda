import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseCalendarDate } from '../../../kernel/calendar-date.ts'
import type { Billet } from './billet.ts'
import { computeStanding } from './standing.ts'

/** Due on a Saturday. */
const billet = {
  kind: 'installment',
  paymentStatus: 'PENDING',
  canceledAt: undefined,
  registration: 'registered',
  dueDate: parseCalendarDate('2027-02-13'),
  expirationDate: parseCalendarDate('2027-03-15'),
} as Billet

const on = (date: string, changes: Partial<Billet> = {}) =>
  computeStanding({ ...billet, ...changes }, parseCalendarDate(date))

test('a billet is late after the business day that follows its due date, and expired after the last pay date', () => {
  assert.equal(on('2027-02-13'), 'open')
  assert.equal(on('2027-02-15'), 'open')
  assert.equal(on('2027-02-16'), 'late')
  assert.equal(on('2027-03-17'), 'late')
  assert.equal(on('2027-03-18'), 'expired')
})

test('a paid billet stays paid, even when it was canceled or expired later', () => {
  assert.equal(on('2030-01-01', { paymentStatus: 'PAID', canceledAt: new Date() }), 'paid')
  assert.equal(on('2027-02-13', { canceledAt: new Date() }), 'canceled')
})

test('a billet that the bank has not registered can neither be paid nor be late, until it is paid otherwise', () => {
  for (const registration of ['pending', 'rejected'] as const) {
    assert.equal(on('2027-02-13', { registration }), 'registering')
    assert.equal(on('2027-02-16', { registration }), 'registering')
    assert.equal(on('2027-03-18', { registration }), 'expired')
    assert.equal(on('2027-02-13', { registration, paymentStatus: 'PAID' }), 'paid')
  }
})
