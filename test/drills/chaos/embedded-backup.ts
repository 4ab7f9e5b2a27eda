import { execFile } from 'node:child_process'
import { chown, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Client, type ClientConfig } from 'pg'
import { startEmbeddedPostgres } from '../../../src/platform/embedded-postgres/embedded-postgres.ts'
import { findPostmaster } from '../../../src/platform/embedded-postgres/postmaster.ts'
import type { RestorableServer } from './restore-then-sell.ts'

const run = promisify(execFile)
const COPY_MS = 120_000
const STOP_MS = 30_000
/** The embedded server has no replicas; a backup of a running server needs the log that they would. */
const SETTINGS = { wal_level: 'replica' }

/** The program's own server, which goes back to a copy of its files. */
export async function startWithBaseBackup(dataDir: string): Promise<RestorableServer> {
  const cluster = join(dataDir, 'postgres')
  const backup = join(dataDir, 'backup')
  const start = () => startEmbeddedPostgres({ dataDir, log: () => {}, settings: SETTINGS })
  let embedded = await start()
  return {
    get connection() {
      return embedded.connection
    },
    env: {},
    backUp: () => takeBaseBackup(embedded.administrator, cluster, backup),
    async restore() {
      await embedded.stop()
      await waitUntilStopped(cluster)
      await putBack(backup, cluster)
      embedded = await start()
    },
    stop: () => embedded.stop(),
  }
}

/** A connection of a killed program may have kept it from being stopped. */
async function waitUntilStopped(cluster: string): Promise<void> {
  const deadline = Date.now() + STOP_MS
  for (;;) {
    const server = findPostmaster(cluster)
    if (server === undefined) return
    if (Date.now() > deadline) throw new Error('the database server does not stop')
    if (!server.stopping) process.kill(server.pid, 'SIGINT')
    await delay(200)
  }
}

/**
 * Copies the cluster of a running server, as pg_basebackup does: consistent at the end of the copy, whatever was written
 * meanwhile. Checkpoints are minutes apart, so that no part of the log is recycled before it is copied.
 */
async function takeBaseBackup(administrator: ClientConfig, cluster: string, backup: string): Promise<void> {
  const client = new Client(administrator)
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('chaos', true)`)
    await copyFolder(cluster, backup)
    const { rows } = await client.query<{ labelfile: string }>(`SELECT labelfile FROM pg_backup_stop(false)`)
    await rm(join(backup, 'pg_wal'), { recursive: true })
    await copyFolder(join(cluster, 'pg_wal'), join(backup, 'pg_wal'))
    const label = join(backup, 'backup_label')
    await writeFile(label, rows[0]?.labelfile ?? '', { mode: 0o600 })
    const { uid, gid } = await stat(join(cluster, 'PG_VERSION'))
    await chown(label, uid, gid)
    for (const name of ['postmaster.pid', 'postmaster.opts']) await rm(join(backup, name), { force: true })
  } finally {
    await client.end()
  }
}

/** The server must be stopped. What is beside the cluster stays: marks, heads and passwords are no part of a backup. */
async function putBack(backup: string, cluster: string): Promise<void> {
  await rm(cluster, { recursive: true })
  await rename(backup, cluster)
}

/** With owners and modes. Files that the server removes meanwhile are no part of the backup. */
async function copyFolder(from: string, to: string): Promise<void> {
  try {
    await run('cp', ['-a', from, to], { timeout: COPY_MS })
  } catch (error) {
    const complaints = String((error as { stderr?: unknown }).stderr ?? error)
      .split('\n')
      .filter(line => line !== '' && !/No such file or directory/.test(line))
    if (complaints.length > 0) throw new Error(complaints.join('\n'))
  }
}
