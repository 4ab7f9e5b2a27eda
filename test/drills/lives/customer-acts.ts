import { describeBillet } from '../../../src/domains/receivables/billets/standing.ts'
import { addDays } from '../../../src/kernel/calendar-date.ts'
import {
  askCancel,
  type BilletBody,
  centavos,
  giveUp,
  playUntil,
  read,
  type TransactionBody,
} from '../../support/purchase-http.ts'
import { type Life, takeAnswer } from './life.ts'
import type { Place } from './place.ts'

/** Something that a customer or a shop does. False when it cannot be done now; throws Declined where a rule says no. */
export type Act = (place: Place, life: Life) => Promise<boolean>

const isOpen = ({ paymentStatus, canceledAt }: { paymentStatus: string; canceledAt: Date | undefined }) =>
  paymentStatus === 'PENDING' && canceledAt === undefined

async function listOpen(place: Place, life: Life) {
  return (await place.view(life)).installments.filter(isOpen)
}

const post = async <Body>(place: Place, life: Life, path: string, body: object): Promise<Body> =>
  takeAnswer(
    await place.app.post<Body>(`/public/transaction/${life.transactionId}/${path}`, {
      apiKey: life.key,
      ...body,
    }),
  )

/** The oldest one that is due, if any: exactly, a little short, in part, or too much. */
export const payDue: Act = async (place, life) => {
  const { dice, diary } = life
  const { today } = place
  const [oldest] = await listOpen(place, life)
  if (oldest === undefined || addDays(oldest.originalDueDate ?? oldest.dueDate, -3) > today) return false
  if (today > oldest.expirationDate) {
    const copy = await post<BilletBody>(place, life, `billets/${oldest.id}/reissue`, {})
    diary.push(`pays a second copy of installment ${oldest.installmentNumber}: ${copy.value}`)
    await place.pay(copy.id, centavos(copy.value))
    return true
  }
  const due = describeBillet(oldest, today).due.totalCentavos
  const amount = dice.pick([
    due,
    due,
    due,
    due,
    Math.max(1, due - 1 - dice.roll(500)),
    Math.max(1, due - 501 - dice.roll(2_000)),
    Math.ceil(due / 2),
    1 + dice.roll(due),
    due + 1 + dice.roll(9_000),
  ])
  diary.push(`pays ${amount} of ${due} for installment ${oldest.installmentNumber}`)
  if (amount === due && dice.roll(30) === 0) {
    diary.push('both rails tell of it')
    await place.payByBothRails(oldest.id, amount)
    return true
  }
  // Banks tell some days later, also of a month that is closed by now.
  const told = dice.roll(10) === 0 ? addDays(today, -1 - dice.roll(4)) : today
  await place.pay(oldest.id, amount, told < oldest.issuedOn ? today : told)
  return true
}

export const payTwice: Act = async (place, life) => {
  const paid = (await place.view(life)).installments.filter(({ paymentStatus }) => paymentStatus === 'PAID')
  if (paid.length === 0) return false
  const amount = 1 + life.dice.roll(20_000)
  life.diary.push(`pays ${amount} for what is paid already`)
  await place.pay(life.dice.pick(paid).id, amount)
  return true
}

/** A claim of fraud (MED): the bank takes a Pix back, or a part of it, also one of which the desk has not decided. */
export const takeBack: Act = async (place, life) => {
  const { dice, diary, transactionIds } = life
  const paid = transactionIds.flatMap(id => (place.pixPayments.get(id) ?? []).map(report => ({ id, report })))
  if (paid.length === 0) return false
  const { id, report } = dice.pick(paid)
  const { amountCentavos = 0 } = report
  const taken = dice.roll(3) > 0 ? amountCentavos : 1 + dice.roll(amountCentavos)
  diary.push(`the bank takes ${taken} of ${amountCentavos} back`)
  await place.takeBack(id, report, taken)
  return true
}

export const askForCopy: Act = async (place, life) => {
  const late = (await listOpen(place, life)).filter(({ dueDate }) => dueDate < place.today)
  if (late.length === 0) return false
  await post(place, life, `billets/${life.dice.pick(late).id}/reissue`, {})
  life.diary.push('asks for a second copy')
  return true
}

interface Issued {
  readonly value: number
  readonly billet: BilletBody
}

/** All, the last ones, the next one or any amount; one in five is asked for and paid some days later. */
export const settleEarly: Act = async (place, life) => {
  const { dice, diary } = life
  const chosen = dice.pick([
    { installments: 'all' },
    { installments: 'next' },
    { installments: 'last:1' },
    { installments: 'last:2' },
    { amount: (100 + dice.roll(30_000)) / 100 },
  ])
  const { value, billet } = await post<Issued>(place, life, 'settlement', chosen)
  diary.push(`settles ${JSON.stringify(chosen)} for ${value}`)
  if (dice.roll(5) > 0) await place.pay(billet.id, centavos(value))
  else life.unpaid.push({ id: billet.id, amountCentavos: centavos(value) })
  return true
}

/** A settlement or an offer of an earlier day: kept where it is in time, and an amount of its day otherwise. */
export const payForgotten: Act = async (place, life) => {
  const billet = life.unpaid.pop()
  if (billet === undefined) return false
  life.diary.push(`pays ${billet.amountCentavos} for a billet of an earlier day`)
  await place.pay(billet.id, billet.amountCentavos)
  return true
}

/** Money for a contract that has ended waits for the desk. */
export const payAfterEnd: Act = async (place, life) => {
  const { installments } = await place.view(life)
  if (installments.length === 0) return false
  const amount = 1 + life.dice.roll(20_000)
  life.diary.push(`pays ${amount} after the end`)
  await place.pay(life.dice.pick(installments).id, amount)
  return true
}

export const payOffAll: Act = async (place, life) => {
  const { value, billet } = await post<Issued>(place, life, 'settlement', { installments: 'all' })
  life.diary.push(`pays everything: ${value}`)
  await place.pay(billet.id, centavos(value))
  return true
}

export const agree: Act = async (place, life) => {
  const { dice, diary, key } = life
  const { purchase, installments } = await place.view(life)
  if (
    purchase.renegotiates !== undefined ||
    !installments.some(each => isOpen(each) && each.dueDate < place.today)
  )
    return false
  const { options } = await post<{ options: { optionId: string }[] }>(place, life, 'renegotiation', {
    preview: true,
    installments: dice.pick([3, 4, 6]),
    ...(dice.roll(2) === 0 ? {} : { downPaymentValue: 50 }),
  })
  const [option] = options
  if (option === undefined) return false
  place.touched.add(life.transactionId)
  const { transactionId } = await post<{ transactionId: string }>(place, life, 'renegotiation', {
    optionId: option.optionId,
  })
  diary.push(`agrees: ${transactionId}`)
  life.transactionIds.push(transactionId)
  place.touched.add(transactionId)
  const { step } = await playUntil(place.app, transactionId, 'ENTRY', {}, key)
  if (step === 'ENTRY') {
    const { downPaymentBillet } = await read(place.app, transactionId, key)
    if (downPaymentBillet !== undefined && dice.roll(6) === 0) return true
    if (downPaymentBillet !== undefined)
      await place.pay(downPaymentBillet.id, centavos(downPaymentBillet.value))
  }
  const { status } = await read(place.app, transactionId, key)
  if (status === 'OPEN') life.transactionId = transactionId
  return true
}

export const giveBack: Act = async (place, life) => {
  const { products = [] } = (await place.view(life)).purchase
  if (products.length < 2) return false
  const { id } = life.dice.pick(products.slice(1))
  place.touched.add(life.transactionId)
  const body = takeAnswer(
    await place.app.post<TransactionBody>(`/public/transaction/${life.transactionId}`, {
      apiKey: life.key,
      products: [id],
    }),
  )
  if (body.transactionId === undefined) throw new Error('a return without its new transaction')
  life.diary.push(`gives ${id} back: ${body.transactionId}`)
  life.transactionId = body.transactionId
  life.transactionIds.push(body.transactionId)
  place.touched.add(body.transactionId)
  return true
}

export const withdraw: Act = async (place, life) => {
  if (addDays(life.boughtOn, 7) < place.today) return false
  place.touched.add(life.transactionId)
  takeAnswer(await giveUp(place.app, life.transactionId, life.key))
  life.diary.push('withdraws')
  life.isOver = true
  return true
}

export const cancelByShop: Act = async (place, life) => {
  const { purchase } = await place.view(life)
  const id = purchase.renegotiates ?? life.transactionId
  for (const each of [id, life.transactionId]) place.touched.add(each)
  takeAnswer(await askCancel(place.app, id, {}, life.key))
  life.diary.push('is canceled by the shop')
  life.isOver = true
  return true
}
