import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { writePage } from '../../../../test/purchases/invoices/pdf-writer.ts'
import { query, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { askReview, askUpload, listInvoices, review, upload } from '../../../../test/support/invoices.ts'
import {
  buy,
  buyOpen,
  cancel,
  moveClock,
  pay,
  read,
  readStatus,
} from '../../../../test/support/purchase-http.ts'

let app: TestApp
const [first, second] = [writePage(['Nota fiscal um']), writePage(['Nota fiscal dois'])]

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api', INVOICE_QUOTA_MB_PER_DAY: '1' } })
})
after(() => app.stop())

test('a purchase that was canceled or abandoned accepts no invoice, and the refusal says which', async () => {
  const [canceled, abandoned] = [await buy(app), await buy(app)]
  await upload(app, canceled.transactionId, first)
  await cancel(app, canceled.transactionId)
  await moveClock(app, 'P4D')
  for (const [{ transactionId }, status] of [
    [canceled, 'CANCELED'],
    [abandoned, 'ABANDONED'],
  ] as const)
    for (const file of [first, second])
      expectError(await askUpload(app, transactionId, file), {
        code: 'transaction_state_conflict',
        message: `The transaction is ${status}: it takes no invoice`,
        fields: [],
      })
  const [withdrawn] = await listInvoices(app, canceled.transactionId)
  assert.ok(withdrawn)
  assert.equal(withdrawn.state, 'WITHDRAWN')
  expectError(await askReview(app, withdrawn.id, { result: 'VALIDATED' }), {
    code: 'invoice_not_reviewable',
    message: 'The transaction of this invoice has ended',
  })
})

test('five versions are accepted, and ten thousand more attempts store nothing', async () => {
  const { transactionId } = await buy(app)
  const files = Array.from({ length: 8 }, (_, index) => writePage([`Nota fiscal número ${index}`]))
  const statuses: number[] = []
  for (const file of files) statuses.push((await askUpload(app, transactionId, file)).status)
  assert.deepEqual(statuses, [200, 200, 200, 200, 200, 409, 409, 409])
  const stored = await query(app, 'SELECT name FROM stored_files')
  for (const file of files.slice(5))
    expectError(await askUpload(app, transactionId, file), { code: 'invoice_history_full', fields: [] })
  assert.equal((await query(app, 'SELECT name FROM stored_files')).length, stored.length)
  assert.equal((await askUpload(app, transactionId, files[4])).status, 200)
})

test('an invoice that the retailer was paid for cannot be replaced or refused; one without a payment can', async () => {
  const [validated, waiting] = [await buyOpen(app), await buyOpen(app)]
  const { invoiceId } = await upload(app, validated.transactionId, first)
  await review(app, invoiceId, 'VALIDATED')
  await upload(app, waiting.transactionId, first)
  await moveClock(app, 'PT1M')
  for (const { transactionId } of [validated, waiting])
    assert.notEqual((await read(app, transactionId)).transferedAt, undefined)
  expectError(await askUpload(app, validated.transactionId, second), { code: 'invoice_locked', fields: [] })
  assert.equal((await askUpload(app, validated.transactionId, first)).status, 200)
  assert.equal((await askUpload(app, waiting.transactionId, second)).status, 200)
})

test('after CLOSED a first invoice is still accepted, and no second one', async () => {
  const { transactionId } = await buyOpen(app)
  for (const { id } of (await read(app, transactionId)).installments ?? []) await pay(app, id)
  assert.equal(await readStatus(app, transactionId), 'CLOSED')
  const { invoiceId } = await upload(app, transactionId, first)
  expectError(await askUpload(app, transactionId, second), { code: 'invoice_locked', fields: [] })
  await review(app, invoiceId, 'REFUSED')
  assert.equal((await askUpload(app, transactionId, second)).status, 200)
})

test('a person’s decision is final; a replaced version cannot be decided', async () => {
  const { transactionId } = await buy(app)
  const { invoiceId } = await upload(app, transactionId, first)
  await review(app, invoiceId, 'REFUSED', 'O valor não confere.')
  expectError(await askReview(app, invoiceId, { result: 'VALIDATED' }), {
    code: 'invoice_not_reviewable',
    message: 'This invoice was decided otherwise before',
  })
  await upload(app, transactionId, second)
  expectError(await askReview(app, invoiceId, { result: 'VALIDATED' }), {
    code: 'invoice_not_reviewable',
    message: 'A newer invoice has taken the place of this one',
  })
})

test('a retailer has a daily limit in bytes, after which nothing is stored until the next day', async () => {
  const { transactionId } = await buy(app)
  const large = (letter: string): Buffer => writePage(['Nota'], { raw: `%${letter.repeat(600_000)}\n` })
  assert.equal((await askUpload(app, transactionId, large('a'))).status, 200)
  const stored = await query(app, 'SELECT name FROM stored_files')
  const answer = await askUpload(app, transactionId, large('b'))
  expectError(answer, { code: 'invoice_quota_spent', fields: [] })
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
  assert.equal((await query(app, 'SELECT name FROM stored_files')).length, stored.length)
  app.clock.advance({ days: 1 })
  assert.equal((await askUpload(app, transactionId, large('b'))).status, 200)
})

test('a file that is refused counts for the day too, and one sent again does not count twice', async () => {
  app.clock.advance({ days: 1 })
  const { transactionId } = await buy(app)
  const active = (letter: string): Buffer =>
    writePage(['Nota'], { catalog: '/OpenAction 4 0 R', raw: `%${letter.repeat(600_000)}\n` })
  await upload(app, transactionId, first)
  expectError(await askUpload(app, transactionId, active('a')), {
    code: 'invoice_with_active_content',
    fields: ['invoiceFile'],
  })
  expectError(await askUpload(app, transactionId, active('b')), { code: 'invoice_quota_spent', fields: [] })
  await upload(app, transactionId, first)
})
