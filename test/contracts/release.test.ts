import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { after, afterEach, before, test } from 'node:test'
import { renderReleasePdf } from '../../src/domains/contracts/pdf/render-statements.ts'
import { findReleaseStatement, findSignedContract } from '../../src/domains/contracts/store.ts'
import { computeContractHash } from '../../src/domains/contracts/terms.ts'
import { computeDueDates } from '../../src/domains/pricing/schedule.ts'
import { cancelPurchase } from '../../src/domains/purchases/cancel-purchase.ts'
import type { Purchase } from '../../src/domains/purchases/purchase.ts'
import { getContractDate } from '../../src/domains/purchases/release-contract.ts'
import { addDays, calendarDateAt, daysBetween, parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { computeCanonicalJson } from '../../src/kernel/canonical-json.ts'
import { openStage, type Stage } from '../onboarding/onboarding-stage.ts'
import { DEMO_KEY, query } from '../support/app.ts'
import { balanceOf, expectSoundBooks, pay, view } from '../support/purchases.ts'

let stage: Stage

before(async () => {
  stage = await openStage()
})
after(() => stage.app.stop())
afterEach(() => expectSoundBooks(stage.app))

/** Quotes and authorizes on the morning of a day. */
async function authorizeOn(day: string, installments: number, downPayment = true): Promise<Purchase> {
  moveTo(day)
  return stage.authorize({
    choose: option =>
      option.downPaymentValue > 0 === downPayment && option.numberOfInstallments === installments,
  })
}

function moveTo(day: string): void {
  const { clock } = stage.app
  const target = parseCalendarDate(day)
  clock.advance({ days: daysBetween(calendarDateAt(clock.now()), target) })
  assert.equal(calendarDateAt(clock.now()), target)
}

async function payDownPayment({ id }: Purchase): Promise<Purchase> {
  await pay(stage.app, (await view(stage.app, id)).downPaymentBillet)
  const { purchase } = await view(stage.app, id)
  assert.equal(purchase.status, 'OPEN')
  return purchase
}

async function readWire({ id }: Purchase): Promise<Record<string, unknown>> {
  const { body } = await stage.app.post<Record<string, unknown>>(`/public/transaction/${id}`, {
    apiKey: DEMO_KEY,
  })
  return body
}

test('a purchase quoted, signed and paid on one day is the quotation to the centavo', async () => {
  const quoted = await authorizeOn('2027-01-05', 12)
  const paid = await payDownPayment(await stage.play(quoted, 'ENTRY'))
  assert.deepEqual(paid.contract, quoted.contract)
  assert.equal(paid.contractDate, '2027-01-05')
  assert.equal((await readWire(paid)).releaseDate, '2027-01-05')
})

test('dates, tax and CET count from the release, and the lender bears a tax that grew', async () => {
  const before = await balanceOf(stage.app, 'iof-borne')
  const quoted = await authorizeOn('2027-01-28', 12)
  const signed = await stage.play(quoted, 'ENTRY')
  assert.deepEqual([signed.contractDate, signed.contractVersion], ['2027-01-28', 2])
  assert.deepEqual(signed.contract, quoted.contract)
  assert.equal((await readWire(signed)).releaseDate, undefined)
  moveTo('2027-01-30')
  const paid = await payDownPayment(signed)
  const { contract } = paid
  assert.equal(paid.contractDate, '2027-01-30')
  assert.equal(contract.firstDueDate, addDays(parseCalendarDate('2027-01-30'), 30))
  assert.equal(contract.installmentCentavos, quoted.contract.installmentCentavos)
  assert.equal(contract.totalIofCentavos, quoted.contract.totalIofCentavos)
  assert.notEqual(contract.cetPA, quoted.contract.cetPA)
  assert.ok((await balanceOf(stage.app, 'iof-borne')) > before)
  const wire = await readWire(paid)
  assert.deepEqual([wire.releaseDate, wire.cetPA], ['2027-01-30', contract.cetPA])
  const { installments } = await view(stage.app, paid.id)
  assert.deepEqual(
    installments.map(({ dueDate }) => dueDate),
    computeDueDates(contract.firstDueDate, 12),
  )
  // Canceled, the contract owes no tax: neither that of the customer nor that of the lender.
  const charged = await balanceOf(stage.app, 'iof-payable')
  const borne = (await balanceOf(stage.app, 'iof-borne')) - before
  await cancelPurchase(stage.app.services, {
    retailerId: paid.retailerId,
    transactionId: paid.id,
    by: 'retailer',
  })
  assert.equal(await balanceOf(stage.app, 'iof-borne'), before)
  assert.equal(await balanceOf(stage.app, 'iof-payable'), charged + contract.totalIofCentavos + borne)
})

test('a tax that fell lowers principal and installment', async () => {
  const quoted = await authorizeOn('2027-02-25', 12)
  moveTo('2027-02-26')
  const signed = await stage.play(quoted, 'ENTRY')
  moveTo('2027-03-02')
  const { contract } = await payDownPayment(signed)
  assert.ok(contract.totalIofCentavos < quoted.contract.totalIofCentavos)
  assert.ok(contract.installmentCentavos <= quoted.contract.installmentCentavos)
})

test('the signed document shows the schedule of the day of the signature', async () => {
  const quoted = await authorizeOn('2027-04-29', 6, false)
  moveTo('2027-05-01')
  const signed = await stage.play(quoted, 'COMPLETE')
  assert.equal(signed.status, 'OPEN')
  const { terms } = (await findSignedContract(stage.services, signed.id)) ?? {}
  assert.ok(terms?.version === 2)
  assert.equal(terms.contractDate, '2027-05-01')
  assert.equal(getContractDate(signed), '2027-05-01')
  assert.equal(terms.installments[0]?.dueDate, signed.contract.firstDueDate)
  assert.equal(terms.totalCentavos, signed.contract.totalCentavos)
  assert.equal(terms.cetPA, signed.contract.cetPA)
})

test('the database refuses a release that raises the installment, and any second one', async () => {
  const signed = await stage.play(await authorizeOn('2027-06-10', 6), 'ENTRY')
  const raised = { ...signed.contract, installmentCentavos: signed.contract.installmentCentavos + 1 }
  const move = (id: string, contract: object, more = '') =>
    query(
      stage.app,
      `UPDATE transactions SET move_count = move_count + 1, contract = $2${more} WHERE id = $1`,
      [id, JSON.stringify(contract)],
    )
  const refused = /cannot change what was agreed/
  const opened = `, status = 'OPEN', step = 'COMPLETE', deadline_at = NULL`
  await assert.rejects(move(signed.id, raised, opened), refused)
  await assert.rejects(move(signed.id, { ...signed.contract, cetPA: 1 }), refused)
  await assert.rejects(move(signed.id, signed.contract, `, contract_version = NULL`), refused)
  const paid = await payDownPayment(signed)
  await assert.rejects(move(paid.id, { ...paid.contract, cetPA: 1 }), refused)
  await assert.rejects(move(paid.id, paid.contract, `, contract_date = '2027-06-11'`), refused)
})

test('a release after the day of the signature is stated, sealed and tied to the signed contract', async () => {
  const signed = await stage.play(await authorizeOn('2027-07-05', 6), 'ENTRY')
  moveTo('2027-07-07')
  const paid = await payDownPayment(signed)
  const { database, secrets } = stage.services
  const [release, contract] = await Promise.all([
    findReleaseStatement(database, paid.id),
    findSignedContract(stage.services, paid.id),
  ])
  assert.ok(release && contract)
  const { statement, seal } = release
  assert.equal(statement.contractHash, computeContractHash(contract.terms))
  assert.deepEqual([statement.signedFor, statement.releasedOn], ['2027-07-05', '2027-07-07'])
  assert.equal(statement.installments[0]?.dueDate, paid.contract.firstDueDate)
  assert.equal(statement.cetPA, paid.contract.cetPA)
  const key = createPublicKey(secrets.evidence)
  assert.ok(verify(null, Buffer.from(computeCanonicalJson(statement)), key, seal))
  assert.deepEqual(await renderReleasePdf(statement), await renderReleasePdf(structuredClone(statement)))
  await assert.rejects(
    query(stage.app, `UPDATE release_statements SET released_on = '2027-07-08' WHERE transaction_id = $1`, [
      paid.id,
    ]),
    /append-only|permission denied|never/,
  )
})

test('a release on the day of the signature needs no statement', async () => {
  const paid = await payDownPayment(await stage.play(await authorizeOn('2027-08-05', 6), 'ENTRY'))
  assert.equal(await findReleaseStatement(stage.services.database, paid.id), undefined)
})
