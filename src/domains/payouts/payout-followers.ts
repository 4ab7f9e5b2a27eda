import type { App } from '../../app/app.ts'
import type { PayoutFollower } from './apply-outcome.ts'
import { createTransferFollower } from './follow-transfers.ts'
import type { PayoutKind } from './order.ts'
import { createRefundFollower } from './refunds/follow-refund.ts'

/** What follows from the end of an order, by its kind; of taxes and premiums nothing but the books. */
export function findFollower(app: App, kind: PayoutKind): PayoutFollower | undefined {
  if (kind === 'RETAILER') return createTransferFollower(app)
  return kind === 'REFUND' ? createRefundFollower(app) : undefined
}
