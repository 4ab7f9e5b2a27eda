import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { forgetPerson } from '../../src/app/upkeep/forget-person.ts'
import type { Applicant, CaseView } from '../../src/contract/desk.ts'
import { analyseDocuments } from '../../src/domains/onboarding/analyse-documents.ts'
import { createHttpAnalysis } from '../../src/domains/onboarding/analysis.ts'
import { findIdentityAnalysis } from '../../src/domains/onboarding/store.ts'
import type { Purchase } from '../../src/domains/purchases/purchase.ts'
import { JobPostponed } from '../../src/platform/jobs/queue.ts'
import { type Behaviour, type BureauServer, startBureauServer } from '../quoting/bureau-server.ts'
import { query } from '../support/app.ts'
import { newDeskUser } from '../support/desk.ts'
import { openStage, type Stage } from './onboarding-stage.ts'

let stage: Stage
let server: BureauServer

before(async () => {
  stage = await openStage()
  server = await startBureauServer()
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await stage.app.stop()
})

const answer =
  (body: unknown): Behaviour =>
  response => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  }

async function waitForAnalysis(persona = '001', name?: string): Promise<Purchase> {
  const authorized = await stage.authorize({ persona, ...(name && { name }) })
  const purchase = await stage.play(authorized, 'ASYNC_ANALYSE')
  assert.equal(purchase.step, 'ASYNC_ANALYSE')
  return purchase
}

async function analyse(
  purchase: Purchase,
  body: unknown,
  report: { readonly name?: string } | undefined = undefined,
): Promise<Purchase> {
  server.behaviour = answer(body)
  server.received.length = 0
  const analysis = createHttpAnalysis({ url: server.url, token: 'secret', retries: 0 })
  const found = report && { score: 700, birthDate: '1990-05-17' as never, reference: 'x', ...report }
  const credit = { ...stage.services.credit, findReport: async () => found }
  await analyseDocuments(
    { ...stage.services, analysis, credit },
    { transactionId: purchase.id, retailerId: purchase.retailerId },
  )
  return stage.reload(purchase)
}

test('a service that is still at it is asked again by its reference, without the pictures, less and less often', async () => {
  const purchase = await waitForAnalysis()
  const pending = { status: 'PENDING', reference: 'case-7' }
  const postponed = async (): Promise<number> => {
    const now = stage.app.clock.now().getTime()
    const error = await analyse(purchase, pending).catch((error: unknown) => error)
    assert.ok(error instanceof JobPostponed, String(error))
    return error.runAt.getTime() - now
  }
  assert.equal(await postponed(), 5_000)
  assert.match(server.received[0]?.body ?? '', /"content"/)
  stage.app.clock.advance({ minutes: 1 })
  assert.equal(await postponed(), 30_000)
  assert.deepEqual(JSON.parse(server.received[0]?.body ?? ''), {
    transactionId: purchase.id,
    reference: 'case-7',
  })
  stage.app.clock.advance({ minutes: 59 })
  assert.equal(await postponed(), 300_000)
  assert.equal((await stage.reload(purchase)).step, 'ASYNC_ANALYSE')
  assert.equal((await analyse(purchase, { status: 'DONE', result: 'passed' })).step, 'INSURANCE')
})

test('after two hours of PENDING a person looks at the case', async () => {
  const purchase = await waitForAnalysis()
  await assert.rejects(analyse(purchase, { status: 'PENDING', reference: 'slow' }), JobPostponed)
  stage.app.clock.advance({ hours: 2 })
  assert.equal((await analyse(purchase, { status: 'PENDING', reference: 'slow' })).step, 'DESK')
})

test('a failed check sends a passed case to the desk, and no fact makes less of a refusal', async () => {
  const passed = { result: 'passed', checks: { faceMatch: 'pass', liveness: 'unknown' } }
  assert.equal((await analyse(await waitForAnalysis(), passed)).step, 'INSURANCE')
  const failed = { result: 'passed', checks: { faceMatch: 'pass', documentAuthentic: 'fail' } }
  assert.equal((await analyse(await waitForAnalysis(), failed)).step, 'DESK')
  const refused = { result: 'refused', checks: { faceMatch: 'pass' }, person: { name: 'Outra Pessoa' } }
  assert.equal((await analyse(await waitForAnalysis(), refused, { name: 'Maria' })).status, 'CANCELED')
})

test('names that differ go to the desk, where both are visible to whoever may see personal data', async () => {
  const same = { result: 'passed', person: { name: 'MARIA CONCEICAO ARAUJO' } }
  const name = 'Maria da Conceição Araújo'
  const agreed = await analyse(await waitForAnalysis('001', name), same, { name })
  assert.equal(agreed.step, 'INSURANCE')
  const person = { name: 'Joana Prado', birthDate: '1991-12-31', documentNumber: 'MG-12.345.678', cpf: 'x' }
  const other = { result: 'passed', person, checks: { faceMatch: 'pass' } }
  const purchase = await analyse(await waitForAnalysis('001', name), other, { name })
  assert.equal(purchase.step, 'DESK')
  const { app } = stage
  const analyst = await newDeskUser(app, 'analyst')
  const { body } = await analyst.get<CaseView>(`/cases/${purchase.id}`)
  assert.deepEqual(body.identity, {
    differingNames: [
      { source: 'customer', name },
      { source: 'bureau', name },
      { source: 'document', name: 'Joana Prado' },
    ],
    checks: [{ check: 'faceMatch', outcome: 'pass' }],
  })
  const told = ({ applicant }: { applicant: Applicant }) =>
    applicant.facts.map(({ fact, values, agrees }) => [fact, agrees, values.map(({ value }) => value)])
  const [, , [, , [known = '']] = ['', undefined, ['']]] = told(body) as [
    unknown,
    unknown,
    [string, boolean, string[]],
  ]
  assert.match(known, /^\*\*\/\*\*\/\d{4}$/)
  assert.deepEqual(told(body), [
    ['name', false, [name, name, 'Joana Prado']],
    ['cpf', undefined, [`***.${purchase.customer.cpf.slice(3, 6)}.${purchase.customer.cpf.slice(6, 9)}-**`]],
    ['birthDate', false, [known, '**/**/1991']],
    ['documentNumber', undefined, ['**********678']],
  ])
  const revealed = await analyst.post<Applicant>(`/cases/${purchase.id}/reveal`)
  const [, , birth, number] = told({ applicant: revealed.body })
  assert.match(String(birth), /^birthDate,false,\d\d\/\d\d\/\d{4},31\/12\/1991$/)
  assert.deepEqual(number, ['documentNumber', undefined, ['MG-12.345.678']])
  const viewer = await newDeskUser(app, 'viewer')
  const masked = (await viewer.get<CaseView>(`/cases/${purchase.id}`)).text
  assert.doesNotMatch(masked, /Araújo|Prado/)
  assert.match(masked, /Joana P\./)
  const rows = await query(app, 'SELECT row_to_json(a)::text AS row FROM identity_analyses a')
  assert.doesNotMatch(JSON.stringify(rows), /Joana|Prado/)
})

test('the sandbox person 017, whom the bureau knows by another name, goes to the desk', async () => {
  const purchase = await stage.authorize({ persona: '017', name: 'Maria da Silva' })
  assert.equal((await stage.play(purchase, 'DESK')).step, 'DESK')
  const found = await findIdentityAnalysis(stage.app.database, stage.app.services.secrets, purchase.id)
  assert.equal(found?.bureauName, 'Benedita Alves do Nascimento')
})

test('what the analysis found is forgotten with the person', async () => {
  const refused = { result: 'refused', person: { name: 'Joana Prado' } }
  const purchase = await analyse(await waitForAnalysis(), refused)
  stage.app.clock.advance({ days: 60 })
  await forgetPerson(stage.app.services, purchase.customer.cpf)
  const rows = await query(stage.app, 'SELECT root_id FROM identity_analyses WHERE root_id = $1', [
    purchase.id,
  ])
  assert.deepEqual(rows, [])
})

test('other pictures make another analysis, also while an earlier one is pending', async () => {
  const purchase = await waitForAnalysis()
  await assert.rejects(analyse(purchase, { status: 'PENDING', reference: 'first' }), JobPostponed)
  await query(stage.app, `UPDATE identity_analyses SET pictures = 'others' WHERE root_id = $1`, [purchase.id])
  assert.equal((await analyse(purchase, { result: 'passed' })).step, 'INSURANCE')
  assert.match(server.received[0]?.body ?? '', /"content"/)
})
