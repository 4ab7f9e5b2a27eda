import { RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Remember } from '../../platform/db/remember.ts'
import { drain } from '../../platform/jobs/drain.ts'
import { appendAudit } from '../audit/index.ts'
import { findLoan } from '../books/index.ts'
import { endWithOriginal, lockAgreementOn } from '../servicing/index.ts'
import { advancePurchase, type PurchaseContext } from './advance-purchase.ts'
import { MoveRefused } from './move.ts'
import type { CanceledBy, Purchase, RefundAccount } from './purchase.ts'
import { composeRefundAccount, listCancelingIds, lockPurchase } from './store.ts'
import { findWithdrawalEnd } from './withdrawal.ts'

export interface CancelContext extends PurchaseContext {
  readonly realClock: Clock
  /** How long the bank delays a cancellation: some personas have a slow bank. */
  readonly delayCancellation?: (purchase: Purchase) => Promise<void>
}

export interface CancelCommand {
  readonly retailerId: string
  readonly transactionId: string
  readonly by: CanceledBy
  readonly account?: RefundAccount | undefined
  /** Whose account it is, where the retailer says so. */
  readonly accountOwnerCpf?: string | undefined
  /** Later proof of who requested it. */
  readonly evidence?: CancelEvidence
}

export interface CancelEvidence {
  readonly keyId: string
  readonly trackId: string
  readonly body: string
}

export interface Cancellation {
  readonly refundCentavos: Centavos
  readonly maxRefundDate: CalendarDate
}

/** Longer than any request takes: a cancellation still in progress after this was left by a dead process. */
const LEFT_BEHIND_MS = 15_000

/** Idempotent: repeating it gives the same answer, whoever canceled first. */
export async function cancelPurchase(
  context: CancelContext,
  command: CancelCommand,
  remember?: Remember<Cancellation>,
): Promise<Cancellation> {
  const rememberCanceled =
    remember && ((tx: Transaction, canceled: Purchase) => remember(tx, presentCancellation(canceled)))
  return presentCancellation(await cancel(context, command, rememberCanceled))
}

/** The customer gives up or withdraws. Returns the purchase as it is afterwards. */
export function withdrawPurchase(
  context: CancelContext,
  { retailerId, transactionId }: Pick<CancelCommand, 'retailerId' | 'transactionId'>,
  remember?: Remember<Purchase>,
): Promise<Purchase> {
  return cancel(context, { retailerId, transactionId, by: 'customer' }, remember)
}

/**
 * Cancels in two transactions, so that others see the cancellation in progress. `finishCancellations` completes it
 * after a crash in between.
 */
async function cancel(
  context: CancelContext,
  command: CancelCommand,
  remember: Remember<Purchase> | undefined,
): Promise<Purchase> {
  const requested = await context.database.transaction(tx => requestCancellation(context, tx, command))
  if (requested.status === 'CANCELED') return requested
  await context.delayCancellation?.(requested)
  return finishCancellation(context, requested.id, remember)
}

async function requestCancellation(
  context: CancelContext,
  tx: Transaction,
  { retailerId, transactionId, by, account, accountOwnerCpf, evidence }: CancelCommand,
): Promise<Purchase> {
  if (!isId(transactionId)) throw new RequestError('transaction_not_found')
  const agreement = await lockAgreementOn(context, tx, transactionId)
  const purchase = await lockPurchase(tx, context.secrets, transactionId)
  if (purchase === undefined || purchase.retailerId !== retailerId)
    throw new RequestError('transaction_not_found')
  if (purchase.status === 'CANCELED' || purchase.status === 'PROCESSING_CANCEL') return purchase
  if (isBeingPaid(purchase)) throw new RequestError('agreement_not_cancelable')
  // Its contract is out of the books: there is nothing to reverse, and what was recovered is income.
  if (typeof (await findLoan(tx, transactionId))?.writtenOffOn === 'string')
    throw new RequestError('transaction_not_cancelable')
  if (accountOwnerCpf !== undefined && accountOwnerCpf !== purchase.customer.cpf)
    throw invalidParameter(
      'documentoTitular',
      'must be the CPF of the customer: money is given back to nobody else',
    )
  if (by === 'customer' && !isWithdrawable(purchase, context.clock.now()))
    throw new RequestError('transaction_not_cancelable')
  try {
    const alone = await endWithOriginal(context, tx, purchase, agreement)
    const canceling = await advancePurchase(context, tx, alone, 'cancel-requested', {
      changes: { canceledBy: by },
      refundAccount: account && (await composeRefundAccount(tx, context.secrets, transactionId, account)),
    })
    if (evidence !== undefined) {
      const { body, ...request } = evidence
      // Keyed, because the body may contain a bank account.
      const bodyHash = context.secrets.computeMac('request-body', body).toString('hex')
      const details = { by, retailerId, ...request, bodyHash }
      const note = {
        operatorId: undefined,
        action: 'purchase.cancel',
        subject: transactionId,
        details,
      } as const
      await appendAudit(tx, note, context.realClock.now())
    }
    return canceling
  } catch (error) {
    if (error instanceof MoveRefused) throw new RequestError('transaction_not_cancelable', { cause: error })
    throw error
  }
}

function isWithdrawable(purchase: Purchase, now: Date): boolean {
  const lastDay = findWithdrawalEnd(purchase)
  return lastDay === undefined || calendarDateAt(now) <= lastDay
}

/** An agreement that began ends by its payment or its delay: there are no goods to give back. */
const isBeingPaid = ({ status, renegotiates }: Purchase): boolean =>
  status === 'OPEN' && renegotiates !== undefined

/** Whether a cancellation by the customer would be accepted. */
export function canWithdraw(purchase: Purchase, now: Date): boolean {
  if (isBeingPaid(purchase)) return false
  return (purchase.status === 'PENDING' || purchase.status === 'OPEN') && isWithdrawable(purchase, now)
}

function finishCancellation(
  context: PurchaseContext,
  transactionId: string,
  remember?: Remember<Purchase>,
): Promise<Purchase> {
  return context.database.transaction(async tx => {
    const purchase = await lockPurchase(tx, context.secrets, transactionId)
    if (purchase === undefined) throw new Error(`transaction ${transactionId} does not exist`)
    const isDone = purchase.status === 'CANCELED'
    const canceled = isDone ? purchase : await advancePurchase(context, tx, purchase, 'cancel-finished')
    await remember?.(tx, canceled)
    return canceled
  })
}

function presentCancellation({ id, refund }: Purchase): Cancellation {
  if (refund === undefined) throw new Error(`transaction ${id} was canceled without a refund`)
  return { refundCentavos: refund.valueCentavos, maxRefundDate: refund.maxRefundDate }
}

/** Completes cancellations that a dead process left in progress. */
export function finishCancellations(context: PurchaseContext): Promise<number> {
  const until = new Date(context.clock.now().getTime() - LEFT_BEHIND_MS)
  return drain(
    limit => listCancelingIds(context.database, until, limit),
    async id => (await finishCancellation(context, id)).status === 'CANCELED',
  )
}
