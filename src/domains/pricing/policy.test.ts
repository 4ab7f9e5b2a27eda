import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Check } from 'typebox/value'
import { checkPricingPolicy } from '../credit/policy-checks.ts'
import { findPricingRange, PricingPolicy } from './policy.ts'

const installments = (interest: number, ...times: number[]) =>
  times.map(count => ({ times: count, interest }))

const policy: PricingPolicy = {
  ranges: [
    {
      from: 150,
      upTo: 1000,
      downPayments: [
        { percentage: 0, installments: installments(6.99, 3, 6) },
        { percentage: 20, installments: installments(4.99, 3, 6) },
      ],
    },
    { from: 1000, upTo: 10_000, downPayments: [{ percentage: 20, installments: installments(3.99, 6, 12) }] },
  ],
  tcPercentage: 1.5,
  insurancePercentage: 3.5,
  cmPercentage: 2,
  retention: { downPaymentPercentage: 20, retentionPercentage: 6.5, installments: installments(1.49, 6) },
  gracePeriodDays: [30, 60, 90],
  minimumInstallment: 20,
}

/** The policy with one defect. */
function spoil(change: (copy: PricingPolicy) => void): PricingPolicy {
  const copy = structuredClone(policy)
  change(copy)
  return copy
}

const firstRange = (copy: PricingPolicy) => copy.ranges[0] ?? assert.fail()
const firstDownPayment = (copy: PricingPolicy) => firstRange(copy).downPayments[0] ?? assert.fail()

test('a consistent policy passes the schema and the check', () => {
  assert.ok(Check(PricingPolicy, policy))
  assert.deepEqual(checkPricingPolicy(policy), [])
  assert.deepEqual(checkPricingPolicy({ ...policy, retention: null, gracePeriodDays: [] }), [])
})

test('the schema refuses unknown members, percentages from 100 up, negative rates and amounts, and fractional or empty counts', () => {
  for (const bad of [
    { ...policy, tcPercent: 1 },
    { ...policy, cmPercentage: 100 },
    { ...policy, ranges: [] },
    { ...policy, gracePeriodDays: [0] },
    spoil(copy => Object.assign(firstDownPayment(copy), { percentage: 100 })),
    spoil(copy => Object.assign(firstDownPayment(copy), { installments: installments(-1, 3) })),
    spoil(copy => Object.assign(firstDownPayment(copy), { installments: installments(4.99, 2.5) })),
    spoil(copy => Object.assign(firstDownPayment(copy), { installments: installments(4.99, 61) })),
    spoil(copy => Object.assign(copy.retention ?? {}, { retentionPercentage: 0 })),
    spoil(copy => Object.assign(firstDownPayment(copy), { installments: [] })),
    spoil(copy => Object.assign(firstRange(copy), { downPayments: [] })),
    spoil(copy => Object.assign(firstRange(copy), { from: -1 })),
    spoil(copy => Object.assign(firstRange(copy), { upTo: 10_000_001 })),
    { ...policy, gracePeriodDays: [1, 2, 3, 4, 5, 6, 7] },
    { ...policy, minimumInstallment: -1 },
    { ...policy, minimumInstallment: 1_000_001 },
  ]) {
    assert.equal(Check(PricingPolicy, bad), false)
  }
})

test('each rule across two fields names the field that breaks it', () => {
  const rules: [string, (copy: PricingPolicy) => void][] = [
    ['ranges[0].upTo must be above', copy => Object.assign(firstRange(copy), { from: 1000 })],
    ['ranges[1].from must be 900', copy => Object.assign(firstRange(copy), { upTo: 900 })],
    [
      'ranges[0].downPayments[1].percentage must be above',
      copy => Object.assign(firstDownPayment(copy), { percentage: 20 }),
    ],
    [
      'ranges[0].downPayments[0].installments[1].times must be above',
      copy => Object.assign(firstDownPayment(copy), { installments: installments(4.99, 6, 6) }),
    ],
    [
      'ranges[0].downPayments[0].installments[0].interest must have at most 6 decimals',
      copy => Object.assign(firstDownPayment(copy), { installments: installments(10 / 3, 3) }),
    ],
    ['tcPercentage must have at most 6 decimals', copy => Object.assign(copy, { tcPercentage: 1 / 3 })],
    ['gracePeriodDays[1] must be above', copy => Object.assign(copy, { gracePeriodDays: [60, 30] })],
    [
      'retention.downPaymentPercentage is not offered in ranges[1]',
      copy => Object.assign(copy.retention ?? {}, { downPaymentPercentage: 0 }),
    ],
    [
      'retention.installments[0].interest must be below that of ranges[1], 3.99',
      copy => Object.assign(copy.retention ?? {}, { installments: installments(3.99, 12) }),
    ],
    [
      'minimumInstallment leaves no option for a purchase of 150',
      copy => Object.assign(copy, { minimumInstallment: 51 }),
    ],
  ]
  for (const [start, change] of rules) {
    const problems = checkPricingPolicy(spoil(change))
    assert.ok(
      problems.some(problem => problem.startsWith(start)),
      `${start}: ${problems.join(' | ')}`,
    )
  }
})

test('a policy that would produce more than 4000 options for one purchase is refused', () => {
  const everyTerm = installments(4.99, ...Array.from({ length: 60 }, (_, index) => index + 1))
  const downPayments = Array.from({ length: 10 }, (_, index) => ({
    percentage: index * 5,
    installments: everyTerm,
  }))
  const wide = { ...policy, retention: null, ranges: [{ from: 1000, upTo: 10_000, downPayments }] }
  assert.deepEqual(checkPricingPolicy(wide), [
    'ranges[0] makes 4800 options with insurance and grace periods, more than 4000',
  ])
  assert.deepEqual(checkPricingPolicy({ ...wide, gracePeriodDays: [30, 60] }), [])
})

test('exactly 4000 options are allowed, and those with retention count too', () => {
  const terms = installments(4.99, ...Array.from({ length: 50 }, (_, index) => index + 1))
  const downPayments = Array.from({ length: 10 }, (_, index) => ({
    percentage: index * 5,
    installments: terms,
  }))
  const wide = { ...policy, ranges: [{ from: 1000, upTo: 10_000, downPayments }] }
  assert.deepEqual(checkPricingPolicy({ ...wide, retention: null }), [])
  assert.deepEqual(checkPricingPolicy(wide), [
    'ranges[0] makes 4008 options with insurance and grace periods, more than 4000',
  ])
})

test('every rate of a policy has up to six decimals', () => {
  const tooFine = 1 / 3
  const changes: [string, (copy: PricingPolicy, rate: number) => void][] = [
    ['tcPercentage', (copy, rate) => Object.assign(copy, { tcPercentage: rate })],
    ['insurancePercentage', (copy, rate) => Object.assign(copy, { insurancePercentage: rate })],
    ['cmPercentage', (copy, rate) => Object.assign(copy, { cmPercentage: rate })],
    [
      'ranges[0].downPayments[0].percentage',
      (copy, rate) => Object.assign(firstDownPayment(copy), { percentage: rate }),
    ],
    [
      'retention.retentionPercentage',
      (copy, rate) => Object.assign(copy.retention ?? {}, { retentionPercentage: rate }),
    ],
    [
      'retention.installments[0].interest',
      (copy, rate) => Object.assign(copy.retention ?? {}, { installments: installments(rate, 6) }),
    ],
  ]
  for (const [path, change] of changes) {
    assert.deepEqual(checkPricingPolicy(spoil(copy => change(copy, 0.123_456))), [], path)
    assert.deepEqual(checkPricingPolicy(spoil(copy => change(copy, tooFine))), [
      `${path} must have at most 6 decimals`,
    ])
  }
  const strange = spoil(copy => Object.assign(copy.retention ?? {}, { downPaymentPercentage: tooFine }))
  assert.equal(checkPricingPolicy(strange)[0], 'retention.downPaymentPercentage must have at most 6 decimals')
})

test('the smallest purchase of a range has an option of at least the minimum installment, at whatever down payment', () => {
  const leastOf = (minimumInstallment: number) => checkPricingPolicy({ ...policy, minimumInstallment })
  // 150 in three installments are 50 without a down payment, and 40 with one of 20 percent.
  assert.deepEqual(leastOf(50), [])
  assert.equal(leastOf(50.01).length, 1)
})

test('subsidised interest is below that of the same term, or below all where the term is not offered otherwise', () => {
  const withRetention = (interest: number, times: number) =>
    checkPricingPolicy(
      spoil(copy => {
        const [, second] = copy.ranges
        const [only] = second?.downPayments ?? []
        Object.assign(only ?? {}, {
          installments: [
            { times: 6, interest: 3.99 },
            { times: 12, interest: 2.99 },
          ],
        })
        Object.assign(copy.retention ?? {}, { installments: installments(interest, times) })
      }),
    )
  assert.deepEqual(withRetention(3.98, 6), [])
  const refused = (limit: number) => [
    `retention.installments[0].interest must be below that of ranges[1], ${limit}`,
  ]
  assert.deepEqual(withRetention(3.99, 6), refused(3.99))
  assert.deepEqual(withRetention(2.99, 12), refused(2.99))
  assert.deepEqual(withRetention(2.99, 9), refused(2.99))
  assert.deepEqual(withRetention(2.98, 9), [])
})

test('the upper end of a range belongs to it, and the lower end only to the first', () => {
  const upTo = (centavos: number) => findPricingRange(policy, centavos)?.upTo
  assert.deepEqual([14_999, 15_000, 100_000, 100_001, 1_000_000, 1_000_001].map(upTo), [
    undefined,
    1000,
    1000,
    10_000,
    10_000,
    undefined,
  ])
})
