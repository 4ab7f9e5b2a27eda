import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InputError } from '../../kernel/faults.ts'
import { plainDemonstrationPolicy, richDemonstrationPolicy } from '../../sandbox/demonstration-policies.ts'
import { type CreditPolicy, parsePolicy } from './policy.ts'

const rich = richDemonstrationPolicy
const { pricing } = rich

function listProblems(json: unknown): readonly string[] {
  try {
    parsePolicy(json)
  } catch (error) {
    if (error instanceof InputError) return error.message.split('\n')
    throw error
  }
  return []
}

test('both demonstration policies are valid, also after a JSON round trip', () => {
  for (const policy of [richDemonstrationPolicy, plainDemonstrationPolicy]) {
    assert.deepEqual(parsePolicy(JSON.parse(JSON.stringify(policy))), policy)
  }
})

test('the rich policy shows everything a retailer can enable, the plain one nothing of it', () => {
  assert.ok(pricing.retention)
  assert.deepEqual(pricing.gracePeriodDays, [30, 60, 90])
  assert.ok(pricing.insurancePercentage > 0 && pricing.tcPercentage > 0 && pricing.cmPercentage > 0)
  const optionCount = (range: CreditPolicy['pricing']['ranges'][number] | undefined) =>
    range?.downPayments.reduce((sum, { installments }) => sum + installments.length, 0)
  assert.equal(optionCount(pricing.ranges.at(-1)), 60)
  const plain = plainDemonstrationPolicy.pricing
  assert.equal(plain.retention, null)
  assert.deepEqual(plain.gracePeriodDays, [])
  assert.equal(plain.insurancePercentage, 0)
})

const broken: { name: string; json: unknown; problem: RegExp }[] = [
  { name: 'no object', json: null, problem: /^the policy must be object$/ },
  { name: 'a missing member', json: { ...rich, scoreCut: undefined }, problem: /scoreCut/ },
  {
    name: 'a misspelt member',
    json: { ...rich, scoreCutt: 300 },
    problem: /^the policy has unknown members: scoreCutt$/,
  },
  {
    name: 'a misspelt member inside',
    json: { ...rich, attempts: { ...rich.attempts, limits: 5 } },
    problem: /^attempts has unknown members: limits$/,
  },
  { name: 'a number as text', json: { ...rich, scoreCut: '300' }, problem: /^scoreCut must be integer$/ },
  { name: 'an age below the law', json: { ...rich, minimumAge: 17 }, problem: /^minimumAge must be >= 18$/ },
  { name: 'no limits', json: { ...rich, limits: [] }, problem: /^limits must not have fewer than 1 items$/ },
  {
    name: 'a wrong member deep inside',
    json: { ...rich, limits: [{ minimumScore: 300, limit: 0.5 }] },
    problem: /^limits\[0\]\.limit must be integer$/,
  },
  {
    name: 'a minimum at the maximum',
    json: { ...rich, purchaseValue: { minimum: 10_000, maximum: 10_000 } },
    problem: /^purchaseValue\.minimum must be below purchaseValue\.maximum$/,
  },
  {
    name: 'purchases below the first range',
    json: { ...rich, purchaseValue: { minimum: 100, maximum: 10_000 } },
    problem: /^pricing\.ranges\[0\]\.from is 150 but purchaseValue\.minimum is 100$/,
  },
  {
    name: 'purchases above the last range',
    json: { ...rich, purchaseValue: { minimum: 150, maximum: 12_000 } },
    problem: /^pricing\.ranges\[2\]\.upTo is 10000 but purchaseValue\.maximum is 12000$/,
  },
  {
    name: 'a gap between ranges',
    json: { ...rich, pricing: { ...pricing, ranges: pricing.ranges.filter((_, index) => index !== 1) } },
    problem: /^pricing\.ranges\[1\]\.from /,
  },
  {
    name: 'a minimum told to customers outside the accepted values',
    json: { ...rich, minimumApproved: 149 },
    problem: /^minimumApproved must lie within purchaseValue, 150 to 10000$/,
  },
  {
    name: 'a lowest limit below the minimum told to customers',
    json: { ...rich, minimumApproved: 2000 },
    problem: /^limits\[0\]\.limit must not be below minimumApproved$/,
  },
  {
    name: 'accepted scores without a limit',
    json: { ...rich, scoreCut: 299 },
    problem: /^limits\[0\]\.minimumScore must not exceed scoreCut/,
  },
  {
    name: 'bands out of order',
    json: { ...rich, limits: [...rich.limits, { minimumScore: 800, limit: 10_000 }] },
    problem: /^limits\[4\]\.minimumScore must be above/,
  },
  {
    name: 'a better score with a lower limit',
    json: { ...rich, limits: [...rich.limits, { minimumScore: 900, limit: 9999 }] },
    problem: /^limits\[4\]\.limit must not be below/,
  },
  {
    name: 'a down payment that leaves too little for any installment',
    json: { ...rich, pricing: { ...pricing, minimumInstallment: 25.01 } },
    problem: /^pricing\.ranges\[0\]\.downPayments\[5\] has no installment/,
  },
]
for (const { name, json, problem } of broken) {
  test(`${name} is refused with a sentence that names the path`, () => {
    const problems = listProblems(json)
    assert.ok(
      problems.some(sentence => problem.test(sentence)),
      JSON.stringify(problems),
    )
  })
}

test('all problems are reported at once', () => {
  const json = { ...rich, minimumApproved: 149, scoreCut: 299 }
  assert.equal(listProblems(json).length, 2)
})
