import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { takeBlocks } from '../support/documented-blocks.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('the lines of the sandbox page refuse and give a person, play the desk, move the clock, change the bank, register slowly and start over', async () => {
  const blocks = [
    ...takeBlocks('docs/api/sandbox.md', 'sh', ''),
    ...takeBlocks('docs/api/sandbox.md', 'sh', 'Fresh people'),
    ...takeBlocks('docs/api/sandbox.md', 'sh', 'The desk'),
    ...takeBlocks('docs/api/sandbox.md', 'sh', 'The clock'),
    ...takeBlocks('docs/api/sandbox.md', 'sh', 'The bank'),
    ...takeBlocks('docs/api/sandbox.md', 'sh', 'Registration'),
    ...takeBlocks('docs/api/sandbox.md', 'sh', 'Start over'),
  ]
  assert.equal(blocks.length, 7)
  const [, ...outputs] = await pasteBlocks(app, [...takeBlocks('docs/tour.md', 'sh', ''), ...blocks])
  const read = (text = ''): Record<string, unknown>[] =>
    text
      .replaceAll('}{', '}\n{')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line) as Record<string, unknown>)
  const registration = outputs.splice(5, 1).join()
  assert.deepEqual(registration.match(/[A-Z]+$/gm), ['PENDING', 'REGISTERED'])
  const [denied, people, desk, clock, bank, reset] = outputs.slice(0, 6).map(read)
  assert.equal(denied?.[0]?.refusalReason, 'USER_DENIED')
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
