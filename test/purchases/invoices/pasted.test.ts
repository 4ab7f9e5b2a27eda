import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { takeBlocks } from '../../support/documented-blocks.ts'
import { listInvoiceEvents } from '../../support/invoices.ts'
import { pasteBlocks } from '../../support/pasted-shell.ts'
import { buy } from '../../support/purchase-http.ts'

const WAIT_MS = 60_000

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

test('pasted after the tour, the invoice of the sandbox page is VALIDATED automatically, refused by the refusing line, and infected by the next', async () => {
  const [variables = ''] = takeBlocks('docs/tour.md', 'sh', '')
  const [cart = ''] = takeBlocks('docs/tour.md', 'sh', '2. What can she choose from?')
  const [send = '', refuse = '', infected = '', ...others] = takeBlocks(
    'docs/api/sandbox.md',
    'sh',
    'Invoices',
  )
  assert.deepEqual(others, [])
  // The transaction that the tour leaves behind is canceled: the page may not depend on it.
  const left = `TRANSACTION=${(await buy(app)).transactionId}\n`
  const [, , , printed = ''] = await pasteBlocks(app, [variables, cart, left, send])
  const [transactionId = '', invoiceId = ''] = printed.trim().split(' ')
  assert.ok(!left.includes(transactionId))
  const deadline = Date.now() + WAIT_MS
  const tell = async () => (await listInvoiceEvents(app, transactionId)).map(({ action }) => action)
  while ((await tell()).length === 0 && Date.now() < deadline) await delay(50)
  assert.deepEqual(await tell(), ['VALIDATED'])
  const preparation = `${variables}TRANSACTION=${transactionId}\nINVOICE=${invoiceId}\n`
  const [, answer = ''] = await pasteBlocks(app, [preparation, refuse])
  assert.equal((JSON.parse(answer) as { result: string }).result, 'REFUSED')
  assert.deepEqual(await tell(), ['VALIDATED', 'REFUSED'])
  const [, answered = ''] = await pasteBlocks(app, [preparation, infected])
  assert.equal((JSON.parse(answered) as { code: string }).code, 'invoice_infected')
})
