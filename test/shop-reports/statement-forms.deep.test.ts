import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '../../src/kernel/ids.ts'
import { ensureScanner } from '../receivables/pdf/scanner.ts'
import { DEMO_KEY, DEMO_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { liveLives } from './retailer-lives.ts'
import { checkForms } from './statement-forms.ts'

let app: TestApp
before(async () => {
  ensureScanner()
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('the statement is the same in JSON, CSV, PDF and as a sum, and closes, for 500 random lives', async t => {
  const seed = Number(process.env.LIVES_SEED ?? Date.now() % 1_000_000)
  t.diagnostic(`seed ${seed}`)
  const { days } = await liveLives(app.database, {
    lives: 500,
    days: 14,
    seed,
    retailerIds: [DEMO_RETAILER, newId(), newId()],
  })
  let lines = 0
  for (const [first, from] of days.entries())
    for (const to of days.slice(first)) lines += await checkForms(app, { from, to }, DEMO_KEY)
  assert.ok(lines > 1_000, String(lines))
})
