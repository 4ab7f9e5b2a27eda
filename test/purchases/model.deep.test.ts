import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buy, centavos, playUntil, read } from '../support/purchase-http.ts'
import { expectSoundBooks } from '../support/purchases.ts'
import { anyCommands, compare, type Real } from './life-commands.ts'
import { Life } from './life-model.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const RUNS = 40
const LIMIT_MS = 15_000

const IDENTIFICATIONS = { '001': 'passed', '011': 'unsure', '012': 'refused' } as const
const products = [900, 600, 500].map((value, index) => ({
  id: `sku-${index}`,
  name: 'Coisa',
  amount: 1,
  value,
}))

const anyTerms = fc.record({
  persona: fc.constantFrom('001', '001', '001', '001', '011', '012'),
  downPayment: fc.boolean(),
  hasInsurance: fc.boolean(),
  // Long sequences, because most events are possible only late in a purchase.
  playedUntil: fc.constantFrom(
    'WAITING' as const,
    'ASYNC_ANALYSE' as const,
    'ENTRY' as const,
    'COMPLETE' as const,
  ),
})
type Terms = typeof anyTerms extends fc.Arbitrary<infer T> ? T : never

async function begin(terms: Terms): Promise<{ model: Life; real: Real }> {
  const { transactionId, option } = await buy(app, { ...terms, products })
  const { downPaymentBillet } = await read(app, transactionId)
  const model = new Life({
    nowMs: app.services.clock.now().getTime(),
    isInsured: terms.hasInsurance,
    hasInsuranceOffer: true,
    identification: IDENTIFICATIONS[terms.persona],
    products: products.map(({ id }) => id),
    downPayment: downPaymentBillet && {
      centavos: centavos(downPaymentBillet.value),
      isPaid: false,
      expiresMs: Date.parse(downPaymentBillet.expirationDate),
    },
  })
  const insured = option.insuranceOption && centavos(option.insuranceOption.totalAmount)
  const real = { app, transactionId, quoted: { plain: centavos(option.totalAmount), insured } }
  model.play(terms.playedUntil, false)
  await playUntil(app, transactionId, terms.playedUntil)
  await compare(model, real)
  return { model, real }
}

test('random lives go as a simple model of the table says, and the books balance after each', async () => {
  let lives = 0
  const life = fc.asyncProperty(anyTerms, anyCommands, async (terms, commands) => {
    await fc.asyncModelRun(() => begin(terms), commands)
    await expectSoundBooks(app)
    lives += 1
  })
  await fc.assert(life, { numRuns: RUNS, interruptAfterTimeLimit: LIMIT_MS, endOnFailure: true })
  assert.ok(lives >= 5, `only ${lives} lives fitted into the time`)
})
