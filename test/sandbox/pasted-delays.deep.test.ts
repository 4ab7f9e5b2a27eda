import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { takeBlocks } from '../support/documented-blocks.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'
import { expectSoundBooks } from '../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

/** What these blocks print after the variables of the tour, line by line. */
async function paste(blocks: readonly string[]): Promise<string[]> {
  const [, ...outputs] = await pasteBlocks(app, [...takeBlocks('docs/tour.md', 'sh', ''), ...blocks])
  return outputs.flatMap(output => output.split('\n').filter(line => line !== ''))
}

test('the lines of the sandbox page for a late installment remind, copy, take the payment and tell both events', async () => {
  const [daysLate = '', ...rest] = await paste(takeBlocks('docs/api/sandbox.md', 'sh', 'A late installment'))
  assert.ok(Number(daysLate) >= 3, daysLate)
  const events = rest.filter(line => line.startsWith('installment.'))
  assert.deepEqual(
    events.map(line => line.split(' ').slice(0, 2).join(' ')),
    ['installment.overdue 1', 'installment.paid 1'],
  )
  assert.ok(
    rest.some(line => / (?:SMS|EMAIL)$/.test(line)),
    rest.join(),
  )
  assert.ok(rest.includes('PAID'), rest.join())
  await expectSoundBooks(app)
})

test('the lines of the sandbox page for agreements close one with its original, and break another', async () => {
  const lines = await paste(takeBlocks('docs/api/sandbox.md', 'sh', 'Agreements'))
  assert.deepEqual(
    lines.map(line => line.replace(' UNSPECIFIED_CANCEL_REASON', '')),
    ['CLOSED', 'CLOSED', 'CANCELED RENEGOTIATION_FAILED', 'OPEN'],
  )
  await expectSoundBooks(app)
})
