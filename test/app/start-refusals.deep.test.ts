import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { ClientConfig } from 'pg'
import { type Config, parseConfig } from '../../src/app/config/config.ts'
import { startProgram } from '../../src/app/program.ts'
import { StartError } from '../../src/kernel/faults.ts'
import { openHeadFile } from '../../src/platform/deployment/kept-heads.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { DEMO_KEY, startTestApp } from '../support/app.ts'
import { openTestDatabase, writeDatabaseUrl } from '../support/database.ts'
import { registerAccount } from '../support/lender-account.ts'
import { newPerson, preApproveBody } from '../support/people.ts'

const log = createLog({ level: 'silent' })
const PRODUCTION = {
  ENVIRONMENT: 'production',
  ENCRYPTION_KEY: '8f3a1c5e9b7d24608e1f3a5c7b9d02468ace13579bdf02468ace1357f0e1d2c3',
  PUBLIC_URL: 'https://credito.example',
  TRUSTED_PROXIES: 'none',
  BUREAU_URL: 'https://bureau.example',
  BUREAU_TOKEN: 'token',
}

/** Each database has a machine of its own. */
const folder = mkdtempSync(join(tmpdir(), 'crediario-start-'))
after(() => rmSync(folder, { recursive: true }))

function configOf(connection: ClientConfig, env: Record<string, string>): Config {
  return parseConfig({
    PORT: '0',
    DATA_DIR: join(folder, String(connection.database)),
    DATABASE_URL: writeDatabaseUrl(connection),
    ...env,
  })
}

async function expectRefusal(config: Config, message: RegExp): Promise<void> {
  await assert.rejects(startProgram(config, log), (error: unknown) => {
    assert.ok(error instanceof StartError, String(error))
    assert.match(error.message, message)
    return true
  })
}

test('a homologation database refuses production, another key and a port in use, and is served otherwise', async () => {
  const { connection, close } = await openTestDatabase()
  const config = configOf(connection, {})
  const program = await startProgram(config, log)
  const url = `http://127.0.0.1:${program.port}/preApprove`
  const body = JSON.stringify(preApproveBody(DEMO_KEY, newPerson(), 1000))
  const { status } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  assert.equal(status, 200)

  await expectRefusal(configOf(connection, { PORT: String(program.port) }), /^port \d+ is in use/)
  await expectRefusal(
    configOf(connection, PRODUCTION),
    /belongs to homologation, but ENVIRONMENT is production/,
  )
  const otherKey = { ENCRYPTION_KEY: PRODUCTION.ENCRYPTION_KEY }
  await expectRefusal(configOf(connection, otherKey), /written with another ENCRYPTION_KEY/)
  await program.stop()
  await close()
})

test('production without an account for billets refuses to start, and a worker does not need one', async () => {
  const { connection, close } = await openTestDatabase()
  const worker = await startProgram(configOf(connection, { ...PRODUCTION, ROLE: 'worker' }), log)
  await worker.stop()
  for (const ROLE of ['all', 'api'])
    await expectRefusal(
      configOf(connection, { ...PRODUCTION, ROLE }),
      /^no account for billets is registered.*`npm run crediario -- accounts create`$/,
    )
  await registerAccount(configOf(connection, PRODUCTION))
  const program = await startProgram(configOf(connection, PRODUCTION), log)
  await program.stop()
  await close()
})

test('a database of production refuses homologation, another key, and demonstration retailers', async () => {
  const { connection, database, close } = await openTestDatabase()
  const worker = await startProgram(configOf(connection, { ...PRODUCTION, ROLE: 'worker' }), log)
  await worker.stop()
  await registerAccount(configOf(connection, PRODUCTION))
  const program = await startProgram(configOf(connection, PRODUCTION), log)
  await program.stop()
  const retailers = { name: '', text: 'SELECT FROM retailers' }
  assert.equal((await database.run(retailers, [])).length, 0)

  await expectRefusal(configOf(connection, {}), /belongs to production, but ENVIRONMENT is homologation/)
  const otherKey = { ...PRODUCTION, ENCRYPTION_KEY: PRODUCTION.ENCRYPTION_KEY.replace('8f', '9f') }
  await expectRefusal(configOf(connection, otherKey), /written with another ENCRYPTION_KEY/)
  const demonstration = {
    name: '',
    text: `INSERT INTO retailers (id, name, is_demonstration, created_at) VALUES ($1, 'Loja', true, now())`,
  }
  await database.run(demonstration, ['000000000000000000000001'])
  await expectRefusal(configOf(connection, PRODUCTION), /holds demonstration retailers/)
  await close()
})

test('a database that may only be read is refused in one sentence, and is not ready when it becomes so', async () => {
  const { connection, close } = await openTestDatabase()
  const program = await startProgram(configOf(connection, {}), log)
  await program.stop()
  const readOnly = { ...connection, options: '-c default_transaction_read_only=on' }
  const url = `${writeDatabaseUrl(connection)}&options=${encodeURIComponent(readOnly.options)}`
  await expectRefusal(parseConfig({ PORT: '0', DATABASE_URL: url }), /^the database is read-only/)
  const app = await startTestApp()
  const standby = await startTestApp({ sharing: app, connection: readOnly })
  const answer = await fetch(`${standby.url}/ready`)
  assert.equal(answer.status, 503)
  assert.match(await answer.text(), /The database is read-only/)
  await standby.stop()
  await app.stop()
  await close()
})

test('a database older than the heads that were signed on this machine is refused, also under another id', async () => {
  const { connection, database, close } = await openTestDatabase()
  const config = configOf(connection, { ...PRODUCTION, ROLE: 'worker' })
  await (await startProgram(config, log)).stop()
  const [row] = await database.run<{ id: string }>({ name: '', text: 'SELECT id FROM deployment' }, [])
  const path = join(config.dataDir, 'heads.json')
  await openHeadFile(path, row?.id ?? '').keep('ledger', { position: 7, hash: 'a'.repeat(64) })
  await expectRefusal(config, /^the ledger ends before entry 7, which was signed .*heads accept --as NAME/)
  rmSync(path)
  await openHeadFile(path, 'another').keep('ledger', { position: 7, hash: 'a'.repeat(64) })
  await expectRefusal(config, /holds heads of another database only/)
  rmSync(path)
  await (await startProgram(config, log)).stop()
  await close()
})
