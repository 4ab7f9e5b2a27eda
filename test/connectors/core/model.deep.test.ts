import { after, before, test } from 'node:test'
import { DEMO_RETAILER, startTestApp, type TestApp } from '../../support/app.ts'
import { playModel } from './model.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app?.stop())

for (const seed of [1, 2, 3])
  test(`hundreds of other orders of events, with crashes and lost calls, leave nothing to a person (seed ${seed})`, async () => {
    await playModel(app.database, DEMO_RETAILER, { numRuns: 100, seed })
  })
