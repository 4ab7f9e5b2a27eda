import { listWireOptions, type OptionsBody, type WireOption } from '../../support/answer-schemas.ts'
import { DEMO_KEY, PLAIN_KEY } from '../../support/app.ts'
import { newOrdinaryPerson, newPerson, optionsBody } from '../../support/people.ts'
import type { CallAnswer, PersistentCaller } from './persistent-caller.ts'
import type { SeededRandom } from './seeded-random.ts'

/** What the program has acknowledged about one order. */
export interface AcknowledgedOrder {
  readonly key: string
  readonly orderId: string
  readonly optionId: string
  readonly transactionId: string
  /** The answer to /authorize; every repetition must get the same. */
  readonly answer: string
  /** Payments by billet: each counts once, however often it was sent. */
  readonly payments: Map<string, Set<string>>
  readonly paidBillets: Set<string>
  hasOpened: boolean
  refundReais: number | undefined
}

/** An option that was shown to a customer. */
export interface Quote {
  readonly key: string
  readonly optionId: string
  /** This customer's bank is slow to cancel, so the process is likely to die halfway through a cancellation. */
  readonly isSlow: boolean
}

export interface Shopper {
  readonly caller: PersistentCaller
  readonly random: SeededRandom
  /** Names this shopper's orders and payments. */
  readonly name: string
  readonly orders: AcknowledgedOrder[]
  /** Quoted beforehand: a freshly started program quotes slowly, and would be killed while doing little else. */
  readonly stock: Quote[]
  /** Unexpected answers. */
  readonly defects: string[]
}

const SLOW_BANK_PERSONA = '014'
const SLOW_BANK_PEOPLE = 900
let slowPeople = 0

/** Buys until stopped: authorizes, identifies, pays and cancels, and sends many of these requests in parallel. */
export async function shop(shopper: Shopper, isOver: () => boolean): Promise<void> {
  for (let number = 1; !isOver(); number++) {
    try {
      await buy(shopper, `${shopper.name}-${number}`)
    } catch (error) {
      shopper.defects.push(error instanceof Error ? error.message : String(error))
    }
  }
}

async function buy(shopper: Shopper, orderId: string): Promise<void> {
  const { random } = shopper
  const quote = shopper.stock.pop() ?? (await askForQuote(shopper))
  const order = quote && (await authorize(shopper, orderId, quote))
  if (order === undefined) return
  if (quote?.isSlow) return cancelAndLeave(shopper, order)
  const fate = random.draw()
  if (fate < 0.15) return cancel(shopper, order)
  const [billetId] = await listOpenBillets(shopper, order)
  const steps = [play(shopper, order)]
  if (billetId !== undefined) steps.push(pay(shopper, order, billetId))
  if (fate < 0.3) steps.push(cancel(shopper, order))
  await Promise.all(steps)
  if (fate >= 0.3) await payInstallments(shopper, order)
}

/** Undefined for a customer who gets no credit. */
export async function askForQuote(
  shopper: Pick<Shopper, 'caller' | 'random' | 'defects'>,
): Promise<Quote | undefined> {
  const { caller, random } = shopper
  const isSlow = random.chance(0.1) && slowPeople < SLOW_BANK_PEOPLE
  if (isSlow) slowPeople += 1
  const person = isSlow ? newPerson(SLOW_BANK_PERSONA) : newOrdinaryPerson()
  const key = random.pick([DEMO_KEY, PLAIN_KEY])
  const quoted = expect(shopper, await caller.call('/options', optionsBody(key, person, 600)), [200])
  if (quoted?.body.result !== 'APPROVED') return undefined
  const option = pickOption(listWireOptions(quoted.body as OptionsBody), random)
  return { key, optionId: option._id, isSlow }
}

export async function authorize(
  shopper: Shopper,
  orderId: string,
  { key, optionId }: Quote,
): Promise<AcknowledgedOrder | undefined> {
  const { caller, random, orders } = shopper
  const request = { apiKey: key, optionId, orderId }
  const answers = await times(1 + random.below(4), () => caller.call('/authorize', request))
  const [first] = answers.map(answer => expect(shopper, answer, [200]))
  if (first === undefined) return undefined
  const other = answers.find(({ text }) => text !== first.text)
  if (other !== undefined)
    shopper.defects.push(`order ${orderId} was answered in two ways: ${first.text} and ${other.text}`)
  const order: AcknowledgedOrder = {
    key,
    orderId,
    optionId,
    transactionId: String(first.body.transactionId),
    answer: first.text,
    payments: new Map(),
    paidBillets: new Set(),
    hasOpened: false,
    refundReais: undefined,
  }
  orders.push(order)
  return order
}

/** Few installments, so that some purchases are paid completely. */
function pickOption(options: readonly WireOption[], random: SeededRandom): WireOption {
  const fewest = Math.min(...options.map(({ numberOfInstallments }) => numberOfInstallments))
  const wantsDownPayment = random.chance(0.7)
  const fitting = options.filter(
    ({ numberOfInstallments, downPaymentValue }) =>
      numberOfInstallments <= fewest + 2 && downPaymentValue > 0 === wantsDownPayment,
  )
  return random.pick(fitting.length > 0 ? fitting : options)
}

async function play(shopper: Shopper, order: AcknowledgedOrder): Promise<void> {
  const path = `/sandbox/transaction/${order.transactionId}/onboarding`
  const answer = await shopper.caller.call(path, { apiKey: order.key, until: 'COMPLETE' })
  if (expect(shopper, answer, [200])?.body.status === 'OPEN') order.hasOpened = true
}

/** One payment, sent up to three times under one key. */
async function pay(shopper: Shopper, order: AcknowledgedOrder, billetId: string): Promise<void> {
  const { caller, random } = shopper
  const known = order.payments.get(billetId) ?? new Set()
  const paymentKey = `${order.orderId}-${billetId}-${known.size + 1}`
  order.payments.set(billetId, known.add(paymentKey))
  const answers = await times(1 + random.below(3), () =>
    caller.call(`/sandbox/billet/${billetId}/pay`, { apiKey: order.key }, { 'idempotency-key': paymentKey }),
  )
  for (const answer of answers)
    if (expect(shopper, answer, [200])?.body.paymentStatus === 'PAID') order.paidBillets.add(billetId)
}

async function payInstallments(shopper: Shopper, order: AcknowledgedOrder): Promise<void> {
  const { random } = shopper
  const open = await listOpenBillets(shopper, order)
  const paysAll = random.chance(0.4)
  const payments = open.filter(() => paysAll || random.chance(0.4)).map(id => pay(shopper, order, id))
  if (random.chance(0.4)) payments.push(cancel(shopper, order))
  await Promise.all(payments)
}

async function cancel(shopper: Shopper, order: AcknowledgedOrder): Promise<void> {
  const { caller, random } = shopper
  const request = { apiKey: order.key, transactionId: order.transactionId }
  const answers = await times(1 + random.below(3), () => caller.call('/cancel', request))
  noteCanceled(shopper, order, answers)
}

async function cancelAndLeave(shopper: Shopper, order: AcknowledgedOrder): Promise<void> {
  const request = { apiKey: order.key, transactionId: order.transactionId }
  const answer = await shopper.caller.callOnce('/cancel', request)
  if (answer !== undefined) noteCanceled(shopper, order, [answer])
}

/** A fully paid purchase cannot be canceled any more. */
function noteCanceled(shopper: Shopper, order: AcknowledgedOrder, answers: readonly CallAnswer[]): void {
  for (const answer of answers) {
    if (expect(shopper, answer, [200, 409])?.status !== 200) continue
    const refund = Number(answer.body.refundValue)
    if (order.refundReais !== undefined && order.refundReais !== refund)
      shopper.defects.push(`order ${order.orderId} was refunded in two ways`)
    order.refundReais = refund
  }
}

async function listOpenBillets(shopper: Shopper, order: AcknowledgedOrder): Promise<string[]> {
  const path = `/public/transaction/${order.transactionId}`
  const answer = expect(shopper, await shopper.caller.call(path, { apiKey: order.key }), [200])
  const { downPaymentBillet, installments } = (answer?.body ?? {}) as {
    downPaymentBillet?: { id: string; paymentStatus: string }
    installments?: { id: string; paymentStatus: string }[]
  }
  return [...(downPaymentBillet ? [downPaymentBillet] : []), ...(installments ?? [])]
    .filter(({ paymentStatus }) => paymentStatus === 'PENDING')
    .map(({ id }) => id)
}

function expect(
  { defects }: Pick<Shopper, 'defects'>,
  answer: CallAnswer,
  statuses: readonly number[],
): CallAnswer | undefined {
  if (statuses.includes(answer.status)) return answer
  defects.push(`answered ${answer.status}: ${answer.text}`)
  return undefined
}

function times<T>(count: number, work: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, work))
}
