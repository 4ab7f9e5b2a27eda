import assert from 'node:assert/strict'
import { TransactionAnswer } from '../../src/contract/transaction.ts'
import {
  askTransaction,
  cancel,
  centavos,
  checkAnswer,
  giveUp,
  playUntil,
  read,
  removeProducts,
} from '../support/purchase-http.ts'
import type { Act } from './acts.ts'
import { isOpenDay } from './oracle-calendar.ts'
import type { Customer, Product, World } from './world.ts'

/** No agreement asks for smaller installments. */
const LEAST_AGREED_CENTAVOS = 3_000

/** Acts that put another contract in the place of the customer's, or end it. */

/** A late debt becomes an agreement, with or without a down payment. */
export const agree: Act = async (world, customer) => {
  const { dice, today, app } = world
  const { oracle, diary, transactionId } = customer
  const { overdue, total } = oracle.owed(today)
  const isLate = oracle.listOpen().some(each => oracle.isLate(each, today))
  if (customer.original !== undefined || !isLate || !isOpenDay(today)) return false
  const downPayment = dice.roll(2) === 0 ? 0 : Math.floor(overdue / 2)
  const count = dice.pick([3, 6])
  const offered = await world.post<{ debtValue: number; options: { optionId: string }[] }>(
    customer,
    'renegotiation',
    { preview: true, installments: count, downPaymentValue: downPayment / 100 },
  )
  if (offered.status === 400) {
    // Installments that are too small to be collected are refused, and no others are.
    const charges = oracle.listOpen().reduce((sum, each) => {
      const { fine, interest } = oracle.due(each, today)
      return sum + fine + interest
    }, 0)
    assert.ok(total - downPayment - charges / 2 < LEAST_AGREED_CENTAVOS * count, offered.text)
    return false
  }
  assert.equal(offered.status, 200, offered.text)
  assert.equal(centavos(offered.body.debtValue), total, 'debt of the offer')
  const optionId = offered.body.options[0]?.optionId
  assert.ok(optionId, 'no option for the wanted installments')
  diary.push(`agrees on ${total} with ${downPayment} at once`)
  const accepted = await world.post<{ transactionId: string }>(customer, 'renegotiation', { optionId })
  assert.equal(accepted.status, 200, accepted.text)
  const agreementId = accepted.body.transactionId
  customer.transactionIds.push(agreementId)
  await playUntil(app, agreementId, downPayment === 0 ? 'COMPLETE' : 'ENTRY')
  const { downPaymentBillet } = await read(app, agreementId)
  assert.equal(centavos(downPaymentBillet?.value ?? 0), downPayment, 'asked for at once')
  if (downPaymentBillet !== undefined) await world.pay(customer, downPaymentBillet.id, downPayment)
  if (downPayment > 0) oracle.payOldest(today, downPayment)
  oracle.books.touch(today)
  customer.original = { transactionId, oracle }
  customer.transactionId = agreementId
  customer.oracle = await world.consult(agreementId, oracle.terms.ratePM)
  customer.unpaid.length = 0
  await checkPrice(world, customer, total, downPayment)
  return true
}

/** What is agreed is worth the debt with its tax, less the down payment and at most half of the charges. */
async function checkPrice(
  world: World,
  { oracle, original, transactionId }: Customer,
  debt: number,
  downPayment: number,
): Promise<void> {
  const { totalIof, interestRatePM } = await read(world.app, transactionId)
  assert.ok(interestRatePM <= (original?.oracle.terms.ratePM ?? 0), 'dearer than before')
  const worth = oracle.owed(world.today).total
  const financed = worth - centavos(totalIof)
  const most = debt - downPayment
  assert.ok(financed <= most + oracle.terms.count, `${financed} is financed of ${most}`)
  if (downPayment * 10 < debt * 3)
    assert.ok(financed >= most - oracle.terms.count, `${financed} is financed of ${most}`)
}

/** A product goes back: the rest costs what it would always have cost, and what was paid for it is owed back. */
export const giveBack: Act = async (world, customer) => {
  const { app, dice } = world
  const { oracle, products, diary, original } = customer
  const transactionId = original?.transactionId ?? customer.transactionId
  if (products.length === 1) return false
  const removed = dice.pick(products.slice(1))
  const shown = await askTransaction(app, transactionId, { products: [removed.id], preview: true })
  if (original !== undefined || oracle.acceleratedOn !== undefined || oracle.discountCentavos > 0) {
    assert.equal(shown.status, 409, shown.text)
    const refused = await askTransaction(app, transactionId, { products: [removed.id] })
    assert.equal(refused.status, 409, refused.text)
    return false
  }
  diary.push(`gives ${removed.id} back`)
  const preview = checkAnswer(TransactionAnswer, shown)
  const next = await removeProducts(app, transactionId, [removed.id])
  const figures = ({ downPaymentValue, refundValue, totalAmount, installments = [] }: typeof preview) => ({
    downPaymentValue,
    refundValue,
    totalAmount,
    installments: installments.map(({ value, dueDate, paymentStatus }) => [value, dueDate, paymentStatus]),
  })
  assert.deepEqual(figures(next), figures(preview), 'what the preview showed')
  const left = products.filter(({ id }) => id !== removed.id)
  const installmentCentavos = centavos(next.totalAmount) / next.numberOfInstallments
  checkProportion(customer, left, installmentCentavos, centavos(next.downPaymentValue))
  const { oracle: smaller, surplusCentavos } = oracle.shrink(installmentCentavos, world.today)
  const overpaid = customer.downPaymentCentavos - centavos(next.downPaymentValue) + surplusCentavos
  // Money that waited for the desk is refunded with the old contract.
  customer.owedBackCentavos += overpaid + oracle.excessCentavos + customer.heldCentavos
  assert.equal(centavos(next.refundValue ?? 0), overpaid, 'owed back by the smaller contract')
  customer.heldCentavos = 0
  customer.downPaymentCentavos = centavos(next.downPaymentValue)
  customer.products = left
  customer.oracle = smaller
  customer.transactionId = next.transactionId
  customer.transactionIds.push(next.transactionId)
  customer.unpaid.length = 0
  return true
}

/** Tax and installment are in proportion to the price, up to roundings. */
function checkProportion(
  { products, oracle, downPaymentCentavos }: Customer,
  left: readonly Product[],
  installmentCentavos: number,
  newDownPaymentCentavos: number,
): void {
  const sum = (of: readonly Product[]) => of.reduce((total, { value }) => total + value, 0)
  const share = sum(left) / sum(products)
  const differences = [
    installmentCentavos - oracle.terms.installmentCentavos * share,
    newDownPaymentCentavos - downPaymentCentavos * share,
  ]
  for (const difference of differences) assert.ok(Math.abs(difference) <= 2, `${difference} centavos off`)
}

/** Everything goes back: by the customer within the days of the law, or by the shop. */
export const leave: Act = async (world, customer) => {
  const { app, dice } = world
  const { original, transactionId, diary } = customer
  if (dice.roll(3) > 0) return false
  if (original === undefined && dice.roll(2) === 0) {
    const answer = await giveUp(app, transactionId)
    if (answer.status === 409) return false
    assert.equal(answer.status, 200, answer.text)
    diary.push('withdraws')
  } else {
    diary.push('the shop cancels')
    await cancel(app, original?.transactionId ?? transactionId)
  }
  customer.hasLeft = true
  return true
}

/** Money for a contract that has ended goes back as well. */
export const payAfterEnd: Act = async (world, customer) => {
  const { installments = [] } = await read(world.app, customer.transactionId)
  const amount = 1 + world.dice.roll(20_000)
  customer.diary.push(`pays ${amount} after the end`)
  await world.pay(customer, world.dice.pick(installments).id, amount)
  return true
}
