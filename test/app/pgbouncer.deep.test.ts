import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { type Config, parseConfig } from '../../src/app/config/config.ts'
import { startProgram } from '../../src/app/program.ts'
import { databaseCommands } from '../../src/cli/database.ts'
import { StartError } from '../../src/kernel/faults.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { probeSessions } from '../../src/platform/db/session-probe.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { migrate } from '../../src/schema/migrate.ts'
import { nameRoles, presentRoleScript } from '../../src/schema/role-script.ts'
import { DEMO_KEY } from '../support/app.ts'
import { type DebianPostgres, startDebianPostgres } from '../support/debian-postgres.ts'
import { newPerson, preApproveBody } from '../support/people.ts'
import { type PgBouncer, startPgBouncer } from '../support/pgbouncer.ts'

const IGNORED = 'options,statement_timeout,idle_in_transaction_session_timeout'
const { migrator, app, readonly } = nameRoles('crediario')
const users = ['drill', 'grown_owner', migrator, app, readonly]
const log = createLog({ level: 'silent' })
let server: DebianPostgres
let open: PgBouncer[] = []

before(async () => {
  server = await startDebianPostgres()
  const client = new Client(await server.createDatabase('crediario'))
  await client.connect()
  await client.query(presentRoleScript(nameRoles('crediario'))).finally(() => client.end())
  const connectionString = server.urlOf('crediario').replace('drill', migrator)
  await migrate({ connection: { connectionString }, grantsToOtherRoles: true })
})
after(async () => {
  for (const pooler of open) await pooler.stop()
  await server.stop()
})

async function startPooler(
  poolMode: 'session' | 'transaction' | 'statement',
  ignoredParameters = '',
): Promise<PgBouncer> {
  const pooler = await startPgBouncer({ serverPort: server.port, users, poolMode, ignoredParameters })
  open = [...open, pooler]
  return pooler
}

const SETTINGS = {
  name: '',
  text: `SELECT current_setting('statement_timeout') AS statement, current_setting('jit') AS jit,
    current_setting('idle_in_transaction_session_timeout') AS idle, current_setting('TimeZone') AS zone`,
}

for (const ignored of ['', IGNORED])
  test(`in session mode the program works with its settings, which the role has (PgBouncer ignores: ${ignored || 'nothing'})`, async () => {
    const pooler = await startPooler('session', ignored)
    const connectionString = pooler.urlOf(app, 'crediario')
    const settingsOrigin = await probeSessions({ connectionString })
    assert.equal(settingsOrigin, ignored === '' ? 'of-role' : 'sent')
    const database = openDatabase({
      connection: { connectionString },
      settingsOrigin,
      poolSize: 2,
      applicationName: 'test',
      onError: () => {},
    })
    assert.deepEqual(await database.run(SETTINGS, []), [
      { statement: '5s', jit: 'off', idle: '10s', zone: 'UTC' },
    ])
    await assert.rejects(database.run({ name: '', text: 'SELECT pg_sleep(6)' }, []), /statement timeout/)
    await database.close()

    const program = await startProgram(parseConfig({ PORT: '0', DATABASE_URL: connectionString }), log)
    const decide = async (): Promise<number> => {
      const response = await fetch(`http://127.0.0.1:${program.port}/preApprove`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify(preApproveBody(DEMO_KEY, newPerson(), 1000)),
      })
      await response.arrayBuffer()
      return response.status
    }
    for (let round = 0; round < 5; round++)
      assert.deepEqual(await Promise.all(Array.from({ length: 10 }, decide)), Array(10).fill(200))
    await program.stop()
  })

for (const mode of ['transaction', 'statement'] as const)
  for (const ignored of ['', IGNORED])
    test(`${mode} mode is refused in one sentence (PgBouncer ignores: ${ignored || 'nothing'})`, async () => {
      const pooler = await startPooler(mode, ignored)
      const refusal = /^The pooler .* gives one session to several clients .*set pool_mode = session/
      const config = parseConfig({ PORT: '0', DATABASE_URL: pooler.urlOf(app, 'crediario') })
      await assert.rejects(startProgram(config, log), (error: unknown) => {
        assert.ok(error instanceof StartError, String(error))
        assert.match(error.message, refusal)
        return true
      })
      const migrating = parseConfig({
        PORT: '0',
        DATABASE_URL: server.urlOf('crediario').replace('drill', app),
        DATABASE_MIGRATION_URL: pooler.urlOf(migrator, 'crediario'),
      })
      await assert.rejects(startProgram(migrating, log), { message: refusal })
    })

test('a role without the settings is refused in one sentence that names them and what to do, and doing it works', async () => {
  const pooler = await startPooler('session', IGNORED)
  const superuser = new Client(await server.createDatabase('grown'))
  await superuser.connect()
  try {
    await superuser.query('CREATE ROLE grown_owner LOGIN; ALTER DATABASE grown OWNER TO grown_owner')
    const direct = parseConfig({
      PORT: '0',
      DATABASE_URL: server.urlOf('grown').replace('drill', 'grown_owner'),
    })
    await (await startProgram(direct, log)).stop()
    const pooled = (role: string): Config =>
      parseConfig({ PORT: '0', DATABASE_URL: pooler.urlOf(role, 'grown') })
    await assert.rejects(startProgram(pooled('grown_owner'), log), {
      message:
        /^The pooler .* does not pass on .*statement_timeout, idle_in_transaction_session_timeout: run the SQL of `npm run crediario -- database roles` as a superuser, give its role crediario_app a password, connect as that role in DATABASE_URL, and let the pooler reconnect\.$/,
    })
    const script = await databaseCommands['database roles']?.runOffline({ words: [], options: {} })
    await superuser.query(String(script))
    await superuser.query(`ALTER ROLE ${app} PASSWORD 'given'`)
    const program = await startProgram(pooled(app), log)
    assert.equal((await fetch(`http://127.0.0.1:${program.port}/ready`)).status, 200)
    await program.stop()
  } finally {
    await superuser.end()
  }
})

test('an address that names the server itself is taken as it is, with options of its own too', async () => {
  assert.equal(await probeSessions({ connectionString: server.urlOf('crediario') }), 'sent')
  const connectionString = `${server.urlOf('crediario')}?options=-c%20search_path%3Dpublic`
  assert.equal(await probeSessions({ connectionString }), 'sent')
})
