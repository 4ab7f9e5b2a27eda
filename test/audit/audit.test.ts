import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { auditCommands } from '../../src/cli/audit.ts'
import { operatorCommands } from '../../src/cli/operators.ts'
import { verifyAudit } from '../../src/domains/audit/audit.ts'
import { appendAudit, chainNotes, listEntriesAbout, recordAudit } from '../../src/domains/audit/store.ts'
import { findOperator, resetOperator } from '../../src/domains/operators/operators.ts'
import { computeTotp, computeTotpStep, newPassword } from '../../src/domains/sign-in/credentials.ts'
import { InputError } from '../../src/kernel/faults.ts'
import {
  listDemonstrationOperators,
  seedDemonstrationOperators,
} from '../../src/sandbox/demonstration-operators.ts'
import { asAdministratorOf } from '../support/administrator.ts'
import { DEMO_KEY, DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { askSignIn, newDeskUser } from '../support/desk.ts'
import { buy } from '../support/purchase-http.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const COMMANDS = { ...auditCommands, ...operatorCommands }
async function run(line: string, options: Record<string, string> = {}): Promise<string> {
  const words = line.split(' ')
  const command = COMMANDS[words.slice(0, 2).join(' ')]
  assert.ok(command, line)
  return command.run(app.services, { words, options })
}

test('entries written in parallel make one chain without a gap', async () => {
  const now = app.clock.now()
  // The first versions of the demonstration's terms and policies.
  const { waitingCount: seeded } = await verifyAudit(app.database, app.services.secrets)
  const notes = Array.from({ length: 60 }, (_, index) =>
    recordAudit(
      app.database,
      { operatorId: undefined, action: 'queue.view', details: { index, ação: 'é' } },
      now,
    ),
  )
  await Promise.all(notes)
  const waiting = await verifyAudit(app.database, app.services.secrets)
  assert.deepEqual([waiting.head.position, waiting.waitingCount, waiting.fault], [0, seeded + 60, undefined])
  await Promise.all(Array.from({ length: 4 }, () => chainNotes(app.database)))
  const { head, waitingCount, fault } = await verifyAudit(app.database, app.services.secrets)
  assert.deepEqual([head.position, waitingCount, fault], [seeded + 60, 0, undefined])
})

test('an action that is audited and not committed yet makes no other one wait, and is chained after its commit', async () => {
  const now = app.clock.now()
  const written = Promise.withResolvers<void>()
  const mayCommit = Promise.withResolvers<void>()
  const note = (subject: string) => ({ operatorId: undefined, action: 'case.view', subject }) as const
  const open = app.database.transaction(async tx => {
    await appendAudit(tx, note('slow'), now)
    written.resolve()
    await mayCommit.promise
  })
  await written.promise
  const others = Array.from({ length: 20 }, () => recordAudit(app.database, note('quick'), now))
  await Promise.all(others)
  assert.equal((await listEntriesAbout(app.database, 'quick')).length, 20)
  assert.equal((await listEntriesAbout(app.database, 'slow')).length, 0)
  mayCommit.resolve()
  await open
  assert.equal((await listEntriesAbout(app.database, 'slow')).length, 1)
  assert.equal((await verifyAudit(app.database, app.services.secrets)).fault, undefined)
})

test('a note that is not chained yet can be neither changed nor removed', async () => {
  const note = { operatorId: undefined, action: 'case.view', subject: 'kept' } as const
  await recordAudit(app.database, note, app.clock.now())
  await assert.rejects(query(app, 'DELETE FROM audit_notes'), {
    code: '42501',
    message: /not in the chain yet/,
  })
  for (const text of [`UPDATE audit_notes SET subject = 'x'`, 'TRUNCATE audit_notes'])
    await assert.rejects(query(app, text), { code: '42501', message: /permission denied/ }, text)
  assert.equal((await listEntriesAbout(app.database, 'kept')).length, 1)
})

test('the role of the program can neither change nor remove an entry or a seal', async () => {
  await run('audit seal')
  for (const table of ['audit_entries', 'audit_seals'])
    for (const text of [
      `UPDATE ${table} SET position = position`,
      `DELETE FROM ${table}`,
      `TRUNCATE ${table}`,
    ])
      await assert.rejects(query(app, text), { code: '42501', message: /permission denied/ }, text)
})

test('an operator is registered, listed, given a role, disabled and reset from the command line', async () => {
  const options = { email: 'Ana@Mesa.example', name: 'Ana Souza', role: 'analyst' }
  const created = await run('operators create', options)
  const password = /^Password +([a-z2-7]{6}(?:-[a-z2-7]{6}){3})$/m.exec(created)?.[1] ?? ''
  assert.match(
    created,
    /^Authenticator +otpauth:\/\/totp\/Crediario%3Aana%40mesa\.example\?secret=[A-Z2-7]{32}&/m,
  )
  assert.ok(password)
  await assert.rejects(run('operators create', options), /registered already/)
  await assert.rejects(run('operators create', { ...options, role: 'chief' }), /--role must be one of/)
  await assert.rejects(run('operators create', { ...options, email: 'ana' }), /--email must be/)
  await run('operators role ana@mesa.example', { role: 'approver' })
  assert.match(await run('operators list'), /ana@mesa\.example +Ana Souza +approver +active/)
  await run('operators disable ana@mesa.example')
  assert.match(await run('operators list'), /approver +disabled 20\d\d-/)
  await run('operators enable ana@mesa.example')
  assert.ok(!(await run('operators reset ana@mesa.example')).includes(password))
  await assert.rejects(run('operators disable nobody@mesa.example'), /there is no operator/)
  await assert.rejects(run('operators code ana@mesa.example'), /not a demonstration operator/)
  const [row] = await query<{ found: boolean }>(
    app,
    `SELECT bool_or(o::text ILIKE '%ana@mesa%' OR o::text ILIKE '%souza%') AS found FROM operators o`,
  )
  assert.equal(row?.found, false, 'name and e-mail are readable nowhere')
})

test('the demonstration operator signs in with the password and code that are printed', async () => {
  await seedDemonstrationOperators(app.services)
  await seedDemonstrationOperators(app.services)
  const [operator] = await listDemonstrationOperators(app.services)
  assert.ok(operator)
  const code = (await run(`operators code ${operator.email}`)).trim()
  assert.equal(operator.email, 'operator@demo.local')
  assert.equal(code, operator.code)
  assert.equal(
    (await askSignIn(app, { email: operator.email, password: operator.password, code })).status,
    200,
  )
})

test('a demonstration operator’s secrets do not follow from the public key, are random, and stay', async () => {
  const { secrets } = app.services
  const email = 'analyst@demo.local'
  const former = {
    password: newPassword(secrets.computeMac('demonstration-operator', `password:${email}`)),
    totpSecret: secrets.computeMac('demonstration-operator', `totp:${email}`).subarray(0, 20),
  }
  await seedDemonstrationOperators(app.services)
  const operator = await findOperator(app.database, secrets, email)
  assert.ok(operator)
  const tryFormer = async () => {
    app.clock.advance({ minutes: 1 })
    const code = computeTotp(former.totpSecret, computeTotpStep(app.clock.now()))
    return (await askSignIn(app, { email, password: former.password, code })).status
  }
  const findSecrets = async () =>
    (await listDemonstrationOperators(app.services)).find(each => each.email === email)?.totpLink
  const first = await findSecrets()
  assert.equal(await tryFormer(), 401)
  assert.ok(first !== undefined)
  await seedDemonstrationOperators(app.services)
  assert.equal(await findSecrets(), first, 'they stay as they are')
  await resetOperator(app.services, operator)
  assert.equal(await findSecrets(), undefined, 'a password that was changed is not shown')
})

test('a retailer cannot deny a cancellation: key, request and body hash are audited in the same transaction', async () => {
  const { transactionId } = await buy(app)
  const [key] = await query<{ id: string }>(app, 'SELECT id FROM api_keys WHERE key_hash = $1', [
    app.services.secrets.hashApiKey(DEMO_KEY),
  ])
  const body = { transactionId }
  const answer = await app.post('/cancel', { apiKey: DEMO_KEY, ...body })
  await app.post('/cancel', { apiKey: DEMO_KEY, ...body })
  const shown = await run(`audit show ${transactionId}`)
  const noted = shown.split('\n').filter(line => line.includes('  purchase.cancel  '))
  assert.equal(noted.length, 1, shown)
  assert.deepEqual(JSON.parse(noted[0]?.split('  ').at(-1) ?? ''), {
    bodyHash: app.services.secrets.computeMac('request-body', JSON.stringify(body)).toString('hex'),
    by: 'retailer',
    keyId: key?.id,
    retailerId: DEMO_RETAILER,
    trackId: answer.headers.get('x-track-id'),
  })
  assert.equal(await run('audit show nothing'), 'nothing was noted')
})

interface AuditAnswer {
  readonly entries: readonly {
    readonly position: number
    readonly action: string
    readonly subject?: string
    readonly subjectKind?: string
    readonly operatorId?: string
  }[]
  readonly next?: number
  readonly people: readonly { readonly id: string; readonly name: string }[]
}

test('the audit is filtered by person, action, subject and days of Sao Paulo, and a filter that fits nothing of a kind is named', async () => {
  const [reader, other] = [await newDeskUser(app, 'approver'), await newDeskUser(app, 'analyst')]
  const subject = 'ab'.repeat(12)
  const note = (action: 'case.view' | 'payout.view', at: string, operatorId = other.id) =>
    recordAudit(app.database, { operatorId, action, subject }, new Date(at))
  // 02:59:59 in UTC is still the day before in Sao Paulo.
  await note('case.view', '2025-05-11T02:59:59.999Z')
  await note('case.view', '2025-05-11T03:00:00.000Z')
  await note('payout.view', '2025-05-12T02:59:59.999Z')
  await note('payout.view', '2025-05-12T03:00:00.000Z', reader.id)
  const cancel = {
    operatorId: undefined,
    action: 'purchase.cancel',
    subject,
    details: { by: 'retailer' },
  } as const
  await recordAudit(app.database, cancel, new Date('2025-05-13T12:00:00Z'))
  const find = async (filter: Record<string, string>) => {
    const answer = await reader.get<AuditAnswer>(`/audit?${new URLSearchParams(filter)}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }
  const listAt = async (filter: Record<string, string>) =>
    (await find(filter)).entries.map(({ action, subjectKind }) => `${action} ${subjectKind}`)
  const [canceled, paid, seen] = ['purchase.cancel loan', 'payout.view payout', 'case.view identification']
  assert.deepEqual(await listAt({ subject }), [canceled, paid, paid, seen, seen])
  assert.deepEqual(await listAt({ subject, person: other.id }), [paid, seen, seen])
  assert.deepEqual(await listAt({ subject, action: 'payout.view' }), [paid, paid])
  assert.deepEqual(await listAt({ subject, person: 'retailer' }), [canceled])
  const day = { from: '2025-05-11', to: '2025-05-11' }
  assert.deepEqual(await listAt(day), [paid, seen], 'from midnight to midnight of Sao Paulo')
  assert.deepEqual(await listAt({ ...day, person: other.id, action: 'case.view' }), [seen])
  assert.deepEqual(await listAt({ to: '2025-05-10' }), [seen])
  assert.deepEqual(await listAt({ person: reader.id, to: '2025-05-31' }), [paid])
  assert.deepEqual(await listAt({ subject: 'nothing' }), [])
  assert.deepEqual(await listAt({ subject, person: 'sandbox' }), [])
  const { people, next } = await find({})
  assert.ok(people.some(({ id }) => id === other.id))
  assert.ok(next !== undefined, 'there are more than a page of them')
  const older = await find({ before: String(next) })
  assert.ok(older.entries.length > 0 && older.entries.every(({ position }) => position !== next))
  const read = (await listEntriesAbout(app.database, subject)).filter(({ action }) => action === 'audit.view')
  assert.equal(read.length, 0, 'what was looked for is not noted')
  for (const [field, value] of [
    ['person', 'somebody'],
    ['action', 'case.ponder'],
    ['subject', ''],
    ['from', '2025-02-30'],
    ['to', 'yesterday'],
    ['before', 'x'],
  ] as const) {
    const answer = await reader.get<{ details: { field: string }[] }>(
      `/audit?${new URLSearchParams({ [field]: value })}`,
    )
    assert.deepEqual([answer.status, answer.body.details[0]?.field], [400, field], answer.text)
  }
  const crossed = await reader.get<{ details: { field: string }[] }>('/audit?from=2025-05-12&to=2025-05-11')
  assert.deepEqual([crossed.status, crossed.body.details[0]?.field], [400, 'to'])
})

test('audit verify prints the head, and finds what an administrator of the database changed or cut off', async () => {
  await newDeskUser(app, 'viewer')
  const head = /^head (\d+:[0-9a-f]{64})$/.exec(await run('audit seal'))?.[1] ?? ''
  assert.match(await run('audit verify', { head }), /entries, all as they were written; 2 seals\nhead /)
  assert.equal(await run('audit seal'), 'nothing new to seal')
  await assert.rejects(run('audit verify', { head: 'yesterday' }), /--head must be/)
  const expectBroken = (problem: RegExp, options: Record<string, string> = {}) =>
    assert.rejects(run('audit verify', options), error => {
      assert.ok(error instanceof InputError)
      assert.match(error.message, problem)
      return true
    })
  await asAdministratorOf(app.testDatabase, async client => {
    await client.query('SET session_replication_role = replica')
    await client.query(`UPDATE audit_entries SET details = '{"index":7}' WHERE position = 5`)
    await expectBroken(/^the audit log is broken at entry 5: the entry differs/)
    await client.query('DELETE FROM audit_entries WHERE position >= 5')
    await expectBroken(/^the audit log is broken at entry 5: the chain ends at 4 of/)
    await client.query('DELETE FROM audit_seals')
    await expectBroken(/the chain ends at 4 of/)
    await app.services.keptHeads.forget()
    assert.match(await run('audit verify'), /^4 entries/)
    await expectBroken(/the chain ends at 4 of/, { head })
  })
})
