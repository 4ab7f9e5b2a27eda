import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import fc from 'fast-check'
import type { Static } from 'typebox'
import { Compile } from 'typebox/compile'
import { checkOptions, forbidUnknown } from '../../../../test/support/answer-schemas.ts'
import {
  DEMO_KEY,
  DEMO_RETAILER,
  PUBLISHABLE_KEY,
  query,
  startTestApp,
  type TestApp,
} from '../../../../test/support/app.ts'
import { newPerson, optionsBody } from '../../../../test/support/people.ts'
import { askStorefront, OWN_ORIGIN, writeTarget } from '../../../../test/support/storefront.ts'
import { PreviewAnswer } from '../../../contract/storefront.ts'
import { writeReais } from '../../../kernel/money.ts'
import { richDemonstrationPolicy } from '../../../sandbox/demonstration-policies.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const schema = Compile(forbidUnknown(PreviewAnswer))
type Shown = Extract<Static<typeof PreviewAnswer>, { showScript: true }>

async function ask(total: string, headers: Record<string, string> = {}): Promise<Shown> {
  const { status, body } = await askStorefront<Shown>(app, 'preview', { total }, headers)
  assert.equal(status, 200)
  assert.deepEqual(schema.Errors(body).slice(0, 5), [])
  return body
}

/** What /options tells somebody who buys for the first time and has the highest limit, as far as a preview shows it. */
async function quote(reais: number) {
  const { body } = await app.post('/options', optionsBody(DEMO_KEY, newPerson('001'), reais))
  checkOptions(body)
  assert.equal(body.result, 'APPROVED')
  const groups = (body.downPaymentOptions ?? []).map(group => ({
    downPaymentPercentage: group.downPaymentPercentage,
    downPaymentValue: group.downPaymentValue,
    options: group.options.map(option => ({
      installments: option.numberOfInstallments,
      value: option.paymentInstallments,
      totalAmount: option.totalAmount,
      cetPA: option.cetPA,
    })),
  }))
  const { simulation } = body.preview ?? {}
  assert.ok(simulation)
  return { groups, simulation }
}

test('every figure is that of /options to the centavo, whatever the total', async () => {
  const totals = fc.oneof(
    fc.constantFrom(15_000, 15_001, 100_000, 100_001, 300_000, 300_001, 999_999, 1_000_000),
    fc.integer({ min: 15_000, max: 1_000_000 }),
  )
  await fc.assert(
    fc.asyncProperty(totals, async centavos => {
      const shown = await ask(writeReais(centavos))
      const { groups, simulation } = await quote(centavos / 100)
      assert.equal(shown.total, centavos / 100)
      assert.deepEqual(shown.downPaymentOptions, groups)
      assert.deepEqual(
        {
          installments: shown.simulation.installments,
          value: shown.simulation.value,
          totalAmount: shown.simulation.totalAmount,
          interestRatePM: shown.simulation.interestRatePM,
        },
        {
          installments: simulation.installmentsNumber,
          value: simulation.pmt,
          totalAmount: simulation.totalValue,
          interestRatePM: simulation.interest,
        },
      )
      const group = groups.find(each => each.downPaymentPercentage === simulation.downPaymentPercentage)
      const option = group?.options.find(each => each.installments === simulation.installmentsNumber)
      assert.deepEqual(
        [shown.simulation.downPaymentValue, shown.simulation.cetPA],
        [group?.downPaymentValue, option?.cetPA],
      )
    }),
    { numRuns: 40 },
  )
})

test('a total is read as it is written, and written alike in all its forms', async () => {
  const plain = await ask('1240')
  assert.deepEqual([plain.total, plain.minTotal, plain.maxTotal], [1240, 150, 10_000])
  assert.equal(plain.validUntil, '2026-03-11T02:59:59.999Z')
  for (const form of ['1240.0', '1240.00']) assert.deepEqual(await ask(form), plain)
  assert.equal((await ask('1240.01')).total, 1240.01)
  assert.equal((await ask('1240.1')).total, 1240.1)
})

test('out of the range there is nothing but showScript', async () => {
  for (const total of ['0.01', '149.99', '10000.01', '10000000.00']) {
    const { status, text } = await askStorefront(app, 'preview', { total })
    assert.deepEqual([status, text], [200, '{"showScript":false}'])
  }
})

test('a retailer whose switch is off shows nothing, at any price', async () => {
  const { retailers, credit } = app.services
  const id = 'abcdefabcdefabcdefabcdef'
  const off = { gracePeriodEnabled: false, retentionEnabled: false, insuranceEnabled: false }
  await retailers.createRetailer({ id, name: 'Loja', ...off, scriptEnabled: false, isPublished: true })
  await credit.policies.publish(id, richDemonstrationPolicy)
  const { key } = await retailers.issueKey({ retailerId: id, kind: 'publishable' })
  const { status, text } = await askStorefront(app, 'preview', { key, total: '1240.00' })
  assert.deepEqual([status, text], [200, '{"showScript":false}'])
})

test('an answer may be cached for five minutes, at most to the end of the day in Sao Paulo', async () => {
  const readMaxAge = async (): Promise<string | null> =>
    (await askStorefront(app, 'preview', { total: '1240.00' })).headers.get('cache-control')
  assert.equal(await readMaxAge(), 'public, max-age=300')
  const before = await ask('1240.00')
  const untilMidnight = Date.parse('2026-03-11T03:00:00.000Z') - app.clock.now().getTime()
  app.clock.advance({ ms: untilMidnight - 100_000 })
  assert.equal(await readMaxAge(), 'public, max-age=99')
  app.clock.advance({ ms: 100_000 - 1 })
  assert.equal(await readMaxAge(), 'public, max-age=0')
  assert.deepEqual(await ask('1240.00'), before)
  app.clock.advance({ ms: 1 })
  assert.equal(await readMaxAge(), 'public, max-age=300')
  const next = await ask('1240.00')
  assert.equal(next.validUntil, '2026-03-12T02:59:59.999Z')
  const { groups } = await quote(1240)
  assert.deepEqual(next.downPaymentOptions, groups)
})

test('an ETag that still fits is answered by 304 without a body, also weakened or in a list', async () => {
  const target = app.url + writeTarget('preview', { key: PUBLISHABLE_KEY, total: '1240.00' })
  const etag = (await fetch(target)).headers.get('etag') ?? ''
  assert.match(etag, /^"[\w-]{22}"$/)
  for (const condition of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const response = await fetch(target, { headers: { 'if-none-match': condition, origin: OWN_ORIGIN } })
    assert.deepEqual([response.status, await response.text()], [304, ''])
    assert.equal(response.headers.get('etag'), etag)
    assert.equal(response.headers.get('access-control-allow-origin'), OWN_ORIGIN)
    assert.equal(response.headers.get('cache-control'), 'public, max-age=300')
  }
  const response = await fetch(target, { headers: { 'if-none-match': '"other"' } })
  assert.equal(response.status, 200)
  const other = await askStorefront(app, 'preview', { total: '1240.01' })
  assert.notEqual(other.headers.get('etag'), etag)
})

test('a new policy takes effect within five seconds', async () => {
  const { pricing } = richDemonstrationPolicy
  const before = await ask('1240.00')
  await app.services.credit.policies.publish(DEMO_RETAILER, {
    ...richDemonstrationPolicy,
    pricing: { ...pricing, tcPercentage: 3 },
  })
  const startedAt = performance.now()
  for (;;) {
    const askedAt = performance.now()
    if ((await ask('1240.00')).simulation.value !== before.simulation.value) break
    // An answer may take its time: when it was asked for counts.
    assert.ok(askedAt - startedAt < 5_000, 'the old figures are still shown')
    await delay(100)
  }
  const { groups } = await quote(1240)
  assert.deepEqual((await ask('1240.00')).downPaymentOptions, groups)
})

test('no person is named and nothing is stored', async () => {
  const count = async () =>
    (
      await query<{ rows: number }>(
        app,
        'SELECT ((SELECT count(*) FROM credit_decisions) + (SELECT count(*) FROM checkouts))::integer AS rows',
      )
    )[0]?.rows
  const before = await count()
  await ask('1777.77')
  assert.equal(await count(), before)
})

test('pages of allowed origins may read the answer; a program that names none gets no CORS header', async () => {
  const allowed = await askStorefront(app, 'preview', { total: '1240.00' }, { origin: OWN_ORIGIN })
  assert.equal(allowed.headers.get('access-control-allow-origin'), OWN_ORIGIN)
  const plain = await askStorefront(app, 'preview', { total: '1240.00' })
  assert.equal(plain.headers.get('access-control-allow-origin'), null)
  for (const { headers } of [allowed, plain]) {
    assert.equal(headers.get('vary'), 'Origin')
    assert.equal(headers.get('access-control-allow-credentials'), null)
  }
})
