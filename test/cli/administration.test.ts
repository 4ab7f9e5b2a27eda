import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type App, createApp } from '../../src/app/app.ts'
import { parseConfig } from '../../src/app/config/config.ts'
import { findForgedRows } from '../../src/app/upkeep/find-forged-rows.ts'
import { accountCommands } from '../../src/cli/accounts.ts'
import { auditCommands } from '../../src/cli/audit.ts'
import { runAudited } from '../../src/cli/audited.ts'
import { bankCommands } from '../../src/cli/bank.ts'
import type { Command, CommandLine } from '../../src/cli/command.ts'
import { creditCommands } from '../../src/cli/credit.ts'
import { encryptionCommands } from '../../src/cli/encryption.ts'
import { evidenceCommands } from '../../src/cli/evidence.ts'
import { headCommands } from '../../src/cli/heads.ts'
import { jobCommands } from '../../src/cli/jobs.ts'
import { keyCommands } from '../../src/cli/keys.ts'
import { ledgerCommands } from '../../src/cli/ledger.ts'
import { moneyCommands } from '../../src/cli/money.ts'
import { operatorCommands } from '../../src/cli/operators.ts'
import { peopleCommands } from '../../src/cli/people.ts'
import { retailerTermsCommands } from '../../src/cli/retailer-terms.ts'
import { retailerCommands } from '../../src/cli/retailers.ts'
import { COMMANDS as TABLE } from '../../src/cli/table.ts'
import { chainNotes } from '../../src/domains/audit/store.ts'
import { newId } from '../../src/kernel/ids.ts'
import { TestClock } from '../support/app.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { answerWithCodes, type DeskPerson, newDeskPerson, nextCode } from '../support/desk.ts'

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
  ...moneyCommands,
  ...operatorCommands,
  ...peopleCommands,
  ...retailerCommands,
  ...retailerTermsCommands,
}

let testDatabase: TestDatabase
let services: App
let ana: DeskPerson
let bruno: DeskPerson
let carla: DeskPerson
const clock = new TestClock()
before(async () => {
  testDatabase = await openTestDatabase()
  const config = parseConfig({
    ENVIRONMENT: 'production',
    ENCRYPTION_KEY: randomBytes(32).toString('hex'),
    DATABASE_URL: 'postgres://db.example/crediario?sslmode=verify-full',
    PUBLIC_URL: 'https://crediario.example',
    TRUSTED_PROXIES: 'none',
  })
  services = createApp({ config, database: testDatabase.database, clock })
})
after(async () => {
  await services.close()
  await testDatabase.close()
})

function run(
  line: string,
  options: Record<string, string> = {},
  ask: CommandLine['ask'] = answerWithCodes(
    { clock },
    [ana, bruno, carla].filter(each => each !== undefined),
  ),
): Promise<string> {
  const words = line.split(' ')
  const command = COMMANDS[words.slice(0, 2).join(' ')]
  assert.ok(command, line)
  return runAudited(services, command, { words, options, ask })
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
  const untraced = [...TABLE].filter(([, { isAudited }]) => !isAudited)
  assert.deepEqual(untraced.map(([name]) => name).toSorted(), [
    'accounts list',
    'accounts proposals',
    'agreements show',
    'assignments funds',
    'assignments list',
    'assignments statement',
    'audit seal',
    'audit show',
    'audit verify',
    'balances list',
    'bank differences',
    'closing list',
    'closing verify',
    'compliance cases',
    'compliance register',
    'connectors list',
    'database migrate',
    'database roles',
    'decisions replay',
    'doctor',
    'encryption status',
    'evidence key',
    'evidence verify',
    'heads show',
    'jobs dead',
    'journal show',
    'keys list',
    'ledger provision',
    'ledger seal',
    'ledger tax-loss',
    'ledger trial-balance',
    'ledger verify',
    'listings list',
    'listings show',
    'loan show',
    'money status',
    'operators code',
    'operators list',
    'payouts cases',
    'payouts list',
    'payouts show',
    'policies example',
    'policies show',
    'proposals list',
    'retailers code',
    'retailers list',
    'retailers sales',
    'retailers show',
    'scr settings',
    'screening list',
    'taxes list',
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

async function propose(as = ana.email): Promise<string> {
  const [id = ''] = (await run('accounts create', { ...ACCOUNT, as })).split('\n')
  assert.match(id, /^[0-9a-f]{24}$/)
  return id
}

test('an account that receives money is registered by two people in production, each with a code of their own', async () => {
  ana = await newDeskPerson({ services }, 'approver')
  bruno = await newDeskPerson({ services }, 'approver')
  carla = await newDeskPerson({ services }, 'analyst')
  const id = await propose()
  assert.deepEqual(await query('SELECT id FROM lender_accounts'), [])
  assert.match(
    await run('accounts proposals', { as: 'Ana' }),
    new RegExp(`by ${ana.email}.*\\n.*"pixKey": "cobranca@example\\.com"`, 's'),
  )
  const approve = (as: string, ask?: CommandLine['ask']) => run(`accounts approve ${id}`, { as }, ask)
  await assert.rejects(approve(ana.email), /another person approves it/)
  await assert.rejects(approve(carla.email), /is analyst: this role may not do it/)
  await assert.rejects(approve('Bruno Reis'), /--as must be the e-mail address of an operator/)
  for (const code of ['', '000000', nextCode({ clock }, ana)])
    await assert.rejects(
      approve(bruno.email, async () => [code]),
      /is not verified/,
      'typing a name is not enough',
    )
  assert.deepEqual(await query('SELECT id FROM lender_accounts'), [])
  assert.match(await approve(bruno.email), /^account [0-9a-f]{24} is registered$/)
  assert.match(await run('accounts list', { as: 'Ana' }), /341 +0057\/12345-7/)
  await assert.rejects(approve(bruno.email), /no open proposal/)
})

test('whoever proposes an account proves who they are', async () => {
  const create = (as: string, ask?: CommandLine['ask']) => run('accounts create', { ...ACCOUNT, as }, ask)
  await assert.rejects(create('José da Silva'), /--as must be the e-mail address of an operator/)
  await assert.rejects(
    create(ana.email, async () => ['123456']),
    /is not verified/,
  )
  const viewer = await newDeskPerson({ services }, 'viewer')
  await assert.rejects(
    create(viewer.email, async () => [nextCode({ clock }, viewer)]),
    /is viewer/,
  )
  assert.deepEqual(await query(`SELECT id FROM account_proposals WHERE state = 'proposed'`), [])
})

test('a code is accepted once, and after five wrong ones the next has to wait', async () => {
  const dora = await newDeskPerson({ services }, 'approver')
  const code = nextCode({ clock }, dora)
  const show = (shown: string) => run(`accounts approve ${newId()}`, { as: dora.email }, async () => [shown])
  await assert.rejects(show(code), /no open proposal/)
  await assert.rejects(show(code), /is not verified/, 'a code that was seen is worth nothing')
  for (let round = 0; round < 5; round += 1) await assert.rejects(show('000000'), /is not verified/)
  await assert.rejects(show('000000'), /too many wrong codes: wait \d+ seconds/)
  const refusals = (await readAudit('proof.refused')).map(({ details }) => JSON.parse(details).why)
  assert.ok(refusals.includes('code') && refusals.includes('code used before'))
})

test('a disabled operator, and one whose row was changed by SQL, proves nothing', async () => {
  const id = await propose()
  for (const change of [`disabled_at = now()`, `role = 'approver'`]) {
    const person = await newDeskPerson({ services }, 'analyst')
    await query(`UPDATE operators SET ${change} WHERE id = $1`, [person.id])
    await assert.rejects(
      run(`accounts approve ${id}`, { as: person.email }, async () => [nextCode({ clock }, person)]),
      /is not verified/,
    )
  }
  await run(`accounts decline ${id}`, { as: 'Ana' })
})

const readAudit = (action: string) =>
  query<{ subject: string | null; details: string }>(
    `SELECT subject, details FROM audit_entries WHERE action = $1
   UNION ALL SELECT subject, details FROM audit_notes WHERE action = $1`,
    [action],
  )

test('a proposal whose account, author or state was changed in the database cannot be approved, and can be declined', async () => {
  for (const change of [
    `settings = replace(settings, 'cobranca@example.com', 'thief@example.com')`,
    `proposed_by = '${bruno.email}'`,
    `proposed_at = proposed_at - interval '1 day'`,
  ]) {
    const id = await propose()
    await query(`UPDATE account_proposals SET ${change} WHERE id = $1`, [id])
    await findForgedRows(services)
    assert.ok(
      (await readAudit('refused.forged-row')).some(({ subject }) => subject === id),
      'found at once',
    )
    await assert.rejects(
      run(`accounts approve ${id}`, { as: bruno.email }),
      /changed outside the program/,
      change,
    )
    assert.match(await run('accounts proposals', { as: 'Ana' }), new RegExp(`${id} was changed outside`))
    assert.equal(await run(`accounts decline ${id}`, { as: 'Bruno' }), 'declined')
  }
  const declined = await propose()
  await run(`accounts decline ${declined}`, { as: 'Bruno' })
  await assert.rejects(
    query(
      `UPDATE account_proposals SET state = 'proposed', answered_by = NULL, answered_at = NULL WHERE id = $1`,
      [declined],
    ),
    /was answered/,
  )
  const foreign = await propose()
  await query(
    `INSERT INTO audit_notes (at, operator_id, action, subject, details) VALUES (now(), $1, 'account.propose', $2, $3)`,
    [bruno.id, foreign, JSON.stringify({ proposal: foreign })],
  )
  await assert.rejects(
    run(`accounts approve ${foreign}`, { as: bruno.email }),
    /changed outside the program/,
    'the audit log names another proposer',
  )
})
