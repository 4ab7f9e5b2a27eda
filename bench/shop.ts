import { addDays, calendarDateAt } from '../src/kernel/calendar-date.ts'
import { DEMO_KEY, startTestApp } from '../test/support/app.ts'
import { newStaffUser } from '../test/support/console.ts'
import { buyOpen } from '../test/support/purchase-http.ts'
import { ask, listTransfersOf, readBalanceOf } from '../test/support/statements.ts'
import type { BenchResult } from './result.ts'
import { fillYear } from './shop/fill-year.ts'

const ORDERS = Number(process.env.BENCH_ORDERS ?? 100_000)
const GOAL_MS = 200
const TIMES = 11

/** What a shop with a hundred thousand orders in a year reads of its sales and its money. */
export async function benchShop(): Promise<BenchResult[]> {
  const app = await startTestApp({ env: { ROLE: 'api' } })
  try {
    const { transactionId } = await buyOpen(app)
    await fillYear(app, transactionId, { count: ORDERS, endsAt: app.services.clock.now() })
    const { balance, other } = await readBalanceOf(app)
    if (other !== 0) throw new Error(`the filled books differ by ${other} of ${balance}`)
    const today = calendarDateAt(app.services.clock.now())
    const last = (days: number) => ({ from: addDays(today, 1 - days), to: today })
    const { data, next } = await listTransfersOf(app, { limit: '100' })
    const user = await newStaffUser(app, 'OWNER')
    const key =
      (path: string, query: Record<string, string> = {}) =>
      () =>
        ask(app, path, query, DEMO_KEY)
    const page = (path: string) => () =>
      fetch(`${app.url}/console/api${path}`, { headers: { cookie: user.cookie } })
    const reads: Readonly<Record<string, () => Promise<Response>>> = {
      'figures of 30 days': key('/figures', last(30)),
      'figures of 366 days': key('/figures', last(366)),
      balance: key('/balance'),
      'summary of 30 days': key('/statement/summary', last(30)),
      'transfers, first page': key('/transfers', { limit: '100' }),
      'transfers, next page': key('/transfers', { limit: '100', ...(next !== null && { after: next }) }),
      'one transfer': key(`/transfers/${data[0]?.transferId}`),
      'page Início': page('/home'),
      'page Dinheiro': page('/money'),
      'page Extrato': page('/money/statement'),
      'PDF of a day': key('/statement', { ...last(1), format: 'pdf' }),
    }
    const figures: Record<string, number> = { orders: ORDERS }
    for (const [name, read] of Object.entries(reads)) figures[`${name}, ms`] = await measure(read)
    const slowest = Math.max(...Object.keys(reads).map(name => figures[`${name}, ms`] ?? 0))
    return [
      {
        claim: `every read of a shop with ${ORDERS.toLocaleString('en')} orders answers within ${GOAL_MS} ms`,
        ratio: slowest / GOAL_MS,
        goal: `at most ${GOAL_MS} ms, the median of ${TIMES}`,
        ok: slowest <= GOAL_MS,
        figures,
      },
    ]
  } finally {
    await app.stop()
  }
}

async function measure(read: () => Promise<Response>): Promise<number> {
  const times: number[] = []
  for (let time = 0; time < TIMES; time += 1) {
    const started = performance.now()
    const answer = await read()
    const { length } = await answer.bytes()
    times.push(performance.now() - started)
    if (answer.status !== 200 || length === 0) throw new Error(`${answer.url}: ${answer.status}`)
  }
  return times.sort((one, other) => one - other)[Math.floor(TIMES / 2)] ?? 0
}
