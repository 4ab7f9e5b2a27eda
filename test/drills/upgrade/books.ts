import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, type ClientConfig } from 'pg'
import { INSTALLMENTS_ARE_TOLD } from '../chaos/always-true.ts'
import { ROOT } from '../chaos/main-process.ts'
import { watchSnapshots } from '../chaos/snapshot-watch.ts'

const run = promisify(execFile)

/** The heads of the two chains, as an operator notes them before a backup. */
export interface Heads {
  readonly ledger: string
  readonly audit: string
}

/** Seals both chains and notes their heads. */
export async function noteHeads(env: Readonly<Record<string, string>>): Promise<Heads> {
  const email = 'drill@example.com'
  // A new operator, so that the audit log is not empty.
  await command(env, 'operators', 'create', '--email', email, '--name', 'Drill', '--role', 'viewer')
  await command(env, 'ledger', 'seal')
  // A worker may have sealed the audit log meanwhile.
  await command(env, 'audit', 'seal')
  return {
    ledger: findHead(await command(env, 'ledger', 'verify')),
    audit: findHead(await command(env, 'audit', 'verify')),
  }
}

/** The commands fail when anything differs from the noted heads. */
export async function verifyBooks(
  env: Readonly<Record<string, string>>,
  heads: Heads,
): Promise<{ readonly ledger: string; readonly audit: string; readonly defects: readonly string[] }> {
  const defects: string[] = []
  const verify = (chain: 'ledger' | 'audit'): Promise<string> =>
    command(env, chain, 'verify', '--head', heads[chain]).then(
      output => output.split('\n', 1)[0] ?? '',
      (error: Error) => {
        defects.push(`${chain} verify: ${error.message}`)
        return 'broken'
      },
    )
  return { ledger: await verify('ledger'), audit: await verify('audit'), defects }
}

/** Checks the invariants of every snapshot; the previous program may have told less. */
export async function listBroken(connection: ClientConfig): Promise<readonly string[]> {
  const watch = watchSnapshots(connection)
  await watch.stop()
  return watch.violations.filter(violation => !violation.includes(INSTALLMENTS_ARE_TOLD))
}

/** Row count and checksum of each table. */
export async function computeFingerprints(connection: ClientConfig): Promise<Map<string, string>> {
  const client = new Client(connection)
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1`,
  )
  const fingerprints = new Map<string, string>()
  for (const { name } of rows) {
    const found = await client.query<{ print: string }>(
      `SELECT count(*) || ' rows, ' || coalesce(sum(hashtextextended(t::text, 0)::numeric), 0) AS print FROM ${name} t`,
    )
    fingerprints.set(name, found.rows[0]?.print ?? '')
  }
  await client.end()
  return fingerprints
}

export async function command(env: Readonly<Record<string, string>>, ...words: string[]): Promise<string> {
  const { stdout } = await run(process.execPath, [join(ROOT, 'src', 'cli.ts'), ...words], {
    env: { ...process.env, ...env },
  })
  return stdout
}

function findHead(output: string): string {
  const head = /head (\S+)/.exec(output)?.[1]
  if (head === undefined) throw new Error(`no head was printed: ${output}`)
  return head
}
