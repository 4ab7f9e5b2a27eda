import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { TestClock } from '../../../test/support/app.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import type { CodePurpose } from '../../contract/onboarding.ts'
import { newId } from '../../kernel/ids.ts'
import { deriveSecrets } from '../../platform/crypto/secrets.ts'
import { createCode, guessCode, type IssuedCode, useCode } from './codes.ts'

const secrets = deriveSecrets(randomBytes(32))
let db: TestDatabase
let clock: TestClock
let transactionId: string
let phone: string

before(async () => {
  db = await openTestDatabase()
})
after(() => db.close())
beforeEach(() => {
  clock = new TestClock()
  transactionId = newId()
  phone = `119${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`
})

const issueNow = (purpose: CodePurpose = 'phone', about = transactionId): Promise<IssuedCode> =>
  db.database.transaction(tx =>
    createCode(tx, secrets, { id: newId(), transactionId: about, purpose, phone }, clock.now()),
  )

const guess = (code: string, purpose: CodePurpose = 'phone', about = transactionId) =>
  guessCode(db.database, secrets, { transactionId: about, purpose, code }, clock.now())

const otherThan = (code: string, by = 1): string => String((Number(code) + by) % 1_000_000).padStart(6, '0')

test('the right code of six digits is accepted, and is not stored itself', async () => {
  const issued = await issueNow()
  assert.match(issued.code, /^[0-9]{6}$/)
  assert.equal(await guess(issued.code), issued.id)
  const rows = await db.database.run(
    { name: '', text: 'SELECT encode(code_hash, $2) AS hash FROM one_time_codes WHERE id = $1' },
    [issued.id, 'escape'],
  )
  assert.ok(!JSON.stringify(rows).includes(issued.code))
})

test('after five wrong guesses the right one is refused too', async () => {
  const { code } = await issueNow()
  for (let by = 1; by <= 5; by++) assert.equal(await guess(otherThan(code, by)), undefined)
  assert.equal(await guess(code), undefined)
})

test('of a hundred guesses sent at once, five are compared', async () => {
  const { code, id } = await issueNow()
  const guesses = Array.from({ length: 100 }, (_, by) => guess(otherThan(code, by + 1)))
  assert.deepEqual(new Set(await Promise.all(guesses)), new Set([undefined]))
  const [row] = await db.database.run<{ tries: number }>(
    { name: '', text: 'SELECT tries FROM one_time_codes WHERE id = $1' },
    [id],
  )
  assert.equal(row?.tries, 5)
  assert.equal(await guess(code), undefined)
})

test('a text that is not six digits is refused without counting as a guess', async () => {
  const { code, id } = await issueNow()
  for (const wrong of ['', 'abcdef', `${code} `, ` ${code}`, `${code}0`, code.slice(1), '１２３４５６'])
    assert.equal(await guess(wrong), undefined)
  for (let by = 1; by <= 4; by++) await guess(otherThan(code, by))
  assert.equal(await guess(code), id)
})

test('a code expires after ten minutes, and when a new one is sent', async () => {
  const first = await issueNow()
  clock.advance({ minutes: 10, ms: -1 })
  assert.equal(await guess(first.code), first.id)
  clock.advance({ ms: 1 })
  assert.equal(await guess(first.code), undefined)
  const second = await issueNow()
  clock.advance({ minutes: 1 })
  const third = await issueNow()
  if (second.code !== third.code) assert.equal(await guess(second.code), undefined)
  assert.equal(await guess(third.code), third.id)
})

test('a code of another transaction or purpose is refused', async () => {
  const other = newId()
  const mine = await issueNow()
  clock.advance({ minutes: 1 })
  const foreign = await issueNow('phone', other)
  clock.advance({ minutes: 2 })
  const signature = await issueNow('signature')
  const codes = [mine.code, foreign.code, signature.code]
  if (new Set(codes).size < 3) return
  assert.equal(await guess(foreign.code), undefined)
  assert.equal(await guess(signature.code), undefined)
  assert.equal(await guess(mine.code, 'signature'), undefined)
  assert.equal(await guess(mine.code), mine.id)
})

test('a code works once', async () => {
  const { id } = await issueNow()
  const uses = await Promise.all(
    Array.from({ length: 5 }, () =>
      db.database.transaction(tx => useCode(tx, { codeId: id, device: undefined }, clock.now())),
    ),
  )
  assert.equal(uses.filter(Boolean).length, 1)
})
