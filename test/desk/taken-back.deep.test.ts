import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { BankReport } from '../../src/domains/receivables/billets/billet.ts'
import { creditPayment } from '../../src/domains/receivables/credit-payment.ts'
import { reconcileBillets } from '../../src/domains/receivables/reconcile-billets.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { DEMO_KEY, type TestApp } from '../support/app.ts'
import { newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { buyOpen, cancel, centavos, read } from '../support/purchase-http.ts'
import { balanceOf, contextOf, expectSoundBooks } from '../support/purchases.ts'
import { openSuspenseDesk, type SuspenseDesk, startSuspenseApp } from '../support/suspense-desk.ts'
import { payByPix, takeBack } from '../support/taken-back.ts'

let app: TestApp
let desk: SuspenseDesk
before(async () => {
  app = await startSuspenseApp()
  desk = await openSuspenseDesk(app)
})
after(() => app.stop())
afterEach(async () => {
  assert.equal((await reconcileBillets(app.database)).fault, undefined)
})

const readInstallments = async (transactionId: string) => (await read(app, transactionId)).installments ?? []

let reports = 0
/** By Pix, which a bank can take back. */
async function payUnknownByPix(amountCentavos: number): Promise<{ caseId: string; report: BankReport }> {
  reports += 1
  const paidOn = parseCalendarDate('2026-03-10')
  const report: BankReport = {
    reference: `pix:estranho-${reports}`,
    kind: 'paid',
    method: 'PIX',
    bank: '237',
    ourNumber: undefined,
    pixTxid: undefined,
    amountCentavos,
    paidOn,
    creditedOn: paidOn,
    occurrence: 'PIX',
    reasons: [],
  }
  const { caseId } = await creditPayment(contextOf(app), report)
  return { caseId: caseId ?? assert.fail('no case was opened'), report }
}

test('what the bank took back is borne by the lender when two people say so, and its case is not closed before', async () => {
  const { transactionId } = await buyOpen(app)
  const [billet] = await readInstallments(transactionId)
  assert.ok(billet)
  const [suspended, lost] = [await balanceOf(app, 'suspense'), await balanceOf(app, 'fraud-loss')]
  await takeBack(app, await payByPix(app, billet), centavos(billet.value))
  const { caseId, reason } = await desk.caseOf(transactionId)
  assert.equal(reason, 'RETURNED')
  const shown = await desk.view(caseId)
  assert.deepEqual([shown.isMissing, shown.isInSuspense], [true, false])
  expectError(await desk.resolve(caseId, 'CLOSE'), {
    code: 'desk_resolution_refused',
    message:
      'The bank took the money back. The case closes when the customer has paid again, or when two people let the lender bear it',
  })
  const proposed = await desk.resolve(caseId, 'BEAR', undefined, desk.approver)
  assert.deepEqual([proposed.body.outcome, proposed.body.decision.fourEyesReason], ['proposed', 'LOSS'])
  assert.equal(await balanceOf(app, 'suspense'), suspended + centavos(billet.value))
  const second = await newDeskUser(app, 'approver')
  const answer = { approve: true, reason: 'Confere com o extrato' }
  const answered = await second.post(`/proposals/${proposed.body.decision.id}/answer`, answer)
  assert.equal(answered.status, 200, answered.text)
  assert.equal(await balanceOf(app, 'suspense'), suspended)
  assert.equal(await balanceOf(app, 'fraud-loss'), lost + centavos(billet.value))
  assert.equal((await desk.view(caseId)).isOpen, false)
  assert.equal((await readInstallments(transactionId))[0]?.paymentStatus, 'PAID')
  await expectSoundBooks(app)
})

test('what the bank took back and the customer has paid again is missing no more: nothing is borne, and both cases are closed', async () => {
  const { transactionId } = await buyOpen(app)
  const [billet] = await readInstallments(transactionId)
  assert.ok(billet)
  const suspended = await balanceOf(app, 'suspense')
  await takeBack(app, await payByPix(app, billet), centavos(billet.value))
  await payByPix(app, billet)
  assert.equal(await balanceOf(app, 'suspense'), suspended)
  const waiting = (await desk.list()).filter(each => each.transactionId === transactionId)
  assert.deepEqual(waiting.map(({ reason }) => reason).sort(), ['ALREADY_PAID', 'RETURNED'])
  for (const { caseId, reason } of waiting) {
    if (reason === 'RETURNED')
      expectError(await desk.resolve(caseId, 'BEAR'), {
        code: 'desk_resolution_refused',
        message: 'What the bank took back has already been made up for',
      })
    assert.equal((await desk.resolve(caseId, 'CLOSE')).body.outcome, 'done')
  }
  await expectSoundBooks(app)
})

test('of money that was paid again only what is beyond the missing amount can be used', async () => {
  const { transactionId } = await buyOpen(app)
  const [billet] = await readInstallments(transactionId)
  assert.ok(billet)
  const [suspended, owed] = [await balanceOf(app, 'suspense'), await balanceOf(app, 'refunds-due')]
  await takeBack(app, await payByPix(app, billet), 30_000)
  await payByPix(app, { id: billet.id, value: 400 })
  const waiting = (await desk.list()).filter(each => each.transactionId === transactionId)
  const find = (reason: string) => waiting.find(each => each.reason === reason)?.caseId ?? assert.fail(reason)
  const again = await desk.view(find('ALREADY_PAID'))
  assert.deepEqual([again.isInSuspense, again.amount, again.usable], [true, 400, 100])
  assert.equal((await desk.resolve(find('RETURNED'), 'CLOSE')).body.outcome, 'done')
  assert.equal((await desk.resolve(find('ALREADY_PAID'), 'REFUND')).body.outcome, 'done')
  assert.equal(await balanceOf(app, 'suspense'), suspended)
  assert.equal((await balanceOf(app, 'refunds-due')) - owed, -10_000)
  await expectSoundBooks(app)
})

test('all that was paid for a canceled purchase was taken back: nothing is owed, nothing is lost, and the case is closed', async () => {
  for (const isBorne of [false, true]) {
    const { transactionId } = await buyOpen(app, { downPayment: false })
    const [billet] = await readInstallments(transactionId)
    assert.ok(billet)
    const accounts = ['suspense', 'fraud-loss', 'refunds-due'] as const
    const read = () => Promise.all(accounts.map(account => balanceOf(app, account)))
    const before = await read()
    await takeBack(app, await payByPix(app, billet), centavos(billet.value))
    const { caseId } = await desk.caseOf(transactionId)
    if (isBorne) await desk.approve((await desk.resolve(caseId, 'BEAR')).body.decision.id)
    await cancel(app, transactionId)
    assert.deepEqual([isBorne, await read()], [isBorne, before])
    assert.equal(await balanceOf(app, `customer:${transactionId}`), 0)
    if (!isBorne) assert.equal((await desk.resolve(caseId, 'CLOSE')).body.outcome, 'done')
    await expectSoundBooks(app)
  }
})

test('a product is returned after the bank took a payment back: the money stays missing, and a later cancellation refunds less', async () => {
  const products = [1_500, 700, 200].map((value, index) => ({
    id: `p${index}`,
    name: `p${index}`,
    amount: 1,
    value,
  }))
  const { transactionId } = await buyOpen(app, { value: 2_400, products, downPayment: false })
  const [billet] = await readInstallments(transactionId)
  assert.ok(billet)
  const accounts = ['suspense', 'fraud-loss', 'refunds-due'] as const
  const readAll = () => Promise.all(accounts.map(account => balanceOf(app, account)))
  const before = await readAll()
  await takeBack(app, await payByPix(app, billet), centavos(billet.value))
  const { caseId } = await desk.caseOf(transactionId)
  const path = `/public/transaction/${transactionId}`
  const returned = await app.post<{ transactionId: string }>(path, { apiKey: DEMO_KEY, products: ['p1'] })
  assert.equal(returned.status, 200, returned.text)
  assert.equal((await desk.view(caseId)).isMissing, true)
  await expectSoundBooks(app)
  // What the contract gives back for the product is owed in any case.
  const surplus = (before[2] ?? 0) - (await balanceOf(app, 'refunds-due'))
  assert.ok(surplus > 0 && surplus < centavos(billet.value), `${surplus}`)
  await cancel(app, returned.body.transactionId)
  const [suspended = 0, lost = 0, owed = 0] = before
  assert.deepEqual(await readAll(), [suspended + surplus, lost, owed - surplus])
  await desk.approve((await desk.resolve(caseId, 'BEAR')).body.decision.id)
  assert.deepEqual(await readAll(), [suspended, lost + surplus, owed - surplus])
  await expectSoundBooks(app)
})

test('what was given back already, and then taken back by the bank, makes no cancellation fail', async () => {
  for (const isBorne of [false, true]) {
    const other = await newDeskUser(app, 'analyst')
    const { transactionId } = await buyOpen(app, { downPayment: false })
    const [billet] = await readInstallments(transactionId)
    assert.ok(billet)
    const [owed, lost] = [await balanceOf(app, 'refunds-due'), await balanceOf(app, 'fraud-loss')]
    await payByPix(app, billet)
    const second = await payByPix(app, billet)
    const third = await payByPix(app, billet)
    for (const { caseId } of (await desk.list()).filter(each => each.transactionId === transactionId))
      assert.equal((await desk.resolve(caseId, 'REFUND', undefined, other)).body.outcome, 'done')
    for (const report of [second, third]) await takeBack(app, report, centavos(billet.value))
    const missing = (await desk.list()).filter(each => each.transactionId === transactionId)
    if (isBorne)
      for (const { caseId } of missing)
        await desk.approve((await desk.resolve(caseId, 'BEAR')).body.decision.id)
    await cancel(app, transactionId)
    await expectSoundBooks(app)
    // Of three payments two were given back, and two taken: the last one makes up for one of them.
    assert.equal((await balanceOf(app, 'refunds-due')) - owed, -2 * centavos(billet.value))
    if (!isBorne) {
      for (const { caseId } of missing) {
        const decided = await desk.resolve(caseId, 'BEAR')
        if (decided.status === 200) await desk.approve(decided.body.decision.id)
        else assert.equal((await desk.resolve(caseId, 'CLOSE')).status, 200)
      }
    }
    assert.equal((await balanceOf(app, 'fraud-loss')) - lost, centavos(billet.value), String(isBorne))
    await expectSoundBooks(app)
  }
})

test('what the bank took back of money that still waited is not missing when the rest is used', async () => {
  const before = await balanceOf(app, 'suspense')
  const { caseId, report } = await payUnknownByPix(90_000)
  const known = new Set((await desk.list()).map(each => each.caseId))
  await takeBack(app, report, 40_000)
  const returnCaseId = (await desk.list()).find(each => !known.has(each.caseId))?.caseId ?? assert.fail()
  assert.equal((await desk.resolve(caseId, 'REFUND')).body.outcome, 'done')
  assert.equal(await balanceOf(app, 'suspense'), before)
  assert.equal((await desk.view(returnCaseId)).isMissing, false)
  assert.equal((await desk.resolve(returnCaseId, 'CLOSE')).body.outcome, 'done')
  await expectSoundBooks(app)
})

test('what the bank took back of an unknown payment belongs to the purchase that it was credited to', async () => {
  const { transactionId } = await buyOpen(app)
  const [billet] = await readInstallments(transactionId)
  assert.ok(billet)
  const before = await balanceOf(app, 'suspense')
  const { caseId, report } = await payUnknownByPix(centavos(billet.value))
  await desk.approve((await desk.resolve(caseId, 'CREDIT', billet.id)).body.decision.id)
  await takeBack(app, report, centavos(billet.value))
  const returned = await desk.caseOf(transactionId)
  assert.deepEqual([returned.reason, (await desk.view(returned.caseId)).isMissing], ['RETURNED', true])
  await payByPix(app, billet)
  assert.equal(await balanceOf(app, 'suspense'), before)
  const waiting = (await desk.list()).filter(each => each.transactionId === transactionId)
  for (const each of waiting) assert.equal((await desk.resolve(each.caseId, 'CLOSE')).body.outcome, 'done')
  await expectSoundBooks(app)
})
