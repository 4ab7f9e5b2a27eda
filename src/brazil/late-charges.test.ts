import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { addDays, fromEpochDay, parseCalendarDate, toEpochDay } from '../kernel/calendar-date.ts'
import { nextBusinessDay } from './business-days.ts'
import { computeLateCharges } from './late-charges.ts'

const date = parseCalendarDate
const charge = (amountCentavos: number, dueDate: string, paidOn: string) =>
  computeLateCharges({ amountCentavos, dueDate: date(dueDate), paidOn: date(paidOn) })

test('eleven days late: 2 % and a third of a percent, each to the nearest centavo', () => {
  assert.deepEqual(charge(19_792, '2026-04-09', '2026-04-20'), {
    daysLate: 11,
    fineCentavos: 396,
    interestCentavos: 73,
    totalCentavos: 20_261,
  })
})

test('a payment by the due date has no charges', () => {
  for (const paidOn of ['2026-03-01', '2026-04-08', '2026-04-09'])
    assert.deepEqual(charge(19_792, '2026-04-09', paidOn), {
      daysLate: 0,
      fineCentavos: 0,
      interestCentavos: 0,
      totalCentavos: 19_792,
    })
})

test('a due date on a bank holiday may be paid on the next business day; after that, charges count from the due date', () => {
  // Saturday of Carnaval: Monday and Tuesday are bank holidays, Wednesday is the last day without charges.
  assert.equal(charge(10_000, '2026-02-14', '2026-02-18').totalCentavos, 10_000)
  assert.deepEqual(charge(10_000, '2026-02-14', '2026-02-19'), {
    daysLate: 5,
    fineCentavos: 200,
    interestCentavos: 17,
    totalCentavos: 10_217,
  })
})

test('half a centavo is rounded up', () => {
  assert.equal(charge(25, '2026-04-09', '2026-04-10').fineCentavos, 1)
  assert.equal(charge(24, '2026-04-09', '2026-04-10').fineCentavos, 0)
  assert.equal(charge(1_500, '2026-04-09', '2026-04-10').interestCentavos, 1)
  assert.equal(charge(1_499, '2026-04-09', '2026-04-10').interestCentavos, 0)
  assert.equal(charge(10_000, '2026-04-09', '2026-05-09').interestCentavos, 100)
})

test('charges never shrink with the delay, and are exact for the largest billet', () => {
  const due = fc.integer({ min: toEpochDay(date('2024-01-01')), max: toEpochDay(date('2074-01-01')) })
  fc.assert(
    fc.property(
      due,
      fc.integer({ min: 0, max: 4000 }),
      fc.integer({ min: 0, max: 9_999_999_999 }),
      (epochDay, delay, amountCentavos) => {
        const dueDate = fromEpochDay(epochDay)
        const paidOn = addDays(dueDate, delay)
        const charges = computeLateCharges({ amountCentavos, dueDate, paidOn })
        const next = computeLateCharges({ amountCentavos, dueDate, paidOn: addDays(paidOn, 1) })
        assert.ok(next.totalCentavos >= charges.totalCentavos)
        if (paidOn <= nextBusinessDay(dueDate)) return assert.equal(charges.totalCentavos, amountCentavos)
        assert.equal(charges.daysLate, delay)
        assert.equal(
          BigInt(charges.interestCentavos),
          (BigInt(amountCentavos) * BigInt(delay) + 1500n) / 3000n,
        )
        assert.equal(BigInt(charges.fineCentavos), (BigInt(amountCentavos) * 2n + 50n) / 100n)
      },
    ),
  )
})
