import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  checkOptions,
  checkPreApproval,
  type OptionsBody,
  type PreApproveBody,
} from '../../../../test/support/answer-schemas.ts'
import { type Answer, DEMO_KEY, PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { newPerson, optionsBody, type Person, preApproveBody } from '../../../../test/support/people.ts'
import { plainDemonstrationPolicy, richDemonstrationPolicy } from '../../../sandbox/demonstration-policies.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

async function ask(body: Record<string, unknown>): Promise<Answer<PreApproveBody>> {
  const answer = await app.post<PreApproveBody>('/preApprove', body)
  assert.equal(answer.status, 200, answer.text)
  checkPreApproval(answer.body)
  assert.equal(answer.headers.get('x-track-id'), answer.body.trackId)
  assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
  return answer
}

const NOTHING_TO_SHOW = {
  downPayment: false,
  downPaymentOptions: [],
  preApproved: false,
  showScript: true,
  simulation: { downPaymentPercentage: 0, installmentsNumber: 0, interest: 0 },
}

test('an approved customer gets the limit, the policy’s prices and a preview, and no reason', async () => {
  for (const [key, policy] of [
    [DEMO_KEY, richDemonstrationPolicy],
    [PLAIN_KEY, plainDemonstrationPolicy],
  ] as const) {
    const { body } = await ask(preApproveBody(key, newPerson(), 1000))
    assert.deepEqual([body.result, body.error, 'refusalReason' in body], ['APPROVED', false, false])
    const { preApprovedCredit: credit, preview } = body
    assert.deepEqual([credit?._id, credit?.maxValue, credit?.minValue], [body.trackId, 10_000, 150])
    assert.deepEqual(
      Object.keys(credit?.pricings ?? {}),
      policy.pricing.ranges.map(({ from, upTo }) => `${from}-${upTo}`),
    )
    for (const { from, upTo, downPayments } of policy.pricing.ranges) {
      const expected = downPayments.map(({ percentage, installments }) => ({
        downPaymentPercentage: percentage,
        installments,
      }))
      assert.deepEqual(credit?.pricings[`${from}-${upTo}`], expected)
    }
    assert.ok(credit && !('policyConfigurationId' in credit) && !('pricingConditions' in credit))
    assert.deepEqual([preview?.preApproved, preview?.showScript, preview?.downPayment], [true, true, true])
  }
})

test('the simulation is the lowest installment of the preview', async () => {
  const { preview } = (await ask(preApproveBody(DEMO_KEY, newPerson(), 2345.67))).body
  const all = (preview?.downPaymentOptions ?? []).flatMap(group =>
    group.installments.map(each => ({ ...each, percentage: group.downPaymentPercentage })),
  )
  const lowest = all.reduce((best, each) => (Number(each.value) < Number(best.value) ? each : best))
  assert.deepEqual(preview?.simulation, {
    downPaymentPercentage: lowest.percentage,
    installmentsNumber: lowest.installments,
    interest: lowest.interest,
    pmt: lowest.value,
    totalValue: lowest.total,
  })
})

test('the preview equals that of /options for the same price, at every boundary of the price ranges', async () => {
  for (const key of [DEMO_KEY, PLAIN_KEY]) {
    for (const price of [150, 150.01, 999.99, 1000, 1000.01, 3000, 3000.01, 4567.89, 9999.99, 10_000]) {
      const person = newPerson()
      const { body } = await ask(preApproveBody(key, person, price))
      const options = await app.post<OptionsBody>('/options', optionsBody(key, person, price))
      checkOptions(options.body)
      assert.deepEqual(body.preview, options.body.preview, `${key} ${price}`)
    }
  }
})

test('without a price the preview is for the approved maximum', async () => {
  const person = newPerson()
  const { preview, preApprovedCredit } = (await ask(preApproveBody(DEMO_KEY, person))).body
  const atMaximum = await ask(preApproveBody(DEMO_KEY, person, preApprovedCredit?.maxValue))
  assert.deepEqual(preview, atMaximum.body.preview)
  const limited = newPerson('004')
  const ofLimited = (await ask(preApproveBody(DEMO_KEY, limited))).body
  assert.deepEqual([ofLimited.result, ofLimited.preApprovedCredit?.maxValue], ['APPROVED', 300])
  assert.deepEqual(ofLimited.preview, (await ask(preApproveBody(DEMO_KEY, limited, 300))).body.preview)
})

test('a refused customer gets a reason and nothing to show', async () => {
  const { body } = await ask(preApproveBody(DEMO_KEY, newPerson('002'), 1000))
  const { trackId, ...rest } = body
  assert.deepEqual(rest, {
    result: 'DENIED',
    refusalReason: 'USER_DENIED',
    preview: NOTHING_TO_SHOW,
    error: false,
  })
})

test('an unavailable bureau is distinguished from a refusal', async () => {
  const { body } = await ask(preApproveBody(DEMO_KEY, newPerson('007'), 1000))
  const { trackId, ...rest } = body
  assert.deepEqual(rest, { result: 'NO_ACTION', preview: NOTHING_TO_SHOW, error: true })
})

test('an area code that does not exist is an answer, not an error', async () => {
  for (const phone of ['20987654321', '(23) 98765-4321', '+55 20 98765-4321', '2033445566']) {
    const { body } = await ask({ ...preApproveBody(DEMO_KEY, newPerson(), 1000), phone })
    assert.deepEqual([body.result, body.refusalReason], ['NO_ACTION', 'DDD_NOT_FOUND'])
  }
})

test('a price that the policy does not accept is an answer, and the script is not to be shown', async () => {
  for (const [price, reason] of [
    [149.99, 'TOTALVALUE_LOW'],
    [0.005, 'TOTALVALUE_LOW'],
    [149.994, 'TOTALVALUE_LOW'],
    [10_000.01, 'TOTALVALUE_HIGH'],
    [10_000_000, 'TOTALVALUE_HIGH'],
  ] as const) {
    const { body } = await ask(preApproveBody(DEMO_KEY, newPerson(), price))
    assert.deepEqual([body.result, body.refusalReason], ['NO_ACTION', reason])
    assert.equal(body.preview?.showScript, false)
  }
  const roundedUp = await ask(preApproveBody(DEMO_KEY, newPerson(), 149.995))
  assert.equal(roundedUp.body.result, 'APPROVED')
})

test('masks, +55, capitals and a null price make no difference', async () => {
  const plain: Person = {
    cpf: '52998224725',
    phone: '11987654321',
    email: 'ana@exemplo.com',
    zipCode: '01310100',
  }
  const masked = {
    cpf: '529.982.247-25',
    phone: '+55 (11) 98765-4321',
    email: 'Ana@Exemplo.com',
    zipCode: '01310-100',
  }
  const first = await ask(preApproveBody(DEMO_KEY, plain))
  const second = await ask({ ...preApproveBody(DEMO_KEY, masked), price: null })
  const { trackId: _1, preApprovedCredit: credit1, ...rest1 } = first.body
  const { trackId: _2, preApprovedCredit: credit2, ...rest2 } = second.body
  assert.deepEqual(rest1, rest2)
  assert.deepEqual({ ...credit1, _id: '' }, { ...credit2, _id: '' })
})
