import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { buyOpen, cancel, centavos, moveClock, removeProducts } from '../support/purchase-http.ts'
import {
  listTransactions,
  listTransfersOf,
  readBalanceOf,
  readFiguresOf,
  readStatementOf,
  readSummaryOf,
  readTransferOf,
} from '../support/statements.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const sumOf = (lines: readonly { readonly amount: number }[]): number =>
  lines.reduce((sum, { amount }) => sum + centavos(amount), 0)

test('whatever a shop sells, cancels and takes back: transfers open to their sum, the balance closes, figures are counted', async t => {
  const seed = Date.now() % 1_000_000
  t.diagnostic(`seed ${seed}`)
  let state = seed
  const random = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return (state >>> 8) % below
  }
  const living: string[] = []
  for (let step = 0; step < 40; step += 1) {
    const choice = random(10)
    if (choice < 5 || living.length === 0) {
      const products = ['a', 'b'].map(id => ({ id, name: id, amount: 1, value: 400 + random(900) }))
      living.push((await buyOpen(app, { products })).transactionId)
    } else if (choice < 7) {
      const [id = ''] = living.splice(random(living.length), 1)
      await cancel(app, id)
    } else if (choice < 8) {
      const [id = ''] = living.splice(random(living.length), 1)
      await removeProducts(app, id, ['b'])
    } else await moveClock(app, ['PT30S', 'PT9H', 'P1D'][random(3)] ?? 'P1D')
    if (step % 8 !== 7) continue
    const today = calendarDateAt(app.services.clock.now())
    const days = { from: '2026-03-01', to: today }
    const [balance, summary, statement] = [
      await readBalanceOf(app),
      await readSummaryOf(app, days),
      await readStatementOf(app, days),
    ]
    const { sent, scheduled, held, owedBack, other } = balance
    assert.equal(centavos(other), 0)
    assert.equal(
      centavos(balance.balance),
      centavos(sent) + centavos(scheduled) + centavos(held) - centavos(owedBack),
    )
    assert.deepEqual(
      [balance.balance, summary.closingBalance],
      [statement.closingBalance, statement.closingBalance],
    )
  }
  await moveClock(app, 'P3D')
  const today = calendarDateAt(app.services.clock.now())
  const days = { from: '2026-03-01', to: today }
  const { data } = await listTransfersOf(app, { limit: '100' })
  assert.ok(data.length > 0)
  const kept = new Map<string, number>()
  for (const { transferId, amount } of data) {
    const { lines } = await readTransferOf(app, transferId)
    assert.equal(sumOf(lines), centavos(amount), transferId)
    for (const line of lines)
      if (line.kind !== 'SALE') {
        assert.notEqual(line.kind, 'ADJUSTMENT')
        assert.ok(line.transactionId && line.amount < 0)
        kept.set(line.transactionId, (kept.get(line.transactionId) ?? 0) + centavos(line.amount))
      }
  }
  const { lines } = await readStatementOf(app, days)
  assert.equal(
    sumOf(data),
    -sumOf(lines.filter(({ kind }) => kind === 'TRANSFER')),
    'the transfers are those of the statement',
  )
  const { total } = await readFiguresOf(app, days)
  const found = []
  for (let after: string | undefined, more = true; more; ) {
    const page = await listTransactions(app, { limit: '100', ...(after !== undefined && { after }) })
    found.push(...page.data)
    more = page.next !== null
    after = page.next ?? undefined
  }
  assert.equal(total.transfers, data.length)
  assert.equal(centavos(total.transferredAmount), sumOf(data))
  assert.ok(total.sales <= found.length && total.sales === total.applications)
})
