import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { SAMPLE_INVOICE } from '../../src/contract/sample-invoice.ts'
import { answerProposal } from '../../src/domains/desk/index.ts'
import { addDocument, decideCase, openCase } from '../../src/domains/special-cases/index.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { newOperator } from '../support/desk.ts'
import { moveClock, read } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks, openPurchase } from '../support/purchases.ts'

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const reason = 'certidão de óbito conferida'

async function claim(transactionId: string): Promise<string> {
  const { services } = app
  const [proposer, approver] = [await newOperator(app, 'analyst'), await newOperator(app, 'approver')]
  const about = { transactionId, kind: 'DEATH', note: reason, contact: undefined } as const
  const { id: caseId } = await openCase(services, proposer, about)
  const bytes = Buffer.from(SAMPLE_INVOICE, 'base64')
  const { version } = await addDocument(services, proposer, { caseId, bytes })
  const terms = { amountCentavos: null, effectiveOn: null, installments: null }
  const effect = 'CLAIM_INSURANCE'
  const { id } = await decideCase(services, proposer, { caseId, version, reason, effect, ...terms })
  return (await answerProposal(services, approver, { proposalId: id, approve: true, reason })).state
}

const ofContract = (kind: string, id: string) => balanceOf(app, `${kind}:${id}`)

test('the insurer owes what the assets hold of an insured contract whose customer died, and the family owes nothing', async () => {
  const { purchase } = await openPurchase(app, { acceptInsurance: true, downPayment: false })
  const { id } = purchase
  await moveClock(app, 'P45D')
  const before = await balanceOf(app, 'insurer-receivable')
  const [waived, income] = [await balanceOf(app, 'waived'), await balanceOf(app, 'interest-income')]
  const carried = (await ofContract('customer', id)) + (await ofContract('unearned-interest', id))
  assert.equal(await claim(id), 'done')
  const earned = income - (await balanceOf(app, 'interest-income'))
  assert.ok(carried > 0 && earned >= 0)
  assert.equal((await balanceOf(app, 'insurer-receivable')) - before, carried + earned)
  assert.equal(await balanceOf(app, 'waived'), waived)
  assert.equal((await read(app, id)).status, 'CLOSED')
  for (const kind of ['customer', 'unearned-interest', 'deferred-late-charges', 'restructuring'])
    assert.equal(await ofContract(kind, id), 0, kind)
  await expectSoundBooks(app)
})

test('a contract without insurance has nobody to claim from', async () => {
  const { purchase } = await openPurchase(app, { downPayment: false })
  await assert.rejects(claim(purchase.id), /has no insurance/)
})
