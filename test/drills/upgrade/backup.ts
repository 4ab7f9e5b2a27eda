import { execFile } from 'node:child_process'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../../src/platform/embedded-postgres/embedded-postgres.ts'
import { startChildService } from '../../support/child-service.ts'
import { listChangedAnswers, listLosses } from '../chaos/final-state.ts'
import { createCaller } from '../chaos/persistent-caller.ts'
import { createRandom } from '../chaos/seeded-random.ts'
import { computeFingerprints, type Heads, listBroken, verifyBooks } from './books.ts'
import type { DrillReport } from './drill.ts'
import type { Selling } from './selling.ts'

const run = promisify(execFile)

/** Copies, deletes and restores the data folder of a stopped program: all data must be equal, and it must start. */
export async function restoreFromBackup({
  env,
  embedded,
  folder,
  heads,
  selling,
}: {
  readonly env: Readonly<Record<string, string>> & { readonly DATA_DIR: string }
  readonly embedded: EmbeddedPostgres
  readonly folder: string
  readonly heads: Heads
  readonly selling: Selling
}): Promise<DrillReport> {
  const before = await computeFingerprints(embedded.connection)
  await embedded.stop()
  const backup = join(folder, 'backup')
  // With owners and modes: the server refuses a cluster that others can read.
  await run('cp', ['-a', env.DATA_DIR, backup])
  await rm(env.DATA_DIR, { recursive: true })
  const startedAt = performance.now()
  await rename(backup, env.DATA_DIR)
  const restored = await startEmbeddedPostgres({ dataDir: env.DATA_DIR, log: () => {} })
  const client = new Client(restored.connection)
  try {
    const after = await computeFingerprints(restored.connection)
    const differing = [...before].filter(([table, print]) => after.get(table) !== print)
    const books = await verifyBooks(env, heads)
    const service = await startChildService(env)
    const restoreMs = Math.round(performance.now() - startedAt)
    await client.connect()
    const caller = createCaller([service.port], createRandom(1))
    const defects = [
      ...differing.map(([table]) => `${table} differs after the restore`),
      ...books.defects,
      ...(await listLosses(client, selling.orders)),
      ...(await listChangedAnswers(caller, selling.orders)),
      ...(await listBroken(restored.connection)),
    ]
    await service.end()
    const { ledger, audit } = books
    return { defects, figures: { tablesCompared: before.size, restoreMs, ledger, audit } }
  } finally {
    await client.end().catch(() => {})
    await restored.stop()
  }
}
