import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../support/app.ts'
import { pasteBlocks } from '../support/pasted-shell.ts'
import { readSource } from '../tidy/source-files.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('the page about payment links works when pasted, to the 422 and to PAYMENT_LINK_DELETED', async () => {
  const blocks = [...readSource('docs/payment-links.md').matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
  const outputs = await pasteBlocks(
    app,
    blocks.map(([, text = '']) => text),
  )
  assert.deepEqual(
    outputs.slice(1, 5).map(text => text.trim()),
    ['ACTIVE', 'CLAIMED', 'transaction_without_products', 'PAYMENT_LINK_DELETED'],
  )
})
