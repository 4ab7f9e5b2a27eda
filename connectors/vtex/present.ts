import { presentReais } from '../../src/kernel/money.ts'
import { describeRefusal, type Operation, type Payment } from '../core/index.ts'

/** Seconds. The longest that VTEX allows, and both the same: without antifraud the shorter of two settle delays would win. */
const SETTLE_DELAY = 604_800
/** Fourteen days, as long as the link. Never another value: a changed one starts a second plan, and the shorter cancels. */
const CANCEL_DELAY = 1_209_600

export const STORE_FIELD = 'Loja Crediario'

/** Names of VTEX: the shop's own label of the method must not stand here. */
const PAYMENT_METHODS = ['Promissories'] as const
const SUITE_METHODS = ['Visa', 'Mastercard', 'BankInvoice'] as const

export function presentManifest(isProduction: boolean): object {
  const names = isProduction ? PAYMENT_METHODS : [...PAYMENT_METHODS, ...SUITE_METHODS]
  return {
    paymentMethods: names.map(name => ({ name, allowsSplit: 'disabled' })),
    customFields: [{ name: STORE_FIELD, type: 'text' }],
    autoSettleDelay: { minimum: '168', maximum: '168' },
  }
}

export const presentMethods = (isProduction: boolean): object => ({
  paymentMethods: isProduction ? PAYMENT_METHODS : [...PAYMENT_METHODS, ...SUITE_METHODS],
})

type Status = 'approved' | 'denied' | 'undefined'

const STATUSES: Readonly<Record<Payment['state'], Status>> = {
  received: 'undefined',
  waiting: 'undefined',
  closing: 'undefined',
  approved: 'approved',
  settled: 'approved',
  denied: 'denied',
  // A shop that asks again must not send the goods.
  canceled: 'denied',
  refunded: 'denied',
}

const MESSAGES: Readonly<Record<Status, string>> = {
  approved: 'Compra concluida no Crediario',
  denied: 'Compra nao concluida no Crediario',
  undefined: 'Aguardando o cliente no Crediario',
}

const computeStatus = ({ state }: Payment): Status => STATUSES[state]

/** The one answer about a payment: to the first question, to every later one, and in the callback. Ids never change, the status may. */
export function presentPayment(payment: Payment): object {
  const status = computeStatus(payment)
  const { id, foreignId, transactionId, reason, box } = payment
  const code = status === 'denied' ? (reason ?? 'DENIED') : status.toUpperCase()
  const { linkUrl } = box
  return {
    paymentId: foreignId,
    status,
    authorizationId: status === 'approved' ? (transactionId ?? id) : null,
    tid: id,
    nsu: id,
    acquirer: 'Crediario',
    code,
    message: MESSAGES[status],
    delayToAutoSettle: SETTLE_DELAY,
    delayToAutoSettleAfterAntifraud: SETTLE_DELAY,
    delayToCancel: CANCEL_DELAY,
    // Two older names of the same are still looked for by VTEX's test suite.
    ...(status === 'undefined' && { paymentUrl: linkUrl, redirectUrl: linkUrl, bankIssueUrl: linkUrl }),
  }
}

/** A payment that we do not take, and did not keep. */
export function presentRefusal(paymentId: string, code: string, message: string): object {
  return {
    paymentId,
    status: 'denied',
    authorizationId: null,
    tid: paymentId,
    nsu: null,
    acquirer: 'Crediario',
    code,
    message,
    delayToAutoSettle: SETTLE_DELAY,
    delayToAutoSettleAfterAntifraud: SETTLE_DELAY,
    delayToCancel: CANCEL_DELAY,
  }
}

export const presentError = (code: string, message: string): object => ({ status: 'error', code, message })

export interface OperationAnswer {
  readonly status: number
  readonly body: object
}

/** Refusals that no repetition changes, and that a person at the shop settles otherwise. */
const FOR_PEOPLE: readonly string[] = ['NOT_WHOLE_PRODUCTS', 'NOT_CANCELABLE']

export function presentOperation(foreignId: string, operation: Operation): OperationAnswer {
  const { kind, state, requestId, reference, amountCentavos, code = 'REFUSED' } = operation
  const isDone = state === 'done'
  const own = { paymentId: foreignId, requestId }
  const message = isDone ? 'OK' : describeRefusal(code)
  const isForPeople = FOR_PEOPLE.includes(code)
  const status = isDone ? 200 : isForPeople && kind !== 'settle' ? 501 : 500
  if (kind === 'cancel') {
    const told = isDone ? 'CANCELED' : isForPeople ? 'cancel-manually' : code
    return { status, body: { ...own, cancellationId: isDone ? reference : null, code: told, message } }
  }
  const value = isDone ? presentReais(amountCentavos) : 0
  if (kind === 'settle')
    return {
      status,
      body: { ...own, settleId: isDone ? reference : null, value, code: isDone ? 'SETTLED' : code, message },
    }
  const told = isDone ? 'REFUNDED' : isForPeople ? 'refund-manually' : code
  return { status, body: { ...own, refundId: isDone ? reference : null, value, code: told, message } }
}

/** Nothing can be said yet: VTEX asks again. */
export function presentOpen(kind: Operation['kind'], foreignId: string, requestId: string): OperationAnswer {
  const id = { cancel: 'cancellationId', settle: 'settleId', refund: 'refundId' }[kind]
  const value = kind === 'cancel' ? {} : { value: 0 }
  const message = 'Ainda sem resposta: pergunte de novo'
  return {
    status: 500,
    body: { paymentId: foreignId, requestId, [id]: null, ...value, code: 'TRY_AGAIN', message },
  }
}
