import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/embedded-postgres.ts'
import { findPostmaster } from '../../src/platform/embedded-postgres/postmaster.ts'
import { type ChildProgram, insertLoad, startChild } from './child-program.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'crediario-crash-'))
const cluster = join(dataDir, 'postgres')
const ENOUGH_ROWS = 100
const PATIENCE_MS = 30_000
let nextId = 1

function start(): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log: () => {} })
}

async function query<Row>(server: EmbeddedPostgres, text: string): Promise<Row[]> {
  const client = new Client(server.connection)
  await client.connect()
  try {
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.end()
  }
}

async function startLoad(): Promise<ChildProgram> {
  const program = await startChild(insertLoad, [dataDir, String(nextId)])
  nextId += 10_000_000
  await waitForRows(program, ENOUGH_ROWS)
  return program
}

async function waitForRows(program: ChildProgram, count: number): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (program.lines.length <= count) {
    assert.ok(Date.now() < deadline, `only ${program.lines.length} rows were acknowledged`)
    await delay(5)
  }
}

function killServer(): void {
  const running = findPostmaster(cluster)
  assert.ok(running !== undefined)
  process.kill(running.pid, 'SIGKILL')
}

/** Restarts and checks that every acknowledged number is stored. */
async function assertNothingLost(program: ChildProgram): Promise<void> {
  const acknowledged = program.lines.slice(1).map(Number)
  assert.ok(acknowledged.length > 20, `only ${acknowledged.length} rows were acknowledged`)
  const server = await start()
  const stored = new Set(
    (await query<{ id: string }>(server, 'SELECT id FROM load')).map(row => Number(row.id)),
  )
  await server.stop()
  const lost = acknowledged.filter(id => !stored.has(id))
  assert.deepEqual(lost, [])
}

before(async () => {
  const server = await start()
  await query(server, 'CREATE TABLE load (id bigint PRIMARY KEY)')
  await server.stop()
})

after(() => rmSync(dataDir, { recursive: true, force: true }))

test('a program killed under load loses nothing that was acknowledged', async () => {
  const program = await startLoad()
  await program.end('SIGKILL')
  await assertNothingLost(program)
})

test('program and server killed at once lose nothing that was acknowledged', async () => {
  for (const order of ['server first', 'program first']) {
    const program = await startLoad()
    if (order === 'server first') killServer()
    const ended = program.end('SIGKILL')
    if (order === 'program first') killServer()
    await ended
    await assertNothingLost(program)
  }
})

test('a database server killed under a running program restarts by itself, and the program continues', async () => {
  const program = await startLoad()
  killServer()
  const before = program.lines.length
  await waitForRows(program, before + 50)
  await program.end('SIGTERM')
  assert.equal(program.child.exitCode, 0)
  assert.equal(findPostmaster(cluster), undefined)
  await assertNothingLost(program)
})
