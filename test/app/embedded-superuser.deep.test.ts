import assert from 'node:assert/strict'
import { chmodSync, existsSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Client, type ClientConfig } from 'pg'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../src/platform/embedded-postgres/embedded-postgres.ts'
import { findPostmaster } from '../../src/platform/embedded-postgres/postmaster.ts'

let dataDir: string
let server: EmbeddedPostgres | undefined
before(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'crediario-superuser-'))
  chmodSync(dataDir, 0o755)
})
after(async () => {
  await server?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const file = () => join(dataDir, 'postgres-administrator-password')

async function restart(): Promise<EmbeddedPostgres> {
  await server?.stop()
  server = await startEmbeddedPostgres({ dataDir, log: () => {} })
  return server
}

async function ask(connection: ClientConfig, text: string): Promise<unknown> {
  const client = new Client(connection)
  await client.connect()
  try {
    return (await client.query({ text, rowMode: 'array' })).rows[0]?.[0]
  } finally {
    await client.end()
  }
}

const asSuperuser = ({ connection }: EmbeddedPostgres): ClientConfig => ({
  ...connection,
  user: 'postgres',
  database: 'postgres',
})

async function expectSeparate(running: EmbeddedPostgres): Promise<void> {
  await assert.rejects(ask(asSuperuser(running), 'SELECT 1'), { code: '28P01' })
  assert.equal(await ask(running.administrator, 'SELECT current_user'), 'postgres')
  assert.notEqual(running.administrator.password, running.connection.password)
  assert.equal(statSync(file()).mode & 0o777, 0o600)
}

test('the program’s password opens no superuser, and its role reads no file and runs no command', async () => {
  const running = await restart()
  await expectSeparate(running)
  for (const text of [
    `SELECT pg_read_file('/etc/passwd')`,
    `SELECT pg_ls_dir('/')`,
    `COPY (SELECT 1) TO PROGRAM 'true'`,
    'SET ROLE postgres',
  ])
    await assert.rejects(ask(running.connection, text), { code: '42501' }, text)
})

test('a database of an earlier version, with one password for both, gets a second one; a crash in between loses none', async () => {
  const first = await restart()
  await ask(first.administrator, `ALTER ROLE postgres PASSWORD '${first.connection.password}'`)
  rmSync(file())
  const second = await restart()
  await expectSeparate(second)
  // As if the program had died after the password was set and before its file had its name.
  renameSync(file(), `${file()}.new`)
  const third = await restart()
  await expectSeparate(third)
  assert.equal(third.administrator.password, second.administrator.password)
  assert.ok(!existsSync(`${file()}.new`))
})

const READ_ANYTHING = [1n << 1n, 1n << 2n]

/** Above a closed folder root lends the server one capability, or it could not reach its own files. */
test('a server holds at most one capability, in a closed folder only, and can gain no other', async () => {
  const closed = await mkdtemp(join(tmpdir(), 'crediario-closed-'))
  chmodSync(closed, 0o700)
  const running = await startEmbeddedPostgres({ dataDir: join(closed, 'data'), log: () => {} })
  try {
    const pid = findPostmaster(join(closed, 'data', 'postgres'))?.pid
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const lent = process.getuid?.() === 0 ? READ_ANYTHING : [0n]
    for (const set of ['CapPrm', 'CapEff', 'CapAmb', 'CapInh']) {
      const held = BigInt(`0x${new RegExp(`^${set}:\\s*(\\w+)$`, 'm').exec(status)?.[1]}`)
      assert.ok(lent.includes(held), `${set} ${held}`)
    }
    if (lent !== READ_ANYTHING) return
    assert.match(status, /^NoNewPrivs:\s*1$/m)
    await assert.rejects(ask(running.connection, `SELECT pg_read_file('/etc/shadow')`), { code: '42501' })
    await assert.rejects(ask(asSuperuser(running), 'SELECT 1'), { code: '28P01' })
  } finally {
    await running.stop()
    rmSync(closed, { recursive: true, force: true })
  }
})
