import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answer, DEMO_KEY, DEMO_RETAILER, PUBLISHABLE_KEY, startTestApp, type TestApp } from './app.ts'
import { expectError } from './expect-error.ts'

/** Calls the route with an id that does not exist, so that a good key gets 404. */
type Ask = (app: TestApp, apiKey: string) => Promise<Answer>

/** Tests how a purchase route refuses a key that is wrong, revoked or lacks the scope. */
export function testPurchaseKeys(
  ask: Ask,
  withoutKey: 'missing_parameters' | 'invalid_api_key' = 'missing_parameters',
): void {
  let app: TestApp

  before(async () => {
    app = await startTestApp({ env: { ROLE: 'api' } })
  })
  after(() => app.stop())

  test('an unknown key gets one text, whatever it looks like', async () => {
    for (const key of ['sk_homolog_demo_0000000000000000000000000001', ' ', 'x'.repeat(10_000), "' OR 1=1--"])
      expectError(await ask(app, key), { code: 'invalid_api_key', fields: [] })
    assert.equal((await ask(app, DEMO_KEY)).status, 404)
  })

  test('a revoked, an expired and an unknown key cannot be told apart', async () => {
    const { retailers } = app.services
    const expiresAt = new Date(app.services.clock.now().getTime() + 3_600_000)
    const expiring = await retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret', expiresAt })
    const revoked = await retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret' })
    assert.equal((await ask(app, expiring.key)).status, 404)
    app.clock.advance({ hours: 1 })
    await retailers.revokeKey(revoked.id)
    const answers = [
      await ask(app, expiring.key),
      await ask(app, revoked.key),
      await ask(app, 'sk_homolog_none'),
    ]
    for (const answer of answers) expectError(answer, { code: 'invalid_api_key', fields: [] })
    const texts = answers.map(({ text, body }) => text.replace(String(body.trackId), ''))
    assert.equal(new Set(texts).size, 1)
  })

  test('no key is no way in', async () => {
    const answer = await ask(app, '')
    const message = withoutKey === 'missing_parameters' ? { message: 'Missing parameters: apiKey' } : {}
    expectError(answer, { code: withoutKey, ...message })
  })

  test('a key made for shop pages may not ask about purchases', async () => {
    expectError(await ask(app, PUBLISHABLE_KEY), { code: 'scope_missing', fields: [] })
  })
}
