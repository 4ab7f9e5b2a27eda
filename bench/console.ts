import { buyMany } from './growth/buyer.ts'
import type { ServerProcess } from './http/server-process.ts'
import type { Overrides } from './purchases/purchase-rows.ts'
import { addPurchases } from './purchases/purchase-rows.ts'
import { openPurchaseStage, type PurchaseStage } from './purchases/stage.ts'
import { findAnyTransaction } from './purchases.ts'
import type { BenchResult } from './result.ts'

const ORDERS = 100_000
const GOAL_MS = 200
const MEMORY_MEGABYTES = 64
const ROUNDS = 40

/** A year of one shop: most are paid out, the newest are at every other stage. */
const AGED: Overrides = {
  transactions: {
    id: n =>
      `lpad(to_hex((extract(epoch FROM now() - ${n} * interval '5 minutes') * 1000)::bigint), 12, '0') || lpad(to_hex(${n}), 12, '0')`,
    status: n => `CASE ${n} % 20 WHEN 0 THEN 'CANCELED' WHEN 2 THEN 'PENDING' ELSE 'OPEN' END`,
    step: n =>
      `CASE ${n} % 20 WHEN 2 THEN (CASE WHEN ${n} % 1000 = 2 THEN 'DESK' ELSE 'CONFIRMATION' END) ELSE 'COMPLETE' END`,
    cancel_reason: n => `CASE ${n} % 20 WHEN 0 THEN 'RETAILER_CANCELED' ELSE 'UNSPECIFIED_CANCEL_REASON' END`,
    canceled_at: n => `CASE ${n} % 20 WHEN 0 THEN now() END`,
    refund_centavos: n => `CASE ${n} % 20 WHEN 0 THEN 0 END`,
    max_refund_date: n => `CASE ${n} % 20 WHEN 0 THEN current_date END`,
    completed_at: n => `CASE ${n} % 20 WHEN 2 THEN NULL ELSE now() END`,
    created_at: n => `now() - ${n} * interval '5 minutes'`,
    changed_at: n => `now() - ${n} * interval '5 minutes'`,
    transfer_due_at: n => `CASE WHEN ${n} % 20 > 3 THEN now() - ${n} * interval '5 minutes' END`,
    transfered_at: n => `CASE WHEN ${n} % 20 > 4 AND ${n} > 300 THEN now() - ${n} * interval '4 minutes' END`,
    cpf_index: n => `decode(lpad(to_hex(${n} / 3), 64, '0'), 'hex')`,
  },
}

/** A shop's orders: every list, search and filter page, and the whole of them as a file. */
export async function benchConsole(): Promise<BenchResult[]> {
  const stage = await openPurchaseStage()
  try {
    const server = await stage.startOurs()
    try {
      await fill(stage, server)
      return [await measurePages(stage, server), await measureFile(stage, server)]
    } finally {
      await server.stop()
    }
  } finally {
    await stage.close()
  }
}

async function fill(stage: PurchaseStage, server: ServerProcess): Promise<void> {
  await buyMany(server, stage.key, 1)
  const sample = await findAnyTransaction(stage)
  // The ids are those of the year, so the keys of `addPurchases` must not replace them.
  await addPurchases(stage.run, sample, ORDERS, AGED, ['transactions'])
  // Every third customer shares one word of the name, every thirtieth both.
  await stage.run(
    `INSERT INTO purchase_names (retailer_id, word, transaction_id)
      SELECT w.retailer_id, w.word, t.id
      FROM (SELECT retailer_id, word, row_number() OVER (ORDER BY word) AS rank FROM purchase_names) w,
        (SELECT id, row_number() OVER (ORDER BY id) AS at FROM transactions WHERE id <> $1) t
      WHERE t.at % (CASE w.rank WHEN 1 THEN 3 ELSE 10 END) = 0 ON CONFLICT DO NOTHING`,
    [sample],
  )
  await stage.run('VACUUM (ANALYZE) purchase_names')
  await stage.run('VACUUM (ANALYZE) transactions')
}

/** What a page of the console asks for. `AFTER` is an order in the middle of the year. */
const PAGES: Readonly<Record<string, string>> = {
  'first page': '/transactions?limit=50',
  'page in the middle': '/transactions?limit=50&after=AFTER',
  'group of most': '/transactions?group=TRANSFERED',
  'rare group': '/transactions?group=ANALYSIS',
  'rare status': '/transactions?status=CLOSED',
  month: '/transactions?from=FROM&to=TO',
  'month of a group': '/transactions?group=CANCELED&from=FROM&to=TO',
  order: '/transactions?q=order-5000',
  CPF: '/transactions?q=529.982.247-25',
  'one word of a name': '/transactions?q=maria',
  'two words of a name': '/transactions?q=maria%20silva',
  'two words in a group': '/transactions?q=maria%20silva&group=CANCELED',
  'counts of all': '/transactions/counts',
  'counts of a month': '/transactions/counts?from=FROM&to=TO',
  'counts of a search': '/transactions/counts?q=maria',
}

async function measurePages(stage: PurchaseStage, server: ServerProcess): Promise<BenchResult> {
  const middle = await stage.run('SELECT id FROM transactions ORDER BY id OFFSET $1 LIMIT 1', [ORDERS / 2])
  const day = (daysAgo: number): string =>
    new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)
  const figures: Record<string, number> = {}
  for (const [name, pattern] of Object.entries(PAGES)) {
    const path = pattern
      .replace('AFTER', String(middle[0]?.id))
      .replace('FROM', day(60))
      .replace('TO', day(30))
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await time(stage, server, path))
    figures[`${name}, ms`] = times.sort((one, other) => one - other)[Math.floor(ROUNDS * 0.97)] ?? Number.NaN
  }
  const slowest = Math.max(...Object.values(figures))
  return {
    claim: `every page of a shop with ${ORDERS.toLocaleString('en')} orders, slowest but one of ${ROUNDS}`,
    ratio: slowest / GOAL_MS,
    goal: `at most ${GOAL_MS} ms`,
    ok: slowest <= GOAL_MS,
    figures,
  }
}

const ask = (stage: PurchaseStage, server: ServerProcess, path: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.port}${path}`, { headers: { 'x-service-apikey': stage.key } })

async function time(stage: PurchaseStage, server: ServerProcess, path: string): Promise<number> {
  const startedAt = performance.now()
  const response = await ask(stage, server, path)
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${text}`)
  return performance.now() - startedAt
}

/** The second file: the first one fills what stays in memory anyway. */
async function measureFile(stage: PurchaseStage, server: ServerProcess): Promise<BenchResult> {
  await readFile(stage, server)
  const before = server.residentMegabytes
  const { rows, peak, seconds, firstMs } = await readFile(stage, server)
  const grown = Math.max(0, peak - before)
  return {
    claim: `a CSV of ${ORDERS.toLocaleString('en')} orders in constant memory`,
    ratio: grown / MEMORY_MEGABYTES,
    goal: `at most ${MEMORY_MEGABYTES} MB more while it is written, the first page within ${GOAL_MS} ms`,
    ok: grown <= MEMORY_MEGABYTES && rows > ORDERS && firstMs <= GOAL_MS,
    figures: {
      rows,
      'first page, ms': firstMs,
      seconds,
      'megabytes before': before,
      'megabytes more': grown,
    },
  }
}

async function readFile(stage: PurchaseStage, server: ServerProcess) {
  const startedAt = performance.now()
  const response = await ask(stage, server, '/transactions?format=csv')
  if (response.body === null) throw new Error('the file is empty')
  let [rows, peak, firstMs] = [-1, 0, 0]
  for await (const part of response.body) {
    firstMs ||= performance.now() - startedAt
    for (const byte of part) if (byte === 10) rows += 1
    peak = Math.max(peak, server.residentMegabytes)
  }
  return { rows, peak, firstMs, seconds: (performance.now() - startedAt) / 1_000 }
}
