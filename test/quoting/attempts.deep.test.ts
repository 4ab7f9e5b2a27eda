import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import type { Bureau, BureauAnswer } from '../../src/domains/credit/bureau.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { listWireOptions, type OptionsBody } from '../support/answer-schemas.ts'
import { DEMO_KEY, DEMO_RETAILER, PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { newPerson, optionsBody, type Person, preApproveBody } from '../support/people.ts'

const OK: BureauAnswer = {
  status: 'ok',
  report: { score: 900, birthDate: parseCalendarDate('1980-05-05'), reference: 'r' },
}
const DOWN: BureauAnswer = { status: 'unavailable', reason: 'timeout' }

let answer: BureauAnswer = OK
let inquiries = 0
let whileAsking = async (): Promise<void> => {}
const bureau: Bureau = {
  async fetchReport() {
    inquiries += 1
    await whileAsking()
    return answer
  },
}

let app: TestApp
let second: TestApp

before(async () => {
  app = await startTestApp({ bureau })
  second = await startTestApp({ bureau, sharing: app })
})
after(async () => {
  await second.stop()
  await app.stop()
})
beforeEach(() => {
  answer = OK
  inquiries = 0
  whileAsking = async () => {}
})

/** The same CPF with another e-mail is a fresh evaluation. */
function vary(person: Person, at: number): Person {
  return { ...person, email: `variante.${at}@exemplo.com.br` }
}

async function ask(person: Person, options: { key?: string; price?: number; from?: TestApp } = {}) {
  const { key = DEMO_KEY, price = 1000, from = app } = options
  const { status, body, text } = await from.post('/preApprove', preApproveBody(key, person, price))
  assert.equal(status, 200, text)
  return String(body.refusalReason ?? body.result)
}

async function askManyTimes(person: Person, count: number): Promise<string[]> {
  const reasons: string[] = []
  for (let at = 0; at < count; at++) reasons.push(await ask(vary(person, at)))
  return reasons
}

function tally(reasons: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1
  return counts
}

const SPENT = ['APPROVED', 'APPROVED', 'APPROVED', 'APPROVED', 'APPROVED', 'MAX_TRIES']

test('500 parallel requests for one CPF, over two servers, make exactly five evaluations', async () => {
  const person = newPerson()
  const reasons = await Promise.all(
    Array.from({ length: 500 }, (_, at) => ask(vary(person, at), { from: at % 2 === 0 ? app : second })),
  )
  assert.deepEqual(tally(reasons), { APPROVED: 5, MAX_TRIES: 495 })
  assert.equal(inquiries, 5)
})

test('identical parallel requests count once', async () => {
  const person = newPerson()
  const same = await Promise.all(
    Array.from({ length: 40 }, (_, at) => ask(person, { from: at % 2 === 0 ? app : second })),
  )
  assert.deepEqual(tally(same), { APPROVED: 40 })
  assert.deepEqual(await askManyTimes(person, 5), SPENT.slice(1))
})

test('both routes count the same attempts', async () => {
  const person = newPerson()
  for (let at = 0; at < 5; at++) {
    const { body } = await app.post('/options', optionsBody(DEMO_KEY, vary(person, at), 1000))
    assert.equal(body.result, 'APPROVED')
  }
  assert.equal(await ask(vary(person, 5)), 'MAX_TRIES')
  assert.equal(
    (await app.post('/options', optionsBody(DEMO_KEY, vary(person, 6), 1000))).body.refusalReason,
    'MAX_TRIES',
  )
})

test('repeating a request within 30 minutes is no attempt and no inquiry, on either route; afterwards it is both', async () => {
  const person = newPerson()
  for (let times = 0; times < 10; times++) assert.equal(await ask(person), 'APPROVED')
  assert.equal((await app.post('/options', optionsBody(DEMO_KEY, person, 1000))).body.result, 'APPROVED')
  assert.equal(inquiries, 1)
  app.clock.advance({ minutes: 30, ms: -1 })
  await ask(person)
  assert.equal(inquiries, 1)
  app.clock.advance({ ms: 1 })
  await ask(person)
  assert.equal(inquiries, 2)
  const reasons: string[] = []
  for (let at = 0; at < 4; at++) reasons.push(await ask(vary(person, at)))
  assert.deepEqual(reasons, SPENT.slice(2))
})

test('another process finds a report where its decision was stored, also after the one that began had none', async () => {
  const person = newPerson()
  assert.equal(await ask(person), 'APPROVED')
  assert.equal(await ask(person, { from: second }), 'APPROVED')
  assert.equal(inquiries, 1)
  app.clock.advance({ minutes: 31 })
  // The attempt is counted, and refused before the bureau is asked: its decision holds no report.
  assert.equal(await ask(person, { price: 10 }), 'TOTALVALUE_LOW')
  assert.equal(await ask(person, { from: second }), 'APPROVED')
  assert.equal(inquiries, 2)
  assert.equal(await ask(person), 'APPROVED')
  assert.equal(inquiries, 2)
})

test('the same report serves an applicant whose attempts were used up meanwhile, and the rules run again on it', async () => {
  const person = newPerson()
  assert.equal(await ask(person), 'APPROVED')
  assert.deepEqual(await askManyTimes(person, 5), SPENT.slice(1))
  assert.equal(await ask(person), 'APPROVED')
  assert.equal(await ask(person, { price: 10 }), 'TOTALVALUE_LOW')
  app.clock.advance({ minutes: 31 })
  assert.equal(await ask(person), 'MAX_TRIES')
})

test('the window is rolling: each attempt expires 24 hours after it was made', async () => {
  const person = newPerson()
  for (let at = 0; at < 5; at++) {
    assert.equal(await ask(vary(person, at)), 'APPROVED')
    app.clock.advance({ hours: 1 })
  }
  assert.equal(await ask(vary(person, 5)), 'MAX_TRIES')
  app.clock.advance({ hours: 19, ms: -1 })
  assert.equal(await ask(vary(person, 6)), 'MAX_TRIES')
  app.clock.advance({ ms: 1 })
  assert.equal(await ask(vary(person, 7)), 'APPROVED')
  assert.equal(await ask(vary(person, 8)), 'MAX_TRIES')
  app.clock.advance({ hours: 1 })
  assert.equal(await ask(vary(person, 9)), 'APPROVED')
})

test('an area code that does not exist costs no attempt', async () => {
  const person = newPerson()
  for (let at = 0; at < 10; at++)
    assert.equal(await ask({ ...vary(person, at), phone: '20987654321' }), 'DDD_NOT_FOUND')
  assert.deepEqual(await askManyTimes(person, 6), SPENT)
})

test('a purchase that is too small costs an attempt but no inquiry', async () => {
  const person = newPerson()
  for (let at = 0; at < 5; at++) assert.equal(await ask(vary(person, at), { price: 10 }), 'TOTALVALUE_LOW')
  assert.equal(await ask(vary(person, 5)), 'MAX_TRIES')
  assert.equal(inquiries, 0)
})

test('a bureau that is down gives the attempt back', async () => {
  const person = newPerson()
  answer = DOWN
  for (let at = 0; at < 10; at++) assert.equal(await ask(vary(person, at)), 'NO_ACTION')
  await Promise.all(Array.from({ length: 20 }, (_, at) => ask(vary(person, 100 + at))))
  answer = OK
  assert.deepEqual(await askManyTimes(person, 6), SPENT)
})

test('attempts at one retailer cost nothing at another', async () => {
  const person = newPerson()
  assert.deepEqual(await askManyTimes(person, 6), SPENT)
  assert.equal(await ask(person, { key: PLAIN_KEY }), 'APPROVED')
})

test('a refused attempt is recorded as a decision too', async () => {
  const person = newPerson()
  await askManyTimes(person, 7)
  const cpfIndex = app.services.secrets.computeBlindIndex('cpf', person.cpf)
  const rows = await query<{ reason: string | null; count: number }>(
    app,
    `SELECT refusal_reason AS reason, count(*)::integer AS count FROM credit_decisions
     WHERE cpf_index = $1 AND retailer_id = $2 GROUP BY 1 ORDER BY 2 DESC`,
    [cpfIndex, DEMO_RETAILER],
  )
  assert.deepEqual(rows, [
    { reason: null, count: 5 },
    { reason: 'MAX_TRIES', count: 2 },
  ])
})

test('when the bureau answers only one of two equal requests, the attempt stays counted', async () => {
  const person = newPerson()
  let release = (): void => {}
  const isHeld = new Promise<void>(resolve => {
    release = resolve
  })
  const silent: Bureau = {
    async fetchReport() {
      inquiries += 1
      await isHeld
      return DOWN
    },
  }
  const third = await startTestApp({ bureau: silent, sharing: app })
  const unheard = ask(person, { from: third })
  while (inquiries === 0) await new Promise(resolve => setTimeout(resolve, 5))
  assert.equal(await ask(person), 'APPROVED')
  release()
  assert.equal(await unheard, 'NO_ACTION')
  await third.stop()
  const reasons = await askManyTimes(person, 5)
  assert.deepEqual(tally(reasons), { APPROVED: 4, MAX_TRIES: 1 })
})

test('equal requests that arrive together ask the bureau once', async () => {
  const person = newPerson()
  let release = (): void => {}
  const isHeld = new Promise<void>(resolve => {
    release = resolve
  })
  const slow: Bureau = {
    async fetchReport() {
      inquiries += 1
      await isHeld
      return OK
    },
  }
  const third = await startTestApp({ bureau: slow, sharing: app })
  const asked = Promise.all(Array.from({ length: 50 }, () => ask(person, { from: third })))
  setTimeout(release, 300)
  assert.deepEqual(tally(await asked), { APPROVED: 50 })
  assert.equal(inquiries, 1)
  await third.stop()
})

test('a price too low first and a good one after it are one attempt, and every new one counts', async () => {
  const person = newPerson()
  const reasons: string[] = []
  for (let round = 0; round < 7; round++) {
    reasons.push(await ask(person, { price: 100 }), await ask(person, { price: 1000 }))
    app.clock.advance({ minutes: 31 })
  }
  assert.deepEqual(tally(reasons), { TOTALVALUE_LOW: 5, APPROVED: 5, MAX_TRIES: 4 })
})

const cpfIndexOf = ({ cpf }: Person): Buffer => app.services.secrets.computeBlindIndex('cpf', cpf)

test('an offer whose key was lost in a database crash is not returned: the request runs again and its offer can be bought', async () => {
  const person = newPerson()
  whileAsking = async () => {
    await query(app, 'DELETE FROM applicants WHERE cpf_index = $1', [cpfIndexOf(person)])
  }
  const lost = await app.post('/options', optionsBody(DEMO_KEY, person, 900))
  assert.deepEqual([lost.status, lost.body.code], [503, 'service_unavailable'])
  assert.equal(lost.headers.get('retry-after'), '1')
  whileAsking = async () => {}
  const given = await app.post<OptionsBody>('/options', optionsBody(DEMO_KEY, person, 900))
  const optionId = listWireOptions(given.body)[0]?._id
  const bought = await app.post('/authorize', { apiKey: DEMO_KEY, optionId, orderId: `lost-${optionId}` })
  assert.equal(bought.status, 200, bought.text)
})

test('an evaluation whose attempt was lost in a database crash is made again, and counted', async () => {
  const person = newPerson()
  assert.equal((await app.post('/preApprove', preApproveBody(DEMO_KEY, person, 900))).status, 200)
  whileAsking = async () => {
    await query(app, `UPDATE applicants SET attempts = attempts - -1 WHERE cpf_index = $1`, [
      cpfIndexOf(person),
    ])
  }
  const other = preApproveBody(DEMO_KEY, vary(person, 1), 900)
  assert.equal((await app.post('/preApprove', other)).status, 503)
  whileAsking = async () => {}
  assert.equal((await app.post('/preApprove', other)).status, 200)
  const [row] = await query<{ count: number }>(
    app,
    'SELECT jsonb_array_length(attempts) AS count FROM applicants WHERE cpf_index = $1',
    [cpfIndexOf(person)],
  )
  assert.equal(row?.count, 2)
})
