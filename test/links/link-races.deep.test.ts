import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { raceRounds } from './link-races.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('a hundred deletions that race the authorization and the payment leave link, purchase and books in agreement', () =>
  raceRounds(app, 100))
