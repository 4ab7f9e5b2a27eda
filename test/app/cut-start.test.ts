import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { parseConfig } from '../../src/app/config/config.ts'
import { startProgram } from '../../src/app/program.ts'
import { writeWelcome } from '../../src/app/welcome.ts'
import { StartError } from '../../src/kernel/faults.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { openTestDatabase, type TestDatabase, writeDatabaseUrl } from '../support/database.ts'
import { startPostgresProxy } from '../support/postgres-proxy.ts'

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

test('a start whose connections are cut again and again ends in one sentence, and logs no stack', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'warn', destination: { write: line => void lines.push(line) } })
  const env = { DATABASE_URL: writeDatabaseUrl(testDatabase.connection), DATA_DIR: dataDir, ROLE: 'api' }
  let isOver = false
  const refused = assert
    .rejects(startProgram(parseConfig({ ...env, PORT: '0' }), log), (error: unknown) => {
      assert.ok(error instanceof StartError, String(error))
      assert.match(error.message, /^the database was lost 5 times during the start \([^\n]+\): check that /)
      return true
    })
    .finally(() => {
      isOver = true
    })
  while (!isOver) await watcher.query(CUT, ['crediario-api'])
  await refused
  assert.equal(lines.filter(line => line.includes('starting again')).length, 4)
  assert.doesNotMatch(lines.join(''), / {4}at /)
})

test('the desk’s password is shown also when the database did not answer at first', async () => {
  const proxy = await startPostgresProxy(testDatabase.connection)
  const url = writeDatabaseUrl({ ...testDatabase.connection, host: '127.0.0.1', port: proxy.port })
  const config = parseConfig({ DATABASE_URL: url, DATA_DIR: dataDir, ROLE: 'api', PORT: '0' })
  const program = await startProgram(config, createLog({ level: 'silent' }))
  try {
    proxy.setMode('hangs up')
    proxy.cut()
    const before = proxy.connectionCount
    const welcome = writeWelcome(config, program, () => false)
    const deadline = performance.now() + 20_000
    while (proxy.connectionCount < before + 2 && performance.now() < deadline) await delay(10)
    proxy.setMode('passes')
    assert.match(String(await welcome), /operator@demo\.local, password \S+, code \d{6} now;/)
    proxy.setMode('hangs up')
    proxy.cut()
    assert.equal(await writeWelcome(config, program, () => true), undefined)
  } finally {
    await program.stop()
    await proxy.close()
  }
})

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
