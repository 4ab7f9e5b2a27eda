import { after, before, test } from 'node:test'
import { DEMO_RETAILER, startTestApp, type TestApp } from '../../support/app.ts'
import { playModel } from './model.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app?.stop())

test('in any order of events there is one purchase for an order, no paid order is canceled by us, and every state is left without help', async () => {
  await playModel(app.database, DEMO_RETAILER, { numRuns: 25, seed: 33 })
})
