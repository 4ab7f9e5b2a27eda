import { execFile } from 'node:child_process'
import { chown, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { Client, type ClientConfig } from 'pg'

const run = promisify(execFile)
const COPY_MS = 120_000

/**
 * Copies the cluster of a running server, as pg_basebackup does: consistent at the end of the copy, whatever was written
 * meanwhile. Checkpoints are minutes apart, so that no part of the log is recycled before it is copied.
 */
export async function takeBaseBackup(
  administrator: ClientConfig,
  cluster: string,
  backup: string,
): Promise<void> {
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
export async function putBack(backup: string, cluster: string): Promise<void> {
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
