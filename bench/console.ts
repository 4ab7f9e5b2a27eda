import { CONSOLE_ROUTES } from '../test/staff/console-routes.ts'
import { fillIntegration } from './console/fill-integration.ts'
import { fillLinks } from './console/fill-links.ts'
import { fillMoney } from './console/fill-money.ts'
import { fillOrders } from './console/fill-orders.ts'
import { fillPeople } from './console/fill-people.ts'
import { listMissing, listPages, type Pages } from './console/pages.ts'
import { ORDERS } from './console/rows.ts'
import type { ServerProcess } from './http/server-process.ts'
import { openPurchaseStage, type PurchaseStage } from './purchases/stage.ts'
import type { BenchResult } from './result.ts'

const GOAL_MS = 200
const MEMORY_MEGABYTES = 64
const ROUNDS = 15

/** Somebody of the shop who is signed in. */
interface Visitor {
  readonly server: ServerProcess
  readonly cookie: string
}

/** A shop with a year of everything: every page of the console, and all orders as a file. */
export async function benchConsole(): Promise<BenchResult[]> {
  const stage = await openPurchaseStage()
  try {
    const server = await stage.startOurs()
    try {
      const order = await fillOrders(stage, server)
      await fillShop(stage, order)
      const visitor = { server, cookie: await fillPeople(stage, server) }
      const pages = await listPages(stage, order)
      refuseMissing(pages)
      return [await measurePages(visitor, pages), await measureFile(visitor)]
    } finally {
      await server.stop()
    }
  } finally {
    await stage.close()
  }
}

async function fillShop(stage: PurchaseStage, order: string): Promise<void> {
  await fillMoney(stage, order)
  await fillLinks(stage)
  await fillIntegration(stage, order)
}

/** A new route of the console is measured, or this bench fails. */
function refuseMissing(pages: Pages): void {
  const routes = Object.keys(CONSOLE_ROUTES).flatMap(route => /^GET (.+)$/.exec(route)?.[1] ?? [])
  const missing = listMissing(routes, pages)
  if (missing.length > 0) throw new Error(`no page of bench/console/pages.ts asks for ${missing.join(', ')}`)
}

/** The middle one of the rounds: what else the machine does disturbs single ones. */
async function measurePages(visitor: Visitor, pages: Pages): Promise<BenchResult> {
  const figures: Record<string, string> = {}
  let slowest = 0
  for (const [name, path] of Object.entries(pages)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await time(visitor, path))
    times.sort((one, other) => one - other)
    const [median = Number.NaN, worst = Number.NaN] = [times[Math.floor(ROUNDS / 2)], times.at(-1)]
    slowest = Math.max(slowest, median)
    figures[name] = `${median.toFixed(1)} ms, at worst ${worst.toFixed(1)}`
  }
  return {
    claim: `every page of a shop with ${ORDERS.toLocaleString('en')} orders and as many links, median of ${ROUNDS}`,
    ratio: slowest / GOAL_MS,
    goal: `at most ${GOAL_MS} ms`,
    ok: slowest <= GOAL_MS,
    figures,
  }
}

async function ask({ server, cookie }: Visitor, path: string): Promise<Response> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/console/api${path}`, { headers: { cookie } })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer
}

/** Of a file only until its first bytes: the browser saves it while the rest is written. */
async function time(visitor: Visitor, path: string): Promise<number> {
  const startedAt = performance.now()
  const answer = await ask(visitor, path)
  if (!path.includes('/file?')) {
    await answer.arrayBuffer()
    return performance.now() - startedAt
  }
  const reader = answer.body?.getReader()
  await reader?.read()
  const takenMs = performance.now() - startedAt
  await reader?.cancel()
  return takenMs
}

/** The second file: the first one fills what stays in memory anyway. */
async function measureFile(visitor: Visitor): Promise<BenchResult> {
  await readFile(visitor)
  const before = visitor.server.residentMegabytes
  const { rows, peak, seconds } = await readFile(visitor)
  const grown = Math.max(0, peak - before)
  return {
    claim: `a CSV of ${ORDERS.toLocaleString('en')} orders in constant memory`,
    ratio: grown / MEMORY_MEGABYTES,
    goal: `at most ${MEMORY_MEGABYTES} MB more while it is written`,
    ok: grown <= MEMORY_MEGABYTES && rows > ORDERS,
    figures: { rows, seconds, 'megabytes before': before, 'megabytes more': grown },
  }
}

async function readFile(visitor: Visitor) {
  const startedAt = performance.now()
  const { body } = await ask(visitor, '/orders/file?format=csv')
  if (body === null) throw new Error('the file is empty')
  let [rows, peak] = [-1, 0]
  for await (const part of body) {
    for (const byte of part) if (byte === 10) rows += 1
    peak = Math.max(peak, visitor.server.residentMegabytes)
  }
  return { rows, peak, seconds: (performance.now() - startedAt) / 1_000 }
}
