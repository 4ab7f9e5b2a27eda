import assert from 'node:assert/strict'
import { test } from 'node:test'
import { computeProvision, type Provision } from '../../src/domains/loans/provision.ts'
import { addDays, type CalendarDate, parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { pickLike, readVectors } from '../support/vectors.ts'
import { type Acceleration, computeAcceleration, computeClaim } from './acceleration.ts'

/** Computed by an independent program with 60-digit decimals, as all vectors here. */
interface AccelerationVector {
  readonly name: string
  readonly installmentCentavos: number
  readonly interestRatePM: number
  readonly dueDates: readonly CalendarDate[]
  readonly paidNumbers: readonly number[]
  readonly acceleratedOn: CalendarDate
  readonly laterOn: CalendarDate
  readonly acceleration: Partial<Acceleration>
  readonly laterCentavos: number
}

const accelerations = readVectors<AccelerationVector>(new URL('acceleration.jsonl', import.meta.url))
for (const vector of accelerations)
  test(`an accelerated contract claims no interest of time to come: ${vector.name}`, () => {
    const { dueDates, paidNumbers, installmentCentavos, interestRatePM, acceleratedOn, laterOn } = vector
    const [firstDueDate = acceleratedOn] = dueDates
    const open = dueDates.map((_, index) => (paidNumbers.includes(index + 1) ? 0 : installmentCentavos))
    const acceleration = computeAcceleration({ interestRatePM, firstDueDate }, open, acceleratedOn)
    assert.deepEqual(pickLike(acceleration, vector.acceleration), vector.acceleration)
    assert.equal(computeClaim(acceleration, laterOn), vector.laterCentavos)
  })

interface ProvisionVector {
  readonly name: string
  readonly carryingCentavos: number
  readonly oldestUnpaidDueDate: CalendarDate | null
  readonly date: CalendarDate
  readonly isProblemAsset: boolean
  readonly provision: Partial<Provision>
}

const provisions = readVectors<ProvisionVector>(new URL('provision.jsonl', import.meta.url))
for (const { name, provision, oldestUnpaidDueDate, ...asset } of provisions)
  test(`the provision follows the days of delay: ${name}`, () => {
    const computed = computeProvision({ ...asset, oldestUnpaidDueDate: oldestUnpaidDueDate ?? undefined })
    assert.deepEqual(pickLike(computed, provision), provision)
  })

test('five accelerations and eleven provisions are compared', () => {
  assert.equal(accelerations.length, 5)
  assert.equal(provisions.length, 11)
})

test('a provision never falls while a debt grows older, and never exceeds the debt', () => {
  const oldestUnpaidDueDate = parseCalendarDate('2026-06-09')
  let last = 0
  for (let day = 0; day < 700; day++) {
    const { provisionCentavos, stage, isAccrualStopped } = computeProvision({
      carryingCentavos: 79_168,
      oldestUnpaidDueDate,
      date: addDays(oldestUnpaidDueDate, day),
      isProblemAsset: false,
    })
    assert.ok(provisionCentavos >= last && provisionCentavos <= 79_168)
    assert.equal(stage, day > 90 ? 3 : day > 30 ? 2 : 1)
    assert.equal(isAccrualStopped, day > 90)
    last = provisionCentavos
  }
  assert.equal(last, 79_168)
})
