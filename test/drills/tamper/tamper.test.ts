import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { TABLE_RIGHTS } from '../../../src/schema/table-rights.ts'
import { LEFT_OUT, parseRights } from './catalog.ts'
import { CUSTOMER_BREAK_INS } from './customer-break-ins.ts'
import { FORGERIES } from './forgeries.ts'
import { WITHOUT_ROWS } from './plan.ts'
import { SCENES } from './scenes.ts'
import { FOUR_EYES, openStage, opens, type Stage } from './stage.ts'
import { openTrial, type Trial } from './trial.ts'

/*
 * Somebody who may write to the database as the program's own role, but does not have ENCRYPTION_KEY, moves no centavo
 * beyond the contracts and opens no account. These are the sharpest attempts; the deep test tries every column.
 */

const SHARPEST = new Set(['transfer due', 'transfer paid'])
const SHARPEST_BREAK_INS = CUSTOMER_BREAK_INS.filter(
  ({ table, what }) => table === 'customer_sessions' && what.startsWith('own '),
)

test('every table that is left out or has no rows is one that the program may write to', () => {
  for (const name of Object.keys({ ...LEFT_OUT, ...WITHOUT_ROWS })) {
    const rights = parseRights(TABLE_RIGHTS[name]?.app ?? '')
    assert.ok(rights.insert || rights.delete || rights.update.length > 0, name)
  }
})

for (const scene of SCENES.filter(({ name }) => SHARPEST.has(name)))
  describe(`no payout beyond the contract where the scene is: ${scene.name}`, () => {
    let trial: Trial
    before(async () => {
      trial = await openTrial(scene)
    })
    after(() => trial.close())

    for (const forgery of FORGERIES.filter(each => each.scene === scene.name))
      test(`${forgery.table}: ${forgery.what}`, async () => {
        const { verdict, detail } = await trial.play({
          table: forgery.table,
          apply: () => forgery.apply(trial),
        })
        assert.notEqual(verdict, 'hole', detail)
      })
  })

describe('no account opens by a row', () => {
  let stage: Stage
  before(async () => {
    stage = await openStage(FOUR_EYES)
  })
  after(() => stage.close())

  for (const breakIn of SHARPEST_BREAK_INS)
    test(`${breakIn.table}: ${breakIn.what}`, async () => {
      assert.equal(await opens(() => breakIn.attempt(stage)), false)
    })
})
