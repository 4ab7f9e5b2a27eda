import assert from 'node:assert/strict'
import { type BilletBody, centavos } from '../support/purchase-http.ts'
import { agree, giveBack, leave, payAfterEnd } from './contract-acts.ts'
import { isOpenDay, parseDay } from './oracle-calendar.ts'
import type { Customer, World } from './world.ts'

/** Something that a customer does; false when it cannot be done now. */
export type Act = (world: World, customer: Customer) => Promise<boolean>

/** The oldest, the next one or any: exactly what is owed, some of it, too much of it. */
const payInstallment: Act = async (world, customer) => {
  const { dice, today } = world
  const { oracle, diary } = customer
  const { open } = await world.readOpen(customer)
  const billet = dice.roll(3) === 0 ? dice.pick([...open, open[0]]) : open[0]
  const number = billet?.installmentNumber ?? 0
  const installment = oracle.installments[number - 1]
  if (billet === undefined || installment === undefined) return false
  if (world.isExpired(billet)) {
    await payCopy(world, customer, await copy(world, customer, billet))
    return true
  }
  const due = oracle.due(installment, today).total
  const amount = dice.pick([
    due,
    due,
    due,
    Math.ceil(due / 2),
    1 + dice.roll(due),
    due + 1 + dice.roll(9_000),
  ])
  diary.push(`pays ${amount} for installment ${number}`)
  await world.pay(customer, billet.id, amount)
  oracle.pay(number, today, amount)
  return true
}

/** A billet that is paid already: the desk decides, and the debt stays. */
const payTwice: Act = async (world, customer) => {
  const { body } = await world.readOpen(customer)
  const paid = (body.installments ?? []).filter(({ paymentStatus }) => paymentStatus === 'PAID')
  if (paid.length === 0) return false
  const { id, installmentNumber } = world.dice.pick(paid)
  const amount = 1 + world.dice.roll(20_000)
  customer.diary.push(`pays ${amount} for installment ${installmentNumber}, which is paid`)
  await world.pay(customer, id, amount)
  customer.heldCentavos += amount
  return true
}

/** A second copy of what is late changes the way to pay, not the debt. */
const askForCopy: Act = async (world, customer) => {
  const { open } = await world.readOpen(customer)
  const late = open.filter(({ installmentNumber = 0, dueDate }) => {
    const installment = customer.oracle.installments[installmentNumber - 1]
    return (
      installment !== undefined &&
      customer.oracle.isLate(installment, world.today) &&
      customer.oracle.isLate({ due: parseDay(dueDate) }, world.today)
    )
  })
  if (late.length === 0) return false
  const issued = await copy(world, customer, world.dice.pick(late))
  if (world.dice.roll(2) === 0) await payCopy(world, customer, issued)
  return true
}

async function copy(world: World, customer: Customer, billet: BilletBody): Promise<BilletBody> {
  customer.diary.push(`asks for a second copy of installment ${billet.installmentNumber}`)
  const answer = await world.post<BilletBody>(customer, `billets/${billet.id}/reissue`, {})
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

async function payCopy(world: World, customer: Customer, billet: BilletBody): Promise<void> {
  const { installmentNumber = 0, dueDate, value } = billet
  customer.diary.push(`pays ${value} for a second copy of installment ${installmentNumber}`)
  await world.pay(customer, billet.id, centavos(value))
  const asked = customer.oracle.payCopy(installmentNumber, world.today, parseDay(dueDate))
  assert.equal(centavos(value), asked, 'asked for by a second copy')
}

interface Issued {
  readonly value: number
  readonly premiumRefund: number
  readonly billet: BilletBody
  readonly installments: readonly { readonly installmentNumber: number }[]
}

/** All, the last ones or the next one, paid on the day of the quote, or forgotten for now. */
const settleEarly: Act = async (world, customer) => {
  const { dice, today } = world
  const { oracle, diary, unpaid } = customer
  const hasFuture = oracle.installments.some(each => !oracle.isDue(each, today) && each.open > 0)
  if (!hasFuture || !isOpenDay(today)) return false
  const installments = dice.pick(['all', 'next', 'last:1', 'last:2'])
  const answer = await world.post<Issued>(customer, 'settlement', { installments })
  if (installments === 'last:2' && answer.status !== 200) return false
  assert.equal(answer.status, 200, answer.text)
  const { value, billet, installments: chosen } = answer.body
  const valueCentavos = centavos(value)
  if (dice.roll(4) === 0) {
    diary.push(`asks what ${installments} would cost: ${valueCentavos}`)
    unpaid.splice(0, unpaid.length, { id: billet.id, valueCentavos })
    return true
  }
  diary.push(`settles ${installments} for ${valueCentavos}`)
  unpaid.length = 0
  await world.pay(customer, billet.id, valueCentavos)
  const expected = oracle.settle(
    chosen.map(({ installmentNumber }) => installmentNumber),
    today,
  )
  assert.equal(valueCentavos, expected, 'value of the settlement')
  return true
}

/** Any amount of the customer's choice. */
const payAnyAmount: Act = async (world, customer) => {
  const { total } = customer.oracle.owed(world.today)
  return payAmount(world, customer, Math.min(total, 100 + world.dice.roll(Math.max(1, total))))
}

/** What has fallen due, in one sum. */
const catchUp: Act = (world, customer) =>
  payAmount(world, customer, customer.oracle.owed(world.today).overdue)

async function payAmount(world: World, customer: Customer, amount: number): Promise<boolean> {
  const { oracle, diary, unpaid } = customer
  const { today } = world
  if (amount < 100 || !isOpenDay(today)) return false
  diary.push(`pays ${amount} of ${oracle.owed(today).total}`)
  const answer = await world.post<Issued>(customer, 'settlement', { amount: amount / 100 })
  assert.equal(answer.status, 200, answer.text)
  unpaid.length = 0
  await world.pay(customer, answer.body.billet.id, amount)
  oracle.payAny(today, amount)
  return true
}

/** A settlement billet of an earlier day counts for what it is worth on the day of its payment. */
const payForgotten: Act = async (world, customer) => {
  const { oracle, diary, unpaid } = customer
  const billet = unpaid.pop()
  if (billet === undefined) return false
  diary.push(`pays a settlement of an earlier day, ${billet.valueCentavos}`)
  await world.pay(customer, billet.id, billet.valueCentavos)
  oracle.payAny(world.today, billet.valueCentavos)
  return true
}

const ACTS: readonly Act[] = [
  payInstallment,
  payInstallment,
  payInstallment,
  askForCopy,
  settleEarly,
  payAnyAmount,
  payForgotten,
  agree,
  agree,
  giveBack,
  leave,
]

/** One act that is possible, or none. */
export async function actSomehow(world: World, customer: Customer): Promise<void> {
  const { dice } = world
  if (customer.hasLeft) await payAfterEnd(world, customer)
  else if (customer.oracle.isPaid || dice.roll(12) === 0) await payTwice(world, customer)
  else for (let tries = 0; tries < 3; tries++) if (await dice.pick(ACTS)(world, customer)) return
}

/** Whoever is two months late pays what has fallen due. */
export async function keepFromDefault(world: World, customer: Customer): Promise<void> {
  const { oldest } = customer.oracle
  if (!customer.hasLeft && oldest !== undefined && world.today - oldest.due > 55)
    await catchUp(world, customer)
}

/** A debt that lives can be paid: by its billets or their second copies, or at once. */
export async function payEverything(world: World, customer: Customer): Promise<void> {
  const { oracle } = customer
  if (customer.hasLeft) return
  while (world.dice.roll(3) > 0 && !oracle.isPaid) {
    const [oldest] = (await world.readOpen(customer)).open
    assert.ok(oldest, 'a debt without a billet')
    if (world.isExpired(oldest)) await payCopy(world, customer, await copy(world, customer, oldest))
    else {
      const { installmentNumber = 0 } = oldest
      const installment = oracle.installments[installmentNumber - 1]
      const amount = installment === undefined ? 0 : oracle.due(installment, world.today).total
      customer.diary.push(`pays ${amount} for installment ${installmentNumber}`)
      await world.pay(customer, oldest.id, amount)
      oracle.pay(installmentNumber, world.today, amount)
    }
  }
  const { total } = oracle.owed(world.today)
  if (total > 0) await payRest(world, customer, total)
}

async function payRest(world: World, customer: Customer, total: number): Promise<void> {
  const { oracle, diary } = customer
  const answer = await world.post<Issued>(customer, 'settlement', { installments: 'all' })
  assert.equal(answer.status, 200, answer.text)
  assert.equal(centavos(answer.body.value), total, 'asked for in the end')
  diary.push(`pays all that is left, ${total}`)
  await world.pay(customer, answer.body.billet.id, total)
  oracle.payAny(world.today, total)
}
