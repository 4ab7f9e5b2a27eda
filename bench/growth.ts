import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { buyMany } from './growth/buyer.ts'
import { compareSides, moveClock, openSide } from './growth/compare.ts'
import { addCheckouts, addPastPurchases } from './growth/fill.ts'
import { computeFootprint, readTableBytes } from './growth/footprint.ts'
import { openPurchaseStage, type PurchaseStage } from './purchases/stage.ts'
import { authorizeFor, findAnyTransaction } from './purchases.ts'
import type { BenchResult } from './result.ts'
import { startReceiverProcess } from './webhooks/stage.ts'

export interface GrowthOptions {
  /** Made by SQL. */
  readonly checkouts?: string | undefined
  readonly purchases?: string | undefined
  /** Purchases over HTTP, of which the bytes are counted. */
  readonly bought?: string | undefined
}

const CHECKOUTS = 10_000_000
const PURCHASES = 1_000_000
const BOUGHT = 300
/** Fill pages that every table begins with, so that they do not count. */
const BOUGHT_BEFORE = 50
const MOST_BYTES = 60_000
const SHOWN_TABLES = 14
const SETTLE_MS = 120_000
/** When files have left the database, options that nobody chose are gone, and the retailer is paid. */
const AFTERWARDS = 'P8D'

/** What a year leaves behind: bytes of a purchase in the database. */
export async function* benchGrowth(options: GrowthOptions = {}): AsyncGenerator<BenchResult> {
  const stage = await openPurchaseStage()
  try {
    const bought = readCount(options.bought, BOUGHT)
    if (bought > 0) yield await benchFootprint(stage, bought)
    yield* await benchFull(stage, options)
  } finally {
    await stage.close()
  }
}

function readCount(text: string | undefined, usual: number): number {
  const count = Number(text ?? usual)
  if (!Number.isSafeInteger(count) || count < 0) throw new Error(`${text} is not a number of rows`)
  return count
}

/** The same requests and chores on a database with so much past, and on one without. */
async function benchFull(first: PurchaseStage, options: GrowthOptions): Promise<BenchResult[]> {
  const checkouts = readCount(options.checkouts, CHECKOUTS)
  const purchases = readCount(options.purchases, PURCHASES)
  const second = await first.openSecond()
  try {
    const [empty, full] = [await openSide(first), await openSide(second)]
    await authorizeFor(full.stage, full.server, full.stock)
    await addPastPurchases(full.stage.run, await findAnyTransaction(full.stage), purchases)
    await addCheckouts(full.stage.run, checkouts)
    const count = (rows: number): string => rows.toLocaleString('en')
    const results = await compareSides(
      empty,
      full,
      `${count(checkouts)} checkouts and ${count(purchases)} purchases before it`,
    )
    await Promise.all([empty.server.stop(), full.server.stop()])
    return results
  } finally {
    await second.close()
  }
}

async function benchFootprint(stage: PurchaseStage, purchases: number): Promise<BenchResult> {
  const folder = join(stage.folder, 'growth-files')
  await mkdir(folder, { recursive: true })
  const receiver = await startReceiverProcess()
  const server = await stage.startOurs({
    ROLE: 'all',
    FILES_URL: pathToFileURL(folder).href,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  })
  try {
    await register(stage, server.port, receiver.url)
    await buyMany(server, stage.key, BOUGHT_BEFORE)
    await settle(stage)
    await moveClock(stage, server, AFTERWARDS)
    const before = await readTableBytes(stage.run)
    await buyMany(server, stage.key, purchases)
    await settle(stage)
    await moveClock(stage, server, AFTERWARDS)
    const found = computeFootprint(before, await readTableBytes(stage.run), purchases)
    const { tables, bytesPerPurchase, passingBytes, sandboxBytes } = found
    const rest = tables.slice(SHOWN_TABLES)
    return {
      claim: `bytes of a purchase in the database, files apart (${purchases} over HTTP, OPEN for 8 days)`,
      ratio: bytesPerPurchase / MOST_BYTES,
      goal: `at most ${MOST_BYTES.toLocaleString('en')} bytes`,
      ok: bytesPerPurchase <= MOST_BYTES,
      figures: {
        'all tables': bytesPerPurchase,
        'removed after 31 days': passingBytes,
        'the sandbox bank': sandboxBytes,
        ...Object.fromEntries(tables.slice(0, SHOWN_TABLES)),
        [`${rest.length} other tables`]: rest.reduce((sum, [, bytes]) => sum + bytes, 0),
      },
    }
  } finally {
    await server.stop()
    await receiver.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function register(stage: PurchaseStage, port: number, url: string): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${port}/webhooks/endpoints`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ apiKey: stage.key, url }),
  })
  if (!response.ok) throw new Error(`no endpoint was made: ${await response.text()}`)
}

/** Until everything that follows a purchase is written: events are delivered, messages sent, files moved. */
async function settle({ run }: PurchaseStage): Promise<void> {
  const deadline = Date.now() + SETTLE_MS
  for (;;) {
    const [row] = await run(
      `SELECT (SELECT count(*) FROM webhook_deliveries WHERE settled_at IS NULL)
        + (SELECT count(*) FROM messages WHERE settled_at IS NULL) AS "left"`,
    )
    if (Number(row?.left) === 0) return
    if (Date.now() > deadline) throw new Error(`${row?.left} deliveries and messages are left`)
    await delay(500)
  }
}
