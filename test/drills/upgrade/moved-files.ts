import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientConfig } from 'pg'
import { command } from './books.ts'
import type { DrillReport } from './drill.ts'

const SELECT = `SELECT
    (SELECT count(*) FROM onboarding_documents WHERE box IS NOT NULL AND received_at < $1)
      + (SELECT count(*) FROM signed_contracts WHERE pdf_box IS NOT NULL AND signed_at < $1) AS "left",
    (SELECT transaction_id FROM signed_contracts WHERE pdf_file IS NOT NULL ORDER BY signed_at LIMIT 1) AS "oldestId",
    (SELECT count(*) FROM pg_inherits WHERE inhparent = 'checkouts'::regclass) AS parts`

/** While everything is sold: all older pictures and documents leave the database, and the oldest evidence holds. */
export async function moveFiles(
  env: Readonly<Record<string, string>>,
  connection: ClientConfig,
): Promise<DrillReport> {
  const startedAt = new Date()
  const said = await command(env, 'files', 'move', '--as', 'Drill')
  const client = new Client(connection)
  await client.connect()
  const { rows } = await client.query<{ left: string; oldestId: string | null; parts: string }>(SELECT, [
    startedAt,
  ])
  await client.end()
  const { left = '', oldestId = null, parts = '' } = rows[0] ?? {}
  const defects = left === '0' ? [] : [`${left} pictures and documents are still in the database`]
  if (oldestId === null) defects.push('no document became a file')
  else await verifyEvidence(env, oldestId).catch((error: Error) => void defects.push(error.message))
  return { defects, figures: { filesMoved: said.trim(), partsOfCheckouts: Number(parts) } }
}

async function verifyEvidence(env: Readonly<Record<string, string>>, transactionId: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'crediario-evidence-'))
  try {
    const bundle = join(folder, 'bundle.json')
    await writeFile(bundle, await command(env, 'evidence', 'export', transactionId, '--as', 'Drill'))
    const key = (await command(env, 'evidence', 'key')).trim()
    await command(env, 'evidence', 'verify', bundle, '--key', key)
  } finally {
    await rm(folder, { recursive: true })
  }
}
