import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { raceClaims, raceRounds } from './link-races.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('of fifty people who claim one link at once exactly one wins', () => raceClaims(app, 50))

test('a deletion that races the authorization or the payment leaves link, purchase and books in agreement', () =>
  raceRounds(app, 20))
