import { setTimeout as delay } from 'node:timers/promises'
import type { Client } from 'pg'
import type { PersistentCaller } from './persistent-caller.ts'
import { createRandom } from './seeded-random.ts'
import { type AcknowledgedOrder, askForQuote, authorize } from './shopper.ts'

export interface Durability {
  readonly defects: readonly string[]
  readonly acknowledged: number
  readonly syncs: number
}

const PURCHASES = 20
const MUST_BE_ON = ['fsync', 'synchronous_commit', 'full_page_writes']
/** Sessions report their figures at most once a second. */
const REPORTED_MS = 3_000

/**
 * A killed server loses nothing that it has only written, because the operating system keeps it: a run of kills would
 * pass without any fsync. So purchases are made one after another, and each must have synced the log before its answer.
 */
export async function proveDurability(
  client: Client,
  caller: PersistentCaller,
  orders: AcknowledgedOrder[],
): Promise<Durability> {
  const defects = await listLaxSettings(client)
  const shopper = { caller, random: createRandom(1), name: 'durable', orders, stock: [], defects }
  await delay(REPORTED_MS)
  const before = await countSyncs(client)
  let acknowledged = 0
  for (let number = 1; acknowledged < PURCHASES && number <= PURCHASES * 3; number++) {
    const quote = await askForQuote(shopper)
    if (quote === undefined) continue
    if ((await authorize(shopper, `durable-${number}`, quote)) !== undefined) acknowledged += 1
  }
  await delay(REPORTED_MS)
  const syncs = (await countSyncs(client)) - before
  if (acknowledged < PURCHASES) defects.push(`only ${acknowledged} purchases were made after the storm`)
  if (syncs < acknowledged) defects.push(`${acknowledged} purchases were acknowledged by ${syncs} syncs`)
  return { defects, acknowledged, syncs }
}

async function listLaxSettings(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)',
    [MUST_BE_ON],
  )
  return rows.filter(({ setting }) => setting !== 'on').map(({ name, setting }) => `${name} is ${setting}`)
}

/** PostgreSQL counts a sync of its log where it happens, and none with fsync = off. */
async function countSyncs(client: Client): Promise<number> {
  const { rows } = await client.query<{ syncs: string }>(
    `SELECT coalesce(sum(fsyncs), 0) AS syncs FROM pg_stat_io WHERE object = 'wal'`,
  )
  return Number(rows[0]?.syncs)
}
