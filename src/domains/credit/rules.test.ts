import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { RefusalReason, Result } from '../../contract/enums.ts'
import { addDays, parseCalendarDate } from '../../kernel/calendar-date.ts'
import { plainDemonstrationPolicy, richDemonstrationPolicy } from '../../sandbox/demonstration-policies.ts'
import { type BureauReport, CPF_STATUSES } from './bureau.ts'
import { computePreviewPurchase, creditRules, type DecisionInput, decide, screen } from './rules.ts'

const today = parseCalendarDate('2026-03-10')
const eighteenToday = parseCalendarDate('2008-03-10')

interface Given extends Partial<Omit<DecisionInput, 'report'>> {
  readonly report?: Partial<BureauReport> | 'unavailable'
}

/** A customer who passes every rule, with the test's overrides. */
function given({ report = {}, ...rest }: Given = {}): DecisionInput {
  const birthDate = parseCalendarDate('1990-05-17')
  return {
    policy: richDemonstrationPolicy,
    areaCodeExists: true,
    attempts: 'within',
    hasLivingContract: false,
    purchaseCentavos: 1240_00,
    today,
    ...rest,
    report:
      report === 'unavailable'
        ? report
        : {
            score: 700,
            birthDate,
            reference: 'inquiry-1',
            cpfStatus: 'REGULAR',
            fraudAlerts: [],
            ...report,
          },
  }
}

const outcome = (input: DecisionInput) => decide(input).refusalReason ?? decide(input).result

/** One way to fail each rule, in the order of the rules. */
const failures: { reason: RefusalReason; result: Result; needsReport: boolean; input: Given }[] = [
  { reason: 'DDD_NOT_FOUND', result: 'NO_ACTION', needsReport: false, input: { areaCodeExists: false } },
  { reason: 'MAX_TRIES', result: 'NO_ACTION', needsReport: false, input: { attempts: 'exceeded' } },
  {
    reason: 'USER_HAS_TRANSACTION',
    result: 'NO_ACTION',
    needsReport: false,
    input: { hasLivingContract: true },
  },
  { reason: 'TOTALVALUE_LOW', result: 'NO_ACTION', needsReport: false, input: { purchaseCentavos: 149_99 } },
  {
    reason: 'TOTALVALUE_HIGH',
    result: 'NO_ACTION',
    needsReport: false,
    input: { purchaseCentavos: 10_000_01 },
  },
  {
    reason: 'FILTER_BELOW_AGE',
    result: 'DENIED',
    needsReport: true,
    input: { report: { birthDate: addDays(eighteenToday, 1) } },
  },
  {
    reason: 'USER_DENIED',
    result: 'DENIED',
    needsReport: true,
    input: { report: { cpfStatus: 'DECEASED' } },
  },
  {
    reason: 'USER_DENIED',
    result: 'DENIED',
    needsReport: true,
    input: { report: { fraudAlerts: ['STOLEN_DOCUMENT'] } },
  },
  { reason: 'USER_DENIED', result: 'DENIED', needsReport: true, input: { report: { score: 299 } } },
  {
    reason: 'PRICE_OUT_RANGE',
    result: 'PRICE_OUT_RANGE',
    needsReport: true,
    input: { report: { suggestedLimitCentavos: 1 } },
  },
]

function both(first: Given, second: Given): Given {
  const reports = [first.report, second.report].filter(report => typeof report === 'object')
  return { ...second, ...first, report: Object.assign({}, ...reports) }
}

test('a customer who passes every rule is approved with the limit of their score', () => {
  const decision = decide(given())
  assert.equal(decision.result, 'APPROVED')
  assert.equal(decision.refusalReason, undefined)
  assert.equal(decision.bureauUnavailable, false)
  assert.equal(decision.approvedLimitCentavos, 6000_00)
  assert.deepEqual(
    decision.trace.map(({ rule, passed }) => [rule, passed]),
    creditRules.map(({ name }) => [name, true]),
  )
})

for (const { reason, result, needsReport, input } of failures) {
  test(`${reason} is answered with ${result}, ${needsReport ? 'after' : 'without'} asking the bureau`, () => {
    const decision = decide(given(input))
    assert.deepEqual([decision.result, decision.refusalReason], [result, reason])
    assert.equal(decision.approvedLimitCentavos, undefined)
    assert.equal(decision.bureauUnavailable, false)
    assert.equal(decision.trace.at(-1)?.passed, false)
    assert.ok(decision.trace.slice(0, -1).every(entry => entry.passed))
    assert.deepEqual(screen(given(input)), needsReport ? undefined : decision)
  })
}

test('of two failing rules the earlier one answers', () => {
  for (const [index, earlier] of failures.entries()) {
    for (const later of failures.slice(index + 1)) {
      if (earlier.reason === 'TOTALVALUE_LOW' && later.reason === 'TOTALVALUE_HIGH') continue
      assert.equal(outcome(given(both(earlier.input, later.input))), earlier.reason, `before ${later.reason}`)
    }
  }
})

const boundaries: { name: string; input: Given; expected: RefusalReason | 'APPROVED' }[] = [
  { name: 'the exact minimum', input: { purchaseCentavos: 150_00 }, expected: 'APPROVED' },
  {
    name: 'the exact maximum',
    input: { purchaseCentavos: 10_000_00, report: { score: 800 } },
    expected: 'APPROVED',
  },
  { name: 'the 18th birthday', input: { report: { birthDate: eighteenToday } }, expected: 'APPROVED' },
  {
    name: 'the day before it',
    input: { report: { birthDate: addDays(eighteenToday, 1) } },
    expected: 'FILTER_BELOW_AGE',
  },
  { name: 'a score at the cut', input: { report: { score: 300 } }, expected: 'APPROVED' },
  // Half of 1,240.00 is the largest down payment on offer.
  {
    name: 'a limit that just covers the rest',
    input: { report: { suggestedLimitCentavos: 620_00 } },
    expected: 'APPROVED',
  },
  {
    name: 'one centavo less',
    input: { report: { suggestedLimitCentavos: 619_99 } },
    expected: 'PRICE_OUT_RANGE',
  },
  // Half of 150.01 is rounded up to 75.01, which leaves 75.00.
  {
    name: 'a rest of half a centavo less by rounding',
    input: { purchaseCentavos: 150_01, report: { suggestedLimitCentavos: 75_00 } },
    expected: 'APPROVED',
  },
  {
    name: 'one centavo below that',
    input: { purchaseCentavos: 150_01, report: { suggestedLimitCentavos: 74_99 } },
    expected: 'PRICE_OUT_RANGE',
  },
]
for (const { name, input, expected } of boundaries) {
  test(`at the boundary: ${name} gives ${expected}`, () => assert.equal(outcome(given(input)), expected))
}

test('the upper end of a range belongs to it', () => {
  const [low, ...higher] = richDemonstrationPolicy.pricing.ranges
  assert.ok(low)
  const ranges = [low, ...higher.map(range => ({ ...range, downPayments: range.downPayments.slice(0, 1) }))]
  const policy = { ...richDemonstrationPolicy, pricing: { ...richDemonstrationPolicy.pricing, ranges } }
  const report = { suggestedLimitCentavos: 500_01 }
  assert.equal(outcome(given({ policy, purchaseCentavos: 1000_00, report })), 'APPROVED')
  assert.equal(outcome(given({ policy, purchaseCentavos: 1000_01, report })), 'PRICE_OUT_RANGE')
})

test('the limit follows the band of the score, and the bureau can only lower it', () => {
  const limitFor = (report: Partial<BureauReport>) => decide(given({ report })).approvedLimitCentavos
  assert.equal(limitFor({ score: 449 }), 1500_00)
  assert.equal(limitFor({ score: 450 }), 3000_00)
  assert.equal(limitFor({ score: 1000 }), 10_000_00)
  assert.equal(limitFor({ score: 1000, suggestedLimitCentavos: 2345_67 }), 2345_67)
  assert.equal(limitFor({ score: 449, suggestedLimitCentavos: 9999_00 }), 1500_00)
})

test('a CPF that is regular, pending or unknown may buy; any other state of it refuses', () => {
  const outcomes = CPF_STATUSES.map(cpfStatus => [cpfStatus, outcome(given({ report: { cpfStatus } }))])
  assert.deepEqual(outcomes, [
    ['REGULAR', 'APPROVED'],
    ['PENDING', 'APPROVED'],
    ['SUSPENDED', 'USER_DENIED'],
    ['CANCELLED', 'USER_DENIED'],
    ['NULL', 'USER_DENIED'],
    ['DECEASED', 'USER_DENIED'],
  ])
  const { report } = given()
  assert.ok(typeof report === 'object')
  const { cpfStatus: _, fraudAlerts: __, ...unknown } = report
  const decision = decide({ ...given(), report: unknown })
  assert.equal(decision.result, 'APPROVED')
  assert.ok(!decision.trace.some(({ rule }) => rule === 'cpf-in-use' || rule === 'no-fraud-alert'))
})

test('without a price only the rules about the price are skipped', () => {
  const skipped = new Set(['purchase-not-below-minimum', 'purchase-not-above-maximum'])
  const decision = decide(given({ purchaseCentavos: undefined, report: { suggestedLimitCentavos: 75_00 } }))
  assert.equal(decision.result, 'APPROVED')
  assert.deepEqual(
    decision.trace.map(({ rule }) => rule),
    creditRules.map(({ name }) => name).filter(name => !skipped.has(name)),
  )
  assert.equal(outcome(given({ purchaseCentavos: undefined, report: { score: 299 } })), 'USER_DENIED')
})

test('without a price a customer whose limit does not cover the smallest purchase is not approved', () => {
  const withLimit = (suggestedLimitCentavos: number) =>
    outcome(given({ purchaseCentavos: undefined, report: { suggestedLimitCentavos } }))
  assert.equal(withLimit(74_99), 'PRICE_OUT_RANGE')
  assert.equal(withLimit(75_00), 'APPROVED')
})

test('without a price the preview shows the largest purchase the limit pays, within what the policy accepts', () => {
  const preview = (limit: number) => computePreviewPurchase(richDemonstrationPolicy, limit)
  assert.equal(preview(3000_00), 3000_00)
  assert.equal(preview(25_000_00), 10_000_00)
  assert.equal(preview(10_00), 150_00)
})

test('an unavailable bureau is not a refusal and never an approval', () => {
  const decision = decide(given({ report: 'unavailable' }))
  assert.equal(decision.result, 'NO_ACTION')
  assert.equal(decision.refusalReason, undefined)
  assert.equal(decision.bureauUnavailable, true)
  assert.equal(decision.approvedLimitCentavos, undefined)
  assert.equal(outcome(given({ report: 'unavailable', hasLivingContract: true })), 'USER_HAS_TRANSACTION')
})

test('deciding before the bureau was asked is a broken invariant, not an approval', () => {
  assert.throws(() => decide({ ...given(), report: undefined }), /needs a bureau report/)
})

test('a trace shows the compared figures and nothing that identifies the person', () => {
  const { trace } = decide(given({ report: { score: 250 } }))
  assert.deepEqual(trace.at(-1), {
    rule: 'score-at-or-above-cut',
    passed: false,
    figures: { score: 250, scoreCut: 300 },
  })
  const text = JSON.stringify(trace)
  for (const personal of ['1990-05-17', 'inquiry-1']) assert.ok(!text.includes(personal))
})

test('an approved customer stays approved with a better score', () => {
  const anyPolicy = fc.constantFrom(richDemonstrationPolicy, plainDemonstrationPolicy)
  const score = fc.integer({ min: 0, max: 1000 })
  const purchase = fc.integer({ min: 1, max: 11_000_00 })
  fc.assert(
    fc.property(anyPolicy, score, score, purchase, (policy, first, second, purchaseCentavos) => {
      const worse = given({ policy, purchaseCentavos, report: { score: Math.min(first, second) } })
      const better = given({ policy, purchaseCentavos, report: { score: Math.max(first, second) } })
      if (decide(worse).result === 'APPROVED') assert.equal(decide(better).result, 'APPROVED')
    }),
    { numRuns: 3000 },
  )
})
