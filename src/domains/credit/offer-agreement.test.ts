import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { parseCalendarDate } from '../../kernel/calendar-date.ts'
import { plainDemonstrationPolicy, richDemonstrationPolicy } from '../../sandbox/demonstration-policies.ts'
import { computePreview } from '../pricing/offer.ts'
import { decide } from './rules.ts'

const today = parseCalendarDate('2026-03-10')

test('an approved customer always gets an option, and one out of range never does', () => {
  const seen = new Map<string, number>()
  fc.assert(
    fc.property(
      fc.constantFrom(richDemonstrationPolicy, plainDemonstrationPolicy),
      fc.integer({ min: 150_00, max: 10_000_00 }),
      fc.nat(6_000_00),
      fc.boolean(),
      (policy, purchaseCentavos, suggestedLimitCentavos, chargesRegistrationFee) => {
        const { result } = decide({
          policy,
          areaCodeExists: true,
          attempts: 'within',
          hasLivingContract: false,
          purchaseCentavos,
          report: {
            score: 1000,
            birthDate: parseCalendarDate('1990-05-17'),
            suggestedLimitCentavos,
            reference: 'x',
          },
          today,
        })
        const groups = computePreview({
          policy: policy.pricing,
          purchaseCentavos,
          purchaseDate: today,
          chargesRegistrationFee,
          limitCentavos: suggestedLimitCentavos,
        })
        seen.set(result, (seen.get(result) ?? 0) + 1)
        assert.equal(groups.length > 0, result === 'APPROVED')
        assert.ok(result === 'APPROVED' || result === 'PRICE_OUT_RANGE')
      },
    ),
    { numRuns: 1500 },
  )
  assert.ok((seen.get('APPROVED') ?? 0) > 100 && (seen.get('PRICE_OUT_RANGE') ?? 0) > 100)
})
