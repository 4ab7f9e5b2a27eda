import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { accountCommands } from '../../src/commands/accounts.ts'
import { auditCommands } from '../../src/commands/audit.ts'
import { runAudited } from '../../src/commands/audited.ts'
import { bankCommands } from '../../src/commands/bank.ts'
import type { Command } from '../../src/commands/command.ts'
import { creditCommands } from '../../src/commands/credit.ts'
import { encryptionCommands } from '../../src/commands/encryption.ts'
import { evidenceCommands } from '../../src/commands/evidence.ts'
import { headCommands } from '../../src/commands/heads.ts'
import { jobCommands } from '../../src/commands/jobs.ts'
import { keyCommands } from '../../src/commands/keys.ts'
import { ledgerCommands } from '../../src/commands/ledger.ts'
import { operatorCommands } from '../../src/commands/operators.ts'
import { peopleCommands } from '../../src/commands/people.ts'
import { retailerTermsCommands } from '../../src/commands/retailer-terms.ts'
import { retailerCommands } from '../../src/commands/retailers.ts'
import { createServices, type Services } from '../../src/composition/services.ts'
import { parseConfig } from '../../src/config.ts'
import { chainNotes } from '../../src/modules/desk/index.ts'
import { TestClock } from '../support/app.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

const COMMANDS: Readonly<Record<string, Command>> = {
  ...accountCommands,
  ...auditCommands,
  ...bankCommands,
  ...creditCommands,
  ...encryptionCommands,
  ...evidenceCommands,
  ...headCommands,
  ...jobCommands,
  ...keyCommands,
  ...ledgerCommands,
  ...operatorCommands,
  ...peopleCommands,
  ...retailerCommands,
  ...retailerTermsCommands,
}

let testDatabase: TestDatabase
let services: Services
before(async () => {
  testDatabase = await openTestDatabase()
  const config = parseConfig({
    ENVIRONMENT: 'production',
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: 'postgres://db.example/crediario?sslmode=verify-full',
    PUBLIC_URL: 'https://crediario.example',
    TRUSTED_PROXIES: 'none',
  })
  services = createServices({ config, database: testDatabase.database, clock: new TestClock() })
})
after(async () => {
  await services.close()
  await testDatabase.close()
})

function run(line: string, options: Record<string, string> = {}): Promise<string> {
  const words = line.split(' ')
  const command = COMMANDS[words.slice(0, 2).join(' ')]
  assert.ok(command, line)
  return runAudited(services, command, { words, options })
}

const query = <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  testDatabase.database.run<Row>({ name: '', text }, values)

/** What the audit log holds since then: action, who, which command, about what. */
async function listTraces(after = 0): Promise<string[]> {
  await chainNotes(testDatabase.database)
  const rows = await query<{ action: string; subject: string | null; details: string }>(
    `SELECT action, subject, details FROM audit_entries WHERE position > $1 AND action LIKE 'command.%' ORDER BY position`,
    [after],
  )
  return rows.map(({ action, subject, details }) => {
    const { as, command } = JSON.parse(details)
    return [action, as, command, subject ?? '-'].join(' | ')
  })
}

async function countEntries(): Promise<number> {
  await chainNotes(testDatabase.database)
  return (
    (await query<{ count: number }>('SELECT count(*)::integer AS count FROM audit_entries'))[0]?.count ?? 0
  )
}

test('every command either leaves a trace or only shows something', () => {
  const untraced = Object.entries(COMMANDS).filter(([, { isAudited }]) => !isAudited)
  assert.deepEqual(untraced.map(([name]) => name).toSorted(), [
    'accounts list',
    'accounts proposals',
    'audit seal',
    'audit show',
    'audit verify',
    'decisions replay',
    'encryption status',
    'evidence key',
    'heads show',
    'jobs dead',
    'keys list',
    'ledger provision',
    'ledger seal',
    'ledger trial-balance',
    'ledger verify',
    'operators code',
    'operators list',
    'policies example',
    'policies show',
    'retailers list',
    'retailers sales',
    'retailers show',
  ])
})

test('in production nothing is changed without the name of a person', async () => {
  await assert.rejects(run('retailers create', { name: 'Loja' }), /--as is missing/)
  for (const as of ['', ' ', 'x', '<script>', 'a'.repeat(90)])
    await assert.rejects(
      run('retailers create', { name: 'Loja', as }),
      /--as must be the name of a person/,
      as,
    )
  assert.deepEqual(await query('SELECT id FROM retailers'), [])
  assert.equal(await countEntries(), 0)
})

test('a command is audited before it begins and when it has ended, with its person and what it made', async () => {
  const [id = ''] = (await run('retailers create', { name: 'Loja', as: 'Ana Souza' })).split('\n')
  const [key = ''] = (await run('keys create', { retailer: id, scopes: 'purchases', as: 'Bruno' })).split(
    '\n',
  )
  const [row] = await query<{ id: string }>('SELECT id FROM api_keys')
  assert.deepEqual(await listTraces(), [
    'command.begin | Ana Souza | retailers create | -',
    `command.done | Ana Souza | retailers create | ${id}`,
    'command.begin | Bruno | keys create | -',
    `command.done | Bruno | keys create | ${row?.id}`,
  ])
  const [begun] = await query<{ details: string }>('SELECT details FROM audit_entries WHERE position = 3')
  const { retailer, scopes, user } = JSON.parse(begun?.details ?? '{}')
  assert.deepEqual([retailer, scopes], [id, 'purchases'])
  assert.match(user, /.@./)
  const all = JSON.stringify(await query('SELECT details FROM audit_entries'))
  assert.ok(!all.includes(key) && !all.includes('Loja'))
})

test('a command that is refused leaves a trace too, without the personal data that was typed', async () => {
  const before = await countEntries()
  await assert.rejects(run('people forget 529.982.247-25', { as: 'Ana' }), /must not be an argument/)
  await assert.rejects(run('operators disable ana@mesa.example', { as: 'Ana' }), /there is no operator/)
  assert.deepEqual(await listTraces(before), [
    'command.begin | Ana | people forget | -',
    'command.failed | Ana | people forget | -',
    'command.begin | Ana | operators disable | -',
    'command.failed | Ana | operators disable | -',
  ])
  assert.doesNotMatch(JSON.stringify(await query('SELECT details FROM audit_entries')), /529|mesa\.example/)
})

const ACCOUNT = {
  bank: '341',
  agency: '57',
  account: '12345',
  digit: '7',
  portfolio: '109',
  beneficiary: 'Financeira Exemplo S.A.',
  document: '12.345.678/0001-95',
  address: 'Rua Um, 1',
  city: 'Recife',
  'pix-key': 'cobranca@example.com',
}

async function propose(as: string): Promise<string> {
  const [id = ''] = (await run('accounts create', { ...ACCOUNT, as })).split('\n')
  assert.match(id, /^[0-9a-f]{24}$/)
  return id
}

test('an account that receives money is registered by two people in production', async () => {
  const id = await propose('José da Silva')
  assert.deepEqual(await query('SELECT id FROM lender_accounts'), [])
  assert.match(
    await run('accounts proposals', { as: 'Ana' }),
    /by José da Silva.*\n.*"pixKey": "cobranca@example\.com"/s,
  )
  for (const as of ['José da Silva', 'jose  da silva', 'JOSE.DA.SILVA'])
    await assert.rejects(run(`accounts approve ${id}`, { as }), /another person approves it/, as)
  assert.deepEqual(await query('SELECT id FROM lender_accounts'), [])
  assert.match(
    await run(`accounts approve ${id}`, { as: 'Ana Souza' }),
    /^account [0-9a-f]{24} is registered$/,
  )
  assert.match(await run('accounts list', { as: 'Ana' }), /341 +0057\/12345-7/)
  await assert.rejects(run(`accounts approve ${id}`, { as: 'Ana Souza' }), /no open proposal/)
})

test('a proposal whose account or author was changed in the database cannot be approved, and can be declined', async () => {
  for (const change of [
    `settings = replace(settings, 'cobranca@example.com', 'thief@example.com')`,
    `proposed_by = 'Somebody Else'`,
  ]) {
    const id = await propose('Ana Souza')
    await query(`UPDATE account_proposals SET ${change} WHERE id = $1`, [id])
    await assert.rejects(
      run(`accounts approve ${id}`, { as: 'Bruno' }),
      /changed outside the program/,
      change,
    )
    assert.equal(await run(`accounts decline ${id}`, { as: 'Bruno' }), 'declined')
  }
})
