import { after, before, test } from 'node:test'
import { authorizePurchase } from '../../src/domains/purchases/authorize-purchase.ts'
import { DEMO_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { authorize, contextOf, newOrderId, pay, pickOption, play, quote } from '../support/purchases.ts'
import { sweep } from './crash-sweep.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('authorize, cut anywhere: no purchase at all, or the whole of it', () =>
  sweep(app, async () => {
    const option = pickOption(await quote(app))
    const command = {
      retailerId: DEMO_RETAILER,
      optionId: option._id,
      orderId: newOrderId(),
      hasInsurance: undefined,
    }
    return {
      orderId: command.orderId,
      act: database => authorizePurchase(contextOf(app, database), command),
    }
  }))

test('settle, cut anywhere: an unpaid down payment, or a paid one with the purchase completed', () =>
  sweep(app, async () => {
    const { purchase, downPaymentBillet } = await authorize(app)
    await play(app, purchase.id)
    const reference = `sweep-${purchase.id}`
    return {
      orderId: purchase.orderId,
      act: database => pay(app, downPaymentBillet, { reference, database }),
    }
  }))
