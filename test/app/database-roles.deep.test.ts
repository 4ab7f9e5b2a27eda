import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { parseConfig } from '../../src/app/config/config.ts'
import { openFoundation } from '../../src/app/program.ts'
import { forgetPerson } from '../../src/app/upkeep/forget-person.ts'
import { databaseCommands } from '../../src/cli/database.ts'
import { sealAudit, verifyAudit } from '../../src/domains/audit/audit.ts'
import { sealEntries } from '../../src/domains/ledger/seal.ts'
import { verifyLedger } from '../../src/domains/ledger/verify.ts'
import { StartError } from '../../src/kernel/faults.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { migrate } from '../../src/schema/migrate.ts'
import { readRoleRights } from '../../src/schema/role-rights.ts'
import { presentRoleScript } from '../../src/schema/role-script.ts'
import { dumpSchema } from '../../src/schema/schema-dump.ts'
import { SEQUENCE_RIGHTS, TABLE_RIGHTS } from '../../src/schema/table-rights.ts'
import { CustomerDevice, expectDone } from '../onboarding/customer-device.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openTestDatabase } from '../support/database.ts'
import { openRoleDatabase, type RoleDatabase } from '../support/database-roles.ts'
import { askSignIn, buyForDesk, newDeskPerson, signIn } from '../support/desk.ts'
import { upload, writeInvoice } from '../support/invoices.ts'
import { newPerson } from '../support/people.ts'
import {
  buy,
  buyOpen,
  cancel,
  moveClock,
  pay,
  playUntil,
  read,
  readStatus,
} from '../support/purchase-http.ts'
import { startReceiver } from '../support/webhook-receiver.ts'
import { createEndpoint } from '../support/webhooks.ts'
import { listFiles, readSource } from '../tidy/source-files.ts'
import { listForbiddenToApp, listForbiddenToReadonly } from './forbidden-statements.ts'

const CLI = join(import.meta.dirname, '..', '..', 'src', 'cli.ts')
const NOT_ALLOWED = '42501'

let roles: RoleDatabase
before(async () => {
  roles = await openRoleDatabase()
})
after(() => roles.close())

async function startAsApp(env: Record<string, string> = {}): Promise<void> {
  const config = parseConfig({ DATABASE_URL: roles.urlOf(roles.names.app), ...env })
  await (await openFoundation(config, createLog({ level: 'silent' }))).close()
}

test('a role that may not migrate refuses to start with one sentence; the migrator needs only its own secret', async () => {
  const isRefusal = (error: unknown) =>
    error instanceof StartError &&
    /^Migrations are not applied yet \(\d+, from 0001_\w+ on\), and the database role \w+_app may not/.test(
      error.message,
    )
  await assert.rejects(startAsApp(), isRefusal)
  const connectionString = roles.urlOf(roles.names.migrator)
  const env = { ENVIRONMENT: 'production', DATABASE_MIGRATION_URL: connectionString }
  const timeout = 120_000
  const migrated = await promisify(execFile)(process.execPath, [CLI, 'database', 'migrate'], { env, timeout })
  assert.match(migrated.stdout, /^Applied migration 0001_\w+\n/)
  await migrate({ connection: { connectionString }, grantsToOtherRoles: true, log: assert.fail })
  await startAsApp()
})

test('a start with a missing right is refused and names it; a start with the migrator’s address restores it', async () => {
  const { app, migrator } = roles.names
  await roles.administrate(client => client.query(`REVOKE INSERT ON ledger_entries, events FROM ${app}`))
  const isRefusal = (error: unknown) =>
    error instanceof StartError && /lacks rights \(INSERT on events and 1 more\)/.test(error.message)
  await assert.rejects(startAsApp(), isRefusal)
  await roles.administrate(client => client.query(`REVOKE SELECT ON schema_migrations FROM ${app}`))
  await assert.rejects(startAsApp(), /may not read the list of migrations/)
  await startAsApp({ DATABASE_MIGRATION_URL: roles.urlOf(migrator) })
  await startAsApp()
})

/** Every use of the service by people and programs, one after the other. */
async function live(app: TestApp): Promise<void> {
  const receiver = await startReceiver()
  await createEndpoint(app, receiver.url)
  const analyst = await newDeskPerson(app, 'analyst')
  assert.equal((await askSignIn(app, { ...analyst, code: '000000' })).status, 401)
  const desk = await signIn(app, analyst)

  const bought = await buy(app, { downPayment: true })
  const device = new CustomerDevice(app, bought)
  expectDone(await device.begin())
  expectDone(await device.confirm('phone'))
  for (const kind of ['front', 'back', 'selfie'] as const) expectDone(await device.show(kind))
  await playUntil(app, bought.transactionId, 'SIGNATURE', { acceptInsurance: true })
  expectDone(await device.sign())
  const { downPaymentBillet } = await read(app, bought.transactionId)
  await pay(app, downPaymentBillet?.id ?? '', { method: 'PIX' })
  assert.equal(await readStatus(app, bought.transactionId), 'OPEN')
  await upload(app, bought.transactionId, await writeInvoice(app, bought))
  await cancel(app, bought.transactionId)

  const doubtful = await buyForDesk(app)
  const { version } = (await desk.get<{ version: number }>(`/cases/${doubtful.transactionId}`)).body
  const verdict = { result: 'VALIDATED', reason: 'Conferido com o documento', version }
  const decided = await desk.post(`/cases/${doubtful.transactionId}/decision`, verdict)
  assert.equal(decided.body.outcome, 'done', decided.text)

  const person = newPerson()
  const paid = await buyOpen(app, { person })
  const { installments = [] } = await read(app, paid.transactionId)
  await pay(app, installments[0]?.id ?? '', { amount: 1 })
  for (const { id } of installments) await pay(app, id)
  assert.equal(await readStatus(app, paid.transactionId), 'CLOSED')
  assert.equal((await desk.get('/suspense')).status, 200)

  await moveClock(app, 'P40D')
  await receiver.wait(10)
  assert.deepEqual(await forgetPerson(app.services, person.cpf), { retailers: 1, purchases: 1 })
  await sealEntries(app.database, { secrets: app.services.secrets, now: new Date() })
  await sealAudit(app.database, app.services.secrets, new Date())
  assert.equal((await verifyLedger(app.database)).fault, undefined)
  assert.equal((await verifyAudit(app.database, app.services.secrets)).fault, undefined)
  assert.doesNotMatch(await (await fetch(`${app.url}/metrics`)).text(), /\bNan\b/)
  await receiver.stop()
}

const listDenials = (app: TestApp): string[] =>
  app
    .logged()
    .split('\n')
    .filter(line => /"code":"42501"/.test(line))

test('the whole service works with the rights of the app role alone', async () => {
  const { app: role } = roles.names
  const testDatabase = {
    database: roles.open(role),
    connection: roles.connectionOf(role),
    close: async () => {},
  }
  const app = await startTestApp({ testDatabase })
  try {
    await live(app)
    assert.deepEqual(listDenials(app), [])
    assert.deepEqual(await readRoleRights(app.database), { role, isOwner: false, missing: [], excessive: [] })
    await roles.administrate(client => client.query(`REVOKE INSERT ON checkouts FROM ${role}`))
    await assert.rejects(buy(app))
    assert.match(listDenials(app).join('\n'), /"code":"42501"/, 'a right that lacks would have been seen')
    await roles.runScript()
  } finally {
    await app.stop()
  }
})

async function expectAllRefused(role: string, statements: readonly string[]): Promise<void> {
  assert.ok(statements.length >= 50)
  const client = new Client(roles.connectionOf(role))
  await client.connect()
  const outcomes: string[] = []
  for (const statement of statements) {
    const runsAlone = /^(?:CREATE DATABASE|CREATE TABLESPACE|ALTER SYSTEM)/.test(statement)
    if (!runsAlone) await client.query('BEGIN')
    const code = await client.query(statement).then(
      () => 'done',
      error => String(error.code),
    )
    if (!runsAlone) await client.query('ROLLBACK')
    if (code !== NOT_ALLOWED) outcomes.push(`${code}: ${statement}`)
  }
  await client.end()
  assert.deepEqual(outcomes, [])
}

test('the app role can change neither the schema, nor the books, nor the server', () =>
  expectAllRefused(roles.names.app, listForbiddenToApp(roles.names)))

test('the read-only role can neither write nor read anything sealed, hashed or secret', async () => {
  await expectAllRefused(roles.names.readonly, listForbiddenToReadonly(roles.names))
  const client = new Client(roles.connectionOf(roles.names.readonly))
  await client.connect()
  const report = await client.query(
    `SELECT t.status, sum(p.amount_centavos) FROM transactions t
     JOIN ledger_entries e ON e.transaction_id = t.id JOIN ledger_postings p ON p.entry_id = e.id GROUP BY 1`,
  )
  await client.end()
  assert.ok((report.rowCount ?? 0) > 0)
})

test('no role can grant itself a missing right', async () => {
  const { app } = roles.names
  const client = new Client(roles.connectionOf(app))
  await client.connect()
  // PostgreSQL only warns here if the role has any other right on the table.
  await client.query(`GRANT UPDATE, DELETE ON ledger_entries, audit_entries TO ${app}`)
  await client.query(`GRANT CREATE ON SCHEMA public TO ${app}`)
  await assert.rejects(client.query(`UPDATE ledger_entries SET kind = 'own'`), { code: NOT_ALLOWED })
  await assert.rejects(client.query('DELETE FROM audit_entries'), { code: NOT_ALLOWED })
  await assert.rejects(client.query('CREATE TABLE own (id integer)'), { code: NOT_ALLOWED })
  await client.end()
})

test('the script also takes over a database that one role owned, and running it again changes nothing', async () => {
  const handed = await openTestDatabase()
  const name = String(handed.connection.database)
  const dump = async (database: string): Promise<string> => {
    const reader = openDatabase({
      connection: { ...roles.connectionOf(roles.names.migrator), database },
      poolSize: 1,
      applicationName: 'dump',
      onError: () => {},
    })
    return dumpSchema(reader).finally(() => reader.close())
  }
  try {
    await roles.runScript(name)
    const once = await dump(name)
    // Rights stand in the order in which they were given.
    const lines = (text: string): string[] => text.split('\n').toSorted()
    assert.deepEqual(lines(once), lines(await dump(String(roles.connectionOf('').database))))
    await roles.runScript(name)
    assert.equal(await dump(name), once)
    const former = new Client(handed.connection)
    await assert.rejects(former.connect(), { code: NOT_ALLOWED })
  } finally {
    await handed.close()
  }
})

test('the script stops if the program’s role would still have the migrator’s rights', async () => {
  const { app, migrator, readonly } = roles.names
  for (const [power, lack] of [
    [`GRANT ${migrator} TO ${app}`, `REVOKE ${migrator} FROM ${app}`],
    [`ALTER ROLE ${readonly} CREATEROLE`, `ALTER ROLE ${readonly} NOCREATEROLE`],
  ] as const) {
    await roles.administrate(client => client.query(power))
    await assert.rejects(roles.runScript(), /take (?:that|them) away first/, power)
    await roles.administrate(client => client.query(lack))
  }
  await roles.runScript()
})

test('the command prints the script for any deployment name that needs no quotes', async () => {
  const print = (name: string) =>
    databaseCommands['database roles']?.runOffline({ words: [], options: { name } })
  assert.equal(await print(roles.names.app.replace(/_app$/, '')), presentRoleScript(roles.names))
  for (const name of ['', 'Loja', '1a', 'a b', `a'`, 'a"', 'a;', 'a'.repeat(41)])
    await assert.rejects(async () => print(name), /--name must be/)
})

test('every table has its rights listed, and the read-only role sees no column that could hold sealed data', async () => {
  const found = await roles.administrate(client =>
    client.query<{ table: string; column: string; type: string }>(
      `SELECT table_name AS "table", column_name AS "column", data_type AS type
       FROM information_schema.columns WHERE table_schema = 'public'
         AND NOT (SELECT relispartition FROM pg_class WHERE oid = table_name::regclass) ORDER BY 1, 2`,
    ),
  )
  const tables = [...new Set(found.rows.map(({ table }) => table))]
  assert.deepEqual(Object.keys(TABLE_RIGHTS).toSorted(), tables)
  const seen = await roles.administrate(client =>
    client.query<{ column: string; type: string }>(
      `SELECT table_name || '.' || column_name AS "column", data_type AS type FROM information_schema.columns
       WHERE table_schema = 'public' AND has_column_privilege($1, table_name, column_name, 'SELECT') ORDER BY 1`,
      [roles.names.readonly],
    ),
  )
  const listed = Object.entries(TABLE_RIGHTS).flatMap(([table, { reports }]) =>
    reports === '*'
      ? found.rows.filter(row => row.table === table).map(({ column }) => `${table}.${column}`)
      : reports.split(', ').flatMap(column => (column === '' ? [] : [`${table}.${column}`])),
  )
  assert.deepEqual(seen.rows.map(({ column }) => column).toSorted(), listed.toSorted())
  // Hashes of the two chains, of month ends and of documents, and the one that is printed on a contract.
  const open = [
    'audit_entries.hash',
    'audit_seals.hash',
    'audit_seals.signature',
    'closing_batches.hash',
    'closings.hash',
    'ledger_heads.hash',
    'ledger_heads.signature',
    'ledger_seals.hash',
  ]
  assert.deepEqual(
    seen.rows.filter(({ type }) => type === 'bytea').map(({ column }) => column),
    [...open, 'proposed_entries.sha256', 'signatures.contract_hash'],
  )
})

/** Rights that the statements of the sources need, read from their text. */
function listWritesOfSources(): Record<string, string> {
  const writes = new Map<string, Set<string>>()
  const note = (table: string | undefined, right: string): void => {
    if (table !== undefined) writes.set(table, (writes.get(table) ?? new Set()).add(right))
  }
  const sources = listFiles(
    ['src', 'connectors/core', 'connectors/vtex', 'connectors/nuvemshop'],
    '.ts',
  ).filter(path => !/\.test\.ts$|^src\/schema\/migrate\.ts$/.test(path))
  for (const text of sources.map(readSource)) {
    for (const [statement, table] of text.matchAll(
      /INSERT INTO (\w+)(?:(?!INSERT INTO)(?:'[A-Za-z_/]+'|[^`']))*/g,
    )) {
      note(table, 'INSERT')
      if (statement.includes('DO UPDATE')) note(table, 'UPDATE')
    }
    for (const [, table] of text.matchAll(/UPDATE (\w+)(?: (?:AS )?\w+)? SET/g)) note(table, 'UPDATE')
    for (const [, table] of text.matchAll(/(?:DELETE FROM |composeRemoval\(')(\w+)/g)) note(table, 'DELETE')
  }
  const order = ['INSERT', 'UPDATE', 'DELETE']
  return Object.fromEntries(
    [...writes].map(([table, rights]) => [table, order.filter(right => rights.has(right)).join(', ')]),
  )
}

test('of keys, operators and accounts the app role may change exactly the columns that the program changes', () => {
  const changed = new Map<string, Set<string>>()
  const sources = listFiles(['src/domains'], '.ts').filter(file => !file.endsWith('.test.ts'))
  for (const text of sources.map(readSource))
    for (const [, table = '', set = ''] of text.matchAll(
      /UPDATE (\w+)(?: \w+)? SET ((?:(?!\s+WHERE\s|\s+FROM\s|[`']).)+)/gs,
    ))
      for (const [, column = ''] of set.matchAll(/(\w+) = /g))
        changed.set(table, (changed.get(table) ?? new Set()).add(column))
  for (const table of [
    'account_proposals',
    'api_keys',
    'operators',
    'lender_accounts',
    'staff_people',
    'staff_memberships',
    'staff_invitations',
    'staff_resets',
  ]) {
    const granted = /\((.*)\)/.exec(TABLE_RIGHTS[table]?.app ?? '')?.[1]?.split(', ')
    assert.deepEqual(granted?.toSorted(), [...(changed.get(table) ?? [])].toSorted(), table)
  }
})

test('rights that an earlier version needed are named at the start until the script has taken them away', async () => {
  const { app } = roles.names
  await roles.administrate(client => client.query(`GRANT UPDATE ON lender_accounts TO ${app}`))
  const database = roles.open(app)
  assert.deepEqual((await readRoleRights(database)).excessive, ['lender_accounts'])
  await roles.runScript()
  assert.deepEqual((await readRoleRights(database)).excessive, [])
})

test('the app role may write exactly what the statements of the program write', () => {
  const granted = Object.entries(TABLE_RIGHTS).map(([table, { app }]) => [table, app.replace(/ \(.*\)/, '')])
  assert.deepEqual(listWritesOfSources(), Object.fromEntries(granted.filter(([, app]) => app !== '')))
  const sources = listFiles(['src/domains'], '.ts').map(readSource).join('\n')
  for (const sequence of Object.keys(SEQUENCE_RIGHTS)) assert.ok(sources.includes(sequence), sequence)
})
