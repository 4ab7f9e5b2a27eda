import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { DecisionOutcome } from '../../src/contract/desk.ts'
import type { ComplianceList, ComplianceView } from '../../src/contract/desk-compliance.ts'
import { loadList } from '../../src/domains/compliance/index.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { Refused } from '../../src/kernel/faults.ts'
import { nameSandboxPerson } from '../../src/sandbox/sandbox-people.ts'
import { asAdministratorOf } from '../support/administrator.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { buyForDesk, type DeskUser, newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { newPerson, type Person } from '../support/people.ts'
import { buy, buyOpen, moveClock, playUntil } from '../support/purchase-http.ts'

let app: TestApp
let analyst: DeskUser
let approver: DeskUser
let viewer: DeskUser
before(async () => {
  app = await startTestApp()
  analyst = await newDeskUser(app, 'analyst')
  approver = await newDeskUser(app, 'approver')
  viewer = await newDeskUser(app, 'viewer')
})
after(() => app.stop())

let files = 0

/** A list of its own source, unless one is named. */
function load(kind: 'PEP' | 'SANCTIONS', text: string, source = `fonte ${++files}`) {
  const publishedOn = calendarDateAt(app.clock.now())
  return loadList(app.services, { kind, source, publishedOn, bytes: Buffer.from(text), loadedBy: 'teste' })
}

const maskOf = ({ cpf }: Person): string => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`
const pepOf = (person: Person, name = nameSandboxPerson(person.cpf)): string =>
  `CPF;Nome_PEP;Descricao_Funcao\n${maskOf(person)};${name.toUpperCase()};PREFEITO\n`

async function getCase(transactionId: string, kind: string): Promise<ComplianceView> {
  const { cases } = (await analyst.get<ComplianceList>('/compliance')).body
  const found = cases.find(each => each.transactionId === transactionId && each.kind === kind)
  assert.ok(found, `no ${kind} of ${transactionId}`)
  return (await analyst.get<ComplianceView>(`/compliance/${found.caseId}`)).body
}

const decide = (user: DeskUser, view: ComplianceView, result: string, checks: readonly string[] = []) =>
  user.post<DecisionOutcome & Record<string, unknown>>(`/compliance/${view.caseId}/decision`, {
    result,
    checks,
    reason: 'conferido com o documento',
    version: view.version,
  })

const approve = (user: DeskUser, { body }: { readonly body: DecisionOutcome }) =>
  user.post<DecisionOutcome & Record<string, unknown>>(`/proposals/${body.decision.id}/answer`, {
    approve: true,
    reason: 'conferi e concordo',
  })

const validate = async (transactionId: string) => {
  const { body } = await approver.get<{ version: number }>(`/cases/${transactionId}`)
  return approver.post<DecisionOutcome & Record<string, unknown>>(`/cases/${transactionId}/decision`, {
    result: 'VALIDATED',
    reason: 'rosto e documento conferem',
    version: body.version,
  })
}

test('a politically exposed person goes to the desk, is not refused, and is validated after enhanced checks by two people', async () => {
  const person = newPerson()
  await load('PEP', pepOf(person))
  const { transactionId } = await buy(app, { person })
  await playUntil(app, transactionId, 'DESK')
  const view = await getCase(transactionId, 'PEP')
  assert.deepEqual(
    view.findings.filter(({ name }) => ['listedCpf', 'role'].includes(name)).map(({ value }) => value),
    [maskOf(person), 'PREFEITO'],
  )
  expectError(await validate(transactionId), { code: 'desk_screening_open' })
  expectError(await decide(analyst, view, 'ACCEPTED', ['INCOME']), {
    code: 'invalid_parameters',
    message: 'checks must have all enhanced checks: FUNCTION, PURPOSE is missing',
    fields: ['checks'],
  })
  const proposed = await decide(analyst, view, 'ACCEPTED', ['FUNCTION', 'INCOME', 'PURPOSE'])
  assert.equal(proposed.body.outcome, 'proposed', proposed.text)
  expectError(await validate(transactionId), { code: 'desk_screening_open' })
  assert.equal((await approve(approver, proposed)).body.outcome, 'done')
  assert.equal((await validate(transactionId)).body.outcome, 'done')
})

test('one person says that a list means somebody else, and the same entry of a newer list does not ask again', async () => {
  const person = newPerson()
  const source = 'fonte mensal'
  await load('PEP', pepOf(person), source)
  const { transactionId } = await buy(app, { person })
  await playUntil(app, transactionId, 'DESK')
  const view = await getCase(transactionId, 'PEP')
  assert.equal((await decide(analyst, view, 'NO_MATCH')).body.outcome, 'done')
  await load('PEP', `${pepOf(person)}***.111.222-**;OUTRA PESSOA;JUIZ\n`, source)
  assert.equal((await validate(transactionId)).body.outcome, 'done')
  const [row] = await query<{ count: number }>(
    app,
    'SELECT count(*)::integer AS count FROM compliance_cases WHERE transaction_id = $1',
    [transactionId],
  )
  assert.equal(row?.count, 1)
})

test('a sanctioned person is held until two people clear the match, and can only be refused once it is confirmed', async () => {
  const [cleared, sanctioned] = [newPerson(), newPerson()]
  const text = [cleared, sanctioned].map(({ cpf }) => `${nameSandboxPerson(cpf)};;ONU`).join('\n')
  await load('SANCTIONS', `nome;nascimento;motivo\n${text}\n`)
  const first = await buy(app, { person: cleared })
  const second = await buy(app, { person: sanctioned })
  for (const { transactionId } of [first, second]) await playUntil(app, transactionId, 'DESK')
  const proposed = await decide(analyst, await getCase(first.transactionId, 'SANCTIONS'), 'NO_MATCH')
  assert.equal(proposed.body.outcome, 'proposed')
  expectError(await approve(analyst, proposed), { code: 'desk_forbidden' })
  expectError(await validate(first.transactionId), { code: 'desk_screening_open' })
  assert.equal((await approve(approver, proposed)).body.outcome, 'done')
  assert.equal((await validate(first.transactionId)).body.outcome, 'done')
  const match = await getCase(second.transactionId, 'SANCTIONS')
  assert.equal((await decide(analyst, match, 'CONFIRMED')).body.outcome, 'done')
  expectError(await validate(second.transactionId), { code: 'desk_screening_open' })
  assert.equal((await getCase(second.transactionId, 'CONFIRMED_SANCTION')).result, undefined)
})

test('an approval that was proposed before a match was found does not validate', async () => {
  const person = newPerson('011')
  const { transactionId } = await buyForDesk(app, { person, value: 9_000 })
  const proposed = await validate(transactionId)
  assert.equal(proposed.body.outcome, 'proposed', proposed.text)
  await load('SANCTIONS', `nome;motivo\n${nameSandboxPerson(person.cpf)};ONU\n`)
  const { screenCustomer } = await import('../../src/domains/compliance/screen-customer.ts')
  const { listPurchases } = await import('../../src/domains/purchases/index.ts')
  const { database, secrets } = app.services
  const purchase = (await listPurchases(database, secrets, { ids: [transactionId] })).get(transactionId)
  assert.ok(purchase)
  assert.equal(await screenCustomer(app.services, purchase), true)
  const second = await newDeskUser(app, 'approver')
  expectError(await approve(second, proposed), { code: 'desk_screening_open' })
})

test('a newer list replaces the one of its source as a whole, an older or broken one changes nothing, and customers are compared', async () => {
  const person = newPerson()
  const { transactionId } = await buyOpen(app, { person })
  const source = 'fonte do mês'
  const { list: first } = await load('PEP', 'cpf;nome\n***.999.888-**;NINGUEM CONHECIDO\n', source)
  await assert.rejects(load('PEP', 'cpf;nome\n***.999.888-**;NINGUEM CONHECIDO\n', source), Refused)
  await assert.rejects(load('PEP', `${pepOf(person)}quebrada\n`, source))
  const { list, replaced } = await load('PEP', pepOf(person), source)
  assert.equal(replaced?.id, first.id)
  const rows = await query<{ id: string; isCurrent: boolean; entries: number }>(
    app,
    `SELECT l.id, l.replaced_at IS NULL AS "isCurrent", count(e.*)::integer AS entries
      FROM screening_lists l JOIN screening_entries e ON e.list_id = l.id WHERE l.source = $1 GROUP BY l.id ORDER BY l.replaced_at`,
    [source],
  )
  assert.deepEqual(rows, [
    { id: first.id, isCurrent: false, entries: 1 },
    { id: list.id, isCurrent: true, entries: 1 },
  ])
  await moveClock(app, 'PT1M')
  const view = await getCase(transactionId, 'PEP')
  assert.equal(view.transactionId, transactionId)
  const { body } = await viewer.get<ComplianceView>(`/compliance/${view.caseId}`)
  assert.ok(!JSON.stringify(body.findings).includes(nameSandboxPerson(person.cpf).toUpperCase()))
})

test('neither names nor digits of a list can be read in the database', async () => {
  const person = newPerson()
  await load('SANCTIONS', `nome;documento;motivo\nZacarias Inconfundivel;${person.cpf};ONU\n`)
  await load('PEP', pepOf(person, 'Zacarias Inconfundivel'))
  await asAdministratorOf(app.testDatabase, async client => {
    const { rows } = await client.query<{ row: string }>(
      'SELECT e::text AS row FROM screening_entries e UNION ALL SELECT c::text FROM compliance_cases c',
    )
    for (const secret of [
      'Zacarias',
      'ZACARIAS',
      person.cpf,
      person.cpf.slice(3, 9),
      Buffer.from('Zacarias').toString('hex'),
      Buffer.from('ZACARIAS').toString('hex'),
      Buffer.from(person.cpf).toString('hex'),
    ])
      assert.ok(!rows.some(({ row }) => row.includes(secret)), secret)
  })
})
