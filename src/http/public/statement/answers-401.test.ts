import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_RETAILER, PUBLISHABLE_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { askJson } from '../../../../test/support/statements.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const DAYS = { from: '2026-03-01', to: '2026-03-10' }

const QUERIES: Readonly<Record<string, Record<string, string>>> = {
  '/statement': DAYS,
  '/statement/summary': DAYS,
  '/figures': DAYS,
  '/transactions': {},
  '/transfers': {},
  '/balance': {},
}

for (const [path, query] of Object.entries(QUERIES)) {
  test(`${path} takes a secret key of the scope purchases only`, async () => {
    for (const key of ['sk_homolog_unknown', "' OR 1=1--", 'x'.repeat(500)])
      expectError(await askJson(app, path, query, key), { code: 'invalid_api_key', fields: [] })
    const { retailers } = app.services
    const { key } = await retailers.issueKey({
      retailerId: DEMO_RETAILER,
      kind: 'secret',
      scopes: ['checkout'],
    })
    for (const other of [PUBLISHABLE_KEY, key])
      assert.equal((await askJson(app, path, query, other)).status, 403, other)
    assert.equal((await askJson(app, path, query)).status, 200)
  })

  test(`${path} without a key is refused before its parameters`, async () => {
    const { status } = await askJson(app, path, { from: 'x' }, '')
    assert.ok(status === 400 || status === 401, String(status))
  })
}
