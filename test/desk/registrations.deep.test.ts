import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { decodeBarcode } from '../../src/brazil/boleto.ts'
import type { RegistrationList, RegistrationOutcome } from '../../src/contract/desk.ts'
import type { Occurrence } from '../../src/domains/lender/banks/bank-rules.ts'
import { BANK_CODES, getBank } from '../../src/domains/lender/banks/find-bank.ts'
import { calendarDateAt } from '../../src/kernel/calendar-date.ts'
import { writeBankReason } from '../../web/desk/bank-reasons.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { countAudit, type DeskUser, listAudit, newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { buyOpen, cancel, pay, read, readStatus, UNKNOWN_ID } from '../support/purchase-http.ts'
import { expectSoundBooks } from '../support/purchases.ts'
import { answerBank, awaitRegistration } from '../support/unregistered.ts'

let app: TestApp
let analyst: DeskUser
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  analyst = await newDeskUser(app, 'analyst')
})
after(() => app.stop())

const list = async () => (await analyst.get<RegistrationList>('/registrations')).body.registrations
const caseOf = async (transactionId: string) =>
  (await list()).find(each => each.transactionId === transactionId)
const resolve = (caseId: string, user = analyst) =>
  user.post<RegistrationOutcome & Record<string, unknown>>(`/registrations/${caseId}/resolution`)
const openPage = async (link: string) => (await fetch(app.url + new URL(link).pathname)).text()
async function readFirst(transactionId: string) {
  const [billet] = (await read(app, transactionId)).installments ?? []
  return billet ?? assert.fail('it has no installments')
}

const toCentavos = (value: number): number => Math.round(value * 100)

/** An open purchase whose first installment the bank did not register. */
async function buyRejected() {
  const { transactionId, orderId } = await buyOpen(app)
  const billet = await readFirst(transactionId)
  await awaitRegistration(app, billet)
  await answerBank(app, billet, { kind: 'rejected', reasons: ['the postal code lies in another state'] })
  const waiting = (await caseOf(transactionId)) ?? assert.fail('no case waits')
  return { transactionId, orderId, billet, waiting }
}

test('a billet shows its line once the bank has registered it, and says before that it is being registered', async () => {
  const { transactionId } = await buyOpen(app)
  const registered = await readFirst(transactionId)
  assert.deepEqual([registered.registrationStatus, registered.payNumber.length], ['REGISTERED', 47])
  await awaitRegistration(app, registered)
  const pending = await readFirst(transactionId)
  assert.deepEqual(
    [pending.registrationStatus, pending.payNumber, pending.billetDetails?.barcodeNumber],
    ['PENDING', '', ''],
  )
  assert.match(await openPage(pending.installmentLink), /em registro no banco/)
  await answerBank(app, pending, { kind: 'registered' })
  assert.deepEqual(await readFirst(transactionId), registered)
})

test('a rejected billet is a case in words, and its reissue has another number behind the same link', async () => {
  const { transactionId, orderId, billet, waiting } = await buyRejected()
  assert.deepEqual(
    [waiting.kind, waiting.reasons, waiting.orderId, waiting.installment],
    ['REJECTED', ['the postal code lies in another state'], orderId, 1],
  )
  assert.equal((await readFirst(transactionId)).registrationStatus, 'REJECTED')
  const before = await countAudit(app)
  const answer = await resolve(waiting.caseId)
  assert.deepEqual([answer.status, answer.body.outcome], [200, 'REISSUED'])
  const issued = await readFirst(transactionId)
  assert.equal(issued.id, answer.body.billetId)
  assert.notEqual(issued.billetDetails?.ourNumber, billet.billetDetails?.ourNumber)
  assert.deepEqual(
    [
      issued.value,
      issued.dueDate,
      issued.expirationDate,
      issued.installmentNumber,
      issued.installmentNumbers,
    ],
    [
      billet.value,
      billet.dueDate,
      billet.expirationDate,
      billet.installmentNumber,
      billet.installmentNumbers,
    ],
  )
  assert.equal((await read(app, transactionId)).installments?.length, billet.installmentNumbers)
  // Whoever holds the old link pays the new billet.
  assert.equal(await openPage(billet.installmentLink), await openPage(issued.installmentLink))
  const [entry] = await listAudit(app, before)
  assert.deepEqual(
    [entry?.operatorId, entry?.action, entry?.subject, entry?.details],
    [analyst.id, 'registration.reissue', waiting.caseId, { billetId: billet.id, becomes: issued.id }],
  )
  assert.equal(await caseOf(transactionId), undefined)
  expectError(await resolve(waiting.caseId), { code: 'desk_not_found' })
})

test('the reissue of a billet that was paid in part asks for the rest, and closes the purchase with it', async () => {
  const { transactionId, billet, waiting } = await buyRejected()
  await pay(app, billet.id, { amount: 10.01 })
  await resolve(waiting.caseId)
  const issued = await readFirst(transactionId)
  assert.equal(toCentavos(issued.value), toCentavos(billet.value) - 1_001)
  const barcode = String(issued.billetDetails?.barcodeNumber)
  const { amountCentavos } = decodeBarcode(barcode, calendarDateAt(app.clock.now()))
  assert.equal(amountCentavos, toCentavos(issued.value))
  for (const { id } of (await read(app, transactionId)).installments ?? []) await pay(app, id)
  assert.equal(await readStatus(app, transactionId), 'CLOSED')
  await expectSoundBooks(app)
})

test('the Pix charge of a billet goes with it, and the reissue gets one of its own', async () => {
  const { transactionId, billet, waiting } = await buyRejected()
  await query(app, "UPDATE pix_charges SET state = 'registering' WHERE billet_id = $1", [billet.id])
  await resolve(waiting.caseId)
  const issued = await readFirst(transactionId)
  const charges = await query<{ txid: string; state: string }>(
    app,
    'SELECT txid, state FROM pix_charges WHERE billet_id = ANY ($1) ORDER BY state DESC',
    [[billet.id, issued.id]],
  )
  assert.deepEqual(charges, [
    { txid: `PARC${billet.id}`, state: 'removing' },
    { txid: `PARC${issued.id}`, state: 'draft' },
  ])
})

test('of two operators who reissue at the same moment one does it', async () => {
  const { transactionId, waiting } = await buyRejected()
  const answers = await Promise.all([1, 2, 3].map(() => resolve(waiting.caseId)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  const [row] = await query<{ count: number }>(
    app,
    'SELECT count(*)::integer AS count FROM billets WHERE transaction_id = $1 AND replaces IS NOT NULL',
    [transactionId],
  )
  assert.equal(row?.count, 1)
})

test('the case of a rejected billet ends with its purchase, and a viewer only reads', async () => {
  const { transactionId, waiting } = await buyRejected()
  const viewer = await newDeskUser(app, 'viewer')
  expectError(await resolve(waiting.caseId, viewer), { code: 'desk_forbidden' })
  assert.equal((await viewer.get('/registrations')).status, 200)
  await cancel(app, transactionId)
  assert.equal(await caseOf(transactionId), undefined)
  for (const id of [waiting.caseId, UNKNOWN_ID, 'x'])
    expectError(await resolve(id), { code: 'desk_not_found' })
})

test('a billet that fell due meanwhile gets another due date, and one that has expired is not reissued', async () => {
  const late = await buyRejected()
  const expired = await buyRejected()
  app.clock.advance({ days: 40 })
  analyst = await newDeskUser(app, 'analyst')
  assert.equal((await resolve(late.waiting.caseId)).status, 200)
  const issued = await readFirst(late.transactionId)
  assert.ok(issued.dueDate > late.billet.dueDate)
  assert.equal(issued.expirationDate, late.billet.expirationDate)
  app.clock.advance({ days: 40 })
  analyst = await newDeskUser(app, 'analyst')
  expectError(await resolve(expired.waiting.caseId), { code: 'desk_billet_expired' })
  assert.ok(await caseOf(expired.transactionId))
})

test('a billet of which only charges are open is not reissued', async () => {
  const { transactionId, billet, waiting } = await buyRejected()
  app.clock.advance({ days: 40 })
  analyst = await newDeskUser(app, 'analyst')
  // Interest and face value, and half of the fine.
  await pay(app, billet.id, { amount: Math.round(billet.value * 101.5) / 100 })
  assert.equal((await readFirst(transactionId)).paymentStatus, 'PENDING')
  expectError(await resolve(waiting.caseId), { code: 'desk_only_charges_left' })
})

test('a write-off that the bank keeps refusing is asked for again on one press', async () => {
  const { transactionId } = await buyOpen(app)
  const billet = await readFirst(transactionId)
  await cancel(app, transactionId)
  for (let refusal = 0; refusal < 3; refusal++) {
    await query(
      app,
      "UPDATE bank_orders SET state = 'sent' WHERE billet_id = $1 AND movement = 'write-off'",
      [billet.id],
    )
    await answerBank(app, billet, { kind: 'refused', reasons: ['reason ZZ of the bank'] })
  }
  const waiting = (await caseOf(transactionId)) ?? assert.fail('no case waits')
  assert.deepEqual([waiting.kind, waiting.reasons], ['WRITE_OFF_REFUSED', ['reason ZZ of the bank']])
  assert.equal((await resolve(waiting.caseId)).body.outcome, 'ASKED_AGAIN')
  const orders = await query(
    app,
    "SELECT state, tries FROM bank_orders WHERE billet_id = $1 AND movement = 'write-off'",
    [billet.id],
  )
  assert.deepEqual(orders, [{ state: 'pending', tries: 0 }])
  assert.equal(await caseOf(transactionId), undefined)
})

test('waiting registrations and their age are metrics', async () => {
  const { transactionId } = await buyOpen(app)
  const billet = await readFirst(transactionId)
  const readFigure = async (name: string) => {
    const text = await (await fetch(`${app.url}/metrics`)).text()
    return Number(new RegExp(`^crediario_${name} (\\S+)$`, 'm').exec(text)?.[1])
  }
  const before = await readFigure('billets_unregistered')
  await awaitRegistration(app, billet)
  app.clock.advance({ ms: 60_000 })
  assert.equal(await readFigure('billets_unregistered'), before + 1)
  assert.ok((await readFigure('billets_unregistered_oldest_seconds')) >= 60)
  const cases = await readFigure('registration_cases')
  await answerBank(app, billet, { kind: 'rejected' })
  assert.equal(await readFigure('registration_cases'), cases + 1)
})

test('every reason for which a bank of ours refuses has words at the desk', () => {
  for (const bank of BANK_CODES) {
    const occurrences: readonly Occurrence[] = Object.values(getBank(bank).occurrences)
    for (const { meaning, reasons } of occurrences)
      if (meaning === 'rejected' || meaning === 'refused')
        for (const sentence of Object.values(reasons))
          assert.notEqual(writeBankReason(sentence), sentence, sentence)
  }
  assert.equal(writeBankReason('reason ZZ of the bank'), 'motivo ZZ do banco')
})
