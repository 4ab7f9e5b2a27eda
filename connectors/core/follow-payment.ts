import type { Transaction } from '../../src/platform/db/database.ts'
import { enqueueJob } from '../../src/platform/jobs/queue.ts'
import { type Account, getAccount } from './account-store.ts'
import { insertCallback } from './callback-store.ts'
import type { ConnectorContext, Lender } from './context.ts'
import { CALLBACKS_JOB } from './job-names.ts'
import { deleteLinks, listLinksOfOrder, lookAt } from './lender.ts'
import { sendLog } from './log-store.ts'
import { listOperations } from './operation-store.ts'
import { computeNextState, isLiving, type PaymentState } from './payment-states.ts'
import { getPayment, lockPayment, type Payment, updatePayment } from './payment-store.ts'

/** Why a payment ended without a purchase that stands. */
export type EndReason =
  | 'PURCHASE_ENDED'
  | 'LINK_ENDED'
  | 'PURCHASE_UNDONE'
  | 'SUPERSEDED'
  | 'TOTAL_CHANGED'
  | 'ORDER_PAID'
  | 'LENDER_REFUSED'
  | 'NEVER_STARTED'
  | 'CANCELED_BY_SHOP'

/** In the log, for the shop's staff. */
const REASON_WORDS: Readonly<Record<EndReason, string>> = {
  PURCHASE_ENDED: 'A compra terminou antes de ser concluída.',
  LINK_ENDED: 'O link de pagamento venceu ou foi apagado.',
  PURCHASE_UNDONE: 'A compra foi cancelada no Crediário.',
  SUPERSEDED: 'O cliente pagou de novo o mesmo pedido: vale a tentativa mais nova.',
  TOTAL_CHANGED: 'O total do pedido mudou depois que o link foi feito: o pagamento foi recusado.',
  ORDER_PAID: 'O pedido já tem uma compra: o segundo pagamento foi recusado.',
  LENDER_REFUSED: 'O Crediário recusou criar o link de pagamento.',
  NEVER_STARTED: 'O pedido nunca chegou a ter um link de pagamento.',
  CANCELED_BY_SHOP: 'Cancelado na loja.',
}

const LOGGED: Readonly<Partial<Record<PaymentState, string>>> = {
  approved: 'Compra concluída: pagamento aprovado.',
  settled: 'Entrega informada pela loja.',
  canceled: 'Pagamento cancelado.',
  refunded: 'Pagamento devolvido.',
}

interface Move {
  readonly payment: Payment
  readonly to: PaymentState
  readonly reason?: EndReason
  readonly change?: Partial<Pick<Payment, 'linkId' | 'transactionId' | 'settledCentavos' | 'box'>>
}

/** The one way in which a payment changes its state: with what the platform is to hear, and a line in the log. */
export async function movePayment(
  context: ConnectorContext,
  tx: Transaction,
  account: Account,
  { payment, to, reason, change }: Move,
): Promise<Payment> {
  const { secrets, clock, platforms } = context
  const now = clock.now()
  const next = await updatePayment(tx, secrets, {
    payment,
    change: { ...change, state: to, ...(reason && { reason }) },
    now,
  })
  if (payment.state === to) return next
  const kinds = platforms.get(account.platform)?.listCallbacks({ from: payment.state, to }) ?? []
  for (const kind of kinds) insertCallback(tx, payment.id, kind, now)
  if (kinds.length > 0) await enqueueJob(tx, { kind: CALLBACKS_JOB, key: 'due', runAt: now, payload: null })
  const why = REASON_WORDS[next.reason as EndReason]
  const message = to === 'denied' ? `Pagamento recusado. ${why}` : LOGGED[to]
  const line = {
    accountId: account.id,
    paymentId: payment.id,
    level: 'info',
    code: to.toUpperCase(),
  } as const
  if (message !== undefined) sendLog(tx, { ...line, message }, now)
  return next
}

/**
 * Reads what has become of a payment's purchase and moves the payment there. What brought it here does not matter: an event, the
 * shopper's return, the platform's question, the nightly comparison.
 */
export async function followPayment(
  context: ConnectorContext,
  paymentId: string,
  { hadPurchase = false }: { readonly hadPurchase?: boolean } = {},
): Promise<Payment> {
  const { database, secrets } = context
  const payment = await getPayment(database, secrets, paymentId)
  if (!isLiving(payment.state) || payment.suite !== undefined || payment.state === 'received') return payment
  const account = await getAccount(database, secrets, payment.accountId)
  if (payment.state === 'closing') return closePayment(context, account, payment)
  const { linkId } = payment
  if (linkId === undefined)
    throw new Error(`connector payment ${paymentId} is ${payment.state} without a link`)
  const look = await lookAt(openLender(context, account), { ...payment, linkId }, hadPurchase)
  const moved = await database.transaction(async tx => {
    const locked = await lockPayment(tx, secrets, paymentId)
    // Somebody else has looked meanwhile, and knows more.
    if (locked.version !== payment.version) return locked
    const to = computeNextState(locked.state, look.seen)
    const { transactionId = locked.transactionId } = look.link
    if (to === locked.state && transactionId === locked.transactionId) return locked
    const reason = await chooseReason(context, tx, locked, to)
    return movePayment(context, tx, account, {
      payment: locked,
      to,
      ...(reason && { reason }),
      change: transactionId === undefined ? {} : { transactionId },
    })
  })
  return moved.state === 'closing' ? closePayment(context, account, moved) : moved
}

async function chooseReason(
  { secrets }: ConnectorContext,
  tx: Transaction,
  payment: Payment,
  to: PaymentState,
): Promise<EndReason | undefined> {
  if (to === 'closing') return 'PURCHASE_ENDED'
  if (to === 'denied') return payment.transactionId === undefined ? 'LINK_ENDED' : 'PURCHASE_UNDONE'
  if (to !== 'canceled' && to !== 'refunded') return undefined
  // What the platform itself asked for is not news to it.
  const operations = await listOperations(tx, secrets, payment.id)
  return operations.some(({ kind, state }) => kind !== 'settle' && state !== 'refused')
    ? 'CANCELED_BY_SHOP'
    : 'PURCHASE_UNDONE'
}

/** Ends a payment that was not bought yet: its link first, and only then is the platform told. */
export async function endPayment(
  context: ConnectorContext,
  account: Account,
  payment: Payment,
  reason: EndReason,
): Promise<Payment> {
  const { database, secrets } = context
  const closing = await database.transaction(async tx => {
    const locked = await lockPayment(tx, secrets, payment.id)
    if (locked.state !== 'received' && locked.state !== 'waiting') return locked
    return movePayment(context, tx, account, { payment: locked, to: 'closing', reason })
  })
  return closing.state === 'closing' ? closePayment(context, account, closing) : closing
}

/** A link that was bought with meanwhile approves the payment: a paid order is never refused. */
async function closePayment(context: ConnectorContext, account: Account, payment: Payment): Promise<Payment> {
  const { database, secrets } = context
  const bought = await endLinks(openLender(context, account), payment)
  return database.transaction(async tx => {
    const locked = await lockPayment(tx, secrets, payment.id)
    if (locked.state !== 'closing') return locked
    if (bought === undefined) return movePayment(context, tx, account, { payment: locked, to: 'denied' })
    return movePayment(context, tx, account, { payment: locked, to: 'approved', change: bought })
  })
}

/** Nobody can buy with a payment's links any more; the link that somebody has bought with, if there is one. */
export async function endLinks(
  lender: Lender,
  { linkId, orderId }: Payment,
): Promise<{ readonly linkId: string; readonly transactionId?: string } | undefined> {
  // A link whose creation was never answered is found by its order. Nobody was given it: what was bought is another's.
  const ids = linkId === undefined ? (await listLinksOfOrder(lender, orderId)).map(({ id }) => id) : [linkId]
  const [bought] = await deleteLinks(lender, ids)
  if (bought === undefined || linkId === undefined) return undefined
  const { seen, link } = await lookAt(lender, { linkId: bought } as Payment & { linkId: string }, true)
  if (seen === 'undone') return undefined
  const { transactionId } = link
  return { linkId: bought, ...(transactionId && { transactionId }) }
}

export function openLender({ openLender: open }: ConnectorContext, { keys }: Account): Lender {
  const { apiKey } = keys
  if (apiKey === undefined) throw new Error('a connector account has no key of the interface')
  return open(apiKey)
}
