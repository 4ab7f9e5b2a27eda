import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { RequestError } from '../../src/contract/errors.ts'
import type { PurchaseEvent } from '../../src/contract/purchase-events.ts'
import { applyCustomerEvent } from '../../src/domains/onboarding/apply-customer-event.ts'
import { cancelPurchase, finishCancellations } from '../../src/domains/purchases/cancel-purchase.ts'
import { expireStale } from '../../src/domains/purchases/expire-stale.ts'
import { MoveRefused } from '../../src/domains/purchases/move.ts'
import { removeProducts } from '../../src/domains/purchases/remove-products.ts'
import { DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import {
  authorize,
  contextOf,
  expectSoundBooks,
  pay,
  play,
  sign,
  transferAll,
  view,
  withBank,
} from '../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const events: readonly PurchaseEvent[] = [
  'onboarding-opened',
  'selfie-received',
  'analysis-passed',
  'analysis-unsure',
  'analysis-refused',
  'desk-validated',
  'selfie-asked-again',
  'insurance-answered',
  'signed',
]
const anyAct = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('event' as const), event: fc.constantFrom(...events) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('pay' as const),
      number: fc.integer({ min: 0, max: 3 }),
      isWrong: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('cancel' as const),
      by: fc.constantFrom('retailer' as const, 'customer' as const),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('remove' as const), id: fc.constantFrom('a', 'b', 'c') }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom('transfer' as const, 'expire' as const, 'finish' as const),
    }),
  },
)
type Act = typeof anyAct extends fc.Arbitrary<infer T> ? T : never

const anyLife = fc.record({
  downPayment: fc.boolean(),
  playedUntil: fc.constantFrom<PurchaseEvent | undefined>(
    undefined,
    'selfie-received',
    'insurance-answered',
    'signed',
  ),
  // Events of one group happen in parallel; days pass between groups.
  groups: fc.array(
    fc.record({ acts: fc.array(anyAct, { minLength: 1, maxLength: 5 }), days: fc.constantFrom(0, 0, 1, 4) }),
    { minLength: 1, maxLength: 5 },
  ),
})

const products = ['a', 'b', 'c'].map((id, index) => ({ id, name: id, amount: 1, value: 400 + index * 200 }))

/** The current purchase of the order. */
async function findLatest(orderId: string): Promise<string> {
  const latest = await query<{ id: string }>(
    app,
    `SELECT t.id FROM transactions t WHERE t.order_id = $1
      AND NOT EXISTS (SELECT FROM transactions r WHERE r.replaces_id = t.id)`,
    [orderId],
  )
  return latest[0]?.id ?? assert.fail()
}

async function perform(transactionId: string, act: Act): Promise<unknown> {
  const context = contextOf(app)
  switch (act.kind) {
    case 'event':
      return act.event === 'signed'
        ? sign(app, transactionId)
        : applyCustomerEvent(context, transactionId, act.event)
    case 'pay': {
      const { installments, downPaymentBillet } = await view(app, transactionId)
      const billet = act.number === 0 ? downPaymentBillet : installments[act.number - 1]
      return billet && pay(app, billet, act.isWrong ? { amountCentavos: 1 } : {})
    }
    case 'cancel':
      return cancelPurchase(context, { retailerId: DEMO_RETAILER, transactionId, by: act.by })
    case 'remove':
      return removeProducts(context, { retailerId: DEMO_RETAILER, transactionId, productIds: [act.id] })
    case 'transfer':
      return transferAll(context)
    case 'expire':
      return expireStale(withBank(context))
    case 'finish':
      return finishCancellations(context)
  }
}

test('whatever happens to a purchase, at once and in any order: only typed refusals, right debts, balanced books, gapless events', async () => {
  await fc.assert(
    fc.asyncProperty(anyLife, async ({ downPayment, playedUntil, groups }) => {
      const { purchase, downPaymentBillet } = await authorize(app, { downPayment, products })
      if (playedUntil !== undefined) await play(app, purchase.id, playedUntil)
      if (playedUntil === 'signed' && downPaymentBillet !== undefined) await pay(app, downPaymentBillet)
      for (const { acts, days } of groups) {
        const id = await findLatest(purchase.orderId)
        const results = await Promise.allSettled(acts.map(act => perform(id, act)))
        for (const result of results)
          if (
            result.status === 'rejected' &&
            !(result.reason instanceof RequestError || result.reason instanceof MoveRefused)
          )
            throw result.reason
        await expectSoundBooks(app)
        app.clock.advance({ days })
      }
    }),
    { numRuns: 60 },
  )
})
