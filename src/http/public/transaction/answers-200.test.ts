import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_KEY, PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import {
  buy,
  buyOpen,
  centavos,
  moveClock,
  pay,
  read,
  removeProducts,
} from '../../../../test/support/purchase-http.ts'
import { decodeBarcode, parseDigitLine } from '../../../brazil/boleto.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const CART = [
  { id: 'sku-1', name: 'Geladeira', amount: 1, value: 1_500 },
  {
    id: 'sku-2',
    name: 'Fogão',
    amount: 2,
    value: 250.25,
    category: 'Cozinha',
    categoryId: 7,
    seller: 'Loja 3',
  },
]

test('a new transaction shows the figures of its option, its cart and the down payment billet with Pix', async () => {
  const { option, transactionId } = await buy(app, { products: CART })
  const body = await read(app, transactionId)
  const figures = ['interestRatePA', 'interestRatePM', 'numberOfInstallments', 'paymentInstallments'] as const
  const more = [
    'totalAmount',
    'totalIof',
    'tcValue',
    'cetPM',
    'cetPA',
    'downPayment',
    'downPaymentValue',
  ] as const
  for (const name of [...figures, ...more]) assert.equal(body[name], option[name], name)
  assert.equal(centavos(body.financedAmount), centavos(option.financedAmount) - centavos(option.tcValue))
  assert.deepEqual([body.id, body.transactionId], [transactionId, transactionId])
  assert.deepEqual(
    [body.status, body.step, body.cancelReason],
    ['PENDING', 'WAITING', 'UNSPECIFIED_CANCEL_REASON'],
  )
  for (const absent of ['canceledAt', 'transferedAt', 'transferValue']) assert.ok(!(absent in body), absent)
  const empty = { category: '', categoryId: '', image: '', url: '', isCreditCardAvailable: false }
  assert.deepEqual(body.products, [
    { ...empty, ...CART[0] },
    { ...empty, ...CART[1], categoryId: '7' },
  ])
  const billet = body.downPaymentBillet
  assert.deepEqual(
    [billet?.value, billet?.paymentStatus, billet?.isPixAvailable, billet?.dueDate, billet?.expirationDate],
    [body.downPaymentValue, 'PENDING', true, '2026-03-12', '2026-03-18T02:59:59.999Z'],
  )
  assert.ok(billet?.pixCode?.includes(billet.id) && !('payday' in billet))
  assert.deepEqual(body.installments, [])
})

test('an open transaction shows every installment with its code, and the retailer’s transfer', async () => {
  const { option, transactionId } = await buyOpen(app)
  const { installments = [], status, step, transferValue } = await read(app, transactionId)
  assert.deepEqual([status, step], ['OPEN', 'COMPLETE'])
  assert.equal(installments.length, option.numberOfInstallments)
  assert.equal(installments[0]?.dueDate, option.firstDueDate)
  for (const [index, billet] of installments.entries()) {
    assert.deepEqual([billet.installmentNumber, billet.installmentNumbers], [index + 1, installments.length])
    assert.deepEqual([billet.value, billet.amount], [option.paymentInstallments, option.paymentInstallments])
    assert.ok(!('pixCode' in billet) && !('isPixAvailable' in billet))
    const barcode = parseDigitLine(billet.payNumber)
    assert.equal(barcode, billet.billetDetails?.barcodeNumber)
    const { amountCentavos, dueDate } = decodeBarcode(barcode, calendarDateAt(app.clock.now()))
    assert.deepEqual([amountCentavos, dueDate], [centavos(billet.value), billet.dueDate])
  }
  assert.equal(
    centavos(transferValue ?? 0),
    200_000 - centavos(option.cmValue) - centavos(option.retentionValue),
  )
  await pay(app, installments[0]?.id ?? '')
  await moveClock(app, 'PT10S')
  const later = await read(app, transactionId)
  assert.deepEqual(
    [later.installments?.[0]?.paymentStatus, later.installments?.[1]?.paymentStatus],
    ['PAID', 'PENDING'],
  )
  assert.ok(later.installments?.[0]?.payday)
  assert.ok(later.transferedAt)
})

test('products are removed by their ids: the answer is a new transaction at the same rate, on the same terms', async () => {
  const { option, transactionId } = await buy(app, { products: CART })
  const fresh = await removeProducts(app, transactionId, ['sku-2', 'sku-2'])
  assert.notEqual(fresh.transactionId, transactionId)
  assert.deepEqual(
    [fresh.status, fresh.step, fresh.products?.map(({ id }) => id)],
    ['PENDING', 'WAITING', ['sku-1']],
  )
  assert.deepEqual(
    [fresh.interestRatePM, fresh.numberOfInstallments],
    [option.interestRatePM, option.numberOfInstallments],
  )
  assert.equal(centavos(fresh.downPaymentValue), Math.round(1_500 * option.downPaymentPercentage))
  const { status, cancelReason } = await read(app, transactionId)
  assert.deepEqual([status, cancelReason], ['CANCELED', 'NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS'])
  assert.deepEqual(await removeProducts(app, transactionId, ['sku-2']), fresh)
})

test('null for products only reads', async () => {
  const { transactionId } = await buy(app)
  const { status } = await app.post(`/public/transaction/${transactionId}`, {
    apiKey: DEMO_KEY,
    products: null,
  })
  assert.equal(status, 200)
  assert.equal((await read(app, transactionId)).status, 'PENDING')
})

test('the key may come in the query string or the header, without a body', async () => {
  const { transactionId } = await buy(app, { key: PLAIN_KEY })
  const url = `${app.url}/public/transaction/${transactionId}`
  const byQuery = await fetch(`${url}?apiKey=${PLAIN_KEY}`, { method: 'POST' })
  const byHeader = await fetch(url, { method: 'POST', headers: { 'x-service-apikey': PLAIN_KEY } })
  assert.deepEqual([byQuery.status, byHeader.status], [200, 200])
  assert.deepEqual(await byQuery.json(), await byHeader.json())
  assert.ok(!app.logged().includes(PLAIN_KEY))
})
