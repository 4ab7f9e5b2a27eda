import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { creditCommands } from '../../src/cli/credit.ts'
import { InputError } from '../../src/kernel/faults.ts'
import { richDemonstrationPolicy } from '../../src/sandbox/demonstration-policies.ts'
import { DEMO_KEY, DEMO_RETAILER, PLAIN_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { newOrdinaryPerson, newPerson, optionsBody, preApproveBody } from '../support/people.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const PERSONAS = ['001', '002', '003', '004', '005', '006', '007', '013']
const PRICES = [undefined, 100, 150, 999.99, 2500, 10_000, 20_000]

interface Told {
  readonly trackId: string
  readonly result: string
  readonly refusalReason: string | null
  readonly limit: number | undefined
}

async function decideOnce(at: number): Promise<Told> {
  const key = at % 2 === 0 ? DEMO_KEY : PLAIN_KEY
  const somebody = at % 3 === 0 ? newOrdinaryPerson() : newPerson(PERSONAS[at % PERSONAS.length])
  const person = at % 11 === 0 ? { ...somebody, phone: '20987654321' } : somebody
  const price = PRICES[at % PRICES.length]
  const { status, body } =
    at % 10 === 0
      ? await app.post('/options', optionsBody(key, person, price ?? 500))
      : await app.post('/preApprove', preApproveBody(key, person, price))
  assert.equal(status, 200)
  const credit = body.preApprovedCredit as { maxValue: number } | undefined
  const { trackId, result, refusalReason } = body
  return {
    trackId: String(trackId),
    result: String(result),
    refusalReason: refusalReason === undefined ? null : String(refusalReason),
    limit: credit?.maxValue,
  }
}

async function decideMany(count: number): Promise<Map<string, Told>> {
  const told = new Map<string, Told>()
  for (let from = 0; from < count; from += 20) {
    const batch = Array.from({ length: 20 }, (_, at) => decideOnce(from + at))
    for (const each of await Promise.all(batch)) told.set(each.trackId, each)
    app.clock.advance({ minutes: 17 })
  }
  return told
}

test('1,000 decisions of all kinds replay to what was answered, also after the policy has changed', async () => {
  const told = await decideMany(1_000)
  assert.ok(new Set([...told.values()].map(({ refusalReason }) => refusalReason)).size === 9)
  const stricter = { ...richDemonstrationPolicy, scoreCut: 950, limits: [{ minimumScore: 950, limit: 400 }] }
  for (let round = 0; round < 2; round++) {
    let count = 0
    for await (const { stored, decision, matches } of app.services.credit.replayAll()) {
      const answered = told.get(stored.id)
      assert.ok(answered && matches, stored.id)
      assert.deepEqual(
        [decision?.result, decision?.refusalReason ?? null, decision?.approvedLimitCentavos],
        [answered.result, answered.refusalReason, answered.limit && answered.limit * 100],
      )
      count += 1
    }
    assert.equal(count, 1_000)
    await app.services.credit.policies.publish(DEMO_RETAILER, stricter)
  }
  const all = await replay({ all: true })
  assert.equal(all, '1000 decisions replayed, all with the stored result')
})

function replay(options: Record<string, boolean>, ...ids: string[]): Promise<string> {
  const command = creditCommands['decisions replay']
  assert.ok(command)
  return command.run(app.services, { words: ['decisions', 'replay', ...ids], options })
}

test('one decision is explained rule by rule, without a word about the person', async () => {
  const person = newPerson('004')
  const { body } = await app.post('/preApprove', preApproveBody(PLAIN_KEY, person, 2000))
  const text = await replay({}, String(body.trackId))
  const { refusalReason, trace } = JSON.parse(text)
  assert.equal(refusalReason, 'PRICE_OUT_RANGE')
  assert.deepEqual(trace.at(-1), {
    rule: 'limit-covers-amount-to-finance',
    passed: false,
    figures: { smallestFinancedCentavos: 120_000, approvedLimitCentavos: 30_000 },
  })
  for (const secret of [person.cpf, person.phone, person.email]) assert.ok(!text.includes(secret))
  await assert.rejects(replay({}, '0'.repeat(24)), InputError)
})

async function newDecision(): Promise<string> {
  const { body } = await app.post('/preApprove', preApproveBody(PLAIN_KEY, newPerson(), 1000))
  return String(body.trackId)
}

test('a decision whose stored result was changed no longer replays, and the command names it', async () => {
  const id = await newDecision()
  await query(
    app,
    `UPDATE credit_decisions SET result = 'DENIED', refusal_reason = 'USER_DENIED' WHERE id = $1`,
    [id],
  )
  await assert.rejects(replay({}, id), { name: 'InputError', message: /was answered with DENIED/ })
  await assert.rejects(
    replay({ all: true }),
    error => error instanceof InputError && error.message.includes(id),
  )
  await query(app, 'DELETE FROM credit_decisions WHERE id = $1', [id])
})

test('a decision whose approved limit was changed no longer replays', async () => {
  const id = await newDecision()
  await query(app, 'UPDATE credit_decisions SET approved_limit_centavos = 1 WHERE id = $1', [id])
  await assert.rejects(replay({}, id), InputError)
  await query(app, 'DELETE FROM credit_decisions WHERE id = $1', [id])
})

test('a record with any byte changed, or moved from another decision, is refused', async () => {
  const [id, other] = [await newDecision(), await newDecision()]
  const [row] = await query<{ record: Buffer }>(app, 'SELECT record FROM credit_decisions WHERE id = $1', [
    id,
  ])
  assert.ok(row)
  for (const at of [0, 5, 13, row.record.length - 1]) {
    const tampered = Buffer.from(row.record)
    tampered[at] = (tampered[at] ?? 0) ^ 1
    await query(app, 'UPDATE credit_decisions SET record = $2 WHERE id = $1', [id, tampered])
    await assert.rejects(replay({}, id), { message: new RegExp(`${id} cannot be opened`) })
    await assert.rejects(replay({ all: true }), { message: new RegExp(id) })
  }
  await query(
    app,
    'UPDATE credit_decisions SET record = (SELECT record FROM credit_decisions WHERE id = $2) WHERE id = $1',
    [id, other],
  )
  await assert.rejects(replay({}, id))
  await query(app, 'UPDATE credit_decisions SET record = $2 WHERE id = $1', [id, row.record])
  assert.match(await replay({}, id), /APPROVED/)
})
