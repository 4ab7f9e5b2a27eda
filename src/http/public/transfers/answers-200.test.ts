import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { buyOpen, cancel, centavos, moveClock, read } from '../../../../test/support/purchase-http.ts'
import {
  listTransfersOf,
  readBalanceOf,
  readStatementOf,
  readSummaryOf,
  readTransferOf,
} from '../../../../test/support/statements.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const sumOf = (lines: readonly { readonly amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + centavos(amount), 0)

test('a transfer opens to its orders, which add up to it, and states what the bank names it by', async () => {
  const [one, other] = [await buyOpen(app), await buyOpen(app, { value: 800 })]
  await moveClock(app, 'PT30S')
  const { data, next } = await listTransfersOf(app)
  assert.equal(next, null)
  assert.ok(data.length > 0 && data.every(({ status }) => status === 'PAID'))
  const opened = await Promise.all(data.map(({ transferId }) => readTransferOf(app, transferId)))
  for (const [at, { lines, ...listed }] of opened.entries()) {
    assert.deepEqual(listed, data[at])
    assert.equal(sumOf(lines), centavos(listed.amount))
    assert.equal(lines.length, listed.orders)
    assert.match(listed.bankReference ?? '', /^E\d{8}\d{12}[0-9A-Za-z]{11}$/)
    assert.match(listed.documentNumber, /^P[0-9A-Z]{19}$/)
    assert.equal(listed.date, calendarDateAt(app.services.clock.now()))
  }
  const lines = opened.flatMap(each => each.lines)
  for (const { transactionId, orderId } of [one, other]) {
    const line = lines.find(each => each.transactionId === transactionId)
    const { transferValue } = await read(app, transactionId)
    assert.deepEqual(line, { kind: 'SALE', transactionId, orderId, amount: transferValue })
  }
  const to = calendarDateAt(app.services.clock.now())
  const statement = await readStatementOf(app, { from: to, to })
  assert.deepEqual(
    new Set(statement.lines.filter(({ kind }) => kind === 'TRANSFER').map(({ reference }) => reference)),
    new Set(data.map(({ transferId }) => transferId)),
  )
})

test('what was owed back for a cancellation is a line of the transfer that it was kept from', async () => {
  const ended = await buyOpen(app)
  await moveClock(app, 'PT30S')
  const { transferValue = 0 } = await read(app, ended.transactionId)
  await cancel(app, ended.transactionId)
  const owing = await readBalanceOf(app)
  assert.deepEqual([owing.owedBack, owing.balance], [transferValue, -transferValue])
  const large = await buyOpen(app, { value: 2_900 })
  const planned = await readBalanceOf(app)
  await moveClock(app, 'PT30S')
  const [latest] = (await listTransfersOf(app)).data
  const { lines, amount, nettedAmount, salesAmount } = await readTransferOf(app, latest?.transferId ?? '')
  assert.deepEqual(
    lines.map(({ kind, transactionId, orderId }) => [kind, transactionId, orderId]),
    [
      ['SALE', large.transactionId, large.orderId],
      ['CANCELLATION', ended.transactionId, ended.orderId],
    ],
  )
  assert.equal(sumOf(lines), centavos(amount))
  assert.deepEqual(
    [nettedAmount, centavos(salesAmount)],
    [transferValue, centavos(amount) + centavos(nettedAmount)],
  )
  assert.deepEqual([planned.nextTransfer?.amount, planned.nextTransfer?.orders], [amount, 1])
  const after = await readBalanceOf(app)
  assert.deepEqual([after.balance, after.owedBack, after.calendar], [0, 0, []])
})

test('the balance is what the statement closes with, and its parts add up to it', async () => {
  await buyOpen(app)
  const balance = await readBalanceOf(app)
  const to = calendarDateAt(app.services.clock.now())
  const { closingBalance } = await readStatementOf(app, { from: to, to })
  assert.equal(balance.balance, closingBalance)
  assert.ok(balance.scheduled > 0 && balance.other === 0)
  const { sent, scheduled, held, owedBack } = balance
  assert.equal(
    centavos(balance.balance),
    centavos(sent) + centavos(scheduled) + centavos(held) - centavos(owedBack),
  )
  await moveClock(app, 'PT30S')
})

test('the summary goes from sales to transfers and closes with the statement', async () => {
  const to = calendarDateAt(app.services.clock.now())
  const [statement, summary] = [
    await readStatementOf(app, { from: to, to }),
    await readSummaryOf(app, { from: to, to }),
  ]
  const sum = (kind: string): number => sumOf(statement.lines.filter(line => line.kind === kind))
  assert.deepEqual(
    [summary.sales, summary.commission, summary.retention, summary.transferred].map(centavos),
    ['SALE', 'COMMISSION', 'RETENTION', 'TRANSFER'].map(sum),
  )
  assert.equal(centavos(summary.cancellations) + centavos(summary.costs), sum('CANCELLATION'))
  assert.deepEqual(
    [summary.openingBalance, summary.closingBalance],
    [statement.openingBalance, statement.closingBalance],
  )
  const { openingBalance, closingBalance, from: _, to: __, ...parts } = summary
  assert.equal(
    Object.values(parts).reduce((total, part) => total + centavos(part), centavos(openingBalance)),
    centavos(closingBalance),
  )
})

test('pages of transfers follow each other without a gap or a repetition', async () => {
  const all = (await listTransfersOf(app)).data.map(({ transferId }) => transferId)
  assert.ok(all.length >= 3)
  const paged: string[] = []
  let after: string | undefined
  do {
    const page = await listTransfersOf(app, { limit: '1', ...(after !== undefined && { after }) })
    paged.push(...page.data.map(({ transferId }) => transferId))
    after = page.next ?? undefined
  } while (after !== undefined && paged.length < 50)
  assert.deepEqual(paged, all)
  const day = calendarDateAt(app.services.clock.now())
  assert.deepEqual(
    (await listTransfersOf(app, { from: day, to: day })).data.map(({ transferId }) => transferId),
    all,
  )
  assert.deepEqual((await listTransfersOf(app, { to: '2026-03-09' })).data, [])
})

test('each retailer sees its own transfers and balance only', async () => {
  assert.deepEqual((await listTransfersOf(app, {}, PLAIN_KEY)).data, [])
  const { balance, calendar } = await readBalanceOf(app, PLAIN_KEY)
  assert.deepEqual([balance, calendar], [0, []])
})
