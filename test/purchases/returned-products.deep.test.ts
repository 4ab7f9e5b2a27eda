import assert from 'node:assert/strict'
import { after, afterEach, before, test } from 'node:test'
import { TransactionAnswer } from '../../src/contract/transaction.ts'
import { computePartialReturn } from '../../src/domains/pricing/partial-return.ts'
import { computeDueDates } from '../../src/domains/pricing/schedule.ts'
import { daysBetween, parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { DEMO_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import {
  askTransaction,
  buy,
  buyOpen,
  cancel,
  centavos,
  checkAnswer,
  giveUp,
  moveClock,
  pay,
  playUntil,
  read,
  removeProducts,
  type TransactionBody,
} from '../support/purchase-http.ts'
import { balanceOf, expectSoundBooks, view } from '../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())
afterEach(() => expectSoundBooks(app))

const products = [
  { id: 'tv', name: 'Televisor', amount: 1, value: 940 },
  { id: 'radio', name: 'Rádio', amount: 1, value: 300 },
]
const buySix = () => buyOpen(app, { products, installments: 6 })

async function preview(transactionId: string, removed: readonly string[]): Promise<TransactionBody> {
  return checkAnswer(
    TransactionAnswer,
    await askTransaction(app, transactionId, { products: removed, preview: true }),
  )
}

const payFirst = async (transactionId: string, count: number): Promise<void> => {
  for (const { id } of ((await read(app, transactionId)).installments ?? []).slice(0, count))
    await pay(app, id)
}

/** What does not depend on ids and numbers. */
const compareable = (body: TransactionBody) => ({
  ...body,
  id: undefined,
  transactionId: undefined,
  downPaymentBillet: undefined,
  installments: body.installments?.map(({ value, dueDate, paymentStatus }) => ({
    value,
    dueDate,
    paymentStatus,
  })),
})

test('what is left of a purchase is priced as if the rest had never been bought, and the surplus is refunded', async () => {
  const { transactionId } = await buySix()
  await payFirst(transactionId, 2)
  const old = (await view(app, transactionId)).purchase
  const next = await removeProducts(app, transactionId, ['radio'])
  const { purchase } = await view(app, next.transactionId)
  const { contract } = purchase
  assert.deepEqual(
    [contract.firstDueDate, purchase.contractDate, purchase.completedAt],
    [old.contract.firstDueDate, old.contractDate, old.completedAt],
  )
  const paid = [1, 1, 0, 0, 0, 0].map(share => share * old.contract.installmentCentavos)
  const { refundCentavos } = computePartialReturn(old.contract, contract, paid)
  assert.ok(refundCentavos > 0)
  assert.deepEqual([centavos(next.refundValue ?? 0), next.refundStatus], [refundCentavos, 'DUE'])
  assert.deepEqual(
    next.installments?.map(({ paymentStatus, value }) => [paymentStatus, centavos(value)]),
    [1, 2, 3, 4, 5, 6].map(number => [number <= 2 ? 'PAID' : 'PENDING', contract.installmentCentavos]),
  )
  assert.deepEqual(
    next.installments?.map(({ dueDate }) => dueDate),
    computeDueDates(old.contract.firstDueDate, 6),
  )
  assert.equal(await balanceOf(app, `customer:${next.transactionId}`), 4 * contract.installmentCentavos)
})

test('a preview tells exactly what the removal then does, and changes nothing', async () => {
  for (const make of [() => buySix(), () => buyDownPaymentPaid()]) {
    const { transactionId } = await make()
    if ((await read(app, transactionId)).status === 'OPEN') await payFirst(transactionId, 1)
    const before = [await read(app, transactionId), await countRows()]
    const shown = await preview(transactionId, ['radio'])
    assert.deepEqual([shown.id, shown.transactionId], [undefined, undefined])
    assert.ok(shown.installments?.every(({ id, payNumber }) => id === '' && payNumber === ''))
    assert.deepEqual([await read(app, transactionId), await countRows()], before)
    const next = await removeProducts(app, transactionId, ['radio'])
    assert.deepEqual(compareable(shown), compareable(next))
  }
})

async function buyDownPaymentPaid() {
  const bought = await buy(app, { products, installments: 6 })
  await playUntil(app, bought.transactionId, 'SIGNATURE')
  await pay(app, (await read(app, bought.transactionId)).downPaymentBillet?.id ?? '')
  return bought
}

/** Rows and the counters that removals draw from. */
async function countRows(): Promise<unknown> {
  return query(
    app,
    `SELECT (SELECT count(*)::integer FROM transactions) AS purchases, (SELECT count(*)::integer FROM billets) AS billets,
      (SELECT count(*)::integer FROM ledger_entries) AS entries, (SELECT count(*)::integer FROM events) AS events,
      (SELECT last_value::integer FROM billet_our_numbers) AS numbers`,
  )
}

test('a preview refuses what a removal refuses, and asks for the products', async () => {
  const { transactionId } = await buySix()
  const ask = (body: Record<string, unknown>) => askTransaction(app, transactionId, body)
  expectError(await ask({ preview: true }), {
    code: 'missing_parameters',
    message: 'Missing parameters: products',
  })
  expectError(await ask({ products: ['radio', 'x'], preview: true }), { code: 'products_not_found' })
  expectError(await ask({ products: ['radio', 'tv'], preview: true }), { code: 'no_product_left' })
  expectError(await ask({ products: ['radio'], preview: 'yes' }), {
    code: 'invalid_parameters',
    message: 'preview must be a boolean',
    fields: ['preview'],
  })
  await cancel(app, transactionId)
  expectError(await ask({ products: ['radio'], preview: true }), { code: 'transaction_state_conflict' })
})

test('a part payment counts on its own installment only', async () => {
  const { transactionId } = await buySix()
  const [first, second] = (await read(app, transactionId)).installments ?? []
  assert.ok(first && second)
  await pay(app, first.id)
  await pay(app, second.id, { amount: 50 })
  const next = await removeProducts(app, transactionId, ['radio'])
  const { contract, downPaymentCentavos } = (await view(app, next.transactionId)).purchase
  const old = (await view(app, transactionId)).purchase
  assert.deepEqual(
    next.installments?.slice(0, 3).map(({ paymentStatus, value }) => [paymentStatus, centavos(value)]),
    [
      ['PAID', contract.installmentCentavos],
      ['PENDING', contract.installmentCentavos - 5_000],
      ['PENDING', contract.installmentCentavos],
    ],
  )
  assert.equal(
    centavos(next.refundValue ?? 0),
    old.downPaymentCentavos -
      downPaymentCentavos +
      old.contract.installmentCentavos -
      contract.installmentCentavos,
  )
})

test('on any day, and after another removal, the books carry what settles the smaller contract', async () => {
  const three = [...products, { id: 'lamp', name: 'Abajur', amount: 1, value: 120 }]
  for (const days of [1, 29, 31, 75]) {
    const { transactionId } = await buyOpen(app, { products: three, installments: 6 })
    if (days > 30) await payFirst(transactionId, 1)
    await moveClock(app, `P${days}D`)
    const next = await removeProducts(app, transactionId, ['radio'])
    await expectSoundBooks(app)
    const [loan] = await query<{ startedOn: string; accruedThrough: string }>(
      app,
      `SELECT started_on::text AS "startedOn", accrued_through::text AS "accruedThrough" FROM loans WHERE transaction_id = $1`,
      [next.transactionId],
    )
    const { contractDate } = (await view(app, next.transactionId)).purchase
    assert.equal(loan?.startedOn, contractDate)
    assert.notEqual(loan?.accruedThrough, null)
    const last = await removeProducts(app, next.transactionId, ['lamp'])
    await expectSoundBooks(app)
    await moveClock(app, 'P10D')
    await payFirst(last.transactionId, 3)
  }
})

test('an overdue installment stays overdue on its smaller face value, and its billet asks for exactly that', async () => {
  const { transactionId } = await buySix()
  const { firstDueDate } = (await view(app, transactionId)).purchase.contract
  await moveClock(app, 'P45D')
  const shown = await preview(transactionId, ['radio'])
  const next = await removeProducts(app, transactionId, ['radio'])
  assert.deepEqual(compareable(shown), compareable(next))
  const { contract } = (await view(app, next.transactionId)).purchase
  const [late, future] = next.installments ?? []
  assert.ok(late && future)
  const face = contract.installmentCentavos
  const days = daysBetween(firstDueDate, parseCalendarDate(late.dueDate))
  assert.equal(centavos(late.value), face + Math.round(face * 0.02) + Math.round((face * days) / 3_000))
  assert.equal(next.overdueDays, 15)
  assert.equal(centavos(future.value), face)
  assert.equal((await pay(app, late.id)).paymentStatus, 'PAID')
  assert.equal((await read(app, next.transactionId)).overdueDays, undefined)
})

test('charges that a late part payment left open shrink with the installment', async () => {
  const { transactionId } = await buySix()
  await moveClock(app, 'P45D')
  const [first] = (await read(app, transactionId)).installments ?? []
  await pay(app, first?.id ?? '', { amount: 50 })
  const [before] = (await view(app, transactionId)).installments
  const old = (await view(app, transactionId)).purchase.contract
  const next = await removeProducts(app, transactionId, ['radio'])
  const { purchase, installments } = await view(app, next.transactionId)
  const [billet] = installments
  assert.ok(before?.openFineCentavos && billet)
  const ratio = purchase.contract.installmentCentavos / old.installmentCentavos
  assert.equal(billet.openFineCentavos, Math.round(before.openFineCentavos * ratio))
  assert.equal(billet.faceCentavos, purchase.contract.installmentCentavos - before.partPaidCentavos)
  assert.equal((await pay(app, billet.id)).paymentStatus, 'PAID')
})

test('a debt that was due as a whole or written off is not made smaller by a removal', async () => {
  for (const column of ['accelerated_on', 'written_off_on'] as const) {
    const { transactionId } = await buySix()
    const set = (day: string | null) =>
      query(app, `UPDATE loans SET ${column} = $2 WHERE transaction_id = $1`, [transactionId, day])
    await set('2026-03-01')
    const why = column === 'accelerated_on' ? 'the whole debt is due since' : 'the debt was written off on'
    for (const preview of [true, false])
      expectError(await askTransaction(app, transactionId, { products: ['radio'], preview }), {
        code: 'return_not_possible',
        message: `Products cannot be returned here: ${why} 2026-03-01`,
      })
    await set(null)
  }
})

test('a contract that was settled early in part is not made smaller by a removal', async () => {
  const { transactionId } = await buySix()
  const path = `/public/transaction/${transactionId}/settlement`
  const { body } = await app.post<{ billet: { id: string } }>(path, {
    apiKey: DEMO_KEY,
    installments: 'last:1',
  })
  await pay(app, body.billet.id)
  expectError(await askTransaction(app, transactionId, { products: ['radio'] }), {
    code: 'return_not_possible',
    message:
      'Products cannot be returned here: a part of the debt was settled early, with a discount on the larger installments. Ask the lender',
  })
})

test('a removal does not prolong the time in which the customer may withdraw', async () => {
  const { transactionId } = await buySix()
  await moveClock(app, 'P6D')
  const next = await removeProducts(app, transactionId, ['radio'])
  await moveClock(app, 'P2D')
  expectError(await giveUp(app, next.transactionId), { code: 'transaction_not_cancelable' })
})

test('the tax stays in the period of the release: it is neither paid twice nor owed later', async () => {
  const { transactionId } = await buySix()
  const before = (await view(app, transactionId)).purchase
  await moveClock(app, 'P1D')
  const sumPayable = async (): Promise<unknown> =>
    query(
      app,
      `SELECT coalesce(e.memo->>'iofChargedOn', (e.occurred_at AT TIME ZONE 'America/Sao_Paulo')::date::text) AS day,
          -sum(p.amount_centavos)::integer AS charged
        FROM ledger_postings p JOIN ledger_entries e ON e.id = p.entry_id
        WHERE p.account = 'iof-payable' AND e.transaction_id = ANY ($1) GROUP BY 1 HAVING sum(p.amount_centavos) <> 0`,
      [[transactionId, next.transactionId]],
    )
  const next = await removeProducts(app, transactionId, ['radio'])
  const { contract } = (await view(app, next.transactionId)).purchase
  assert.deepEqual(await sumPayable(), [{ day: before.contractDate, charged: contract.totalIofCentavos }])
  await cancel(app, next.transactionId)
  assert.deepEqual(await sumPayable(), [])
})
