import { createHash } from 'node:crypto'
import type { CrediarioError } from '../../clients/typescript/src/crediario-error.ts'
import type { NewPaymentLink, PaymentLink } from '../../clients/typescript/src/generated.ts'
import { newId } from '../../src/kernel/ids.ts'
import { presentReais } from '../../src/kernel/money.ts'
import type { Transaction } from '../../src/platform/db/database.ts'
import type { Account } from './account-store.ts'
import type { ConnectorContext, Lender } from './context.ts'
import { type EndReason, endPayment, followPayment, movePayment, openLender } from './follow-payment.ts'
import { deleteLinks, getRefusal, LenderAway, listLinksOfOrder } from './lender.ts'
import { sendLog, writeLog } from './log-store.ts'
import { listOperations } from './operation-store.ts'
import { PAID_STATES } from './payment-states.ts'
import {
  findLivingPayment,
  findPayment,
  insertPayment,
  listPaymentsAbout,
  lockOrder,
  lockPayment,
  type Payment,
} from './payment-store.ts'
import { compareTotals, fitTotal, type Line } from './totals.ts'

/** A payment as the platform asks for it. */
export interface AskedPayment {
  readonly foreignId: string
  readonly orderId: string
  readonly totalCentavos: number
  readonly lines: readonly Line[]
  readonly shippingCentavos: number
  /** What the shop knows of the shopper; never the CPF, which is asked on our own page. */
  readonly customer: NonNullable<NewPaymentLink['customer']>
  readonly returnUrl: string | undefined
  readonly callbackUrl: string | undefined
  readonly foreign?: Readonly<Record<string, string>>
  /** Set where the platform's test suite plays it. */
  readonly suite?: 'approved' | 'denied'
}

/** The longest that an order waits, and no longer than its link lives. */
export const WAIT_DAYS = 14
const DAY_MS = 86_400_000
/** More often than two tabs can get in each other's way. */
const MOST_LOOKS = 5

/**
 * The payment as it stands, made at the first call and the same ever after. Of several payments for one order one lives: where somebody
 * is buying already, the newer takes over the link; otherwise the older ends first. Throws LenderAway where nothing can be said yet.
 */
export async function askPayment(
  context: ConnectorContext,
  account: Account,
  asked: AskedPayment,
): Promise<Payment> {
  for (let look = 0; look < MOST_LOOKS; look++) {
    const { payment, rival, isKnown } = await placePayment(context, account, asked)
    if (rival !== undefined) {
      await endRival(context, account, rival)
      continue
    }
    if (isKnown) return answerAgain(context, account, payment, asked)
    return payment.state === 'received' ? startPayment(context, account, payment, asked) : payment
  }
  throw new LenderAway(new Error('the payments of one order kept changing'))
}

type Placed =
  | { readonly payment: Payment; readonly isKnown: boolean; readonly rival?: undefined }
  | { readonly rival: Payment; readonly payment?: undefined; readonly isKnown?: undefined }

function placePayment(context: ConnectorContext, account: Account, asked: AskedPayment): Promise<Placed> {
  const { database, secrets } = context
  return database.transaction(async (tx): Promise<Placed> => {
    await lockOrder(tx, account.id, asked.orderId)
    const known = await findPayment(tx, secrets, account.id, asked.foreignId)
    if (known !== undefined) return { payment: known, isKnown: true }
    const rival = await findLivingPayment(tx, secrets, account.id, asked.orderId)
    if (rival === undefined || asked.suite !== undefined)
      return { payment: await writePayment(context, tx, account, asked, {}), isKnown: false }
    if (PAID_STATES.includes(rival.state)) {
      const refused = { state: 'denied', reason: 'ORDER_PAID' } as const
      return { payment: await writePayment(context, tx, account, asked, refused), isKnown: false }
    }
    if (!(await canTakeOver(context, tx, rival, asked))) return { rival }
    const { linkId, transactionId, box } = rival
    await movePayment(context, tx, account, { payment: rival, to: 'denied', reason: 'SUPERSEDED' })
    const taken = { state: 'waiting', linkId, transactionId, linkUrl: box.linkUrl } as const
    return { payment: await writePayment(context, tx, account, asked, taken), isKnown: false }
  })
}

/** Somebody is buying with its link, for the same total. */
async function canTakeOver(
  { secrets }: ConnectorContext,
  tx: Transaction,
  rival: Payment,
  { totalCentavos }: AskedPayment,
): Promise<boolean> {
  if (rival.state !== 'waiting' || rival.transactionId === undefined) return false
  if (rival.totalCentavos !== totalCentavos) return false
  const operations = await listOperations(tx, secrets, rival.id)
  return !operations.some(({ state }) => state === 'intended' || state === 'unknown')
}

/** What is known of the older payment may be old: a purchase under way is seen first, so that it can be taken over. */
async function endRival(context: ConnectorContext, account: Account, rival: Payment): Promise<void> {
  const followed = await followPayment(context, rival.id)
  const isNews = followed.state !== rival.state || followed.transactionId !== rival.transactionId
  if (!isNews) await endPayment(context, account, followed, 'SUPERSEDED')
}

interface Beginning {
  readonly state?: 'received' | 'waiting' | 'denied'
  readonly reason?: EndReason
  readonly linkId?: string | undefined
  readonly linkUrl?: string | undefined
  readonly transactionId?: string | undefined
}

async function writePayment(
  { clock, secrets }: ConnectorContext,
  tx: Transaction,
  account: Account,
  asked: AskedPayment,
  { state = 'received', reason, linkId, linkUrl, transactionId }: Beginning,
): Promise<Payment> {
  const now = clock.now()
  const { returnUrl, callbackUrl, foreign } = asked
  const payment: Payment = {
    id: newId(now.getTime()),
    accountId: account.id,
    foreignId: asked.foreignId,
    orderId: asked.orderId,
    state: asked.suite === undefined ? state : 'waiting',
    totalCentavos: asked.totalCentavos,
    settledCentavos: 0,
    linkId,
    transactionId,
    reason,
    suite: asked.suite,
    box: {
      lines: fitTotal(asked, asked.totalCentavos)?.lines ?? [],
      ...(linkUrl && { linkUrl }),
      ...(returnUrl && { returnUrl }),
      ...(callbackUrl && { callbackUrl }),
      ...(foreign && { foreign }),
    },
    expiresAt: new Date(now.getTime() + WAIT_DAYS * DAY_MS),
    createdAt: now,
    changedAt: now,
    version: 1,
  }
  await insertPayment(tx, secrets, payment)
  if (reason !== undefined) {
    const line = { accountId: account.id, paymentId: payment.id, level: 'info', code: reason } as const
    sendLog(tx, { ...line, message: 'O pedido já tem uma compra: o segundo pagamento foi recusado.' }, now)
  }
  return payment
}

/** The same question again. A total that changed ends what was not bought yet; what was bought stands. */
async function answerAgain(
  context: ConnectorContext,
  account: Account,
  payment: Payment,
  asked: AskedPayment,
): Promise<Payment> {
  const isOpen = payment.state === 'received' || payment.state === 'waiting'
  if (compareTotals(payment.totalCentavos, asked.totalCentavos) === 'different') {
    const followed =
      isOpen && payment.state === 'waiting' ? await followPayment(context, payment.id) : payment
    if (PAID_STATES.includes(followed.state)) {
      const line = { accountId: account.id, paymentId: payment.id, level: 'problem' } as const
      const message = 'O total do pedido mudou depois da compra: o valor da compra continua o mesmo.'
      await writeLog(context.database, { ...line, code: 'TOTAL_CHANGED', message }, context.clock.now())
      return followed
    }
    return endPayment(context, account, followed, 'TOTAL_CHANGED')
  }
  if (payment.state === 'received') return startPayment(context, account, payment, asked)
  try {
    return await followPayment(context, payment.id)
  } catch (error) {
    // What is stored is true, if perhaps not the newest.
    if (error instanceof LenderAway) return payment
    throw error
  }
}

/** Makes the link. Where two do it at once, or a first try was never answered, the interface gives both the same. */
async function startPayment(
  context: ConnectorContext,
  account: Account,
  payment: Payment,
  asked: AskedPayment,
): Promise<Payment> {
  const { database, secrets, clock } = context
  const lender = openLender(context, account)
  const made = await makeLink(context, lender, payment, asked)
  if ('refusal' in made) {
    const line = {
      accountId: account.id,
      paymentId: payment.id,
      level: 'problem',
      code: 'LENDER_REFUSED',
    } as const
    const message = `O Crediário recusou criar o link de pagamento (${made.refusal}).`
    await writeLog(database, { ...line, message }, clock.now())
    return endPayment(
      context,
      account,
      payment,
      made.refusal === 'order_paid' ? 'ORDER_PAID' : 'LENDER_REFUSED',
    )
  }
  const { link, isWithoutReturn } = made
  const started = await database.transaction(async tx => {
    const locked = await lockPayment(tx, secrets, payment.id)
    if (locked.state !== 'received') return locked
    const line = { accountId: account.id, paymentId: payment.id } as const
    if (isWithoutReturn)
      sendLog(tx, { ...line, level: 'problem', code: 'RETURN_REFUSED', message: RETURN_REFUSED }, clock.now())
    sendLog(
      tx,
      { ...line, level: 'info', code: 'WAITING', message: 'Link de pagamento criado.' },
      clock.now(),
    )
    const change = { linkId: link.id, box: { ...locked.box, linkUrl: link.url } }
    return movePayment(context, tx, account, { payment: locked, to: 'waiting', change })
  })
  if (started.linkId !== link.id)
    await dropOrphan(context, lender, account, { link, orderId: payment.orderId })
  return started
}

const RETURN_REFUSED =
  'O endereço de retorno da loja não está entre as origens permitidas: o cliente não volta sozinho. Inclua a origem.'

/** A link that came too late for its payment; nobody was given its address. */
async function dropOrphan(
  { database, secrets }: ConnectorContext,
  lender: Lender,
  { id: accountId }: Account,
  { link, orderId }: { readonly link: PaymentLink; readonly orderId: string },
): Promise<void> {
  const living = await listPaymentsAbout(database, secrets, { accountId, linkId: link.id, orderId })
  if (!living.some(({ linkId }) => linkId === undefined || linkId === link.id))
    await deleteLinks(lender, [link.id])
}

type Made =
  | { readonly link: PaymentLink; readonly isWithoutReturn: boolean }
  /** The code of the interface, or order_paid. */
  | { readonly refusal: string }

async function makeLink(
  { clock }: ConnectorContext,
  lender: Lender,
  payment: Payment,
  asked: AskedPayment,
): Promise<Made> {
  let body = composeLink(payment, asked)
  if (payment.expiresAt <= clock.now()) return { refusal: 'too_late' }
  for (let attempt = 0; attempt < MOST_LOOKS; attempt++) {
    try {
      const link = await lender.createPaymentLink(body, { idempotencyKey: computeKey(payment, body) })
      return { link, isWithoutReturn: asked.returnUrl !== undefined && body.returnUrl === undefined }
    } catch (error) {
      const refusal = getRefusal(error)
      const smaller = leaveOutRefused(body, refusal)
      if (smaller !== undefined) body = smaller
      else if (refusal.code !== 'order_already_linked') return { refusal: refusal.code }
      else if ((await deleteOthers(lender, payment)).length > 0) return { refusal: 'order_paid' }
    }
  }
  return { refusal: 'order_already_linked' }
}

/** The same request is the same link, also after 31 days of silence and in another process. */
function computeKey({ id }: Payment, body: NewPaymentLink): string {
  return `connector-${id}-${createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 32)}`
}

async function deleteOthers(lender: Lender, { orderId }: Payment): Promise<readonly string[]> {
  const links = await listLinksOfOrder(lender, orderId)
  return deleteLinks(
    lender,
    links.filter(({ status }) => status !== 'EXPIRED' && status !== 'DELETED').map(({ id }) => id),
  )
}

/** What a shop knows of somebody is a convenience: what the interface does not accept is asked on the page. */
function leaveOutRefused(
  body: NewPaymentLink,
  { status, details }: CrediarioError,
): NewPaymentLink | undefined {
  if (status !== 400) return undefined
  const isAbout = (name: string): boolean => details.some(({ field }) => field.split('.')[0] === name)
  const { customer, returnUrl, cancelUrl, ...rest } = body
  const isReturn = (isAbout('returnUrl') || isAbout('cancelUrl')) && returnUrl !== undefined
  const isCustomer = isAbout('customer') && customer !== undefined
  if (!isReturn && !isCustomer) return undefined
  return {
    ...rest,
    ...(customer !== undefined && !isCustomer && { customer }),
    ...(returnUrl !== undefined && !isReturn && { returnUrl, ...(cancelUrl && { cancelUrl }) }),
  }
}

function composeLink({ orderId, expiresAt }: Payment, asked: AskedPayment): NewPaymentLink {
  const { totalCentavos, lines, shippingCentavos, customer, returnUrl } = asked
  const cart = fitTotal({ lines, shippingCentavos }, totalCentavos)
  const bought =
    cart === undefined
      ? { amount: presentReais(totalCentavos), description: `Pedido ${orderId}` }
      : {
          products: cart.lines.map(({ id, name, quantity, unitCentavos }) => ({
            id,
            name,
            amount: quantity,
            value: presentReais(unitCentavos),
          })),
          shipping: presentReais(cart.shippingCentavos),
        }
  return {
    ...bought,
    source: 'checkout',
    orderId,
    oncePerOrder: true,
    expiresAt: expiresAt.toISOString(),
    ...(Object.keys(customer).length > 0 && { customer }),
    ...(returnUrl !== undefined && { returnUrl, cancelUrl: returnUrl }),
  }
}
