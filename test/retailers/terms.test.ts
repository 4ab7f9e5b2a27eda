import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { type App, createApp } from '../../src/app/app.ts'
import { parseConfig } from '../../src/app/config/config.ts'
import { findForgedRows } from '../../src/app/upkeep/find-forged-rows.ts'
import { runAudited } from '../../src/cli/audited.ts'
import type { Command } from '../../src/cli/command.ts'
import { retailerTermsCommands } from '../../src/cli/retailer-terms.ts'
import { retailerCommands } from '../../src/cli/retailers.ts'
import { chainNotes } from '../../src/domains/audit/store.ts'
import { findPayee } from '../../src/domains/retailers/change-terms.ts'
import { TestClock } from '../support/app.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { answerWithCodes, type DeskPerson, newDeskPerson } from '../support/desk.ts'

const COMMANDS: Readonly<Record<string, Command>> = { ...retailerCommands, ...retailerTermsCommands }
const CNPJ = '12ABC34501DE35'
const ACCOUNT = { bank: '237', agency: '0255-0', 'account-number': '61900', digit: '0' }
const OWNER = { 'legal-name': 'Loja Um Ltda.', cnpj: '12.abc.345/01de-35' }

let testDatabase: TestDatabase
let services: App
let ana: DeskPerson
let bruno: DeskPerson
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
  ana = await newDeskPerson({ services }, 'approver')
  bruno = await newDeskPerson({ services }, 'approver')
})
after(async () => {
  await services.close()
  await testDatabase.close()
})

function run(line: string, options: Record<string, string> = {}): Promise<string> {
  const words = line.split(' ')
  const command = COMMANDS[words.slice(0, 2).join(' ')]
  assert.ok(command, line)
  const ask = answerWithCodes({ clock }, [ana, bruno])
  return runAudited(services, command, { words, options: { as: ana.email, ...options }, ask })
}

const query = <Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  testDatabase.database.run<Row>({ name: '', text }, values)
const findId = (answer: string): string => answer.split('\n')[0] ?? ''

async function create(options: Record<string, string> = {}): Promise<string> {
  return findId(await run('retailers create', { name: 'Loja', ...options }))
}

async function change(retailer: string, options: Record<string, string>): Promise<void> {
  const proposal = findId(await run('retailers update', { retailer, ...options }))
  await run(`retailers approve ${proposal}`, { as: bruno.email })
}

const read = (retailerId: string) => findPayee(services.database, services.secrets, retailerId)

test('a retailer without an account is paid nothing yet, on the next business day', async () => {
  assert.deepEqual(await read(await create()), {
    payee: undefined,
    changedAt: undefined,
    isSuspended: false,
    schedule: 'next-business-day',
  })
})

test('name, CNPJ and account of a retailer are changed by two people, and payouts know since when', async () => {
  const retailer = await create()
  const proposal = findId(await run('retailers update', { retailer, ...OWNER, ...ACCOUNT }))
  assert.equal((await read(retailer)).payee, undefined)
  assert.match(await run('retailers proposals'), new RegExp(`by ${ana.email}.*"account": "61900"`, 's'))
  await assert.rejects(run(`retailers approve ${proposal}`), /another person approves it/)
  clock.advance({ hours: 1 })
  assert.match(await run(`retailers approve ${proposal}`, { as: bruno.email }), /is changed, version 1$/)
  assert.deepEqual(await read(retailer), {
    payee: {
      name: 'Loja Um Ltda.',
      document: CNPJ,
      to: {
        kind: 'account',
        bankCode: '237',
        ispb: '60746948',
        agency: '0255',
        account: '0061900',
        accountDigit: '0',
        accountType: 'CHECKING',
      },
    },
    changedAt: clock.now(),
    isSuspended: false,
    schedule: 'next-business-day',
  })
  await assert.rejects(run(`retailers approve ${proposal}`, { as: bruno.email }), /no open proposal/)
})

test('only another account counts as a change of the account; the schedule is one person’s decision', async () => {
  const retailer = await create()
  await change(retailer, { ...OWNER, ...ACCOUNT })
  const { changedAt } = await read(retailer)
  clock.advance({ days: 3 })
  await change(retailer, { 'legal-name': 'Loja Dois Ltda.' })
  await change(retailer, ACCOUNT)
  await run('retailers update', { retailer, schedule: 'weekly:FRI' })
  const renamed = await read(retailer)
  assert.deepEqual(
    [renamed.payee?.name, renamed.schedule, renamed.changedAt],
    ['Loja Dois Ltda.', 'weekly:FRI', changedAt],
  )
  await change(retailer, { 'pix-key': CNPJ })
  const moved = await read(retailer)
  assert.deepEqual(moved.changedAt, clock.now())
  assert.deepEqual(moved.payee?.to, { kind: 'pix-key', keyType: 'DOCUMENT', key: CNPJ })
  assert.match(
    await run('retailers show', { retailer }),
    /legal name +Loja Dois.*12\.ABC\.345\/01DE-35.*Pix key \(DOCUMENT\) …DE35.*weekly:FRI/s,
  )
})

test('bad input is refused in one sentence that names its option', async () => {
  const retailer = await create({ cnpj: CNPJ })
  const wrong: readonly (readonly [option: string, options: Record<string, string>])[] = [
    ['digit', { ...OWNER, ...ACCOUNT, digit: '1' }],
    ['bank', { ...OWNER, ...ACCOUNT, bank: '999' }],
    ['agency', { ...OWNER, ...ACCOUNT, agency: '0255-1' }],
    ['account-number', { ...OWNER, ...ACCOUNT, 'account-number': '6190O' }],
    ['account-type', { ...OWNER, ...ACCOUNT, 'account-type': 'corrente' }],
    ['cnpj', { ...OWNER, ...ACCOUNT, cnpj: '12ABC34501DE36' }],
    ['cnpj', { cnpj: '529.982.247-25' }],
    ['holder', { ...OWNER, ...ACCOUNT, holder: '11.222.333/0001-81' }],
    ['holder', { ...OWNER, ...ACCOUNT, holder: '12ABC34501DE36' }],
    ['pix-key', { ...OWNER, 'pix-key': '11222333000181' }],
    ['pix-key', { ...OWNER, 'pix-key': '52998224725' }],
    ['pix-key', { ...OWNER, 'pix-key': '(11) 98765-4321' }],
    ['legal-name', ACCOUNT],
    ['legal-name', { 'legal-name': ' ' }],
    ['schedule', { schedule: 'weekly:SUN' }],
    ['pix-key', { ...OWNER, ...ACCOUNT, 'pix-key': CNPJ }],
    ['digit', { ...OWNER, bank: '237', agency: '0255', 'account-number': '61900' }],
    ['holder', { holder: CNPJ }],
    ['legal-name', {}],
    ['retailer', { ...OWNER, retailer: '' }],
  ]
  for (const [option, options] of wrong)
    await assert.rejects(
      run('retailers update', { retailer, ...options }),
      new RegExp(`--${option}\\b`),
      JSON.stringify(options),
    )
  await assert.rejects(
    run('retailers update', { retailer: 'f'.repeat(24), ...OWNER }),
    /there is no retailer/,
  )
  await assert.rejects(run('retailers create', { name: 'Loja', cnpj: '11222333000182' }), /--cnpj must be/)
  await assert.rejects(run('retailers suspend', { retailer }), /--reason is missing/)
  assert.deepEqual(await query('SELECT version FROM retailer_terms WHERE retailer_id = $1', [retailer]), [])
})

test('an account at another branch of the same company is accepted, and another company needs another account', async () => {
  const retailer = await create()
  await change(retailer, {
    'legal-name': 'Loja',
    cnpj: '11222333000181',
    ...ACCOUNT,
    holder: '11222333000262',
  })
  assert.equal((await read(retailer)).payee?.document, '11222333000262')
  await assert.rejects(
    run('retailers update', { retailer, cnpj: CNPJ }),
    /--cnpj does not belong to the same company/,
  )
  await change(retailer, { cnpj: CNPJ, ...ACCOUNT })
  assert.equal((await read(retailer)).payee?.document, CNPJ)
})

test('a suspended retailer is told so with its reason, until it is resumed', async () => {
  const retailer = await create({ cnpj: CNPJ })
  await run('retailers suspend', { retailer, reason: 'Denúncia em apuração' })
  assert.equal((await read(retailer)).isSuspended, true)
  assert.match(await run('retailers show', { retailer }), /suspended +Denúncia em apuração/)
  await run('retailers resume', { retailer })
  assert.equal((await read(retailer)).isSuspended, false)
})

test('terms that were written or changed in the database pay nobody, sell nothing and are reported', async () => {
  for (const forgery of [
    `UPDATE retailer_terms SET schedule = 'immediate' WHERE retailer_id = $1`,
    `UPDATE retailer_terms SET account_changed_at = account_changed_at - interval '3 days' WHERE retailer_id = $1`,
    `UPDATE retailer_terms SET payee_box = (SELECT payee_box FROM retailer_terms WHERE retailer_id <> $1 AND payee_box IS NOT NULL LIMIT 1)
       WHERE retailer_id = $1`,
    `INSERT INTO retailer_terms SELECT retailer_id, version + 1, legal_name, cnpj, schedule, suspension, payee_box, account_changed_at,
       changed_by, changed_at, mac FROM retailer_terms WHERE retailer_id = $1`,
  ]) {
    const retailer = await create()
    await change(retailer, { ...OWNER, ...ACCOUNT })
    await query(forgery, [retailer])
    const { payee, isSuspended } = await read(retailer)
    assert.deepEqual([payee, isSuspended], [undefined, true], forgery)
    assert.equal((await services.retailers.getRetailer(retailer)).isSuspended, true)
    await assert.rejects(run('retailers update', { retailer, schedule: 'days:2' }), /outside the program/)
    const reported: string[] = []
    await findForgedRows({
      ...services,
      reportForgery: async (table, id) => void reported.push(`${table} ${id}`),
    })
    assert.ok(reported.includes(`retailer_terms ${retailer}`), forgery)
  }
})

test('terms before the newest are not in force again when its row is taken away, nor are none', async () => {
  const retailer = await create()
  await change(retailer, { ...OWNER, ...ACCOUNT })
  await run('retailers suspend', { retailer, reason: 'Denúncia em apuração' })
  await query('DELETE FROM retailer_terms WHERE retailer_id = $1 AND version = 2', [retailer])
  const expectUnpaid = async (): Promise<void> => {
    const { payee, isSuspended } = await read(retailer)
    assert.deepEqual([payee, isSuspended], [undefined, true])
    const reported: string[] = []
    await findForgedRows({
      ...services,
      reportForgery: async (table, id) => void reported.push(`${table} ${id}`),
    })
    assert.ok(reported.includes(`retailer_terms ${retailer}`))
  }
  await expectUnpaid()
  await query('DELETE FROM retailer_terms WHERE retailer_id = $1', [retailer])
  await expectUnpaid()
})

test('a proposal whose author or changes were exchanged in the database cannot be approved', async () => {
  const retailer = await create()
  const other = findId(await run('retailers update', { retailer, ...OWNER, 'pix-key': 'thief@example.com' }))
  for (const forgery of [
    `proposed_by = '${bruno.email}'`,
    `changes_box = (SELECT changes_box FROM retailer_proposals WHERE id = '${other}')`,
  ]) {
    const id = findId(await run('retailers update', { retailer, ...OWNER, ...ACCOUNT }))
    await query(`UPDATE retailer_proposals SET ${forgery} WHERE id = $1`, [id])
    await assert.rejects(run(`retailers approve ${id}`, { as: bruno.email }), forgery)
    assert.equal(await run(`retailers decline ${id}`, { as: bruno.email }), 'declined')
  }
  assert.equal((await read(retailer)).payee, undefined)
})

test('no account of a retailer stands readable in the database, and nothing that was typed in the audit log', async () => {
  await chainNotes(testDatabase.database)
  const traces = JSON.stringify(await query('SELECT details FROM audit_entries'))
  assert.doesNotMatch(traces, /61900|Loja Um|thief/)
  const rows = JSON.stringify(
    await query(
      `SELECT encode(payee_box, 'escape') AS box FROM retailer_terms UNION ALL
       SELECT encode(changes_box, 'escape') FROM retailer_proposals`,
    ),
  )
  assert.doesNotMatch(rows, /61900|thief|bankCode/)
})
