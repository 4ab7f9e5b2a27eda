import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fromEpochDay, parseCalendarDate, toEpochDay } from '../../../kernel/calendar-date.ts'
import { plainDemonstrationPolicy, richDemonstrationPolicy } from '../../../sandbox/demonstration-policies.ts'
import { computeOffer, type OfferRequest } from '../../pricing/offer.ts'
import { decodeOffer, encodeOffer, findStoredOption } from './offer-codec.ts'

const firstDay = toEpochDay(parseCalendarDate('2024-01-01'))

const requests: fc.Arbitrary<OfferRequest> = fc.record({
  policy: fc.constantFrom(richDemonstrationPolicy.pricing, plainDemonstrationPolicy.pricing),
  purchaseCentavos: fc.integer({ min: 150_00, max: 10_000_00 }),
  purchaseDate: fc.integer({ min: firstDay, max: firstDay + 5_000 }).map(fromEpochDay),
  chargesRegistrationFee: fc.boolean(),
  limitCentavos: fc.integer({ min: 100_00, max: 10_000_00 }),
  withInsurance: fc.boolean(),
  withRetention: fc.boolean(),
  withGracePeriod: fc.boolean(),
})

test('every figure of an offer comes back from storage exactly as it was priced', () => {
  fc.assert(
    fc.property(requests, request => {
      const offer = computeOffer(request)
      assert.deepEqual(decodeOffer(encodeOffer(offer)), offer)
    }),
    { numRuns: 300 },
  )
})

test('a checkout of 60 options with their insurance twins is stored in less than 12 kB', () => {
  const offer = computeOffer({
    policy: richDemonstrationPolicy.pricing,
    purchaseCentavos: 5_000_00,
    purchaseDate: parseCalendarDate('2026-03-10'),
    chargesRegistrationFee: true,
    limitCentavos: 10_000_00,
    withInsurance: true,
    withRetention: true,
    withGracePeriod: false,
  })
  assert.equal(offer.groups.flatMap(group => group.options).length, 60)
  const bytes = encodeOffer(offer).length
  assert.ok(bytes < 12_000, `${bytes} bytes`)
})

test('an option is found by its index among all options, twins included, and nothing is found after the last', () => {
  const offer = computeOffer({
    policy: richDemonstrationPolicy.pricing,
    purchaseCentavos: 800_00,
    purchaseDate: parseCalendarDate('2026-03-10'),
    chargesRegistrationFee: false,
    limitCentavos: 10_000_00,
    withInsurance: true,
    withRetention: true,
    withGracePeriod: true,
  })
  const shown = [...offer.groups, ...(offer.retention ? [offer.retention] : [])].flatMap(group =>
    [...group.options, ...group.dueDateOptions.flatMap(dates => dates.options)].flatMap(o => [
      o.option,
      o.insuranceOption,
    ]),
  )
  const bytes = encodeOffer(offer)
  for (const [at, option] of shown.entries()) {
    const isInsured = at % 2 === 1
    const insuranceOption = isInsured ? undefined : shown[at + 1]
    assert.deepEqual(findStoredOption(bytes, at + 1), { option, insuranceOption, isInsured })
  }
  for (const nowhere of [-1, 0, shown.length + 1, Number.NaN])
    assert.equal(findStoredOption(bytes, nowhere), undefined)
})

test('a stored offer that was truncated, extended or written by a newer version is an error, never another figure', () => {
  const offer = computeOffer({
    policy: plainDemonstrationPolicy.pricing,
    purchaseCentavos: 500_00,
    purchaseDate: parseCalendarDate('2026-03-10'),
    chargesRegistrationFee: false,
    limitCentavos: 10_000_00,
    withInsurance: false,
    withRetention: false,
    withGracePeriod: false,
  })
  const bytes = encodeOffer(offer)
  assert.throws(() => decodeOffer(bytes.subarray(0, bytes.length - 1)))
  assert.throws(() => decodeOffer(Buffer.concat([bytes, Buffer.of(0)])))
  assert.throws(() => decodeOffer(Buffer.concat([Buffer.of(2), bytes.subarray(1)])), /version 2/)
})
