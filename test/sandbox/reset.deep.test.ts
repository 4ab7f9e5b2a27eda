import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { BankAnswer, PersonAnswer, ResetAnswer } from '../../src/contract/sandbox.ts'
import type { Bureau } from '../../src/domains/credit/bureau.ts'
import { computeImbalance } from '../../src/domains/ledger/store/imbalance.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { resetRetailer } from '../../src/sandbox/http/reset.ts'
import type { SandboxApp } from '../../src/sandbox/sandbox-app.ts'
import {
  DEMO_KEY,
  DEMO_RETAILER,
  PLAIN_KEY,
  query,
  readAnswer,
  startTestApp,
  type TestApp,
} from '../support/app.ts'
import { listAudit } from '../support/desk.ts'
import { newPerson, optionsBody, type Person, preApproveBody } from '../support/people.ts'
import {
  buy,
  buyOpen,
  checkAnswer,
  listPublished,
  playUntil,
  read,
  readStatus,
} from '../support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const reset = async (apiKey = DEMO_KEY) =>
  checkAnswer(ResetAnswer, await app.post('/sandbox/reset', { apiKey }))
const quote = async (person: Person, phone = person.phone) =>
  (await app.post('/options', optionsBody(DEMO_KEY, { ...person, phone }, 900))).body

test('pending, open and paid purchases end as canceled, with their refunds, and the books balance', async () => {
  const [waiting, signed, open, own] = [
    await buy(app),
    await buy(app),
    await buyOpen(app),
    await buyOpen(app, { key: PLAIN_KEY }),
  ]
  await playUntil(app, signed.transactionId, 'ENTRY')
  const { purchases, done } = await reset()
  assert.deepEqual([purchases, done], [3, true])
  for (const { transactionId } of [waiting, signed, open]) {
    const { status, cancelReason } = await read(app, transactionId)
    assert.deepEqual([status, cancelReason], ['CANCELED', 'RETAILER_CANCELED'])
    assert.equal((await listPublished(app, transactionId)).at(-1), 'CANCELED')
  }
  const [refund] = await query<{ refund: number; paid: number }>(
    app,
    'SELECT refund_centavos AS refund, down_payment_centavos AS paid FROM transactions WHERE id = $1',
    [open.transactionId],
  )
  assert.ok(refund && refund.paid > 0)
  assert.equal(refund.refund, refund.paid)
  assert.equal(await computeImbalance(app.database), 0)
  assert.equal(await readStatus(app, own.transactionId, PLAIN_KEY), 'OPEN')
})

test('somebody with a purchase may buy again, and somebody without attempts left may try again', async () => {
  const [buyer, tired] = [newPerson(), newPerson()]
  await buy(app, { person: buyer })
  assert.equal((await quote(buyer)).refusalReason, 'USER_HAS_TRANSACTION')
  const phones = Array.from({ length: 6 }, (_, index) => `1198600000${index}`)
  for (const phone of phones) await quote(tired, phone)
  assert.equal((await quote(tired, '11986000009')).refusalReason, 'MAX_TRIES')
  const { people } = await reset()
  assert.ok(people >= 2)
  for (const person of [buyer, tired]) assert.equal((await quote(person)).result, 'APPROVED')
})

test('people are given again only when everybody else was, and those of another retailer stay taken', async () => {
  const give = async (key = DEMO_KEY) =>
    checkAnswer(PersonAnswer, await app.post('/sandbox/people', { apiKey: key, persona: '012' })).cpf
  const [first, second] = [await give(), await give(PLAIN_KEY)]
  assert.ok((await reset()).people >= 1)
  const third = await give()
  assert.equal(new Set([first, second, third]).size, 3)
  const given = await query<{ cpf: string; isFree: boolean }>(
    app,
    `SELECT '000012' || lpad(number::text, 3, '0') AS cpf, is_free AS "isFree" FROM sandbox_people WHERE persona = '012'`,
  )
  assert.deepEqual(
    [first, second, third].map(cpf => given.find(each => cpf.startsWith(each.cpf))?.isFree),
    [true, false, false],
  )
})

test('payment links are deleted, and those of another retailer are not', async () => {
  const make = async (apiKey: string) =>
    String((await app.post('/payment-links', { apiKey, amount: 900, description: 'Mesa' })).body.id)
  const ids = [await make(DEMO_KEY), await make(DEMO_KEY), await make(PLAIN_KEY)]
  assert.equal((await reset()).paymentLinks, 2)
  const rows = await query<{ status: string }>(
    app,
    'SELECT status FROM payment_links WHERE id = ANY ($1) ORDER BY retailer_id',
    [ids],
  )
  assert.deepEqual(
    rows.map(({ status }) => status),
    ['DELETED', 'DELETED', 'ACTIVE'],
  )
})

test('what one call may not take on is left to the next, and nobody is freed before', async () => {
  for (let index = 0; index < 3; index++) await buy(app)
  const evidence = { keyId: 'a'.repeat(24), trackId: 'b'.repeat(24) }
  const { services } = app
  const bankBehaviours = services.psp?.behaviours ?? assert.fail('homologation has a bank')
  const first = await resetRetailer({ ...services, bankBehaviours } as unknown as SandboxApp, {
    retailerId: DEMO_RETAILER,
    evidence,
    budgetMs: 0,
  })
  assert.deepEqual(first, { purchases: 0, paymentLinks: 0, people: 0, done: false })
  const second = await reset()
  assert.deepEqual([second.purchases, second.done], [3, true])
  assert.deepEqual(await reset(), { purchases: 0, paymentLinks: 0, people: 0, done: true })
})

test('the bank behaves well again, towards this retailer only', async () => {
  for (const apiKey of [DEMO_KEY, PLAIN_KEY])
    await app.post('/sandbox/bank', { apiKey, pix: { down: true }, registration: 'reject', payouts: 'fail' })
  await reset()
  const readBank = async (key: string) => {
    const headers = { 'x-service-apikey': key }
    const answer = await readAnswer(await fetch(`${app.url}/sandbox/bank`, { headers }))
    const { pix, registration, payouts } = checkAnswer(BankAnswer, answer)
    return [pix.down, registration, payouts]
  }
  assert.deepEqual(await readBank(DEMO_KEY), [false, 'ok', 'confirm'])
  assert.deepEqual(await readBank(PLAIN_KEY), [true, 'reject', 'fail'])
  await app.post('/sandbox/bank', { apiKey: PLAIN_KEY })
})

test('two resets at once end each purchase once', async () => {
  const bought = [await buy(app), await buy(app, { persona: '014' }), await buy(app)]
  const outcomes = await Promise.all([reset(), reset()])
  assert.ok(outcomes.every(({ done }) => done))
  for (const { transactionId } of bought) {
    const published = await listPublished(app, transactionId)
    assert.equal(published.filter(each => each === 'CANCELED').length, 1)
  }
  assert.equal(await computeImbalance(app.database), 0)
})

test('who asked is in the audit log of every purchase that ended', async () => {
  const { transactionId } = await buy(app)
  await reset()
  const entry = (await listAudit(app)).find(({ subject }) => subject === transactionId)
  assert.equal(entry?.action, 'purchase.cancel')
  assert.match(String(entry?.details.keyId), /^[0-9a-f]{24}$/)
})

/** Asks for a decision about a new person, and does something else while the bureau is asked. */
async function askWhile(work: (person: Person) => Promise<unknown>) {
  const report = { score: 1000, birthDate: parseCalendarDate('1990-01-01'), reference: 'reset' }
  const person = newPerson()
  const bureau: Bureau = {
    async fetchReport() {
      await work(person)
      return { status: 'ok', report }
    },
  }
  const other = await startTestApp({ bureau, sharing: app, env: { ROLE: 'api' } })
  try {
    return await other.post('/preApprove', preApproveBody(DEMO_KEY, person, 900))
  } finally {
    await other.stop()
  }
}

test('an evaluation that is under way meanwhile gets its decision', async () => {
  let wasReset = false
  const { status, text } = await askWhile(async () => {
    wasReset = (await reset()).done
  })
  assert.deepEqual([status, wasReset], [200, true], text)
})

test('so it does when the same person is evaluated again after the reset, with another phone', async () => {
  const inBetween: number[] = []
  const { status, text } = await askWhile(async person => {
    await reset()
    const again = { ...person, phone: newPerson().phone }
    inBetween.push((await app.post('/preApprove', preApproveBody(DEMO_KEY, again, 900))).status)
  })
  // Asked once: the decision is not made again because its attempt was gone.
  assert.deepEqual([status, inBetween], [200, [200]], text)
})
