import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'
import { expectSoundBooks } from '../support/purchases.ts'
import { readSource } from '../tidy/source-files.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const listBlocks = (page: string): string[] =>
  [...readSource(page).matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text)

/** What the only block of the sandbox page with this text prints, line by line. */
async function paste(part: string): Promise<string[]> {
  const [variables = ''] = listBlocks('docs/tour.md')
  const blocks = listBlocks('docs/api/sandbox.md').filter(text => text.includes(part))
  assert.equal(blocks.length, 1)
  const [, output = ''] = await pasteBlocks(app, [variables, ...blocks])
  return output.split('\n').filter(line => line !== '')
}

test('the lines of the sandbox page for a late installment remind, copy, take the payment and tell both events', async () => {
  const [daysLate = '', ...rest] = await paste('/reissue')
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
  const lines = await paste('agree()')
  assert.deepEqual(
    lines.map(line => line.replace(' UNSPECIFIED_CANCEL_REASON', '')),
    ['CLOSED', 'CLOSED', 'CANCELED RENEGOTIATION_FAILED', 'OPEN'],
  )
  await expectSoundBooks(app)
})
