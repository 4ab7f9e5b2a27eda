import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { checkEveryRange, liveLives } from './retailer-lives.ts'

let testDatabase: TestDatabase
before(async () => {
  testDatabase = await openTestDatabase()
})
after(() => testDatabase.close())

test('every range of the statement adds up and equals the ledger, for 150 random lives', async () => {
  const { database } = testDatabase
  const lives = await liveLives(database, { lives: 150, days: 9, seed: 17 })
  for (const kind of ['SALE', 'COMMISSION', 'RETENTION', 'CANCELLATION', 'TRANSFER'])
    assert.ok(
      lives.expected.some(each => each.kind === kind),
      `no ${kind}`,
    )
  assert.equal(await checkEveryRange(database, lives), 3 * 45)
})
