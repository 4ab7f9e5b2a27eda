import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Answer, DEMO_RETAILER, startTestApp, type TestApp } from './app.ts'
import { expectError } from './expect-error.ts'

/** Tests how a route refuses wrong keys; every route that takes a key must pass. */
export function testKeyRefusals(path: string, bodyFor: (apiKey: string) => object): void {
  let app: TestApp
  const ask = (apiKey: string): Promise<Answer> => app.post(path, bodyFor(apiKey))

  before(async () => {
    app = await startTestApp()
  })
  after(() => app.stop())

  test('an unknown key gets one text, whatever it looks like', async () => {
    for (const key of [
      'sk_homolog_demo_0000000000000000000000000001',
      'SK_HOMOLOG_DEMO_0000000000000000000000000000',
      'sk_live_demo_0000000000000000000000000000',
      ' ',
      '🔑',
      'x'.repeat(10_000),
      "' OR 1=1--",
    ])
      expectError(await ask(key), { code: 'invalid_api_key' })
  })

  test('a wrong key hears nothing about its parameters', async () => {
    expectError(await app.post(path, { apiKey: 'wrong', cpf: 1 }), {
      code: 'invalid_api_key',
      fields: [],
    })
  })

  test('a revoked, an expired and an unknown key cannot be told apart', async () => {
    const { retailers } = app.services
    const inAnHour = new Date(app.clock.now().getTime() + 3_600_000)
    const expiring = await retailers.issueKey({
      retailerId: DEMO_RETAILER,
      kind: 'secret',
      expiresAt: inAnHour,
    })
    const revoked = await retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret' })
    assert.equal((await ask(expiring.key)).status, 200)
    app.clock.advance({ hours: 1 })
    await retailers.revokeKey(revoked.id)
    const answers = [await ask(expiring.key), await ask(revoked.key), await ask('sk_homolog_unknown')]
    for (const answer of answers) expectError(answer, { code: 'invalid_api_key', fields: [] })
    const texts = answers.map(({ text, body }) => text.replace(String(body.trackId), ''))
    assert.equal(new Set(texts).size, 1)
  })
}
