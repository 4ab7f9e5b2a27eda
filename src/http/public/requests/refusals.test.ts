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

const WRONG: readonly (readonly [field: string, sentence: string, value: string])[] = [
  ['trackId', 'must be 24 hexadecimal characters', 'abc'],
  ['from', 'must be an ISO 8601 instant such as 2026-03-10T15:00:00Z', 'yesterday'],
  ['status', 'must be an HTTP status such as 404, or a class such as 4xx', '4x'],
  ['after', 'must be the `next` of an answer', 'z'],
  ['limit', 'must be a whole number from 1 to 100', '101'],
]

test('400: a wrong parameter is refused by its name', async () => {
  for (const [field, sentence, value] of WRONG)
    expectError(await askJson(app, '/requests', { [field]: value }), {
      code: 'invalid_parameters',
      message: `${field} ${sentence}`,
      fields: [field],
    })
})

test('401 and 403: only a secret key of the scope webhooks may read', async () => {
  for (const key of ['', 'sk_homolog_unknown'])
    expectError(await askJson(app, '/requests', {}, key), { code: 'invalid_api_key' })
  const scopes = ['checkout'] as const
  const { key } = await app.services.retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret', scopes })
  for (const other of [PUBLISHABLE_KEY, key])
    assert.equal((await askJson(app, '/requests', {}, other)).status, 403)
})
