import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { launchPostmaster } from './postmaster.ts'

test('a server whose folder is removed while it ends is reported as ended, and does not crash the program', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'postmaster-'))
  const folders = {
    cluster: folder,
    socket: folder,
    lockFile: join(folder, 'postgres.lock'),
    logFile: join(folder, 'postgres.log'),
    passwordFile: join(folder, 'postgres-password'),
    administratorPasswordFile: join(folder, 'postgres-administrator-password'),
  }
  const self = { uid: undefined, gid: undefined, prefix: [] }
  const { findExit } = launchPostmaster('false', self, folders, {})
  rmSync(folder, { recursive: true })
  for (let waited = 0; findExit() === undefined && waited < 200; waited++) await delay(100)
  assert.equal(findExit(), 'it ended with 1\n')
})
