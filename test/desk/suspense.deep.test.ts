import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import type { SuspenseView } from '../../src/contract/desk.ts'
import { creditPayment } from '../../src/domains/receivables/credit-payment.ts'
import { takeReturn } from '../../src/domains/receivables/pix/take-pix.ts'
import { reconcileBillets } from '../../src/domains/receivables/reconcile-billets.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { asAdministratorOf } from '../support/administrator.ts'
import { query, type TestApp } from '../support/app.ts'
import { countAudit, listAudit, newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import {
  buy,
  buyOpen,
  cancel,
  centavos,
  moveClock,
  pay,
  playUntil,
  read,
  UNKNOWN_ID,
} from '../support/purchase-http.ts'
import { balanceOf, contextOf, expectSoundBooks } from '../support/purchases.ts'
import { openSuspenseDesk, type SuspenseDesk, startSuspenseApp } from '../support/suspense-desk.ts'

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
/** The bank reports money for an unknown title. */
async function payUnknown(amountCentavos: number): Promise<string> {
  reports += 1
  const settled = await creditPayment(contextOf(app), {
    reference: `estranho-${reports}`,
    kind: 'paid',
    method: 'BILLET',
    bank: '237',
    ourNumber: 99_000_000 + reports,
    pixTxid: undefined,
    amountCentavos,
    paidOn: parseCalendarDate('2026-03-10'),
    creditedOn: undefined,
    occurrence: '06',
    reasons: [],
  })
  return settled.caseId ?? assert.fail('no case was opened')
}

test('money in suspense waits at the desk with the bank’s report; viewing it is audited', async () => {
  const { transactionId, orderId } = await buyOpen(app)
  const [billet] = await readInstallments(transactionId)
  for (let times = 0; times < 2; times++) await pay(app, billet?.id ?? '')
  const waiting = await desk.caseOf(transactionId)
  assert.deepEqual(
    [waiting.reason, waiting.amount, waiting.expected, waiting.orderId, waiting.transactionId],
    ['ALREADY_PAID', billet?.value, billet?.value, orderId, transactionId],
  )
  const start = await countAudit(app)
  const shown = await desk.view(waiting.caseId)
  assert.deepEqual([shown.isInSuspense, shown.isOpen, shown.status], [true, true, 'OPEN'])
  assert.deepEqual(
    shown.billets.map(({ isPayable, state }) => isPayable === (state === 'open')),
    shown.billets.map(() => true),
  )
  assert.equal((await listAudit(app, start))[0]?.action, 'suspense.view')
  expectError(await desk.analyst.get(`/suspense/${UNKNOWN_ID}`), { code: 'desk_not_found' })
})

test('a search for another purchase is audited under it, limited per minute, and only for those who may credit open money', async () => {
  const { transactionId } = await buyOpen(app)
  const caseId = await payUnknown(1_000)
  const searcher = await newDeskUser(app, 'analyst')
  const viewer = await newDeskUser(app, 'viewer')
  const search = (user: typeof desk.analyst) =>
    user.get<SuspenseView & Record<string, unknown>>(`/suspense/${caseId}?search=${transactionId}`)
  const start = await countAudit(app)
  assert.ok((await search(searcher)).body.billets.length > 0)
  assert.deepEqual(
    (await listAudit(app, start)).map(({ action, subject, details }) => [action, subject, details]),
    [
      ['suspense.view', caseId, { isSearch: true }],
      ['suspense.view', transactionId, { case: caseId }],
    ],
  )
  assert.deepEqual((await search(viewer)).body.billets, [], 'a viewer credits nothing')
  for (let count = 1; count < 10; count++) assert.equal((await search(searcher)).status, 200)
  expectError(await search(searcher), { code: 'rate_limited' })
  assert.equal((await searcher.get(`/suspense/${caseId}`)).status, 200, 'the case itself stays open')
  assert.equal((await desk.resolve(caseId, 'REFUND')).status, 200)
  assert.deepEqual(
    (await search(desk.analyst)).body.billets,
    [],
    'nor is there anything to credit once it is decided',
  )
})

test('money is refunded once, and the books balance', async () => {
  const { transactionId } = await buyOpen(app)
  const [billet] = await readInstallments(transactionId)
  assert.ok(billet)
  for (let times = 0; times < 2; times++) await pay(app, billet.id)
  const { caseId } = await desk.caseOf(transactionId)
  const before = await balanceOf(app, 'refunds-due')
  expectError(await desk.resolve(caseId, 'CREDIT'), {
    code: 'invalid_parameters',
    message: 'billetId must name the billet to credit',
  })
  expectError(await desk.resolve(caseId, 'CLOSE'), {
    code: 'desk_resolution_refused',
    message: 'The money still waits in suspense: credit it or give it back',
  })
  assert.equal((await desk.resolve(caseId, 'KEEP')).status, 200)
  assert.equal((await desk.caseOf(transactionId)).keptBecause, 'Conferido com o extrato do banco')
  const answers = await Promise.all([1, 2, 3].map(() => desk.resolve(caseId, 'REFUND')))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409])
  assert.equal((await balanceOf(app, 'refunds-due')) - before, -centavos(billet.value))
  assert.ok((await desk.list()).every(each => each.caseId !== caseId))
  await expectSoundBooks(app)
})

test('too little money pays the oldest installments in part; too much closes the billet, the excess is owed back, and the last one closes the purchase', async () => {
  const { transactionId } = await buyOpen(app, { installments: 3 })
  const [first, second, third] = await readInstallments(transactionId)
  assert.ok(first && second && third)
  await pay(app, first.id)
  const short = await payUnknown(1_000)
  const part = (await desk.view(short, transactionId)).billets.find(({ billetId }) => billetId === third.id)
  assert.deepEqual([part?.isPayable, part?.isCovered, part?.excess], [true, false, 0])
  const { decision } = (await desk.resolve(short, 'CREDIT', third.id)).body
  assert.equal((await desk.approve(decision.id)).status, 200)
  await expectSoundBooks(app)
  const long = await payUnknown(centavos(third.value) + 1_000)
  const open = (await desk.view(long, transactionId)).billets.find(({ billetId }) => billetId === second.id)
  assert.deepEqual([open?.state, open?.due], ['open', (centavos(second.value) - 1_000) / 100])
  await pay(app, second.id)
  const choice = (await desk.view(long, transactionId)).billets.find(({ billetId }) => billetId === third.id)
  assert.deepEqual([choice?.isCovered, choice?.excess, choice?.state], [true, 10, 'open'])
  const before = await balanceOf(app, 'refunds-due')
  const proposed = (await desk.resolve(long, 'CREDIT', third.id)).body
  assert.equal((await desk.approve(proposed.decision.id)).status, 200)
  assert.equal((await balanceOf(app, 'refunds-due')) - before, -1_000)
  const closed = await read(app, transactionId)
  assert.equal(closed.status, 'CLOSED')
  assert.ok(closed.installments?.every(({ paymentStatus }) => paymentStatus === 'PAID'))
  assert.equal((await desk.view(long)).isOpen, false)
  await expectSoundBooks(app)
})

test('a payment of an expired billet pays it with the charges of that day', async () => {
  const { transactionId } = await buyOpen(app)
  const [billet] = await readInstallments(transactionId)
  assert.ok(billet)
  await moveClock(app, 'P75D')
  await pay(app, billet.id, { amount: billet.value * 2 })
  const waiting = await desk.caseOf(transactionId)
  assert.equal(waiting.reason, 'AFTER_EXPIRY')
  const choice = (await desk.view(waiting.caseId)).billets.find(({ billetId }) => billetId === billet.id)
  assert.ok(choice && choice.due > billet.value, 'fine and interest are asked for')
  const fines = await balanceOf(app, 'late-fine')
  assert.equal((await desk.resolve(waiting.caseId, 'CREDIT', billet.id)).status, 200)
  assert.equal((await balanceOf(app, 'late-fine')) - fines, -Math.round(centavos(billet.value) * 0.02))
  await expectSoundBooks(app)
})

test('money for an unknown title is credited to the billet that two people agree on, and that billet is canceled at the bank', async () => {
  const { transactionId, orderId } = await buy(app)
  const { downPaymentBillet } = await read(app, transactionId)
  assert.ok(downPaymentBillet)
  const caseId = await payUnknown(centavos(downPaymentBillet.value))
  assert.deepEqual((await desk.view(caseId)).billets, [])
  const found = await desk.view(caseId, transactionId)
  assert.deepEqual(
    found.billets.map(({ billetId, orderId: order, isCovered }) => [billetId, order, isCovered]),
    [[downPaymentBillet.id, orderId, true]],
  )
  assert.equal((await desk.view(caseId, downPaymentBillet.id)).billets.length, 1)
  assert.equal((await desk.view(caseId, 'nonsense')).billets.length, 0)
  expectError(await desk.resolve(caseId, 'CREDIT', UNKNOWN_ID), {
    code: 'invalid_parameters',
    message: 'billetId is not one of our billets',
  })
  const { outcome, decision } = (await desk.resolve(caseId, 'CREDIT', downPaymentBillet.id)).body
  assert.deepEqual([outcome, decision.fourEyesReason], ['proposed', 'OTHER_PURCHASE'])
  assert.equal((await read(app, transactionId)).downPaymentBillet?.paymentStatus, 'PENDING')
  assert.equal((await desk.approve(decision.id)).status, 200)
  const { downPaymentBillet: paid } = await read(app, transactionId)
  assert.equal(paid?.paymentStatus, 'PAID')
  await playUntil(app, transactionId, 'COMPLETE')
  assert.equal((await read(app, transactionId)).status, 'OPEN')
  await expectSoundBooks(app)
  await cancel(app, transactionId)
  await expectSoundBooks(app)
})

test('a billet that is paid, canceled or of a purchase that ended takes no money', async () => {
  const [paid, canceled] = [await buyOpen(app), await buyOpen(app)]
  const [first] = await readInstallments(paid.transactionId)
  const [gone] = await readInstallments(canceled.transactionId)
  assert.ok(first && gone)
  await pay(app, first.id)
  await cancel(app, canceled.transactionId)
  const caseId = await payUnknown(centavos(first.value) * 2)
  for (const { id } of [first, gone])
    expectError(await desk.resolve(caseId, 'CREDIT', id), {
      code: 'desk_resolution_refused',
      message: 'The billet is not open: it is paid, canceled or of a purchase that ended',
    })
  await desk.resolve(caseId, 'REFUND')
  await expectSoundBooks(app)
})

test('money that a cancellation already refunded can only be closed', async () => {
  const { transactionId } = await buyOpen(app)
  const [billet] = await readInstallments(transactionId)
  assert.ok(billet)
  for (let times = 0; times < 2; times++) await pay(app, billet.id)
  const { caseId } = await desk.caseOf(transactionId)
  await cancel(app, transactionId)
  assert.equal((await desk.view(caseId)).isInSuspense, false)
  expectError(await desk.resolve(caseId, 'REFUND'), {
    code: 'desk_resolution_refused',
    message:
      'The money has left suspense already: a cancellation made it a refund, or it made up for what the bank took back',
  })
  assert.equal((await desk.resolve(caseId, 'CLOSE')).status, 200)
  expectError(await desk.resolve(caseId, 'CLOSE'), { code: 'desk_case_changed' })
  await expectSoundBooks(app)
})

test('a parallel resolution and cancellation never refund the same money twice', async () => {
  for (let round = 0; round < 3; round++) {
    const { transactionId } = await buyOpen(app)
    const [billet] = await readInstallments(transactionId)
    for (let times = 0; times < 2; times++) await pay(app, billet?.id ?? '')
    const { caseId } = await desk.caseOf(transactionId)
    await Promise.all([desk.resolve(caseId, 'REFUND'), cancel(app, transactionId)])
    await expectSoundBooks(app)
  }
})

test('above the limit money moves only after another person’s approval', async () => {
  const caseId = await payUnknown(300_001)
  const before = await balanceOf(app, 'suspense')
  const proposed = await desk.resolve(caseId, 'REFUND', undefined, desk.approver)
  assert.equal(proposed.body.outcome, 'proposed')
  assert.equal(await balanceOf(app, 'suspense'), before)
  expectError(await desk.resolve(caseId, 'REFUND'), { code: 'desk_proposal_open' })
  const path = `/proposals/${proposed.body.decision.id}/answer`
  const answer = { approve: true, reason: 'Confere com o extrato' }
  expectError(await desk.approver.post(path, answer), { code: 'desk_four_eyes' })
  const second = await newDeskUser(app, 'approver')
  assert.equal(proposed.body.decision.fourEyesReason, 'AMOUNT')
  assert.equal((await second.post(path, answer)).status, 200)
  assert.equal((await balanceOf(app, 'suspense')) - before, 300_001)
  assert.equal((await desk.view(caseId)).isOpen, false)
  await expectSoundBooks(app)
})

test('a proposal to refund money of which the bank gave back a part meanwhile is overtaken', async () => {
  const caseId = await payUnknown(300_001)
  const proposed = await desk.resolve(caseId, 'REFUND', undefined, desk.approver)
  const reference = `estranho-${reports}`
  const report = {
    reference,
    kind: 'paid',
    method: 'PIX',
    bank: '237',
    occurrence: 'PIX',
    reasons: [],
  } as const
  const unknown = { ourNumber: undefined, pixTxid: undefined, paidOn: undefined, creditedOn: undefined }
  const refund = {
    id: 'MED',
    rtrId: 'D1',
    amountCentavos: 200_000,
    nature: 'MED',
    status: 'DONE',
  } as const
  await takeReturn(
    { ...contextOf(app), log: createLog({ level: 'silent' }) },
    {
      report: { ...report, ...unknown, amountCentavos: 300_001 },
      refund: { ...refund, settledAt: undefined },
    },
  )
  const second = await newDeskUser(app, 'approver')
  const answer = { approve: true, reason: 'Confere com o extrato' }
  expectError(await second.post(`/proposals/${proposed.body.decision.id}/answer`, answer), {
    code: 'desk_case_changed',
  })
  const before = await balanceOf(app, 'refunds-due')
  const { outcome } = (await desk.resolve(caseId, 'REFUND', undefined, await newDeskUser(app, 'analyst')))
    .body
  assert.equal(outcome, 'done')
  assert.equal((await balanceOf(app, 'refunds-due')) - before, -100_001)
  await expectSoundBooks(app)
})

test('at any amount, money of one purchase pays another only after a second person’s approval, and the excess is owed to whoever paid', async () => {
  const [payer, other] = [await buyOpen(app), await buyOpen(app, { installments: 12 })]
  const [paid] = await readInstallments(payer.transactionId)
  const [target] = await readInstallments(other.transactionId)
  assert.ok(paid && target && paid.value > target.value)
  await pay(app, paid.id)
  await pay(app, paid.id)
  const { caseId, reason } = await desk.caseOf(payer.transactionId)
  assert.equal(reason, 'ALREADY_PAID')
  const shown = await desk.view(caseId, other.transactionId)
  assert.ok(shown.billets.every(({ isOfPaidPurchase }) => !isOfPaidPurchase))
  assert.ok((await desk.view(caseId)).billets.every(({ isOfPaidPurchase }) => isOfPaidPurchase))
  const start = await countAudit(app)
  const { outcome, decision } = (await desk.resolve(caseId, 'CREDIT', target.id)).body
  assert.deepEqual([outcome, decision.fourEyesReason], ['proposed', 'OTHER_PURCHASE'])
  assert.deepEqual(
    (await listAudit(app, start)).map(({ action, details }) => [action, details.fourEyes]),
    [['suspense.propose', 'OTHER_PURCHASE']],
  )
  assert.equal((await readInstallments(other.transactionId))[0]?.paymentStatus, 'PENDING')
  assert.equal((await desk.approve(decision.id)).status, 200)
  assert.equal((await readInstallments(other.transactionId))[0]?.paymentStatus, 'PAID')
  const owed = await query<{ transactionId: string; centavos: number }>(
    app,
    `SELECT e.transaction_id AS "transactionId", sum(p.amount_centavos)::integer AS centavos
      FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
      WHERE p.account = 'refunds-due' AND e.transaction_id = ANY ($1) GROUP BY 1`,
    [[payer.transactionId, other.transactionId]],
  )
  const excess = centavos(paid.value) - centavos(target.value)
  assert.deepEqual(owed, [{ transactionId: payer.transactionId, centavos: -excess }])
  await expectSoundBooks(app)
})

test('what one operator moves alone in a day is bounded, for decisions at the same moment too; another day begins at zero', async () => {
  const busy = await newDeskUser(app, 'analyst')
  const cases = await Promise.all(Array.from({ length: 6 }, () => payUnknown(150_000)))
  const answers = await Promise.all(cases.map(caseId => desk.resolve(caseId, 'REFUND', undefined, busy)))
  const outcomes = answers.map(({ body }) => `${body.outcome} ${body.decision.fourEyesReason}`)
  assert.deepEqual(outcomes.sort(), [
    ...Array.from({ length: 4 }, () => 'done undefined'),
    ...Array.from({ length: 2 }, () => 'proposed DAILY_SUM'),
  ])
  const waiting = answers.find(({ body }) => body.outcome === 'proposed')
  assert.equal((await desk.approve(waiting?.body.decision.id ?? '')).status, 200)
  const [small, tomorrow] = [await payUnknown(100), await payUnknown(100)]
  assert.equal((await busy.get<SuspenseView>(`/suspense/${small}`)).body.movedAlone, 6_000)
  assert.equal((await desk.resolve(small, 'REFUND', undefined, busy)).body.outcome, 'proposed')
  assert.equal((await desk.resolve(await payUnknown(100), 'REFUND')).body.outcome, 'done')
  await moveClock(app, 'P1D')
  assert.equal((await desk.resolve(tomorrow, 'REFUND', undefined, busy)).body.outcome, 'done')
  await expectSoundBooks(app)
})

test('money of an unknown owner is used once, even when its case is put back to what it was', async () => {
  const caseId = await payUnknown(1_100)
  const readRow = async () =>
    (
      await query<{ state: string; mac: Buffer }>(
        app,
        'SELECT state, mac FROM suspense_cases WHERE id = $1',
        [caseId],
      )
    )[0]
  const open = await readRow()
  assert.equal((await desk.resolve(caseId, 'REFUND')).status, 200)
  const closed = await readRow()
  assert.ok(open && closed)
  const reset = 'UPDATE suspense_cases SET state = $2, mac = $3 WHERE id = $1'
  await assert.rejects(query(app, reset, [caseId, open.state, open.mac]), /cannot go back/)
  const asAdministrator = ({ state, mac }: typeof open) =>
    asAdministratorOf(app.testDatabase, async client => {
      await client.query('SET session_replication_role = replica')
      await client.query(reset, [caseId, state, mac])
    })
  await asAdministrator(open)
  expectError(await desk.resolve(caseId, 'REFUND'), {
    code: 'desk_resolution_refused',
    message:
      'The money has left suspense already: a cancellation made it a refund, or it made up for what the bank took back',
  })
  await asAdministrator(closed)
})
