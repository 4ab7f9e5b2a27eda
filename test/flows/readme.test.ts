import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ONBOARDING_HEADER } from '../../src/contract/onboarding.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'
import { readSource } from '../tidy/source-files.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

test('every request that the README shows works when it is pasted', async () => {
  const requests = [
    ...readSource('README.md').matchAll(/127\.0\.0\.1:3000(\/\w+) [^']*'[^']*' -d '([^']+)'/g),
  ]
  assert.equal(requests.length, 2)
  for (const [, path = '', body = ''] of requests) {
    const answer = await app.post(path, body)
    assert.equal(answer.status, 200, answer.text)
    assert.equal(answer.body.result, 'APPROVED')
  }
})

test('the purchase that the README shows works when it is pasted, from the link over the code to the payment', async () => {
  const blocks = [...readSource('README.md').matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .map(([, text = '']) => text)
    .filter(text => text.includes('$BASE'))
  const [authorize, code, pay, ...others] = blocks
  assert.ok(authorize && code && pay)
  assert.deepEqual(others, [])
  const post = `curl -s -H "$JSON" -H '${ONBOARDING_HEADER}: 1'`
  const byPage = `LINK=$BASE/onboarding/$(echo "$ANSWER" | pick .onboardingToken)
${post} -d '{ "name": "Ana Souza" }' $LINK/open
${post} -d '{ "purpose": "phone" }' $LINK/code`
  const [link = '', , digits, paid = ''] = await pasteBlocks(app, [authorize, byPage, code, pay])
  const page = await fetch(app.url + new URL(link.trim()).pathname)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /Geladeira Frost Free 375 L/)
  assert.match(digits ?? '', /^\d{6}\n/)
  assert.equal((JSON.parse(paid) as { paymentStatus: string }).paymentStatus, 'PAID')
})
