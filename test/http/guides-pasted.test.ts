import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ensurePages } from '../../scripts/pages/ensure-pages.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { findFreePort } from '../support/child-service.ts'
import { takeServedBlocks } from '../support/documented-blocks.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'

let app: TestApp
before(async () => {
  await ensurePages()
  const port = await findFreePort()
  app = await startTestApp({ port, env: { PORT: String(port) } })
})
after(() => app.stop())

const WAIT_FOR_INVOICE = `until curl -s "$BASE/events?limit=100" -H "x-service-apikey: $KEY" |
  tr '{' '\\n' | grep "$TRANSACTION" | grep -q '"invoice.validated"'; do sleep 0.1; done
echo validated`

for (const place of ['pt', 'en'] as const)
  test(`every line of the guides (${place}) that is meant for a terminal works when it is pasted, at the address of the program that shows it`, async () => {
    const [variables = '', ...purchase] = await takeServedBlocks(app.url, place, 'first-purchase', 'sh')
    assert.match(variables, new RegExp(`^BASE=${app.url}$`, 'm'))
    const startOver = purchase.pop() ?? ''
    const [, ...outputs] = await pasteBlocks(app, [
      variables,
      ...purchase,
      WAIT_FOR_INVOICE,
      startOver,
      ...(await takeServedBlocks(app.url, place, 'webhooks', 'sh')),
      ...(await takeServedBlocks(app.url, place, 'payment-links', 'sh')),
      ...(await takeServedBlocks(app.url, place, 'sandbox', 'sh')),
      ...(await takeServedBlocks(app.url, place, 'errors', 'sh')),
    ])
    const expected = [
      // The first purchase: decision, options, authorization, the customer, the status, the invoice, and again from the start.
      /"result":"APPROVED"/,
      /"downPaymentOptions":\[/,
      new RegExp(`"returnUrl":"${app.url}/onboarding/`),
      /"status":"OPEN"/,
      /"status":"OPEN"/,
      /"sha256":"/,
      /^validated$/m,
      /"done":true/,
      // Webhooks: a receiver and its next secret.
      /"secret":"whsec_/,
      /"secret":"whsec_/,
      // A payment link: made, one for two calls, bought by, followed, counted, deleted with its purchase.
      /\/pay\/[\w-]+$/m,
      /^([0-9a-f]{24})\n\1$/m,
      /^\s*$/,
      /^CLAIMED$/m,
      /"created":\d+,"opened":\d+,"identified":\d+,"signed":\d+,"paid":\d+,.*"sellers":\[/,
      /^DELETED\nPAYMENT_LINK_DELETED$/m,
      // The sandbox: a person, messages and bank, clock, and again from the start.
      /"cpf":"000001\d{5}"/,
      /"messages":\[.*"registration":"slow".*"registration":"ok"/s,
      /"now":"/,
      /"done":true/,
      /"code":"invalid_parameters".*"field":"cpf"/,
      /^\s*$/,
    ]
    assert.equal(outputs.length, expected.length)
    for (const [index, output] of outputs.entries()) assert.match(output, expected[index] ?? /^$/)
    const provoked = JSON.parse(outputs.at(-2) ?? '') as object
    for (const shown of await takeServedBlocks(app.url, place, 'errors', 'json'))
      assert.deepEqual({ ...provoked, trackId: '' }, { ...(JSON.parse(shown) as object), trackId: '' })
  })

test('no page of the reference names another address than that of the program that shows it', async () => {
  for (const name of ['first-purchase', 'clients', 'authorize', 'createPaymentLink', 'readTransaction'])
    for (const base of ['/docs', '/docs/en']) {
      const page = await (await fetch(`${app.url}${base}/${name}`)).text()
      assert.ok(page.includes(app.url), `${base}/${name}`)
      assert.ok(!page.includes('http://127.0.0.1:3000'), `${base}/${name}`)
    }
})
