import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { richDemonstrationPolicy } from '../../../src/sandbox/demonstration-policies.ts'
import { DEMO_RETAILER, startTestApp, type TestApp } from '../../support/app.ts'
import { review, upload, writeInvoice } from '../../support/invoices.ts'
import {
  buy,
  buyOpen,
  listPublished,
  moveClock,
  pay,
  playUntil,
  read,
  removeProducts,
} from '../../support/purchase-http.ts'
import { balanceOf, expectSoundBooks } from '../../support/purchases.ts'
import { writePage } from './pdf-writer.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  await app.services.credit.policies.publish(DEMO_RETAILER, {
    ...richDemonstrationPolicy,
    transfer: { requiresInvoice: true },
  })
})
after(() => app.stop())

async function isTransfered(transactionId: string): Promise<boolean> {
  await moveClock(app, 'PT10S')
  return (await read(app, transactionId)).transferedAt !== undefined
}

test('where the policy asks for an invoice, the retailer is paid when it is VALIDATED and not before', async () => {
  const bought = await buyOpen(app)
  const { transactionId } = bought
  assert.equal(await isTransfered(transactionId), false)
  const { invoiceId } = await upload(app, transactionId, writePage(['Nota fiscal que ninguém confere']))
  assert.equal(await isTransfered(transactionId), false)
  await review(app, invoiceId, 'REFUSED')
  assert.equal(await isTransfered(transactionId), false)
  await upload(app, transactionId, await writeInvoice(app, bought))
  await moveClock(app, 'PT1S')
  assert.equal(await isTransfered(transactionId), true)
  const { transferValue } = await read(app, transactionId)
  assert.ok(transferValue !== undefined && transferValue > 0)
  assert.deepEqual((await listPublished(app, transactionId)).slice(-3), [
    'REFUSED',
    'VALIDATED',
    'TRANSFERED',
  ])
  await expectSoundBooks(app)
})

test('an invoice that came before the contract was complete counts', async () => {
  const bought = await buy(app)
  const { transactionId } = bought
  await upload(app, transactionId, await writeInvoice(app, bought))
  await moveClock(app, 'PT1S')
  const { downPaymentBillet } = await read(app, transactionId)
  assert.ok(downPaymentBillet)
  await pay(app, downPaymentBillet.id)
  await playUntil(app, transactionId, 'COMPLETE')
  assert.equal(await isTransfered(transactionId), true)
})

test('a newer version or a refusal holds back a transfer that was not made yet', async () => {
  const bought = await buyOpen(app)
  const { transactionId } = bought
  const first = await upload(app, transactionId, writePage(['Nota fiscal aceita à mão']))
  await review(app, first.invoiceId, 'VALIDATED')
  const second = await upload(app, transactionId, writePage(['Nota fiscal trocada na última hora']))
  assert.equal(await isTransfered(transactionId), false)
  await review(app, second.invoiceId, 'VALIDATED')
  assert.equal(await isTransfered(transactionId), true)
})

test('the purchase that follows a product removal waits for its own invoice', async () => {
  const product = (id: string) => ({ id, name: 'Produto', amount: 1, value: 700 })
  const bought = await buyOpen(app, { products: [product('a'), product('b')] })
  const { invoiceId } = await upload(app, bought.transactionId, writePage(['Nota fiscal dos dois produtos']))
  await review(app, invoiceId, 'VALIDATED')
  const { transactionId } = await removeProducts(app, bought.transactionId, ['b'])
  assert.equal(await isTransfered(transactionId), false)
  const next = await upload(app, transactionId, writePage(['Nota fiscal de um produto']))
  await review(app, next.invoiceId, 'VALIDATED')
  assert.equal(await isTransfered(transactionId), true)
  assert.equal(await balanceOf(app, `retailer:${DEMO_RETAILER}`), 0)
})
