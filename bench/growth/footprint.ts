import type { RunSql } from '../purchases/purchase-rows.ts'

/** Bytes of every table with its indexes and what is stored apart from its rows. */
export type TableBytes = ReadonlyMap<string, number>

/** A partition counts for the table that it belongs to. */
const SELECT_BYTES = `
  SELECT coalesce(pg_partition_root(c.oid), c.oid)::regclass::text AS name, sum(pg_total_relation_size(c.oid))::bigint AS bytes
  FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace GROUP BY 1`

/** Codes are removed after 31 days like the tables below, and share theirs with messages that stay. */
const REMOVE_CODES = `DELETE FROM messages WHERE purpose = 'CODE'`

/** Packed first: space that was freed, as of pictures that became files, is used by later rows. */
export async function readTableBytes(run: RunSql): Promise<TableBytes> {
  await run(REMOVE_CODES)
  await run('VACUUM FULL')
  const rows = await run(SELECT_BYTES)
  return new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]))
}

/** Removed after at most 31 days, however much is sold: answers for repeated requests, what was sent to endpoints, requests. */
const PASSING = ['idempotency_keys', 'webhook_deliveries', 'webhook_attempts', 'api_requests']
const isPassing = (table: string): boolean => PASSING.includes(table)
/** The sandbox bank stands for a real one. */
const isSandbox = (table: string): boolean => table.startsWith('psp_')
const isLeft = (table: string): boolean => !isPassing(table) && !isSandbox(table)

export interface Footprint {
  /** What stays in production. */
  readonly bytesPerPurchase: number
  readonly passingBytes: number
  readonly sandboxBytes: number
  /** The largest first. */
  readonly tables: readonly (readonly [name: string, bytesPerPurchase: number])[]
}

export function computeFootprint(before: TableBytes, after: TableBytes, purchases: number): Footprint {
  const tables = [...after]
    .map(([name, bytes]) => [name, (bytes - (before.get(name) ?? 0)) / purchases] as const)
    .filter(([, bytes]) => bytes !== 0)
    .sort(([, one], [, other]) => other - one)
  const add = (isCounted: (table: string) => boolean): number =>
    tables.reduce((sum, [name, bytes]) => sum + (isCounted(name) ? bytes : 0), 0)
  return {
    tables: tables.filter(([name]) => isLeft(name)),
    bytesPerPurchase: add(isLeft),
    passingBytes: add(isPassing),
    sandboxBytes: add(isSandbox),
  }
}
