import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findLoan } from '../../src/domains/loans/store.ts'
import { payPlain, readPlain } from '../support/agreements.ts'
import { PLAIN_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { buyOpen, moveClock } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks } from '../support/purchases.ts'
import {
  askDecision,
  attach,
  decide,
  expectRefused,
  findListing,
  listMessages,
  listOpenBillets,
  newDesk,
  openCase,
  owes,
  view,
} from './desk-cases.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('what is left to an estate is never collected again, and stays payable until the heirs have paid it', async () => {
  const { transactionId: id } = await buyOpen(app, { key: PLAIN_KEY, value: 1_240, installments: 6 })
  for (const days of [46, 1, 1, 12, 1, 16]) await moveClock(app, `P${days}D`)
  const desk = await newDesk(app)
  assert.equal((await findListing(app, id))?.state, 'LISTED')
  const caseId = await openCase(desk, id, 'DEATH')
  await moveClock(app, 'PT20M')
  assert.deepEqual(await findListing(app, id), { state: 'REMOVED', reason: 'DISPUTED' })
  await expectRefused(askDecision(desk, caseId, 'LEAVE_TO_ESTATE'))
  await expectRefused(askDecision(desk, caseId, 'CLAIM_INSURANCE'))
  await attach(desk, caseId)
  const [owed, results] = [await owes(app, id), await balanceOf(app, 'waived')]
  await decide(desk, caseId, 'LEAVE_TO_ESTATE')
  assert.equal((await view(desk, caseId)).state, 'DONE')
  assert.deepEqual([await owes(app, id), await balanceOf(app, 'waived')], [owed, results])
  const before = await listMessages(app, id)
  for (const days of [20, 20, 1, 20, 1, 20, 1, 1]) await moveClock(app, `P${days}D`)
  const sent = await listMessages(app, id)
  assert.deepEqual(
    sent.filter(template => !before.includes(template)),
    [],
  )
  assert.equal((await findLoan(app.database, id))?.acceleratedOn, null)
  assert.equal((await findListing(app, id))?.state, 'REMOVED')
  const billets = await listOpenBillets(app, id)
  assert.equal(billets.length, 6)
  for (const { id: billet } of billets) {
    const copy = await app.post(`/public/transaction/${id}/billets/${billet}/reissue`, { apiKey: PLAIN_KEY })
    await payPlain(app, copy.status === 200 ? (copy.body as { id: string }).id : billet)
  }
  assert.equal((await readPlain(app, id)).status, 'CLOSED')
  for (const kind of ['customer', 'unearned-interest', 'deferred-late-charges', 'memo-written-off'])
    assert.equal(await balanceOf(app, `${kind}:${id}`), 0, kind)
  await expectSoundBooks(app)
})
