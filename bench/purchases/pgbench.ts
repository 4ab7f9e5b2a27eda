import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ClientConfig } from 'pg'
import { PURCHASE_TABLES, type RunSql, readSample } from './purchase-rows.ts'

const run = promisify(execFile)

/** As many connections as the measured program has. */
export const PGBENCH_CLIENTS = 16
const THREADS = 2
/** More than the transactions of one client in one round, so that rounds do not overlap. */
const NUMBERS_PER_ROUND = 10_000_000

export interface WritingFloor {
  /** Commits per second. */
  measure(durationMs: number): Promise<number>
}

/**
 * Writes the rows of one authorization in one transaction and does nothing else: prepared statements, real values as
 * parameters, ids that grow as ours do. The statements of a transaction are pipelined, as ours mostly are.
 */
export async function createWritingFloor(floor: {
  readonly connection: ClientConfig
  readonly run: RunSql
  readonly transactionId: string
  readonly folder: string
  readonly mode: 'plain' | 'pipelined'
}): Promise<WritingFloor> {
  const variables: string[] = []
  const inserts: string[] = []
  for (const table of PURCHASE_TABLES) {
    const sample = await readSample(floor.run, table, floor.transactionId)
    const values = [...sample].map(([column, value]) => {
      const key = table.keys[column]
      if (key !== undefined) return key(':k::bigint')
      const variable = `${table.name}_${column}`
      variables.push('-D', `${variable}=${value}`)
      return `:${variable}`
    })
    const columns = [...sample.keys()].map(column => `"${column}"`)
    inserts.push(`INSERT INTO ${table.name} (${columns.join(', ')}) VALUES (${values.join(', ')});`)
  }
  const [start, end] = floor.mode === 'plain' ? [[], []] : [['\\startpipeline'], ['\\endpipeline']]
  const counting = ['\\set n :n + 1', '\\set k :n * 1000 + :client_id']
  const script = join(floor.folder, `authorize-${floor.mode}.sql`)
  await writeFile(script, [...counting, ...start, 'BEGIN;', ...inserts, 'COMMIT;', ...end, ''].join('\n'))
  return { measure: durationMs => runPgbench(floor.connection, script, variables, durationMs) }
}

let roundsDone = 0

async function runPgbench(
  connection: ClientConfig,
  script: string,
  variables: readonly string[],
  durationMs: number,
): Promise<number> {
  roundsDone += 1
  const { host = '', port = 5432, user = '', database = '', password } = connection
  const workers = ['-c', String(PGBENCH_CLIENTS), '-j', String(THREADS), '-T', String(durationMs / 1000)]
  const first = ['-D', `n=${roundsDone * NUMBERS_PER_ROUND}`]
  const target = ['-h', host, '-p', String(port), '-U', user, database]
  const { stdout } = await run(
    'pgbench',
    ['-n', '-M', 'prepared', '-f', script, ...workers, ...first, ...variables, ...target],
    { env: { ...process.env, PGPASSWORD: String(password) } },
  )
  const rate = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1])
  if (Number.isNaN(rate) || !/failed transactions: 0 /.test(stdout))
    throw new Error(`pgbench did not measure: ${stdout}`)
  return rate
}
