import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { computeCpfCheckDigits, parseCpf } from '../../src/brazil/cpf.ts'
import { PersonAnswer } from '../../src/contract/sandbox.ts'
import { personas } from '../../src/sandbox/personas.ts'
import { type Answer, DEMO_KEY, PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { optionsBody, type Person, preApproveBody } from '../support/people.ts'
import { buy, checkAnswer } from '../support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const ask = (persona: unknown, apiKey = DEMO_KEY): Promise<Answer> =>
  app.post('/sandbox/people', { apiKey, persona })
const give = async (persona: string, apiKey = DEMO_KEY) =>
  checkAnswer(PersonAnswer, await ask(persona, apiKey))

test('every persona of the table gives people whose CPF is valid and begins with its digits', async () => {
  for (const { code } of personas) {
    const { cpf } = await give(code)
    assert.equal(parseCpf(cpf), cpf)
    assert.ok(cpf.startsWith(`000${code}`), cpf)
  }
})

test('a person fills a checkout form as given, and meets the outcome of the persona', async () => {
  const outcome = async (persona: string): Promise<unknown[]> => {
    const { name, ...person } = await give(persona)
    assert.match(name, /^\p{L}+ \p{L}+ \p{L}+$/u)
    const { status, body } = await app.post('/options', {
      ...optionsBody(DEMO_KEY, person, 1_500),
      name,
    })
    return [status, body.result, body.refusalReason]
  }
  assert.deepEqual(await outcome('001'), [200, 'APPROVED', undefined])
  assert.equal((await outcome('002'))[2], 'USER_DENIED')
  assert.equal((await outcome('006'))[2], 'MAX_TRIES')
})

test('50 requests at once get 50 different people, with 50 phones and 50 names', async () => {
  const people = await Promise.all(Array.from({ length: 50 }, () => give('011')))
  for (const member of ['cpf', 'phone', 'name', 'email'] as const)
    assert.equal(new Set(people.map(person => person[member])).size, 50, member)
})

test('who was tried or has a living purchase is not given, neither here nor, with a purchase, elsewhere', async () => {
  await query(app, 'DELETE FROM sandbox_people')
  await query(
    app,
    `INSERT INTO sandbox_people (retailer_id, persona, number, given_at)
      SELECT id, '013', number, now() FROM retailers, generate_series(3, 999) number`,
  )
  const [tried, bought, fresh] = [0, 1, 2].map(number => composePerson('013', number))
  assert.ok(tried && bought && fresh)
  await app.post('/preApprove', preApproveBody(DEMO_KEY, tried, 900))
  const { transactionId } = await buy(app, { key: PLAIN_KEY, person: bought })
  assert.equal((await give('013')).cpf, fresh.cpf)
  expectError(await ask('013'), { code: 'sandbox_people_used_up' })
  // Tried by one retailer only: another one may have this person.
  assert.equal((await give('013', PLAIN_KEY)).cpf, tried.cpf)
  await app.post('/cancel', { apiKey: PLAIN_KEY, transactionId })
  assert.equal((await give('013')).cpf, bought.cpf)
})

function composePerson(persona: string, number: number): Person {
  const stem = `000${persona}${String(number).padStart(3, '0')}`
  return {
    cpf: stem + computeCpfCheckDigits(stem),
    phone: `11987000${stem.slice(6)}`,
    email: 'maria@example.com',
    zipCode: '01310100',
  }
}

test('people of one retailer are not given to the next while there are others', async () => {
  const [demo, plain] = [await give('014'), await give('014', PLAIN_KEY)]
  assert.notEqual(demo.cpf, plain.cpf)
})

test('1,000 people are used up with 409, which names the way out', async () => {
  const [first] = await query<{ count: number }>(
    app,
    `INSERT INTO sandbox_people (retailer_id, persona, number, given_at)
      SELECT '000000000000000000000001', '007', number, now() FROM generate_series(0, 998) number
      ON CONFLICT DO NOTHING RETURNING 1 AS count`,
  )
  assert.ok(first)
  assert.ok((await give('007')).cpf.startsWith('000007999'))
  expectError(await ask('007'), { code: 'sandbox_people_used_up' })
  await give('007', PLAIN_KEY)
  const reset = await app.post('/sandbox/reset', { apiKey: DEMO_KEY })
  assert.equal(reset.body.done, true, reset.text)
  assert.ok((await give('007')).cpf.startsWith('000007'))
})

test('an unknown persona is refused by name', async () => {
  for (const persona of ['008', '999', '1', '0001', 1, '']) expectPersonaNamed(await ask(persona))
  expectError(await ask(undefined), {
    code: 'missing_parameters',
    message: 'Missing parameters: persona',
    fields: ['persona'],
  })
})

function expectPersonaNamed(answer: Answer): void {
  assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_parameters'], answer.text)
  assert.deepEqual(
    (answer.body.details as { field: string }[]).map(({ field }) => field),
    ['persona'],
  )
}
