import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { invalidParameter } from '../../../contract/parameter-errors.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { InputError, Refused } from '../../../kernel/faults.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { appendAudit } from '../../audit/index.ts'
import { findEntry } from '../../ledger/index.ts'
import { listAccounts } from '../../lender/index.ts'
import type { Operator } from '../../operators/index.ts'
import { findPurchase, type Purchase } from '../../purchases/index.ts'
import { findRefundCredit, lockRefund, setRefundOrder, sumClaimed } from '../../refunds/index.ts'
import { findPayee } from '../../retailers/index.ts'
import { findFollower } from '../apply-outcome.ts'
import { createOrder } from '../create-order.ts'
import { lockCurrent } from '../follow-transfers.ts'
import { allowsSuccessor, describeForgedOrder, type PayoutOrder } from '../order.ts'
import { getOrderLines, listOrders, lockOrder } from '../orders.ts'
import { type AccountPlace, type Payee, parsePayee } from '../payee.ts'
import { isDue, orderTransfers } from '../settle-retailers.ts'
import { lockPayoutSubject } from '../store.ts'
import { proposeMadeOrder } from './decide-payout.ts'

/** Whom and where to pay, as an operator types it: a Pix key or an account. */
interface TypedPayee {
  readonly name: string
  readonly document: string
  readonly pixKey: string | undefined
  readonly account: Omit<AccountPlace, 'kind' | 'ispb'> | undefined
}

interface PayoutCorrection {
  readonly orderId: string
  /** For a refund only. When absent, the payee known now. */
  readonly payee: TypedPayee | Payee | undefined
  readonly reason: string
}

export const refusePayout = (message: string, cause?: unknown): RequestError =>
  new RequestError('desk_resolution_refused', { message, cause })

/**
 * Orders the debt of a failed order again and proposes the successor to an approver. Returns its id; undefined when
 * nothing is left to send.
 */
export async function correctPayout(
  app: App,
  operator: Operator,
  { orderId, payee, reason }: PayoutCorrection,
): Promise<string | undefined> {
  const { database, secrets, realClock } = app
  if (!isId(orderId)) throw new RequestError('desk_not_found')
  return naming(() =>
    database.transaction(async tx => {
      const correction = { orderId, payee: payee && readPayee(payee), by: operator.id }
      const successor = await correctOrder(app, tx, correction)
      const details = { successor: successor ?? 'none' }
      const note = { operatorId: operator.id, action: 'payout.correct', subject: orderId, details } as const
      await appendAudit(tx, note, realClock.now())
      const order = successor === undefined ? undefined : await lockOrder(tx, secrets, successor)
      if (order !== undefined) await proposeMadeOrder(app, tx, operator, order, reason)
      return successor
    }),
  )
}

/**
 * Orders a refund whose payer we do not know to the account that was found out, and proposes the order: an approver
 * answers. There is no CPF to compare it with.
 */
export function nameRefundAccount(
  app: App,
  operator: Operator,
  {
    refundId,
    payee,
    reason,
  }: { readonly refundId: string; readonly payee: TypedPayee; readonly reason: string },
): Promise<string> {
  const { database, secrets, clock, realClock } = app
  if (!isId(refundId)) throw new RequestError('desk_not_found')
  return naming(() =>
    database.transaction(async tx => {
      const refund = await lockRefund(tx, refundId)
      if (refund === undefined) throw new RequestError('desk_not_found')
      if (refund.state !== 'DUE' || refund.orderId !== null || refund.waitsFor !== 'PAYER_UNKNOWN')
        throw new RequestError('desk_case_changed')
      const entry = await findEntry(tx, secrets, refund.reference)
      const credit = entry && findRefundCredit(entry)
      // Of a known customer it goes to the customer's own CPF, whatever the row says.
      if (refund.transactionId !== null || credit === undefined || credit.transactionId !== undefined)
        throw refusePayout('The payer of this refund is known')
      const orders = await listOrdersOf(tx, secrets, refund.reference)
      const orderedCentavos = orders.reduce((sum, { amountCentavos }) => sum + amountCentavos, 0)
      const claimedCentavos = await sumClaimed(tx, refund.reference)
      if (Math.max(claimedCentavos, orderedCentavos + refund.amountCentavos) > credit.amountCentavos)
        throw refusePayout('The books do not owe this refund')
      const { accounts } = await listAccounts(tx, secrets)
      const [account] = accounts
      if (account === undefined) throw refusePayout('There is no account to pay from')
      const order = await createOrder(
        tx,
        secrets,
        {
          kind: 'REFUND',
          subject: refund.reference,
          obligation: refundId,
          amountCentavos: refund.amountCentavos,
          payee: readPayee(payee),
          lenderAccountId: account.id,
          dueOn: calendarDateAt(clock.now()),
          needsApproval: true,
          createdBy: operator.id,
        },
        clock.now(),
      )
      await setRefundOrder(tx, refundId, { orderId: order.id, way: 'DESK', endToEndId: undefined })
      const details = { successor: order.id }
      const note = { operatorId: operator.id, action: 'payout.correct', subject: refundId, details } as const
      await appendAudit(tx, note, realClock.now())
      await proposeMadeOrder(app, tx, operator, order, reason)
      return order.id
    }),
  )
}

/** Orders that pay an entry whose payer is unknown, and have not failed. */
async function listOrdersOf(tx: Transaction, secrets: Secrets, reference: string): Promise<PayoutOrder[]> {
  const { orders, forgedIds } = await listOrders(tx, secrets, {
    kind: 'REFUND',
    subject: reference,
    limit: 100,
  })
  const [forgedId] = forgedIds
  if (forgedId !== undefined) throw describeForgedOrder(forgedId)
  return orders.filter(({ state }) => !allowsSuccessor(state))
}

function readPayee(payee: TypedPayee | Payee): Payee {
  if ('to' in payee) return payee
  const { name, document, pixKey, account } = payee
  if ((pixKey === undefined) === (account === undefined))
    throw invalidParameter('payee.pixKey', 'or account must be given, and not both')
  if (account !== undefined) return { name, document, to: { kind: 'account', ...account } }
  return parsePayee({ name, document, pixKey: pixKey ?? '' })
}

/** Refusals of the module as answers that name the field. */
async function naming<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof InputError && error.field !== undefined)
      throw invalidParameter(error.field, 'cannot be paid: check its digits')
    if (error instanceof Refused && error.field === 'payee')
      throw new RequestError('desk_payee_refused', { cause: error })
    if (error instanceof Refused) throw refusePayout(error.message)
    throw error
  }
}

interface Correction {
  readonly orderId: string
  /** For a refund only. Absent: as before. */
  readonly payee?: Payee | undefined
  /** Another person approves the successor. */
  readonly by: string
}

/**
 * Orders the debt of a failed, canceled or returned order anew. Returns the id of the successor; undefined when nothing
 * is left to send, because the purchases ended or what the retailer owes covers them. Throws Refused or InputError.
 */
async function correctOrder(app: App, tx: Transaction, correction: Correction): Promise<string | undefined> {
  const { secrets, clock } = app
  const { orderId, by } = correction
  const order = await lockOrder(tx, secrets, orderId)
  if (order === undefined) throw new Refused(`there is no order ${orderId}`)
  if (!allowsSuccessor(order.state))
    throw new Refused(
      `order ${orderId} is ${order.state}: only a failed, canceled or returned one is corrected`,
    )
  const payee = await choosePayee(app, tx, order, correction.payee)
  if (order.kind === 'RETAILER') return correctTransfers(app, tx, order, by)
  const now = clock.now()
  const successor = await createOrder(
    tx,
    secrets,
    {
      kind: order.kind,
      subject: order.subject,
      retailerId: order.retailerId,
      transactionId: order.transactionId,
      amountCentavos: order.amountCentavos,
      payee,
      lenderAccountId: order.lenderAccountId,
      dueOn: calendarDateAt(now),
      replaces: order.id,
      needsApproval: true,
      createdBy: by,
    },
    now,
  )
  await findFollower(app, order.kind)?.onReplaced?.(tx, successor)
  return successor.id
}

/**
 * Nobody types where the money of retailers and of the insurer goes: that is registered elsewhere, by two
 * people or by the operator of the program. A refund may go to another place, but not to another person.
 */
async function choosePayee(
  { secrets, payoutPayees }: App,
  tx: Transaction,
  order: PayoutOrder,
  named: Payee | undefined,
): Promise<Payee> {
  if (order.kind === 'REFUND') {
    const payee = named ?? order.payee
    if (order.transactionId !== undefined)
      checkOwner(
        payee,
        await findPurchase(tx, secrets, { retailerId: order.retailerId ?? '', id: order.transactionId }),
      )
    return payee
  }
  if (named !== undefined)
    throw new Refused(
      order.kind === 'RETAILER'
        ? 'a transfer goes to the account that the retailer has: `retailers update` changes it'
        : order.kind === 'COMMISSION'
          ? 'commission goes to the account that the retailer has: `retailers update` changes it'
          : 'premiums go to the payee of the configuration: INSURER_* changes it',
      { field: 'payee' },
    )
  if (order.kind === 'IOF')
    throw new Refused('tax is paid by DARF, and not by an order: `taxes list` shows it')
  if (order.kind === 'COMMISSION') {
    const { payee, isSuspended } = await findPayee(tx, secrets, order.subject)
    if (isSuspended || payee === undefined)
      throw new Refused(`retailer ${order.subject} is suspended, or has no payout account`)
    return payee
  }
  return (order.kind === 'INSURER' ? payoutPayees.insurer : undefined) ?? order.payee
}

/** Only the bank knows the owner of an account, or of a key that is not a document: it compares the document. */
function checkOwner({ document, to }: Payee, purchase: Purchase | undefined): void {
  const cpf = purchase?.customer.cpf
  const isOwnKey = to.kind !== 'pix-key' || to.keyType !== 'DOCUMENT' || to.key === cpf
  if (cpf === undefined || document !== cpf || !isOwnKey)
    throw new Refused('a refund goes to the customer alone: the document must be the CPF of the purchase', {
      field: 'payee',
    })
}

/** What is still owed of the order's purchases, to the account that the retailer has now. */
async function correctTransfers(
  app: App,
  tx: Transaction,
  order: PayoutOrder,
  by: string,
): Promise<string | undefined> {
  const { secrets, clock } = app
  const retailerId = order.subject
  await lockPayoutSubject(tx, retailerId)
  const payout = await findPayee(tx, secrets, retailerId)
  if (payout.isSuspended) throw new Refused(`retailer ${retailerId} is suspended: its transfers wait`)
  if (payout.payee === undefined) throw new Refused(`retailer ${retailerId} has no payout account`)
  const due: Purchase[] = []
  for (const { transactionId } of await getOrderLines(tx, order)) {
    const purchase = await lockCurrent(app, tx, transactionId)
    if (purchase !== undefined && isDue(purchase)) due.push(purchase)
  }
  if (due.length === 0) throw new Refused(`nothing of order ${order.id} is owed any more`)
  const settlement = { retailerId, payout, due, now: clock.now() }
  return orderTransfers(app, tx, settlement, { replaces: order.id, createdBy: by })
}
