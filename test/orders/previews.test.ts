import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { CancelPreviewAnswer } from '../../src/contract/cancel.ts'
import { RemovalPreviewAnswer } from '../../src/contract/orders.ts'
import { DEMO_KEY, DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import {
  type Bought,
  buy,
  buyOpen,
  cancel,
  centavos,
  checkAnswer,
  pay,
  read,
  removeProducts,
  type TransactionBody,
} from '../support/purchase-http.ts'
import { balanceOf, contextOf, expectSoundBooks, transferAll } from '../support/purchases.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

const products = [
  { id: 'fridge', name: 'Geladeira', amount: 1, value: 1_500 },
  { id: 'kettle', name: 'Chaleira', amount: 2, value: 250 },
]

/** Everything that the program has written, except for its work and its limits, and the numbers of billets that it took. */
async function readWorld(): Promise<readonly unknown[]> {
  const tables = await query<{ name: string }>(
    app,
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
       AND relname NOT IN ('jobs', 'job_schedules', 'processes', 'rate_windows', 'api_requests', 'api_key_uses') ORDER BY 1`,
  )
  const counts = tables.map(
    ({ name }) => `SELECT '${name}' AS name, count(*), sum(hashtext(t::text)::bigint) AS hash FROM ${name} t`,
  )
  const rows = await query(app, counts.join(' UNION ALL '))
  return [...rows, ...(await query(app, 'SELECT last_value FROM billet_our_numbers'))]
}

const previewRemoval = async (transactionId: string) =>
  checkAnswer(
    RemovalPreviewAnswer,
    await app.post(`/public/transaction/${transactionId}/removal-preview`, {
      apiKey: DEMO_KEY,
      products: ['kettle'],
    }),
  )
const previewCancel = async (transactionId: string) =>
  checkAnswer(CancelPreviewAnswer, await app.post('/cancel/preview', { apiKey: DEMO_KEY, transactionId }))

/** Without what only a transaction that exists has. */
function withoutNames(transaction: TransactionBody) {
  const {
    id: _,
    transactionId: __,
    downPaymentBillet,
    installments = [],
    refundStatus: ___,
    ...rest
  } = transaction
  const figures = (billet: TransactionBody['downPaymentBillet']) =>
    billet && {
      value: billet.value,
      dueDate: billet.dueDate,
      paymentStatus: billet.paymentStatus,
      number: billet.installmentNumber,
    }
  return { ...rest, downPaymentBillet: figures(downPaymentBillet), installments: installments.map(figures) }
}

const ACCOUNTS = [
  `clawback:${DEMO_RETAILER}`,
  `retailer:${DEMO_RETAILER}`,
  'iof-recoverable',
  'fee-income',
  'retention-income',
] as const
/** By account. What was earned since it was booked last is booked first, and given back at once: it does not count. */
async function readBooks(endedId: string): Promise<ReadonlyMap<string, number>> {
  const rows = await query<{ account: string; sum: number }>(
    app,
    `SELECT p.account, sum(p.amount_centavos)::bigint AS sum FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
      WHERE p.account = ANY ($1) AND NOT (e.kind = 'accrual' AND e.transaction_id = $2) GROUP BY p.account`,
    [ACCOUNTS, endedId],
  )
  return new Map(rows.map(({ account, sum }) => [account, sum]))
}
type Books = Awaited<ReturnType<typeof readBooks>>
type Sides = Pick<Awaited<ReturnType<typeof previewRemoval>>, 'retailer' | 'lender'>
function expectBooked(before: Books, now: Books, { retailer, lender }: Sides): void {
  const change = (name: (typeof ACCOUNTS)[number]): number => (now.get(name) ?? 0) - (before.get(name) ?? 0)
  assert.equal(change(ACCOUNTS[0]), centavos(retailer.owedValue), 'what the shop owes')
  assert.equal(change(ACCOUNTS[1]), centavos(retailer.untransferredValue), 'what it will not be paid')
  assert.equal(change('iof-recoverable'), centavos(lender.iof))
  assert.equal(change('fee-income'), centavos(lender.fee))
  assert.equal(change('retention-income'), centavos(lender.retention))
}

/** One life for each state in which products are returned. */
const LIVES: Readonly<Record<string, () => Promise<Bought>>> = {
  'not signed': () => buy(app, { products }),
  'complete, not paid out': () => buyOpen(app, { products }),
  'paid out': async () => {
    const bought = await buyOpen(app, { products })
    await transferAll(contextOf(app))
    return bought
  },
  'an installment paid': async () => {
    const bought = await buyOpen(app, { products })
    await transferAll(contextOf(app))
    const { installments = [] } = await read(app, bought.transactionId)
    await pay(app, installments[0]?.id ?? '')
    app.clock.advance({ days: 3 })
    return bought
  },
}

for (const [name, live] of Object.entries(LIVES)) {
  test(`${name}: a previewed removal changes nothing, and the removal then does what it said`, async () => {
    const { transactionId } = await live()
    const world = await readWorld()
    const preview = await previewRemoval(transactionId)
    assert.deepEqual(await readWorld(), world, 'nothing is written and no number is taken')
    const books = await readBooks(transactionId)
    const owedBefore = await balanceOf(app, `customer:${transactionId}`)
    const done = await removeProducts(app, transactionId, ['kettle'])
    assert.deepEqual(withoutNames(preview.transaction), withoutNames(done))
    assert.equal(preview.customer.refundValue, done.refundValue ?? 0)
    const owedAfter = await balanceOf(app, `customer:${done.transactionId}`)
    assert.equal(
      centavos(preview.customer.releasedValue),
      Math.max(0, owedBefore) - Math.max(0, owedAfter),
      'what the customer no longer owes',
    )
    expectBooked(books, await readBooks(transactionId), preview)
  })

  test(`${name}: a previewed cancellation changes nothing, and the cancellation then does what it said`, async () => {
    const { transactionId } = await live()
    const world = await readWorld()
    const preview = await previewCancel(transactionId)
    assert.deepEqual(await readWorld(), world, 'nothing is written and no number is taken')
    const books = await readBooks(transactionId)
    const done = await cancel(app, transactionId)
    assert.equal(preview.customer.refundValue, done.refundValue)
    assert.equal(preview.maxRefundDate, done.maxRefundDate)
    expectBooked(books, await readBooks(transactionId), preview)
  })
}
