import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SAMPLE_INVOICE } from '../../src/contract/sample-invoice.ts'
import { answerProposal } from '../../src/domains/desk/index.ts'
import { addDocument, decideCase, openCase } from '../../src/domains/special-cases/index.ts'
import { addDays } from '../../src/kernel/calendar-date.ts'
import { todayOf } from '../support/agreements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { newOperator } from '../support/desk.ts'
import { expectSoundBooks, openPurchase } from '../support/purchases.ts'
import { listOpenBillets } from './desk-cases.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const reason = 'ata da conciliação conferida'

test('a plan of Law 14.181 begins when the second person approves it, also of a contract without delay', async () => {
  const { services } = app
  const { purchase } = await openPurchase(app, { downPayment: false })
  const { id: transactionId } = purchase
  const [proposer, approver] = [await newOperator(app, 'analyst'), await newOperator(app, 'approver')]
  const about = { transactionId, kind: 'OVER_INDEBTEDNESS', note: reason, contact: undefined } as const
  const { id: caseId } = await openCase(services, proposer, about)
  const bytes = Buffer.from(SAMPLE_INVOICE, 'base64')
  const { version } = await addDocument(services, proposer, { caseId, bytes })
  const effect = 'FOLLOW_AGREED_PLAN'
  const terms = { amountCentavos: 1_000, effectiveOn: addDays(todayOf(app), 200), installments: 50 }
  const proposed = await decideCase(services, proposer, { caseId, version, reason, effect, ...terms })
  const before = await listOpenBillets(app, transactionId)
  assert.ok(before.length > 0, 'a proposal alone changes nothing')
  const answer = { proposalId: proposed.id, approve: true, reason }
  await assert.rejects(answerProposal(services, proposer, answer))
  assert.equal((await answerProposal(services, approver, answer)).state, 'done')
  assert.deepEqual(await listOpenBillets(app, transactionId), [])
  await expectSoundBooks(app)
})
