import type { App } from '../../app/app.ts'
import { computeLastWithdrawalDay } from '../../brazil/withdrawal.ts'
import type { CostBearer } from '../../contract/cancel.ts'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { RefundAccount } from '../../contract/refunds.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import { isId } from '../../kernel/ids.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Remember, Transaction } from '../../platform/db/database.ts'
import { drain } from '../../platform/jobs/drain.ts'
import { type AuditStaff, appendAudit } from '../audit/index.ts'
import { accountOf, listGenuineEntries, sumPostings } from '../ledger/index.ts'
import { findLoan, isOffBooks } from '../loans/index.ts'
import { findCostBearer } from '../retailers/index.ts'
import { advancePurchase } from './advance-purchase.ts'
import { MoveRefused } from './move.ts'
import type { CanceledBy, Purchase } from './purchase.ts'
import { lockRenegotiationOn } from './renegotiation.ts'
import { type CostSplit, listBookedSince, splitCosts, tryOut } from './split-costs.ts'
import { composeRefundAccount, listCancelingIds, lockPurchase } from './store/purchases.ts'

interface CancelCommand {
  readonly retailerId: string
  readonly transactionId: string
  readonly by: CanceledBy
  readonly account?: RefundAccount | undefined
  /** The account holder, where the retailer names one. */
  readonly accountOwnerCpf?: string | undefined
  /** Later proof of who requested it. */
  readonly evidence?: CancelEvidence
  /** The person of the retailer who asks for it. */
  readonly staff?: AuditStaff | undefined
}

interface CancelEvidence {
  readonly keyId: string
  readonly trackId: string
  readonly body: string
}

/** The money was to go back to somebody other than the customer: nothing is canceled. */
class ForeignAccount extends Error {
  readonly purchase: Purchase
  readonly ownerCpf: string

  constructor(purchase: Purchase, ownerCpf: string) {
    super(`the refund of ${purchase.id} was to go to somebody else`)
    this.name = 'ForeignAccount'
    this.purchase = purchase
    this.ownerCpf = ownerCpf
  }
}

/** As it is afterwards. */
type Canceled = Purchase & { readonly refund: NonNullable<Purchase['refund']> }

/** Longer than any request takes: a cancellation still in progress after this was left by a dead process. */
const LEFT_BEHIND_MS = 15_000

/**
 * Cancels a purchase that the retailer takes back, or that the customer gives up or withdraws from. In two transactions,
 * so that others see the cancellation in progress; `finishCancellations` completes it after a crash in between.
 * Idempotent: repeating it gives the same answer, no matter who canceled first.
 */
export async function cancelPurchase(
  app: App,
  command: CancelCommand,
  remember?: Remember<Canceled>,
): Promise<Canceled> {
  const requested = await app.database
    .transaction(tx => requestCancellation(app, tx, command))
    .catch(async error => {
      if (!(error instanceof ForeignAccount)) throw error
      await app.reactions.refundElsewhereRefused(app, error.purchase, error.ownerCpf)
      throw invalidParameter(
        'documentoTitular',
        'must be the CPF of the customer: money is given back to nobody else',
      )
    })
  if (requested.status === 'CANCELED') return getCanceled(requested)
  await app.delayCancellation?.(requested)
  return finishCancellation(app, requested.id, remember)
}

/** The first step: from now on the purchase is being canceled, and whatever forbids it has been checked. */
async function requestCancellation(
  app: App,
  tx: Transaction,
  { retailerId, transactionId, by, account, accountOwnerCpf, evidence, staff }: CancelCommand,
): Promise<Purchase> {
  if (!isId(transactionId)) throw new RequestError('transaction_not_found')
  const agreement = await lockRenegotiationOn(app, tx, transactionId)
  const purchase = await lockPurchase(tx, app.secrets, transactionId)
  if (purchase === undefined || purchase.retailerId !== retailerId)
    throw new RequestError('transaction_not_found')
  if (purchase.status === 'CANCELED' || purchase.status === 'PROCESSING_CANCEL') return purchase
  if (isBeingPaid(purchase)) throw new RequestError('agreement_not_cancelable')
  // Its contract is out of the books, so there is nothing to reverse; one that was sold is bought back first.
  const loan = await findLoan(tx, transactionId)
  if (loan !== undefined && isOffBooks(loan)) throw new RequestError('transaction_not_cancelable')
  if (accountOwnerCpf !== undefined && accountOwnerCpf !== purchase.customer.cpf)
    throw new ForeignAccount(purchase, accountOwnerCpf)
  if (by === 'customer' && isTooLate(purchase, app.clock.now()))
    throw new RequestError('transaction_not_cancelable')
  try {
    const canceling = await advancePurchase(app, tx, purchase, 'cancel-requested', {
      agreement,
      changes: { canceledBy: by },
      refundAccount: account && (await composeRefundAccount(tx, app.secrets, transactionId, account)),
    })
    if (evidence !== undefined) {
      const { body, ...request } = evidence
      // Keyed, because the body may contain a bank account.
      const bodyHash = app.secrets.computeMac('request-body', body).toString('hex')
      const details = { by, retailerId, ...request, bodyHash }
      const note = {
        operatorId: undefined,
        action: 'purchase.cancel',
        subject: transactionId,
        details,
      } as const
      await appendAudit(tx, note, app.realClock.now())
    }
    if (staff !== undefined)
      await appendAudit(tx, { staff, action: 'order.cancel', subject: transactionId }, app.realClock.now())
    return canceling
  } catch (error) {
    if (error instanceof MoveRefused) throw new RequestError('transaction_not_cancelable', { cause: error })
    throw error
  }
}

/** An agreement that began ends by its payment or its delay: there are no goods to give back. */
const isBeingPaid = ({ status, renegotiates }: Purchase): boolean =>
  status === 'OPEN' && renegotiates !== undefined

/** Last day on which the customer may withdraw from a complete purchase; one that is not complete can always be given up. */
const findLastDay = ({ completedAt, deliveredOn }: Purchase): CalendarDate | undefined =>
  completedAt && computeLastWithdrawalDay(calendarDateAt(completedAt), deliveredOn)

function isTooLate(purchase: Purchase, now: Date): boolean {
  const lastDay = findLastDay(purchase)
  return lastDay !== undefined && calendarDateAt(now) > lastDay
}

/** Until when the customer may cancel; undefined when a cancellation would not be accepted. */
export function findWithdrawal(
  purchase: Purchase,
  now: Date,
): { readonly until: CalendarDate | undefined } | undefined {
  if (isBeingPaid(purchase) || isTooLate(purchase, now)) return undefined
  const isLiving = purchase.status === 'PENDING' || purchase.status === 'OPEN'
  return isLiving ? { until: findLastDay(purchase) } : undefined
}

function finishCancellation(
  app: App,
  transactionId: string,
  remember?: Remember<Canceled>,
): Promise<Canceled> {
  return app.database.transaction(async tx => {
    const purchase = await lockPurchase(tx, app.secrets, transactionId)
    if (purchase === undefined) throw new Error(`transaction ${transactionId} does not exist`)
    const isDone = purchase.status === 'CANCELED'
    const canceled = getCanceled(
      isDone ? purchase : await advancePurchase(app, tx, purchase, 'cancel-finished'),
    )
    await remember?.(tx, canceled)
    return canceled
  })
}

function getCanceled(purchase: Purchase): Canceled {
  const { id, refund } = purchase
  if (refund === undefined) throw new Error(`transaction ${id} was canceled without a refund`)
  return { ...purchase, refund }
}

/** Completes cancellations that a dead process left in progress. */
export function finishCancellations(app: App): Promise<number> {
  const until = new Date(app.clock.now().getTime() - LEFT_BEHIND_MS)
  return drain(
    limit => listCancelingIds(app.database, until, limit),
    async id => (await finishCancellation(app, id)).status === 'CANCELED',
  )
}

interface CancellationPreview extends CostSplit {
  readonly transactionId: string
  readonly maxRefundDate: CalendarDate
  readonly costsBorneBy: CostBearer
  readonly customer: { readonly refundCentavos: Centavos; readonly releasedCentavos: Centavos }
}

/**
 * What everybody would give back if the retailer canceled the purchase now. The cancellation itself runs and is rolled
 * back, so that the preview cannot differ from it. Throws what the cancellation would throw.
 */
export function previewCancellation(
  app: App,
  command: { readonly retailerId: string; readonly transactionId: string },
): Promise<CancellationPreview> {
  return tryOut(app.database, tx => cancelForPreview(app, tx, command))
}

async function cancelForPreview(
  app: App,
  tx: Transaction,
  command: { readonly retailerId: string; readonly transactionId: string },
): Promise<CancellationPreview> {
  const { secrets } = app
  const { retailerId, transactionId } = command
  const canceling = await requestCancellation(app, tx, { ...command, by: 'retailer' })
  if (canceling.status === 'CANCELED') throw new RequestError('transaction_not_cancelable')
  const before = await listGenuineEntries(tx, secrets, { transactionIds: [transactionId] })
  const { refund } = await advancePurchase(app, tx, canceling, 'cancel-finished')
  if (refund === undefined) throw new Error(`transaction ${transactionId} was canceled without a refund`)
  const booked = await listBookedSince(tx, secrets, before, [transactionId])
  const customer = accountOf.customer(transactionId)
  return {
    transactionId,
    maxRefundDate: refund.maxRefundDate,
    costsBorneBy: await findCostBearer(tx, secrets, retailerId),
    customer: {
      refundCentavos: refund.valueCentavos,
      releasedCentavos: Math.max(
        0,
        sumPostings(before, account => account === customer),
      ),
    },
    ...splitCosts(booked, { retailerId, endedId: transactionId }),
  }
}
