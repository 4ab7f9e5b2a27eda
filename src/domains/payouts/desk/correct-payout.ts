import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import { invalidParameter } from '../../../contract/parameter-errors.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { InputError, Refused } from '../../../kernel/faults.ts'
import { isId } from '../../../kernel/ids.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { appendAudit } from '../../audit/index.ts'
import { findEntry, findRefundCredit } from '../../books/index.ts'
import type { Operator } from '../../desk/index.ts'
import { listAccounts, lockRefund, setRefundOrder, sumClaimed } from '../../receivables/index.ts'
import { correctOrder } from '../correct-order.ts'
import { createOrder } from '../create-order.ts'
import { describeForgedOrder, type PayoutOrder } from '../order.ts'
import { listOrders, lockOrder } from '../orders.ts'
import { type AccountPlace, type Payee, parsePixPayee } from '../payee.ts'
import { allowsSuccessor } from '../transitions.ts'
import { proposeMadeOrder } from './decide-payout.ts'

/** Whom and where to pay, as an operator types it: a Pix key or an account. */
export interface TypedPayee {
  readonly name: string
  readonly document: string
  readonly pixKey: string | undefined
  readonly account: Omit<AccountPlace, 'kind' | 'ispb'> | undefined
}

export interface PayoutCorrection {
  readonly orderId: string
  /** For a refund only. Absent: to whom it is owed, as that is known now. */
  readonly payee: TypedPayee | Payee | undefined
  readonly reason: string
}

export const refusePayout = (message: string, cause?: unknown): RequestError =>
  new RequestError('desk_resolution_refused', { message, cause })

/**
 * Orders the debt of a failed order anew, and proposes the successor: an approver answers. Returns its id; undefined when
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
      const correction = { orderId, payee: payee && parsePayee(payee), by: operator.id }
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
          payee: parsePayee(payee),
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

function parsePayee(payee: TypedPayee | Payee): Payee {
  if ('to' in payee) return payee
  const { name, document, pixKey, account } = payee
  if ((pixKey === undefined) === (account === undefined))
    throw invalidParameter('payee.pixKey', 'or account must be given, and not both')
  if (account !== undefined) return { name, document, to: { kind: 'account', ...account } }
  return parsePixPayee({ name, document, key: pixKey ?? '' })
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
