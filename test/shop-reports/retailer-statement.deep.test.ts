import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { checkEveryRange, liveLives } from './retailer-lives.ts'

let testDatabase: TestDatabase
before(async () => {
  testDatabase = await openTestDatabase()
})
after(() => testDatabase.close())

test('every range of the statement adds up and equals the ledger, for 1,000 random lives', async t => {
  const { database } = testDatabase
  const seed = Number(process.env.LIVES_SEED ?? Date.now() % 1_000_000)
  t.diagnostic(`seed ${seed}`)
  const lives = await liveLives(database, { lives: 1_000, days: 30, seed })
  assert.equal(await checkEveryRange(database, lives), 3 * 465)
})
