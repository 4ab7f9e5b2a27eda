import { newId } from '../../src/kernel/ids.ts'
import type { Transaction } from '../../src/platform/db/database.ts'
import { type Account, getAccount } from './account-store.ts'
import { insertCallback } from './callback-store.ts'
import type { ConnectorContext } from './context.ts'
import { endLinks, movePayment, openLender } from './follow-payment.ts'
import { getRefusal, LenderAway } from './lender.ts'
import { sendLog } from './log-store.ts'
import { insertOperation, listOperations, type Operation, updateOperation } from './operation-store.ts'
import { computeStateAfter, isLiving, type OperationKind, PAID_STATES } from './payment-states.ts'
import { getPayment, lockPayment, type Payment, updatePayment } from './payment-store.ts'
import { findProductsWorth } from './totals.ts'

export interface AskedOperation {
  readonly kind: OperationKind
  /** The platform's own. */
  readonly requestId: string
  /** All of the payment when absent. */
  readonly amountCentavos?: number | undefined
}

/** Why an operation was refused, for programs. */
export type RefusalCode =
  | 'NOT_APPROVED'
  | 'ALREADY_CANCELED'
  | 'ALREADY_REFUNDED'
  | 'AMOUNT_TOO_HIGH'
  | 'NOT_WHOLE_PRODUCTS'
  | 'NOT_CANCELABLE'

const REFUSAL_WORDS: Readonly<Record<RefusalCode, string>> = {
  NOT_APPROVED: 'Recusado: o pagamento ainda não foi aprovado.',
  ALREADY_CANCELED: 'Recusado: o pagamento já foi cancelado.',
  ALREADY_REFUNDED: 'Recusado: este valor já foi devolvido.',
  AMOUNT_TOO_HIGH: 'Recusado: o valor é maior do que o que resta do pagamento.',
  NOT_WHOLE_PRODUCTS:
    'A loja pediu a devolução de parte do valor, que não é a soma de produtos inteiros: retire os produtos no console.',
  NOT_CANCELABLE: 'Recusado: a compra já foi quitada ou o prazo de desistência passou. Fale com o Crediário.',
}

export const describeRefusal = (code: string): string => REFUSAL_WORDS[code as RefusalCode] ?? 'Recusado.'

/** Another operation on the same payment has not ended: the platform asks again. */
export class OperationBusy extends Error {
  constructor() {
    super('another operation on this payment has not ended')
    this.name = 'OperationBusy'
  }
}

/**
 * Does once what the platform asks by one request id, and answers the same whenever it is asked again. Throws LenderAway or
 * OperationBusy where nothing can be said yet.
 */
export async function operate(
  context: ConnectorContext,
  account: Account,
  paymentId: string,
  asked: AskedOperation,
): Promise<Operation> {
  const { operation, isNew } = await intend(context, account, paymentId, asked)
  if (operation.state === 'done' || operation.state === 'refused') return operation
  return perform(context, account, operation, { isNew })
}

/** Continues what a crash or a silence left open; whoever asked gets the outcome when asking again. */
export async function resumeOperation(context: ConnectorContext, operation: Operation): Promise<Operation> {
  const { database, secrets } = context
  const payment = await getPayment(database, secrets, operation.paymentId)
  const account = await getAccount(database, secrets, payment.accountId)
  return perform(context, account, operation, { isNew: false })
}

function intend(
  context: ConnectorContext,
  account: Account,
  paymentId: string,
  { kind, requestId, amountCentavos: asked }: AskedOperation,
): Promise<{ readonly operation: Operation; readonly isNew: boolean }> {
  const { database, secrets, clock } = context
  return database.transaction(async tx => {
    const payment = await lockPayment(tx, secrets, paymentId)
    const operations = await listOperations(tx, secrets, paymentId)
    const known = operations.find(each => each.kind === kind && each.requestId === requestId)
    if (known !== undefined) return { operation: known, isNew: false }
    if (operations.some(({ state }) => state === 'intended' || state === 'unknown')) throw new OperationBusy()
    const now = clock.now()
    const amountCentavos = asked ?? payment.totalCentavos
    const verdict = judge({ kind, amountCentavos }, payment, operations)
    const operation: Operation = {
      paymentId,
      kind,
      requestId,
      reference: newId(now.getTime()),
      amountCentavos,
      products: verdict.products ?? [],
      state: verdict.state,
      code: verdict.code,
      askedAt: now,
      answeredAt: verdict.state === 'intended' ? undefined : now,
    }
    await insertOperation(tx, secrets, operation)
    if (operation.state !== 'intended') await applyOutcome(context, tx, account, { payment, operation })
    return { operation, isNew: true }
  })
}

interface Verdict {
  readonly state: 'intended' | 'done' | 'refused'
  readonly code?: RefusalCode
  readonly products?: readonly string[]
}

/** What is asked of a payment as it stands; pure. */
export function judge(
  { kind, amountCentavos }: Pick<Operation, 'kind' | 'amountCentavos'>,
  payment: Payment,
  operations: readonly Operation[],
): Verdict {
  const isPaid = PAID_STATES.includes(payment.state)
  if (kind === 'settle') {
    if (!isPaid)
      return { state: 'refused', code: isLiving(payment.state) ? 'NOT_APPROVED' : 'ALREADY_CANCELED' }
    if (payment.settledCentavos + amountCentavos > payment.totalCentavos)
      return { state: 'refused', code: 'AMOUNT_TOO_HIGH' }
    return { state: 'done' }
  }
  const isPlayed = payment.suite !== undefined
  // Asked for again, or ended here before the platform knew: what it wants is so.
  if (kind === 'cancel') return { state: isLiving(payment.state) && !isPlayed ? 'intended' : 'done' }
  const done = operations.filter(each => each.kind !== 'settle' && each.state === 'done')
  const given = done.reduce((sum, each) => sum + each.amountCentavos, 0)
  if (!isLiving(payment.state))
    return done.length === 0 ? { state: 'done' } : { state: 'refused', code: 'ALREADY_REFUNDED' }
  if (!isPaid) return { state: 'refused', code: 'NOT_APPROVED' }
  const left = payment.totalCentavos - given
  if (amountCentavos > left) return { state: 'refused', code: 'AMOUNT_TOO_HIGH' }
  if (amountCentavos === left) return { state: isPlayed ? 'done' : 'intended' }
  if (isPlayed) return { state: 'done' }
  const gone = new Set(done.flatMap(({ products }) => products))
  const lines = (payment.box.lines ?? []).filter(({ id }) => !gone.has(id))
  const products = findProductsWorth(lines, amountCentavos)
  return products === undefined
    ? { state: 'refused', code: 'NOT_WHOLE_PRODUCTS' }
    : { state: 'intended', products }
}

type Outcome =
  | { readonly state: 'done'; readonly transactionId?: string | undefined }
  | { readonly state: 'refused'; readonly code: RefusalCode }

async function perform(
  context: ConnectorContext,
  account: Account,
  operation: Operation,
  { isNew }: { readonly isNew: boolean },
): Promise<Operation> {
  const { database, secrets, clock } = context
  const payment = await getPayment(database, secrets, operation.paymentId)
  let outcome: Outcome
  try {
    outcome = await call(context, account, { payment, operation, isNew })
  } catch (error) {
    if (error instanceof LenderAway && operation.state === 'intended')
      await database.transaction(tx => updateOperation(tx, secrets, { ...operation, state: 'unknown' }))
    throw error
  }
  return database.transaction(async tx => {
    const locked = await lockPayment(tx, secrets, payment.id)
    const operations = await listOperations(tx, secrets, payment.id)
    const stored = operations.find(({ reference }) => reference === operation.reference) ?? operation
    // Two tries at once: the first outcome stands.
    if (stored.state === 'done' || stored.state === 'refused') return stored
    const code = outcome.state === 'refused' ? outcome.code : undefined
    const answered = { ...stored, state: outcome.state, code, answeredAt: clock.now() }
    await updateOperation(tx, secrets, answered)
    const transactionId = outcome.state === 'done' ? outcome.transactionId : undefined
    await applyOutcome(context, tx, account, { payment: locked, operation: answered, transactionId })
    return answered
  })
}

/** Asks first where a try went before: what was done is not done again. The interface too knows the key of each try. */
async function call(
  context: ConnectorContext,
  account: Account,
  about: { readonly payment: Payment; readonly operation: Operation; readonly isNew: boolean },
): Promise<Outcome> {
  const { payment, operation } = about
  const lender = openLender(context, account)
  const options = { idempotencyKey: `connector-${operation.reference}` }
  try {
    let transactionId = payment.transactionId
    if (!PAID_STATES.includes(payment.state)) {
      const bought = await endLinks(lender, payment)
      if (bought === undefined) return { state: 'done' }
      transactionId = bought.transactionId
    } else if (payment.linkId !== undefined)
      // Products may have been removed meanwhile: the link knows the purchase that took its place.
      transactionId = (await lender.readPaymentLink(payment.linkId)).transactionId ?? transactionId
    if (transactionId === undefined) throw new LenderAway(new Error('the purchase of the link is not known'))
    if (operation.products.length === 0) {
      if (!about.isNew && (await lender.readStatus(transactionId)).status === 'CANCELED')
        return { state: 'done', transactionId }
      await lender.cancel({ transactionId }, options)
      return { state: 'done', transactionId }
    }
    const { products = [] } = about.isNew ? {} : await lender.readTransaction(transactionId)
    const isRemoved = !about.isNew && !products.some(({ id }) => operation.products.includes(id))
    if (isRemoved) return { state: 'done', transactionId }
    const left = await lender.readTransaction(transactionId, { products: [...operation.products] }, options)
    return { state: 'done', transactionId: left.transactionId }
  } catch (error) {
    const { code } = getRefusal(error)
    if (
      code === 'transaction_without_products' ||
      code === 'products_not_found' ||
      code === 'no_product_left'
    )
      return { state: 'refused', code: 'NOT_WHOLE_PRODUCTS' }
    return { state: 'refused', code: 'NOT_CANCELABLE' }
  }
}

async function applyOutcome(
  context: ConnectorContext,
  tx: Transaction,
  account: Account,
  {
    payment,
    operation: { kind, amountCentavos, products, state, code, reference },
    transactionId,
  }: {
    readonly payment: Payment
    readonly operation: Operation
    readonly transactionId?: string | undefined
  },
): Promise<void> {
  const { secrets, clock } = context
  const line = { accountId: account.id, paymentId: payment.id } as const
  if (kind === 'refund' && (state === 'refused' || products.length > 0)) {
    const kinds = context.platforms.get(account.platform)?.listRefundCallbacks?.({ state, reference }) ?? []
    for (const each of kinds) insertCallback(tx, payment.id, each, clock.now())
  }
  if (state === 'refused') {
    const message = describeRefusal(code ?? '')
    sendLog(tx, { ...line, level: 'problem', code: code ?? 'REFUSED', message }, clock.now())
    return
  }
  const isWhole = products.length === 0 && amountCentavos > 0
  const settledCentavos = payment.settledCentavos + (kind === 'settle' ? amountCentavos : 0)
  const change = { settledCentavos, ...(transactionId && { transactionId }) }
  const to =
    kind !== 'settle' && payment.suite !== undefined && amountCentavos < payment.totalCentavos
      ? payment.state
      : computeStateAfter(kind, payment.state, isWhole || kind === 'cancel')
  if (to !== payment.state)
    await movePayment(context, tx, account, {
      payment,
      to,
      ...(kind !== 'settle' && { reason: 'CANCELED_BY_SHOP' as const }),
      change,
    })
  else await updatePayment(tx, secrets, { payment, change, now: clock.now() })
  if (products.length > 0) {
    const message = 'Produtos retirados da compra, como a loja pediu.'
    sendLog(tx, { ...line, level: 'info', code: 'PRODUCTS_REMOVED', message }, clock.now())
  }
}
