import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import {
  buy,
  buyOpen,
  cancel,
  centavos,
  moveClock,
  removeProducts,
} from '../../../../test/support/purchase-http.ts'
import { listTransactions, listTransfersOf, readFiguresOf } from '../../../../test/support/statements.ts'
import { addDays, calendarDateAt, parseCalendarDate } from '../../../kernel/calendar-date.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const dayOf = (instant: string): string => calendarDateAt(new Date(instant))

test('figures by day are those of the transactions and transfers of each day', async () => {
  const canceled = await buyOpen(app)
  await buy(app)
  await moveClock(app, 'P1D')
  await buyOpen(app, { value: 2_500 })
  await cancel(app, canceled.transactionId)
  // On both sides of midnight in São Paulo, three hours behind UTC.
  await moveClock(app, 'PT11H50M')
  await buyOpen(app, { value: 900 })
  await moveClock(app, 'PT20M')
  await buyOpen(app, { value: 700 })
  await moveClock(app, 'PT30S')

  const to = calendarDateAt(app.services.clock.now())
  const { days, total } = await readFiguresOf(app, { from: '2026-03-09', to })
  const all = (await listTransactions(app, { limit: '100' })).data
  const transfers = (await listTransfersOf(app)).data
  for (const day of days) {
    const begun = all.filter(({ createdAt }) => dayOf(createdAt) === day.date)
    const sold = begun.filter(({ status }) => status !== 'PENDING')
    const paid = transfers.filter(({ date, status }) => date === day.date && status === 'PAID')
    const worth = sold.reduce((sum, each) => sum + centavos(each.financedAmount + each.downPaymentValue), 0)
    assert.deepEqual(day, {
      date: day.date,
      applications: begun.length,
      approvals: sold.length,
      sales: sold.length,
      salesAmount: worth / 100,
      averageTicket: sold.length === 0 ? null : Math.round(worth / sold.length) / 100,
      transfers: paid.length,
      transferredAmount: paid.reduce((sum, { amount }) => sum + centavos(amount), 0) / 100,
    })
  }
  assert.deepEqual([days[0]?.date, days.at(-1)?.date], ['2026-03-09', to])
  assert.equal(total.applications, 5)
  assert.equal(total.sales, 4)
  for (const name of ['applications', 'approvals', 'sales', 'transfers'] as const)
    assert.equal(
      total[name],
      days.reduce((sum, day) => sum + day[name], 0),
    )
})

test('a purchase that took the place of another one is no second sale', async () => {
  const day = calendarDateAt(app.services.clock.now())
  const products = ['a', 'b'].map(id => ({ id, name: id, amount: 1, value: 600 }))
  const bought = await buyOpen(app, { products })
  const { total } = await readFiguresOf(app, { from: day, to: day })
  await removeProducts(app, bought.transactionId, ['b'])
  assert.deepEqual((await readFiguresOf(app, { from: day, to: day })).total, total)
})

test('each retailer sees its own figures only, and days without anything are there', async () => {
  const to = calendarDateAt(app.services.clock.now())
  const { days, total } = await readFiguresOf(app, { from: '2026-03-01', to }, PLAIN_KEY)
  assert.equal(days.length, 12)
  assert.equal(days[1]?.date, addDays(parseCalendarDate('2026-03-01'), 1))
  assert.deepEqual([total.applications, total.sales, total.averageTicket], [0, 0, null])
})
