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

test('the page about payment links works when pasted, to the 422 and to PAYMENT_LINK_DELETED', async () => {
  const outputs = await pasteBlocks(app, takeBlocks('docs/payment-links.md', 'sh'))
  assert.deepEqual(
    outputs.slice(1, 5).map(text => text.trim()),
    ['ACTIVE', 'CLAIMED', 'transaction_without_products', 'PAYMENT_LINK_DELETED'],
  )
})
