import type { App } from '../../app/app.ts'
import type { CostBearer } from '../../contract/cancel.ts'
import { RequestError } from '../../contract/errors.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { accountOf, listGenuineEntries, sumPostings } from '../ledger/index.ts'
import { findCostBearer } from '../retailers/index.ts'
import { advancePurchase } from './advance-purchase.ts'
import { requestCancellation } from './cancel-purchase.ts'
import { type CostSplit, listBookedSince, splitCosts, tryOut } from './split-costs.ts'

export interface CancellationPreview extends CostSplit {
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
