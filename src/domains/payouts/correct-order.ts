import type { App } from '../../app/app.ts'
import { calendarDateAt } from '../../kernel/calendar-date.ts'
import { Refused } from '../../kernel/faults.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findPurchase, type Purchase } from '../purchases/index.ts'
import { findPayee } from '../retailers/index.ts'
import { createOrder } from './create-order.ts'
import { lockCurrent } from './lock-current.ts'
import type { PayoutOrder } from './order.ts'
import { getOrderLines, lockOrder } from './orders.ts'
import type { Payee } from './payee.ts'
import { findFollower } from './payout-followers.ts'
import { isDue, orderTransfers } from './settle-retailers.ts'
import { lockPayoutSubject } from './store.ts'
import { allowsSuccessor } from './transitions.ts'

export interface Correction {
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
export async function correctOrder(
  app: App,
  tx: Transaction,
  correction: Correction,
): Promise<string | undefined> {
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
 * Nobody types where the money of retailers, of the treasury and of the insurer goes: that is registered elsewhere, by two
 * people or by whoever runs the program. A refund may go to another place, but not to another person.
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
      checkOwner(payee, await findPurchase(tx, secrets, order.retailerId ?? '', order.transactionId))
    return payee
  }
  if (named !== undefined)
    throw new Refused(
      order.kind === 'RETAILER'
        ? 'a transfer goes to the account that the retailer has: `retailers update` changes it'
        : 'taxes and premiums go to the payee of the configuration: TREASURY_* and INSURER_* change it',
      { field: 'payee' },
    )
  const configured = { IOF: payoutPayees.treasury, INSURER: payoutPayees.insurer, RETAILER: undefined }
  return configured[order.kind] ?? order.payee
}

/** Of a key that is no document, and of an account, only the bank knows the owner: it compares the document. */
export function checkOwner({ document, to }: Payee, purchase: Purchase | undefined): void {
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
  if (payout.payee === undefined) throw new Refused(`retailer ${retailerId} has no account to be paid on`)
  const due: Purchase[] = []
  for (const { transactionId } of await getOrderLines(tx, order)) {
    const purchase = await lockCurrent(app, tx, transactionId)
    if (purchase !== undefined && isDue(purchase)) due.push(purchase)
  }
  if (due.length === 0) throw new Refused(`nothing of order ${order.id} is owed any more`)
  const settlement = { retailerId, payout, due, now: clock.now() }
  return orderTransfers(app, tx, settlement, { replaces: order.id, createdBy: by })
}
