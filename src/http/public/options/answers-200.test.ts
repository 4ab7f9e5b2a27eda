import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { checkOptions, listWireOptions, type OptionsBody } from '../../../../test/support/answer-schemas.ts'
import {
  type Answer,
  DEMO_KEY,
  DEMO_RETAILER,
  PLAIN_KEY,
  query,
  startTestApp,
  type TestApp,
} from '../../../../test/support/app.ts'
import { newPerson, optionsBody } from '../../../../test/support/people.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

async function ask(body: Record<string, unknown>): Promise<Answer<OptionsBody>> {
  const answer = await app.post<OptionsBody>('/options', body)
  assert.equal(answer.status, 200, answer.text)
  checkOptions(answer.body)
  assert.equal(answer.headers.get('x-track-id'), answer.body.trackId)
  return answer
}

test('the standard answer has options for every down payment of the policy, and nothing of the grace variant', async () => {
  const { body } = await ask(optionsBody(DEMO_KEY, newPerson(), 2000))
  assert.deepEqual([body.result, body.error, 'refusalReason' in body], ['APPROVED', false, false])
  assert.deepEqual(
    body.downPaymentOptions?.map(group => [group.downPaymentPercentage, group.options.length]),
    [0, 10, 20, 30, 40, 50].map(percentage => [percentage, 10]),
  )
  assert.ok(body.downPaymentOptions?.every(group => group.options.every(each => each.insuranceOption)))
  assert.ok(!('hasGracePeriod' in body) && !('downPayment' in body))
  assert.ok(body.downPaymentOptions?.every(group => !('dueDateOptions' in group)))
  assert.ok(body.preApprovedCredit && !('pricingConditions' in body.preApprovedCredit))
  assert.deepEqual(body.blocklistInfo, { phoneAlert: false })
})

test('the retention entry is beside the options, at a lower rate and with retention', async () => {
  const { body } = await ask(optionsBody(DEMO_KEY, newPerson(), 2000))
  const { retentionOptions: retention } = body
  assert.equal(retention?.downPaymentPercentage, 20)
  assert.ok(retention.economyValue > 0)
  assert.deepEqual(
    retention.options.map(each => [each.numberOfInstallments, each.interestRatePM, each.retentionPercentage]),
    [
      [3, 0.99, 5],
      [4, 1.49, 5],
      [6, 1.99, 5],
      [10, 2.49, 5],
      [12, 2.99, 5],
    ],
  )
  assert.ok(retention.options.every(each => each.retentionValue > 0 && each.netValue < each.financedAmount))
})

test('the grace variant adds due dates 30, 60 and 90 days later to every down payment, and names its policy', async () => {
  const { body } = await ask(optionsBody(DEMO_KEY, newPerson(), 2000, { hasGracePeriod: true }))
  assert.deepEqual([body.hasGracePeriod, body.downPayment], [true, true])
  const groups = [
    ...(body.downPaymentOptions ?? []),
    ...(body.retentionOptions ? [body.retentionOptions] : []),
  ]
  assert.equal(groups.length, 7)
  for (const { dueDateOptions, options } of groups) {
    assert.deepEqual(
      dueDateOptions?.map(each => [each.gracePeriod, each.gracePeriodDueDate, each.firstDueDate]),
      [
        [30, '2026-04-09', '2026-05-09'],
        [60, '2026-05-09', '2026-06-08'],
        [90, '2026-06-08', '2026-07-08'],
      ],
    )
    assert.ok(options.every(each => each.firstDueDate === '2026-04-09' && each.hasGracePeriod === false))
    assert.ok(options.every(each => each.gracePeriod === 0 && each.gracePeriodDueDate === '2026-03-10'))
    for (const dates of dueDateOptions ?? []) {
      for (const option of dates.installmentOptions) {
        for (const each of [option, option.insuranceOption]) {
          assert.deepEqual(
            [each?.hasGracePeriod, each?.gracePeriod, each?.gracePeriodDueDate, each?.firstDueDate],
            [true, dates.gracePeriod, dates.gracePeriodDueDate, dates.firstDueDate],
          )
        }
      }
    }
  }
  const credit = body.preApprovedCredit
  const [policy] = await query<{ id: string }>(app, 'SELECT id FROM credit_policies WHERE retailer_id = $1', [
    DEMO_RETAILER,
  ])
  assert.equal(credit?.policyConfigurationId, policy?.id)
  assert.deepEqual(
    credit?.pricingConditions,
    [
      [150, 1000],
      [1000, 3000],
      [3000, 10_000],
    ].map(([gte, lte]) => ({ conditionTag: `${gte}-${lte}`, totalValue: { ref: 'totalValue', gte, lte } })),
  )
  assert.deepEqual(
    credit?.pricingConditions?.map(({ conditionTag }) => conditionTag),
    Object.keys(credit?.pricings ?? {}),
  )
})

test('a retailer without the extras gets plain options, and the answer says so when it asks for a grace period', async () => {
  const person = newPerson()
  const plain = (await ask(optionsBody(PLAIN_KEY, person, 2000))).body
  const asked = (await ask(optionsBody(PLAIN_KEY, person, 2000, { hasGracePeriod: true }))).body
  assert.equal(asked.hasGracePeriod, false)
  assert.ok(!('hasGracePeriod' in plain))
  for (const body of [plain, asked]) {
    assert.ok(!('retentionOptions' in body) && !('downPayment' in body))
    assert.ok(!('policyConfigurationId' in (body.preApprovedCredit ?? {})))
    const options = listWireOptions(body)
    assert.equal(options.length, 12)
    assert.ok(
      options.every(each => !each.tc && !each.cm && each.retentionValue === 0 && !each.insuranceOption),
    )
    assert.ok(body.downPaymentOptions?.every(group => !('dueDateOptions' in group)))
  }
  assert.deepEqual(plain.preview, asked.preview)
})

test('a refused customer gets a checkout and no options; an empty list in the grace variant', async () => {
  const standard = (await ask(optionsBody(DEMO_KEY, newPerson('002'), 2000))).body
  assert.deepEqual([standard.result, standard.refusalReason], ['DENIED', 'USER_DENIED'])
  assert.match(standard.checkoutId, /^[0-9a-f]{21}000$/)
  for (const absent of ['downPaymentOptions', 'retentionOptions', 'preApprovedCredit', 'hasGracePeriod'])
    assert.ok(!(absent in standard), absent)
  const grace = (await ask(optionsBody(DEMO_KEY, newPerson('002'), 2000, { hasGracePeriod: true }))).body
  assert.deepEqual([grace.downPaymentOptions, grace.hasGracePeriod, grace.downPayment], [[], false, false])
  assert.ok(!('preApprovedCredit' in grace))
})

test('a bureau that does not answer yields error: true and no options', async () => {
  const { body } = await ask(optionsBody(DEMO_KEY, newPerson('007'), 2000))
  assert.deepEqual([body.error, body.result, 'refusalReason' in body], [true, 'NO_ACTION', false])
  assert.ok(!('downPaymentOptions' in body))
})

test('options above the approved limit are not offered', async () => {
  const { body } = await ask(optionsBody(DEMO_KEY, newPerson('004'), 500))
  assert.deepEqual(
    body.downPaymentOptions?.map(group => group.downPaymentPercentage),
    [40, 50],
  )
  assert.ok(!('retentionOptions' in body))
})

test('the purchase is the sum of all products and the delivery, each rounded to the centavo', async () => {
  const products = [
    { id: 'a', name: 'A', amount: 3, value: 100.005 },
    { id: 'b', name: 'B', amount: 1, value: 200 },
  ]
  const { body } = await ask(optionsBody(PLAIN_KEY, newPerson(), 1, { products, shipping: 9.995 }))
  assert.equal(body.downPaymentOptions?.[0]?.options[0]?.financedAmount, 510.03)
})

test('a complement may be empty, a state in small letters, an optional member null', async () => {
  const more = { addressComplement: '', state: 'sp', sessionId: null, hasGracePeriod: null, sellerCpf: null }
  assert.equal((await ask(optionsBody(DEMO_KEY, newPerson(), 500, more))).body.result, 'APPROVED')
})

test('a picture may point anywhere on the web; it is never fetched', async () => {
  const image = 'http://169.254.169.254/latest/meta-data'
  const products = [{ id: 'a', name: 'A', amount: 1, value: 500, image, url: 'https://loja.example/a?b=1#c' }]
  assert.equal((await ask(optionsBody(DEMO_KEY, newPerson(), 1, { products }))).body.result, 'APPROVED')
})

test('a trackId or sessionId of the caller is ignored', async () => {
  const first = await ask(optionsBody(PLAIN_KEY, newPerson(), 500))
  const { trackId, checkoutId } = first.body
  const more = { trackId, sessionId: checkoutId, checkoutId, retailerId: '1', status: 'CLOSED' }
  const second = await ask(optionsBody(DEMO_KEY, newPerson(), 500, more))
  assert.notEqual(second.body.trackId, trackId)
  assert.notEqual(second.body.checkoutId, checkoutId)
  const rows = await query(app, 'SELECT FROM checkouts WHERE id = $1 AND retailer_id = $2', [
    second.body.checkoutId,
    DEMO_RETAILER,
  ])
  assert.equal(rows.length, 1)
})

test('the phone alert persona is flagged and may still buy', async () => {
  const { body } = await ask(optionsBody(DEMO_KEY, newPerson('013'), 500))
  assert.deepEqual([body.result, body.blocklistInfo], ['APPROVED', { phoneAlert: true }])
})

test('the purchase date is the date in Sao Paulo', async () => {
  const firstDueDate = async () => {
    const { downPaymentOptions } = (await ask(optionsBody(PLAIN_KEY, newPerson(), 500))).body
    return downPaymentOptions?.[0]?.options[0]?.firstDueDate
  }
  app.clock.advance({ ms: Date.parse('2026-03-11T02:59:59.999Z') - app.clock.now().getTime() })
  assert.equal(await firstDueDate(), '2026-04-09')
  app.clock.advance({ ms: 1 })
  assert.equal(await firstDueDate(), '2026-04-10')
})
