import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import {
  DEMO_RETAILER,
  PLAIN_KEY,
  PLAIN_RETAILER,
  query,
  startTestApp,
  type TestApp,
} from '../../../../test/support/app.ts'
import {
  buyOpen,
  cancel,
  checkAnswer,
  moveClock,
  playUntil,
  read,
} from '../../../../test/support/purchase-http.ts'
import { pickOption, quote } from '../../../../test/support/purchases.ts'
import { ask, readStatementOf } from '../../../../test/support/statements.ts'
import { AuthorizeAnswer } from '../../../contract/authorize.ts'
import { accountOf } from '../../../domains/ledger/accounts.ts'
import { postEntries } from '../../../domains/ledger/store/entries.ts'
import {
  listRetailerDebts,
  listRetailerMovements,
  sumRetailerMovements,
} from '../../../domains/ledger/store/retailer-movements.ts'
import { computeContractEntry } from '../../../domains/purchases/entries.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const wireCentavos = (amount: number): number => Math.round(amount * 100)
const TODAY = '2026-03-10'

/** Purchases that nobody made, in the books only. */
async function bookSales(retailerId: string, count: number, at: Date): Promise<void> {
  const entries = Array.from({ length: count }, () => {
    const transactionId = newId(at.getTime())
    return computeContractEntry({
      retailerId,
      transactionId,
      startedAt: at,
      downPaymentCentavos: 0,
      installmentsCentavos: 1_000,
      transferCentavos: 900,
      commissionCentavos: 60,
      retentionCentavos: 40,
      iofCentavos: 0,
      interestCentavos: 0,
      feeCentavos: 0,
      premiumCentavos: 0,
    })
  })
  // Few at once: the books check each statement against everything that it adds.
  while (entries.length > 0) {
    const some = entries.splice(0, 100)
    await app.database.transaction(async tx => postEntries(tx, app.services.secrets, some, at))
  }
}

/** A purchase of the plain retailer, complete, under any order id. */
async function sellAs(orderId: string): Promise<string> {
  const option = pickOption(await quote(app, { key: PLAIN_KEY }), { downPayment: false, installments: 3 })
  const answer = await app.post('/authorize', { apiKey: PLAIN_KEY, optionId: option._id, orderId })
  const { transactionId } = checkAnswer(AuthorizeAnswer, answer)
  await playUntil(app, transactionId, 'COMPLETE', {}, PLAIN_KEY)
  return transactionId
}

test('a statement shows sales, what the lender keeps of them, cancellations and transfers, and adds up', async () => {
  const [kept, canceled] = [await buyOpen(app), await buyOpen(app)]
  await cancel(app, canceled.transactionId)
  const before = await readStatementOf(app, { from: TODAY, to: TODAY })
  const transfer = (await read(app, kept.transactionId)).transferValue ?? 0
  assert.deepEqual([before.openingBalance, before.closingBalance], [0, transfer])
  const of = (transactionId: string) =>
    before.lines
      .filter(line => line.transactionId === transactionId)
      .map(({ kind, amount }) => [kind, amount])
  const { option } = kept
  const sale = [
    ['SALE', 2_000],
    ...(option.cmValue === 0 ? [] : [['COMMISSION', -option.cmValue]]),
    ...(option.retentionValue === 0 ? [] : [['RETENTION', -option.retentionValue]]),
  ]
  assert.deepEqual(of(kept.transactionId), sale)
  // The clock of the test stands still: a sale comes before its cancellation in the same millisecond too.
  assert.deepEqual(of(canceled.transactionId), [...sale, ['CANCELLATION', -transfer]])
  assert.ok(before.lines.every(({ orderId, date }) => orderId !== undefined && date === TODAY))
  assert.equal(before.lines.find(each => each.transactionId === kept.transactionId)?.orderId, kept.orderId)

  await moveClock(app, 'PT10S')
  const after = await readStatementOf(app, { from: TODAY, to: TODAY })
  const [last] = after.lines.slice(-1)
  assert.deepEqual(
    [last?.kind, last?.amount, last?.balance, after.closingBalance],
    ['TRANSFER', -transfer, 0, 0],
  )
  assert.match(last?.reference ?? '', /^[0-9a-f]{24}$/)
  const sum = after.lines.reduce((total, { amount }) => total + wireCentavos(amount), 0)
  assert.equal(wireCentavos(after.openingBalance) + sum, wireCentavos(after.closingBalance))
})

test('each retailer sees its own movements only', async () => {
  const { lines } = await readStatementOf(app, { from: TODAY, to: TODAY }, PLAIN_KEY)
  assert.deepEqual(lines, [])
})

test('a day that is over is closed: its balance opens the next one', async () => {
  await moveClock(app, 'P2D')
  await bookSales(PLAIN_RETAILER, 3, app.services.clock.now())
  const first = await readStatementOf(app, { from: TODAY, to: '2026-03-11' }, PLAIN_KEY)
  const second = await readStatementOf(app, { from: '2026-03-12', to: '2026-03-12' }, PLAIN_KEY)
  assert.deepEqual([first.closingBalance, first.lines.length], [0, 0])
  assert.deepEqual([second.openingBalance, second.closingBalance, second.lines.length], [0, 27, 9])
})

test('the same in CSV: header, opening, lines, closing; amounts with a dot; no cell is a formula', async () => {
  const transactionId = await sellAs('=HYPERLINK("x"),1')
  const response = await ask(
    app,
    '/statement',
    { from: '2026-03-12', to: '2026-03-12', format: 'csv' },
    PLAIN_KEY,
  )
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(
    response.headers.get('content-disposition'),
    'attachment; filename="statement-2026-03-12-2026-03-12.csv"',
  )
  const rows = (await response.text()).split('\r\n')
  assert.equal(rows[0], 'date,kind,transactionId,orderId,amount,balance,reference')
  assert.equal(rows[1], '2026-03-12,OPENING,,,,0.00,')
  assert.match(rows[2] ?? '', /^2026-03-12,SALE,[0-9a-f]{24},,10\.00,10\.00,$/)
  assert.match(rows[3] ?? '', /^2026-03-12,COMMISSION,[0-9a-f]{24},,-0\.60,9\.40,$/)
  const own = rows.find(row => row.includes(`SALE,${transactionId}`))
  assert.equal(
    own?.slice(0, own.indexOf(',2000.00')),
    `2026-03-12,SALE,${transactionId},"'=HYPERLINK(""x""),1"`,
  )
  assert.match(rows.at(-2) ?? '', /^2026-03-12,CLOSING,,,,\d+\.\d\d,$/)
  assert.equal(rows.at(-1), '')
})

test('a statement of more movements than are read at once is whole and in order', async () => {
  const opening = (await readStatementOf(app, { from: '2026-03-12', to: '2026-03-12' }, PLAIN_KEY))
    .closingBalance
  await moveClock(app, 'P1D')
  await bookSales(PLAIN_RETAILER, 2_300, app.services.clock.now())
  const { lines, openingBalance, closingBalance } = await readStatementOf(
    app,
    { from: '2026-03-13', to: '2026-03-13' },
    PLAIN_KEY,
  )
  const sales = lines.filter(({ kind }) => kind === 'SALE')
  assert.equal(new Set(sales.map(({ transactionId }) => transactionId)).size, 2_300)
  assert.ok(openingBalance <= opening)
  let balance = wireCentavos(openingBalance)
  for (const line of lines) {
    balance += wireCentavos(line.amount)
    assert.equal(wireCentavos(line.balance), balance)
  }
  assert.equal(balance, wireCentavos(closingBalance))
})

/** How the database would run what is asked of it. */
async function explain(ask: (db: Queryable) => Promise<unknown>): Promise<string> {
  const plans: string[] = []
  const run = async <Row>({ text }: Statement, values: readonly unknown[]): Promise<Row[]> => {
    const rows = await query<{ 'QUERY PLAN': string }>(app, `EXPLAIN ${text}`, values)
    plans.push(...rows.map(row => row['QUERY PLAN']))
    return []
  }
  await ask({ run })
  return plans.join('\n')
}

test('neither a page nor an opening balance reads more of the books than its own range of an index', async () => {
  await query(app, 'ANALYZE ledger_postings')
  await query(app, 'ANALYZE ledger_entries')
  const range = { after: '', before: 'g' }
  const page = await explain(db => listRetailerMovements(db, PLAIN_RETAILER, range, 100))
  const opening = await explain(db => sumRetailerMovements(db, PLAIN_RETAILER, range))
  for (const plan of [page, opening]) {
    assert.equal(plan.match(/ledger_postings_by_account/g)?.length, 3, plan)
    assert.doesNotMatch(plan, /Seq Scan/, plan)
  }
})

test('a retailer that owes more than it is owed is in debt since its balance went below zero', async () => {
  assert.deepEqual(await listRetailerDebts(app.database), [])
  const at = app.services.clock.now()
  const postings = [
    { account: accountOf.clawback(DEMO_RETAILER), amountCentavos: 5_000_000 },
    { account: 'suspense' as const, amountCentavos: -5_000_000 },
  ]
  const entry = {
    kind: 'reversal' as const,
    retailerId: DEMO_RETAILER,
    transactionId: undefined,
    reference: 'reversal:test',
    occurredAt: at,
    memo: {},
    postings,
  }
  await app.database.transaction(async tx => postEntries(tx, app.services.secrets, [entry], at))
  const [debt] = await listRetailerDebts(app.database, DEMO_RETAILER)
  assert.deepEqual([debt?.amountCentavos, debt?.since], [5_000_000, at])
  assert.deepEqual(await listRetailerDebts(app.database), [debt])
})
