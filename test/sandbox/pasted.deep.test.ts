import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buyForDesk } from '../support/desk.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'
import { readSource } from '../tidy/source-files.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const listBlocks = (page: string): string[] =>
  [...readSource(page).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)

test('the lines of the sandbox page give a person, play the desk, move the clock, change the bank, register slowly and start over', async () => {
  const { transactionId } = await buyForDesk(app)
  const [variables = ''] = listBlocks('docs/tour.md')
  const blocks = listBlocks('docs/api/sandbox.md').filter(
    // Those of payments, agreements, default, money out and returns have tests of their own.
    text =>
      /sandbox\/(people|desk|clock|bank|reset)/.test(text) &&
      !/sandbox\/billet|"payouts"|delivered|renegotiation|settlement|-default|payoff/.test(text),
  )
  assert.equal(blocks.length, 6)
  const [, ...outputs] = await pasteBlocks(app, [`${variables}TRANSACTION=${transactionId}\n`, ...blocks])
  const read = (text = ''): Record<string, unknown>[] =>
    text
      .replaceAll('}{', '}\n{')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>)
  const registration = outputs.splice(4, 1).join()
  assert.deepEqual(registration.match(/[A-Z]+$/gm), ['PENDING', 'REGISTERED'])
  const [people, desk, clock, bank, reset] = outputs.slice(0, 5).map(read)
  assert.match(String(people?.[0]?.cpf), /^000001\d{5}$/)
  const steps = desk?.map(({ step }) => step) ?? []
  assert.deepEqual(steps.slice(0, 2), ['SELFIE', 'DESK'])
  assert.match(String(steps[2]), /^(?:INSURANCE|SIGNATURE)$/)
  assert.match(String(clock?.[0]?.now), /^20/)
  assert.deepEqual(
    bank?.map(({ registration }) => registration),
    ['slow', 'slow', 'ok'],
  )
  assert.deepEqual([reset?.[0]?.purchases, reset?.[0]?.done], [2, true])
})
