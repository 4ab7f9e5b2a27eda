import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fromEpochDay } from '../../kernel/calendar-date.ts'
import { plainDemonstrationPolicy, richDemonstrationPolicy } from '../../sandbox/demonstration-policies.ts'
import { CPF_STATUSES } from './bureau.ts'
import { findReportOn, replayDecision, serialiseDecisionInput } from './decision-record.ts'
import { type DecisionInput, decide, screen } from './rules.ts'

const day = fc.integer({ min: 0, max: 25_000 }).map(fromEpochDay)
const mostly = fc.integer({ min: 0, max: 9 }).map(draw => draw > 0)

const report = fc.record(
  {
    score: fc.integer({ min: 0, max: 1000 }),
    birthDate: day,
    reference: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    suggestedLimitCentavos: fc.nat(12_000_00),
    name: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
    cpfStatus: fc.constantFrom(...CPF_STATUSES, 'REGULAR' as const, 'REGULAR' as const, 'REGULAR' as const),
    isPep: fc.boolean(),
    fraudAlerts: fc.constantFrom<readonly string[]>([], [], [], ['STOLEN_DOCUMENT']),
    negatives: fc.record({ count: fc.nat(20), totalCentavos: fc.nat(1_000_000) }),
  },
  { requiredKeys: ['score', 'birthDate', 'reference'] },
)

const input: fc.Arbitrary<DecisionInput> = fc.record({
  policy: fc.constantFrom(richDemonstrationPolicy, plainDemonstrationPolicy),
  areaCodeExists: mostly,
  attempts: mostly.map(within => (within ? 'within' : 'exceeded')),
  hasLivingContract: mostly.map(absent => !absent),
  purchaseCentavos: fc.option(fc.integer({ min: 100_00, max: 11_000_00 }), { nil: undefined }),
  report: fc.oneof(
    { weight: 9, arbitrary: report },
    { weight: 1, arbitrary: fc.constant('unavailable' as const) },
  ),
  today: fc.integer({ min: 18_000, max: 25_000 }).map(fromEpochDay),
})

test('a stored decision replays to exactly the same decision', () => {
  const seen = new Set<string>()
  fc.assert(
    fc.property(input, given => {
      const decision = decide(given)
      seen.add(decision.refusalReason ?? decision.result)
      assert.deepEqual(replayDecision(serialiseDecisionInput(given, 'aa'), given.policy), decision)
    }),
    { numRuns: 5000 },
  )
  assert.ok(seen.size >= 9, `only ${[...seen]} were drawn`)
})

test('a refusal made before the bureau was asked replays without a report', () => {
  fc.assert(
    fc.property(input, given => {
      const asked = { ...given, report: undefined }
      const refusal = screen(asked)
      if (refusal)
        assert.deepEqual(replayDecision(serialiseDecisionInput(asked, 'aa'), given.policy), refusal)
    }),
    { numRuns: 2000 },
  )
})

test('a bureau report that comes later does not change a refusal of the screening', () => {
  fc.assert(
    fc.property(input, given => {
      const refusal = screen(given)
      if (refusal) assert.deepEqual(decide(given), refusal)
    }),
    { numRuns: 2000 },
  )
})

test('a record holds the inputs but not the policy, which is stored once', () => {
  const [given] = fc.sample(input, 1)
  assert.ok(given)
  const record = JSON.parse(serialiseDecisionInput(given, 'aa'))
  assert.equal('policy' in record, false)
  assert.equal(record.version, 1)
})

test('text that is not the record of a decision cannot be replayed', () => {
  const [given] = fc.sample(input, 1)
  assert.ok(given)
  const record = JSON.parse(serialiseDecisionInput(given, 'aa'))
  const spoilt = [
    {},
    { ...record, version: 2 },
    { ...record, today: '2026-02-30' },
    { ...record, attempts: 'many' },
    { ...record, applicant: undefined },
  ]
  for (const wrong of spoilt) {
    assert.throws(() => replayDecision(JSON.stringify(wrong), given.policy))
  }
})

test('the report of a record serves the person it is about, whoever the record was given to', () => {
  fc.assert(
    fc.property(input, given => {
      const record = serialiseDecisionInput(given, 'aa')
      const expected = typeof given.report === 'object' ? given.report : undefined
      assert.equal(JSON.stringify(findReportOn(record, 'aa')), JSON.stringify(expected))
      assert.equal(findReportOn(record, 'bb'), undefined)
    }),
    { numRuns: 200 },
  )
})
