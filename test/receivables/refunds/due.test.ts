import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { query, startTestApp, type TestApp } from '../../support/app.ts'
import { askCancel, buy, buyOpen, pay, read, removeProducts } from '../../support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

interface Row {
  readonly reference: string
  readonly amount: number
  readonly state: string
}

const listRows = (transactionId: string): Promise<Row[]> =>
  query<Row>(
    app,
    'SELECT reference, amount_centavos::integer AS amount, state FROM refunds WHERE transaction_id = $1 ORDER BY id',
    [transactionId],
  )

/** By the books. */
async function sumOwed(transactionId: string): Promise<number> {
  const [row] = await query<{ owed: number }>(
    app,
    `SELECT coalesce(-sum(amount_centavos), 0)::integer AS owed FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
      WHERE p.account = 'refunds-due' AND e.transaction_id = $1`,
    [transactionId],
  )
  return row?.owed ?? 0
}

async function expectDue(transactionId: string, count: number): Promise<number> {
  const rows = await listRows(transactionId)
  const owed = await sumOwed(transactionId)
  assert.equal(rows.length, count)
  assert.equal(
    rows.reduce((sum, { amount }) => sum + amount, 0),
    owed,
  )
  const { status, refundStatus, refundValue, refundedAt } = await read(app, transactionId)
  const nothing = status === 'CANCELED' ? 0 : undefined
  assert.deepEqual(
    [refundStatus, refundValue, refundedAt],
    count === 0 ? [undefined, nothing, undefined] : ['DUE', owed / 100, undefined],
  )
  return owed
}

test('a cancellation after payments is a refund due of as much as the books owe', async () => {
  const { transactionId } = await buyOpen(app)
  await expectDue(transactionId, 0)
  const { body } = await askCancel(app, transactionId)
  const owed = await expectDue(transactionId, 1)
  assert.equal(owed / 100, body.refundValue)
  const [row] = await query<{ last: string }>(
    app,
    'SELECT max_refund_date::text AS last FROM refunds WHERE transaction_id = $1',
    [transactionId],
  )
  assert.equal(new Date(`${row?.last}T23:59:59.999-03:00`).toISOString(), body.maxRefundDate)
  await askCancel(app, transactionId)
  await expectDue(transactionId, 1)
})

test('a purchase that nothing was paid for owes nothing back', async () => {
  const { transactionId } = await buy(app)
  await askCancel(app, transactionId)
  await expectDue(transactionId, 0)
})

test('money that arrives after the end is one more refund', async () => {
  const { transactionId } = await buyOpen(app)
  const [installment] = (await read(app, transactionId)).installments ?? []
  await askCancel(app, transactionId)
  const before = await expectDue(transactionId, 1)
  await pay(app, installment?.id ?? '')
  assert.ok((await expectDue(transactionId, 2)) > before)
})

test('what is paid beyond the amount due is a refund of the living purchase', async () => {
  const { transactionId } = await buyOpen(app)
  const [installment] = (await read(app, transactionId)).installments ?? []
  await pay(app, installment?.id ?? '', { amount: (installment?.value ?? 0) + 12.34 })
  assert.equal(await expectDue(transactionId, 1), 1_234)
})

test('what is left of the payments after a product was removed is a refund of the replacement', async () => {
  const products = ['a', 'b'].map(id => ({ id, name: id, amount: 1, value: id === 'a' ? 900 : 100 }))
  const { transactionId } = await buyOpen(app, { products })
  for (const { id } of ((await read(app, transactionId)).installments ?? []).slice(0, 2)) await pay(app, id)
  const replacement = await removeProducts(app, transactionId, ['a'])
  await expectDue(transactionId, 0)
  assert.ok((await expectDue(replacement.transactionId, 1)) > 0)
})
