import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { DecisionOutcome, QueuedSuspense, SuspenseView } from '../../src/contract/desk.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { type DeskUser, newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { buyOpen, cancel, centavos, read } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks } from '../support/purchases.ts'
import { findTitle, type PaidTitle, reportTwice } from '../support/twice-reported.ts'

let app: TestApp
let analyst: DeskUser
let approver: DeskUser
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  analyst = await newDeskUser(app, 'analyst')
  approver = await newDeskUser(app, 'approver')
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

const view = async (caseId: string): Promise<SuspenseView> =>
  (await analyst.get<SuspenseView>(`/suspense/${caseId}`)).body
const resolve = (caseId: string, result: string, user = analyst) =>
  user.post<DecisionOutcome & Record<string, unknown>>(`/suspense/${caseId}/resolution`, {
    result,
    reason: 'O extrato mostra dois créditos',
  })
const answer = (user: DeskUser, decisionId: string, approve = true) =>
  user.post(`/proposals/${decisionId}/answer`, { approve, reason: 'Vi os dois créditos no extrato' })
const HELD = {
  code: 'desk_resolution_refused',
  message: 'The bank may have reported this payment twice: close it as a duplicate, or say where it goes',
} as const
const readMoney = async () => ({
  suspense: await balanceOf(app, 'suspense'),
  owed: await balanceOf(app, 'refunds-due'),
})

const unknown = (amountCentavos: number): PaidTitle => ({
  bank: '237',
  ourNumber: 99_000_001,
  amountCentavos,
})

/** An installment of an open purchase. */
async function buyTitle() {
  const { transactionId } = await buyOpen(app)
  const [billet] = (await read(app, transactionId)).installments ?? []
  assert.ok(billet)
  const title = await findTitle(app, billet.id)
  return { transactionId, title: { ...title, amountCentavos: centavos(billet.value) } }
}

test('a suspected duplicate waits in the list of its own kind, names its equal, and cannot be closed as money that has left', async () => {
  const { transactionId, title } = await buyTitle()
  const { first, caseId, digest } = await reportTwice(app, title)
  assert.equal(first.outcome, 'credited')
  const { payments } = (await analyst.get<{ payments: QueuedSuspense[] }>('/suspense')).body
  const listed = payments.find(each => each.caseId === caseId)
  assert.deepEqual([listed?.reason, listed?.transactionId], ['SUSPECTED_DUPLICATE', transactionId])
  const shown = await view(caseId)
  assert.deepEqual([shown.isOpen, shown.isHeld, shown.isInSuspense], [true, true, false])
  assert.equal(shown.equalTo?.reference, `cnab:${title.bank}:9001:1-1:${digest}`)
  assert.deepEqual(
    [shown.equalTo?.method, centavos(shown.equalTo?.amount ?? 0)],
    [shown.method, title.amountCentavos],
  )
  const before = await readMoney()
  expectError(await resolve(caseId, 'CLOSE'), HELD)
  assert.equal((await resolve(caseId, 'KEEP')).status, 200)
  assert.deepEqual(await readMoney(), before)
})

test('money of the same purchase that does wait does not make a suspected duplicate refundable', async () => {
  const { title } = await buyTitle()
  const paid = await reportTwice(app, title)
  assert.equal(paid.first.outcome, 'credited')
  // A second payment of the billet, with other figures, waits; and the bank tells of it twice.
  const { first, caseId } = await reportTwice(app, { ...title, amountCentavos: title.amountCentavos + 5 })
  assert.deepEqual([first.outcome, first.reason], ['suspense', 'ALREADY_PAID'])
  assert.equal((await resolve(caseId, 'REFUND')).body.outcome, 'proposed')
  assert.equal((await resolve(first.caseId ?? '', 'REFUND')).body.outcome, 'done')
})

test('one person closes it as a duplicate: nothing is booked, and it cannot come back', async () => {
  const { caseId } = await reportTwice(app, unknown(700))
  const before = await readMoney()
  assert.equal((await resolve(caseId, 'DUPLICATE')).body.outcome, 'done')
  assert.equal((await view(caseId)).isOpen, false)
  assert.deepEqual(await readMoney(), before)
  for (const result of ['RELEASE', 'REFUND', 'DUPLICATE'])
    expectError(await resolve(caseId, result), { code: 'desk_case_changed' })
})

test('two people release it at any amount, whoever proposes; only then it is money that can be refunded', async () => {
  const { caseId } = await reportTwice(app, unknown(1))
  const before = await readMoney()
  const proposed = await resolve(caseId, 'RELEASE', approver)
  const { outcome, decision } = proposed.body
  assert.deepEqual([outcome, decision.fourEyesReason], ['proposed', 'SUSPECTED_DUPLICATE'])
  expectError(await answer(approver, decision.id), { code: 'desk_four_eyes' })
  assert.deepEqual(await readMoney(), before)
  const second = await newDeskUser(app, 'approver')
  assert.equal((await answer(second, decision.id, false)).status, 200)
  assert.deepEqual([(await view(caseId)).isHeld, await readMoney()], [true, before])
  const again = await resolve(caseId, 'RELEASE')
  assert.equal((await answer(second, again.body.decision.id)).status, 200)
  assert.deepEqual(await readMoney(), { ...before, suspense: before.suspense - 1 })
  const released = await view(caseId)
  assert.deepEqual([released.isOpen, released.isHeld, released.isInSuspense], [true, false, true])
  for (const result of ['RELEASE', 'DUPLICATE'])
    expectError(await resolve(caseId, result), {
      code: 'desk_resolution_refused',
      message: 'The payment is not held as a suspected duplicate, or no longer',
    })
  assert.equal((await resolve(caseId, 'REFUND')).body.outcome, 'done')
  assert.deepEqual(await readMoney(), { suspense: before.suspense, owed: before.owed - 1 })
})

test('a cancellation refunds what was booked, not what is held; released afterwards it is owed at once', async () => {
  const { transactionId, title } = await buyTitle()
  const { caseId } = await reportTwice(app, title)
  const owedFor = async () =>
    (
      await query<{ centavos: number }>(
        app,
        `SELECT -coalesce(sum(p.amount_centavos), 0)::integer AS centavos FROM ledger_entries e
          JOIN ledger_postings p ON p.entry_id = e.id WHERE p.account = 'refunds-due' AND e.transaction_id = $1`,
        [transactionId],
      )
    )[0]?.centavos ?? 0
  await cancel(app, transactionId)
  const owed = await owedFor()
  const { decision } = (await resolve(caseId, 'RELEASE')).body
  assert.equal((await answer(approver, decision.id)).status, 200)
  const status = (await read(app, transactionId)).status
  assert.equal(status, 'CANCELED')
  assert.equal(await owedFor(), owed + title.amountCentavos)
  assert.equal((await view(caseId)).isInSuspense, false)
  assert.equal((await resolve(caseId, 'CLOSE')).status, 200)
})

test('one decision says that there were two payments and where the second goes, by two people at any amount', async () => {
  const { title } = await buyTitle()
  const { caseId } = await reportTwice(app, title)
  const before = await readMoney()
  const { outcome, decision } = (await resolve(caseId, 'REFUND')).body
  assert.deepEqual([outcome, decision.fourEyesReason], ['proposed', 'SUSPECTED_DUPLICATE'])
  assert.deepEqual(await readMoney(), before)
  assert.equal((await answer(approver, decision.id)).status, 200)
  assert.deepEqual(await readMoney(), { ...before, owed: before.owed - title.amountCentavos })
  assert.equal((await view(caseId)).isOpen, false)

  const another = await buyTitle()
  const second = await reportTwice(app, another.title)
  const billetId = (await view(second.caseId)).billets.find(({ state }) => state === 'open')?.billetId
  const credit = { result: 'CREDIT', billetId, reason: 'O extrato mostra dois créditos' }
  const proposed = await analyst.post<DecisionOutcome>(`/suspense/${second.caseId}/resolution`, credit)
  assert.equal(proposed.body.outcome, 'proposed')
  assert.equal((await answer(approver, proposed.body.decision.id)).status, 200)
  const { installments = [] } = await read(app, another.transactionId)
  assert.equal(installments.filter(({ paymentStatus }) => paymentStatus === 'PAID').length, 2)
})
