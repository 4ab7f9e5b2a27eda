import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { Decimal } from 'decimal.js'
import { computeReversal } from '../../src/domains/ledger/entry.ts'
import { postEntries } from '../../src/domains/ledger/store/entries.ts'
import { findLoan } from '../../src/domains/loans/store.ts'
import { reconcileLoans } from '../../src/domains/receivables/reconcile-loans.ts'
import { computeRestructuringEntry } from '../../src/domains/servicing/renegotiation/entries.ts'
import { acceptFirst, buyAndPayTwo, moveTo, payPlain, readPlain } from '../support/agreements.ts'
import { PLAIN_KEY, PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { centavos, moveClock, playUntil } from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks } from '../support/purchases.ts'

let app: TestApp
let unpaid: string
let kept: string
let broken: string

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  const originals = [await buyAndPayTwo(app), await buyAndPayTwo(app), await buyAndPayTwo(app)]
  await moveTo(app, '2026-08-20')
  const agreements: string[] = []
  for (const original of originals) agreements.push(await renegotiate(original))
  ;[unpaid = '', kept = '', broken = ''] = agreements
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

/** Twelve installments at 2.99 % instead of 4.99 %, without a down payment. */
async function renegotiate(transactionId: string): Promise<string> {
  const agreement = await acceptFirst(app, transactionId, { installments: 12 })
  await playUntil(app, agreement, 'COMPLETE', {}, PLAIN_KEY)
  return agreement
}

/** Of installments of the next months, on the day on which the one before them was due. */
function worth(count: number, installmentCentavos: number, ratePM: number): number {
  let sum = 0
  for (let month = 1; month <= count; month++)
    sum += new Decimal(installmentCentavos)
      .div(new Decimal(1).plus(new Decimal(ratePM).div(100)).pow(month))
      .toDecimalPlaces(0, Decimal.ROUND_HALF_UP)
      .toNumber()
  return sum
}

async function sumBooked(transactionId: string, account: string): Promise<number> {
  const [row] = await query<{ sum: number }>(
    app,
    `SELECT coalesce(sum(p.amount_centavos), 0)::bigint AS sum FROM ledger_entries e JOIN ledger_postings p ON p.entry_id = e.id
      WHERE e.transaction_id = $1 AND p.account = $2`,
    [transactionId, account],
  )
  return row?.sum ?? 0
}

test('a renegotiated debt earns nothing while nothing is paid', async () => {
  const income = await balanceOf(app, 'interest-income')
  const unearned = await balanceOf(app, `unearned-interest:${unpaid}`)
  assert.ok(unearned < 0)
  await moveTo(app, '2026-09-18')
  assert.equal(await balanceOf(app, `unearned-interest:${unpaid}`), unearned)
  assert.equal(await balanceOf(app, 'interest-income'), income)
})

test('the loss of a restructuring comes back with the payments, by the rate of the original contract', async () => {
  const { installments = [] } = await readPlain(app, kept)
  const [only] = (await readPlain(app, broken)).installments ?? []
  const [first] = installments
  assert.ok(first && only)
  const faceCentavos = centavos(first.value)
  const lossCentavos = -(await balanceOf(app, `restructuring:${kept}`))
  assert.ok(lossCentavos > 0)
  for (const [index, { id, dueDate }] of installments.slice(0, 8).entries()) {
    await moveTo(app, dueDate)
    await payPlain(app, id)
    if (index === 0) await payPlain(app, only.id)
    const left = 11 - index
    const [dear, cheap] = [worth(left, faceCentavos, 4.99), worth(left, faceCentavos, 2.99)]
    assert.equal(await balanceOf(app, `restructuring:${kept}`), dear - cheap, `${left} are left`)
    assert.equal(await balanceOf(app, `unearned-interest:${kept}`), cheap - left * faceCentavos)
  }
})

test('a loss that does not fit the installments that are left is found, on the loan and in the books', async () => {
  const find = async () => (await reconcileLoans(app.database)).fault?.problem
  const set = (value: string) =>
    query(app, `UPDATE loans SET restructuring_centavos = ${value} WHERE transaction_id = $1`, [kept])
  await set('restructuring_centavos + 100')
  assert.match((await find()) ?? '', /what is left of its restructuring loss in the books is/)
  // As if the loss had never come back.
  const { secrets, database } = app.services
  const entry = computeRestructuringEntry({
    retailerId: PLAIN_RETAILER,
    transactionId: kept,
    lossCentavos: 100,
    decidedAt: app.services.clock.now(),
  })
  const wrong = { ...entry, reference: `${entry.reference}:wrong` }
  await database.transaction(async tx => postEntries(tx, secrets, [wrong], wrong.occurredAt))
  assert.match((await find()) ?? '', /what is left of its restructuring loss on 2027-04-19 is/)
  const undone = computeReversal(wrong, {
    reference: `${wrong.reference}:undone`,
    occurredAt: wrong.occurredAt,
  })
  await database.transaction(async tx => postEntries(tx, secrets, [undone], wrong.occurredAt))
  await set('restructuring_centavos - 100')
})

test('an agreement is cured by three timely installments, earns by the day then, and is ordinary after three more', async () => {
  const rows = await query<{ month: string; stage: number }>(
    app,
    'SELECT month_end::text AS month, stage FROM provisions WHERE transaction_id = $1 ORDER BY month_end',
    [kept],
  )
  assert.deepEqual(
    rows.map(({ stage }) => stage),
    [3, 3, 3, 2, 2, 2, 1, 1],
  )
  const loan = await findLoan(app.database, kept)
  assert.deepEqual([loan?.problemSince, loan?.nextAccrual], [null, '2027-04-30'])
})

test('a broken agreement takes its loss and its income back', async () => {
  for (const id of [unpaid, broken]) {
    const { status, cancelReason } = await readPlain(app, id)
    assert.deepEqual([status, cancelReason], ['CANCELED', 'RENEGOTIATION_FAILED'])
    assert.equal(await balanceOf(app, `restructuring:${id}`), 0)
    for (const account of ['restructuring-loss', 'interest-income'])
      assert.equal(await sumBooked(id, account), 0, account)
  }
})

test('an agreement that was paid has nothing left of its loss', async () => {
  const { installments = [] } = await readPlain(app, kept)
  for (const { id } of installments.slice(8)) await payPlain(app, id)
  assert.equal((await readPlain(app, kept)).status, 'CLOSED')
  for (const kind of ['customer', 'unearned-interest', 'deferred-late-charges', 'restructuring'])
    assert.equal(await balanceOf(app, `${kind}:${kept}`), 0, kind)
  await moveClock(app, 'P1D')
})
