import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PlayAnswer } from '../../src/contract/sandbox.ts'
import { DEMO_KEY, DEMO_RETAILER, PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { buyForDesk, listAudit, newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { buy, checkAnswer, listPublished, playUntil, UNKNOWN_ID } from '../support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const ask = (transactionId: string, body: object, apiKey = DEMO_KEY) =>
  app.post(`/sandbox/desk/${transactionId}`, { apiKey, ...body })
const decide = async (transactionId: string, body: object) =>
  checkAnswer(PlayAnswer, await ask(transactionId, body))

test('a validated identification goes on, whatever the amount, and the customer can sign', async () => {
  const { transactionId } = await buyForDesk(app, { value: 6_000 })
  const { status, step } = await decide(transactionId, { result: 'VALIDATED' })
  assert.equal(status, 'PENDING')
  assert.ok(step === 'INSURANCE' || step === 'SIGNATURE', step)
  assert.equal((await playUntil(app, transactionId, 'ENTRY')).step, 'ENTRY')
})

test('a refused one ends as CANCELED, and the retailer is told', async () => {
  const { transactionId } = await buyForDesk(app)
  assert.equal((await decide(transactionId, { result: 'REFUSED' })).status, 'CANCELED')
  assert.equal((await listPublished(app, transactionId)).at(-1), 'DENIED')
})

test('a picture is asked for again, and after it the desk decides anew', async () => {
  const { transactionId } = await buyForDesk(app)
  for (const step of ['FRONTDOC', 'BACKDOC', 'SELFIE'] as const) {
    const asked = await decide(transactionId, { result: 'ASK_AGAIN', step })
    assert.deepEqual(asked, { transactionId, status: 'PENDING', step })
    assert.equal((await playUntil(app, transactionId, 'DESK')).step, 'DESK')
  }
  await decide(transactionId, { result: 'VALIDATED' })
})

test('the audit log and the decisions of the desk name the sandbox, the retailer and the key', async () => {
  const { transactionId } = await buyForDesk(app)
  await decide(transactionId, { result: 'VALIDATED' })
  const entry = (await listAudit(app)).findLast(({ subject }) => subject === transactionId)
  const details = entry?.details ?? {}
  assert.equal(entry?.action, 'case.decide')
  assert.deepEqual([details.by, details.retailerId, details.result], ['sandbox', DEMO_RETAILER, 'VALIDATED'])
  assert.match(String(details.keyId), /^[0-9a-f]{24}$/)
  const user = await newDeskUser(app, 'analyst')
  const seen = await user.get(`/cases/${transactionId}`)
  assert.match(seen.text, /"name":"Sandbox"/)
})

test('nobody signs in as the sandbox, and of many decisions at once none creates it twice', async () => {
  const other = await startTestApp({ env: { ROLE: 'api' } })
  try {
    const ids = []
    for (let index = 0; index < 5; index++) ids.push((await buyForDesk(other)).transactionId)
    const answers = await Promise.all(
      ids.map(id => other.post(`/sandbox/desk/${id}`, { apiKey: DEMO_KEY, result: 'VALIDATED' })),
    )
    assert.deepEqual(
      answers.map(({ status }) => status),
      ids.map(() => 200),
    )
    const operators = await query<{ isDisabled: boolean }>(
      other,
      'SELECT disabled_at IS NOT NULL AS "isDisabled" FROM operators',
    )
    assert.deepEqual(operators, [{ isDisabled: true }])
  } finally {
    await other.stop()
  }
})

test('a transaction elsewhere in its life is refused with 409, which says where it is', async () => {
  const { transactionId } = await buy(app)
  const conflict = {
    code: 'transaction_state_conflict',
    message: 'The desk has nothing to decide: the transaction is PENDING at WAITING',
  } as const
  expectError(await ask(transactionId, { result: 'VALIDATED' }), conflict)
  const decided = await buyForDesk(app)
  await decide(decided.transactionId, { result: 'REFUSED' })
  assert.equal((await ask(decided.transactionId, { result: 'VALIDATED' })).status, 409)
})

test('of two decisions at once one counts', async () => {
  const { transactionId } = await buyForDesk(app)
  const answers = await Promise.all(
    (['VALIDATED', 'REFUSED'] as const).map(result => ask(transactionId, { result })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
})

test('a case that an operator works on is left to that operator', async () => {
  const { transactionId } = await buyForDesk(app)
  const user = await newDeskUser(app, 'analyst')
  const claimed = await user.post('/claims', { kind: 'identification', subjectId: transactionId })
  assert.equal(claimed.status, 200, claimed.text)
  expectError(await ask(transactionId, { result: 'VALIDATED' }), { code: 'desk_case_taken' })
})

test('a foreign and an unknown transaction are not found; step goes with ASK_AGAIN only', async () => {
  const { transactionId } = await buyForDesk(app)
  for (const id of [transactionId, UNKNOWN_ID, 'x'])
    expectError(await ask(id, { result: 'VALIDATED' }, PLAIN_KEY), { code: 'transaction_not_found' })
  expectError(await ask(transactionId, { result: 'ASK_AGAIN' }), {
    code: 'missing_parameters',
    message: 'Missing parameters: step',
    fields: ['step'],
  })
  for (const body of [
    { result: 'VALIDATED', step: 'SELFIE' },
    { result: 'ASK_AGAIN', step: 'ENTRY' },
  ]) {
    const { status, body: answer } = await ask(transactionId, body)
    assert.equal(status, 400)
    assert.deepEqual(
      (answer.details as { field: string }[]).map(({ field }) => field),
      ['step'],
    )
  }
  assert.equal((await ask(transactionId, { result: 'MAYBE' })).status, 400)
  assert.equal((await ask(transactionId, {})).status, 400)
  await decide(transactionId, { result: 'VALIDATED' })
})
