import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { startProgram } from '../../src/composition/program.ts'
import { parseConfig } from '../../src/config.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { openTestDatabase, type TestDatabase, writeDatabaseUrl } from '../support/database.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'crediario-cut-start-'))
let testDatabase: TestDatabase
let watcher: Client

before(async () => {
  testDatabase = await openTestDatabase()
  watcher = new Client(testDatabase.connection)
  await watcher.connect()
})
after(async () => {
  await watcher.end()
  await testDatabase.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const CUT = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = $1`

/** Ends the first session of this name that appears. */
async function cutFirst(name: string): Promise<void> {
  const deadline = performance.now() + 20_000
  while (performance.now() < deadline) if ((await watcher.query(CUT, [name])).rows.length > 0) return
  throw new Error(`no session of ${name} appeared`)
}

for (const name of ['crediario probe', 'crediario-api'])
  test(`a start whose connections are cut begins again, and serves (${name})`, async () => {
    const lines: string[] = []
    const log = createLog({ level: 'warn', destination: { write: line => void lines.push(line) } })
    const env = { DATABASE_URL: writeDatabaseUrl(testDatabase.connection), DATA_DIR: dataDir, ROLE: 'api' }
    const started = startProgram(parseConfig({ ...env, PORT: '0' }), log)
    await cutFirst(name)
    const program = await started
    try {
      const { status } = await fetch(`http://127.0.0.1:${program.port}/ready`)
      assert.equal(status, 200)
      if (name === 'crediario probe') assert.match(lines.join(''), /starting again/)
    } finally {
      await program.stop()
    }
  })
