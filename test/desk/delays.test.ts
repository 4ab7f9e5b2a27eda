import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DELAY_BANDS, type DelaySummary } from '../../src/contract/desk-loans.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { countAudit, type DeskUser, newDeskUser } from '../support/desk.ts'
import { buyOpen, moveClock } from '../support/purchase-http.ts'

let app: TestApp
let viewer: DeskUser
before(async () => {
  app = await startTestApp()
  viewer = await newDeskUser(app, 'viewer')
})
after(() => app.stop())

async function countByBand(): Promise<number[]> {
  const answer = await viewer.get<DelaySummary>('/delays')
  assert.equal(answer.status, 200, answer.text)
  assert.deepEqual(
    answer.body.bands.map(({ band }) => band),
    DELAY_BANDS,
  )
  return answer.body.bands.map(({ contracts }) => contracts)
}

test('late contracts are counted by the delay of their oldest installment, and reading them is not recorded', async () => {
  await buyOpen(app)
  assert.deepEqual(await countByBand(), [0, 0, 0, 0, 0], 'nothing is due yet')
  await moveClock(app, 'P40D')
  await buyOpen(app)
  const start = await countAudit(app)
  const [first = 0, ...others] = await countByBand()
  assert.equal(first, 1)
  assert.deepEqual(others, [0, 0, 0, 0], 'the second contract is not late')
  assert.equal(await countAudit(app), start)
})
