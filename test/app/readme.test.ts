import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseConfig } from '../../src/app/config/config.ts'
import { presentWelcome } from '../../src/app/welcome.ts'
import { operatorCommands } from '../../src/cli/operators.ts'
import { ONBOARDING_HEADER } from '../../src/contract/onboarding.ts'
import { seedDemonstrationOperators } from '../../src/sandbox/demonstration-operators.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { takeBlocks } from '../support/documented-blocks.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

test('every request that the README shows works when it is pasted', async () => {
  const [, ...answers] = await pasteBlocks(app, takeBlocks('README.md', 'sh', 'Ask by hand'))
  assert.deepEqual(
    answers.slice(0, -1).map(text => (JSON.parse(text) as { result: string }).result),
    ['APPROVED'],
  )
})

test('the purchase that the README shows works when it is pasted, and again at once: from the link over the code to the payment', async () => {
  const [preparation = ''] = takeBlocks('README.md', 'sh', 'Ask by hand')
  const [authorize = '', code = '', pay = '', ...others] = takeBlocks('README.md', 'sh', 'Without the shop')
  assert.deepEqual(others, [])
  const post = `curl -s -H "$JSON" -H '${ONBOARDING_HEADER}: 1'`
  const byPage = `LINK=$BASE/onboarding/$(echo "$ANSWER" | pick .onboardingToken)
${post} -d '{}' $LINK/open
${post} -d '{ "purpose": "phone" }' $LINK/code`
  // The second reader pastes before the first purchase has come to its end.
  const outputs = await pasteBlocks(app, [
    preparation,
    authorize,
    ...[authorize, byPage, code, pay],
    ...[authorize, byPage, code, pay],
  ])
  const [, , link = '', , digits, paid = '', secondLink = '', , secondDigits, secondPaid = ''] = outputs
  for (const address of [link, secondLink]) {
    const page = await fetch(app.url + new URL(address.trim()).pathname)
    assert.equal(page.status, 200)
    assert.match(await page.text(), /Geladeira Frost Free 375 L/)
  }
  for (const printed of [digits, secondDigits]) assert.match(printed ?? '', /^\d{6}\n/)
  for (const printed of [paid, secondPaid])
    assert.equal((JSON.parse(printed) as { paymentStatus: string }).paymentStatus, 'PAID')
  const [sold] = await query(app, 'SELECT count(*)::integer AS count FROM transactions')
  assert.deepEqual(sold, { count: 3 })
})

test('the line of the README for the desk prints the code of the demonstration operator', async () => {
  await seedDemonstrationOperators(app.services)
  const [code = ''] = await pasteBlocks(
    app,
    takeBlocks('README.md', 'sh', 'Decide at the desk'),
    operatorCommands,
  )
  assert.match(code, /^\d{6}$/m)
})

test('the lines that the program prints when it starts work when they are pasted, and again at once', async () => {
  const welcome = presentWelcome(parseConfig({ PORT: String(app.port) }), app.port, undefined)
  const [, ask = ''] = /^ +(curl .*\/preApprove .*)$/m.exec(welcome) ?? []
  const [buy = ''] = /^ +PERSON=[\s\S]*\.returnUrl"$/m.exec(welcome) ?? []
  const [decision = '', ...links] = await pasteBlocks(app, [ask, buy, buy])
  assert.equal((JSON.parse(decision) as { result: string }).result, 'APPROVED')
  const tokens = links.slice(0, 2).map(link => new URL(link.trim()).pathname)
  for (const path of tokens) assert.match(path, /^\/onboarding\/[\w-]+$/)
  assert.equal(new Set(tokens).size, 2)
})
