import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { newId } from '../../src/kernel/ids.ts'
import { ensureScanner } from '../receivables/pdf/scanner.ts'
import {
  DEMO_KEY,
  DEMO_RETAILER,
  PLAIN_KEY,
  PLAIN_RETAILER,
  startTestApp,
  type TestApp,
} from '../support/app.ts'
import { ask } from '../support/statements.ts'
import { liveLives } from './retailer-lives.ts'
import { checkForms } from './statement-forms.ts'

let app: TestApp
before(async () => {
  ensureScanner()
  // No worker: the lives are entries of the books without purchases.
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('the statement is the same in JSON, CSV, PDF and as a sum, and closes, for 80 random lives', async () => {
  const { days } = await liveLives(app.database, {
    lives: 80,
    days: 5,
    seed: 23,
    retailerIds: [DEMO_RETAILER, PLAIN_RETAILER, newId()],
  })
  let lines = 0
  for (const [first, from] of days.entries())
    for (const to of days.slice(first))
      for (const key of [DEMO_KEY, PLAIN_KEY]) lines += await checkForms(app, { from, to }, key)
  assert.ok(lines > 300, String(lines))
})

test('a statement without a line is a page that says so much', async () => {
  assert.equal(await checkForms(app, { from: '2026-01-01', to: '2026-01-31' } as never, DEMO_KEY), 0)
})

test('the PDF names the shop, the period and the lender, and is the same file whenever it is asked for', async () => {
  const days = { from: '2026-02-20', to: '2026-02-24', format: 'pdf' }
  const [one, other] = await Promise.all([ask(app, '/statement', days), ask(app, '/statement', days)])
  assert.equal(
    one.headers.get('content-disposition'),
    'attachment; filename="statement-2026-02-20-2026-02-24.pdf"',
  )
  assert.equal(one.headers.get('cache-control'), 'no-store')
  assert.deepEqual(await one.bytes(), await other.bytes())
})
