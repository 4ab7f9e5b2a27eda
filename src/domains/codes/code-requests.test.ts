import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { TestClock } from '../../../test/support/app.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { newId } from '../../kernel/ids.ts'
import { deriveSecrets } from '../../platform/crypto/secrets.ts'
import { type CodeRequest, describeAsker, findCodeWaitMs, spendCodeBudget } from './code-requests.ts'
import { enterSend, forgetCodes, removeOldCodeRequests } from './store.ts'

const secrets = deriveSecrets(randomBytes(32))
let db: TestDatabase
let clock: TestClock
let phone: string

before(async () => {
  db = await openTestDatabase()
})
after(() => db.close())
beforeEach(() => {
  clock = new TestClock()
  phone = `119${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
})

const from = (address: string, device?: string) => describeAsker(secrets, { address, device })
const request = (more: Partial<CodeRequest> = {}): CodeRequest => ({
  phone,
  way: 'purchase',
  subject: newId(),
  asker: from(newId()),
  ...more,
})
const spend = (asked: CodeRequest, codeId = newId()): Promise<number> =>
  db.database.transaction(tx => spendCodeBudget(tx, secrets, codeId, asked, clock.now()))
const enter = (codeId: string, asked: CodeRequest): Promise<void> =>
  db.database.transaction(tx => enterSend(tx, codeId, asked.asker.device, clock.now()))

test('of concurrent requests for a code one is sent, and a phone gets ten a day over purchases that nobody has confirmed', async () => {
  const waits = await Promise.all(Array.from({ length: 20 }, () => spend(request())))
  assert.equal(waits.filter(wait => wait === 0).length, 1)
  let sent = 1
  for (let minute = 0; minute < 60; minute++) {
    clock.advance({ minutes: 1 })
    if ((await spend(request())) === 0) sent += 1
  }
  assert.equal(sent, 10)
})

test('a code that was entered does not count', async () => {
  const asked = request({ way: 'link' })
  for (let round = 0; round < 12; round++) {
    const codeId = newId()
    assert.equal(await spend(asked, codeId), 0, String(round))
    await enter(codeId, asked)
  }
})

test('strangers cannot use up the codes of a device on which one was entered before, for 180 days', async () => {
  const mine = request({ way: 'account', asker: from('home', 'my browser') })
  const codeId = newId()
  assert.equal(await spend(mine, codeId), 0)
  await enter(codeId, mine)
  const crowd = async (): Promise<void> => {
    for (let asked = 0; asked < 12; asked++) await spend(request({ way: 'account', subject: newId() }))
  }
  await crowd()
  const elsewhere = { ...mine, asker: from('home', 'another browser') }
  assert.ok((await spend(elsewhere)) > 0)
  assert.equal(await spend(mine), 0)
  const link = { ...mine, way: 'link' } as const
  assert.equal(await findCodeWaitMs(db.database, secrets, link, clock.now()), 0)
  const otherPhone = { ...mine, phone: phone.replace(/.$/, last => String((Number(last) + 1) % 10)) }
  assert.equal(await spend(otherPhone), 0)
  clock.advance({ days: 181 })
  await removeOldCodeRequests(db.database, clock.now())
  await crowd()
  assert.ok((await spend(mine)) > 0)
})

test('nothing of who asked, from where and on which device is readable, and it goes with the person', async () => {
  const asked = request({ asker: from('203.0.113.9', 'my browser') })
  const [first, second] = [newId(), newId()]
  await spend(asked, first)
  await enter(first, asked)
  await spend(asked, second)
  const read = (): Promise<{ text: string }[]> =>
    db.database.run(
      {
        name: '',
        text: `SELECT s::text AS text FROM code_sends s WHERE phone_index = $1
          UNION ALL SELECT d::text FROM code_devices d WHERE phone_index = $1`,
      },
      [secrets.computeBlindIndex('phone', phone)],
    )
  const rows = await read()
  assert.equal(rows.length, 2)
  for (const secret of [phone, '203.0.113.9', 'my browser'])
    for (const written of [secret, Buffer.from(secret).toString('hex')])
      assert.ok(!JSON.stringify(rows).includes(written), secret)
  await db.database.transaction(async tx =>
    forgetCodes(tx, { cpfIndex: randomBytes(16), phoneIndexes: [secrets.computeBlindIndex('phone', phone)] }),
  )
  assert.deepEqual(await read(), [])
})
