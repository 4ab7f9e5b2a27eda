import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { buy, buyOpen, cancel, moveClock, read } from '../../../../test/support/purchase-http.ts'
import { listTransactions } from '../../../../test/support/statements.ts'
import { searchPurchases } from '../../../domains/purchases/store/search.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const listIds = async (query: Record<string, string> = {}, key?: string): Promise<string[]> =>
  (await listTransactions(app, query, key)).data.map(({ transactionId }) => transactionId)

test('transactions are listed with the figures that each of them shows, the newest first', async () => {
  const open = await buyOpen(app)
  const pending = await buy(app)
  const { data, next } = await listTransactions(app)
  assert.equal(next, null)
  assert.deepEqual(
    new Set(data.map(each => each.transactionId)),
    new Set([open.transactionId, pending.transactionId]),
  )
  for (const { transactionId, orderId, createdAt, ...listed } of data) {
    const { status, step, totalAmount, financedAmount, downPaymentValue, transferValue } = await read(
      app,
      transactionId,
    )
    const shown = { status, step, totalAmount, financedAmount, downPaymentValue }
    assert.deepEqual(listed, transferValue === undefined ? shown : { ...shown, transferValue })
    assert.equal(orderId, transactionId === open.transactionId ? open.orderId : pending.orderId)
    assert.equal(createdAt, app.clock.now().toISOString())
  }
  await moveClock(app, 'P1D')
  const later = await buy(app)
  assert.equal((await listIds())[0], later.transactionId)
  const transfered = (await listTransactions(app, { orderId: open.orderId })).data[0]
  assert.ok(transfered?.transferedAt)
})

test('they are found by order, also those that ended, by status and by day', async () => {
  const [one, other] = [await buy(app), await buy(app)]
  await cancel(app, one.transactionId)
  assert.deepEqual(await listIds({ orderId: one.orderId }), [one.transactionId])
  assert.deepEqual(await listIds({ orderId: one.orderId, status: 'OPEN' }), [])
  assert.deepEqual(await listIds({ orderId: other.orderId, status: 'PENDING' }), [other.transactionId])
  assert.deepEqual(await listIds({ status: 'CANCELED' }), [one.transactionId])
  assert.deepEqual(await listIds({ orderId: 'none' }), [])
  assert.equal((await listIds({ from: '2026-03-10', to: '2026-03-10' })).length, 2)
  assert.equal((await listIds({ from: '2026-03-11' })).length, 3)
  assert.deepEqual(await listIds({ to: '2026-03-09' }), [])
})

test('each retailer sees its own only', async () => {
  const own = await buy(app, { key: PLAIN_KEY })
  assert.deepEqual(await listIds({}, PLAIN_KEY), [own.transactionId])
  const foreign = (await listTransactions(app)).data[0]?.orderId ?? ''
  assert.deepEqual(await listIds({ orderId: foreign }, PLAIN_KEY), [])
})

test('pages follow each other without a gap or a repetition', async () => {
  const all = await listIds()
  const paged: string[] = []
  let after: string | undefined
  for (let page = 0; page < 10; page += 1) {
    const { data, next } = await listTransactions(app, {
      limit: '2',
      ...(after === undefined ? {} : { after }),
    })
    paged.push(...data.map(({ transactionId }) => transactionId))
    if (next === null) break
    after = next
  }
  assert.deepEqual(paged, all)
})

test('a purchase that was canceled before its transfer shows no transferValue; one canceled after it does', async () => {
  const after = await buyOpen(app)
  await moveClock(app, 'PT10S')
  const before = await buyOpen(app)
  await cancel(app, before.transactionId)
  await cancel(app, after.transactionId)
  const [first] = (await listTransactions(app, { orderId: before.orderId })).data
  const [second] = (await listTransactions(app, { orderId: after.orderId })).data
  assert.deepEqual([first?.status, second?.status], ['CANCELED', 'CANCELED'])
  assert.ok(first && !('transferValue' in first) && !('transferedAt' in first))
  assert.ok(second?.transferValue && second.transferedAt)
  assert.ok(!('transferValue' in (await read(app, before.transactionId))))
  assert.equal((await read(app, after.transactionId)).transferValue, second.transferValue)
})

test('a search for a rare status looks at so many purchases and says where to go on', async () => {
  const retailerId = '000000000000000000000001'
  const seen: number[] = []
  const db = {
    run: async <Row>(_: unknown, values: readonly unknown[]): Promise<Row[]> => {
      const count = Number(values[4])
      seen.push(count)
      return [{ id: '1'.padStart(24, '0'), isFound: false, isLast: true }] as Row[]
    },
  }
  const looked = { database: db, secrets: app.services.secrets }
  const { purchases, next } = await searchPurchases(looked, retailerId, { status: 'CLOSED', limit: 50 })
  assert.deepEqual([seen, purchases, next], [[2_000], [], '1'.padStart(24, '0')])
})
