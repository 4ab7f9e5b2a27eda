import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { expectWithin } from '../../../test/support/measured-time.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { Database } from '../db/database.ts'
import { createDeploymentClock } from './deployment-clock.ts'

const DAY_MS = 86_400_000
let db: TestDatabase

before(async () => {
  db = await openTestDatabase()
})
after(() => db.close())

const daysAhead = (now: Date): number => Math.round((now.getTime() - Date.now()) / DAY_MS) + 0

test('a clock move takes effect at once here, within a second in another process, and survives a restart', async () => {
  const [here, there] = [0, 1].map(() => createDeploymentClock(db.database, { isMovable: true }))
  assert.ok(here !== undefined && there !== undefined)
  await Promise.all([here.refresh(), there.refresh()])
  assert.equal(daysAhead(here.now()), 0)
  let days = 0
  await expectWithin(1_000, async () => {
    days += 30
    assert.equal(daysAhead(await here.advance(30 * DAY_MS)), days)
    assert.equal(daysAhead(here.now()), days)
    await waitFor('the move in another process', () => daysAhead(there.now()) === days)
  })
  await Promise.all([here.advance(DAY_MS), there.advance(DAY_MS)])
  const restarted = createDeploymentClock(db.database, { isMovable: true })
  await restarted.refresh()
  assert.equal(daysAhead(restarted.now()), days + 2)
  for (const clock of [here, there, restarted]) clock.stop()
})

test('the clock does not go back, and cannot be moved in production', async () => {
  const movable = createDeploymentClock(db.database, { isMovable: true })
  await assert.rejects(movable.advance(-1), RangeError)
  await movable.advance(DAY_MS)
  const production = createDeploymentClock(db.database, { isMovable: false })
  await production.refresh()
  assert.equal(daysAhead(production.now()), 0)
  await assert.rejects(production.advance(DAY_MS))
})

test('a machine that is more than five seconds off is not sound until its clock is right again', async () => {
  let aheadMs = 0
  const machine = { now: () => new Date(Date.now() + aheadMs) }
  const clock = createDeploymentClock(db.database, { isMovable: false, machine })
  await clock.refresh()
  assert.ok(clock.isSound)
  for (const wrongMs of [6_000, -6_000, 5 * DAY_MS]) {
    aheadMs = wrongMs
    assert.equal(clock.isSound, false, 'a jump counts at once, before the next comparison')
    await clock.refresh()
    assert.ok(Math.abs(clock.skewMs - wrongMs) < 500, `${clock.skewMs} instead of ${wrongMs}`)
    assert.equal(clock.isSound, false)
    aheadMs = 0
    assert.ok(clock.isSound)
    await clock.refresh()
    assert.ok(clock.isSound)
  }
  clock.stop()
})

test('a slow answer of the database is not a skew', async () => {
  const slow: Pick<Database, 'run' | 'transaction'> = {
    transaction: work => db.database.transaction(work),
    async run(statement, values) {
      const rows = await db.database.run(statement, values)
      aheadMs = 20_000
      return rows as never
    },
  }
  let aheadMs = 0
  const machine = { now: () => new Date(Date.now() + aheadMs) }
  const clock = createDeploymentClock(slow, { isMovable: false, machine })
  await clock.refresh()
  assert.ok(Math.abs(clock.skewMs) < 500)
  clock.stop()
})
