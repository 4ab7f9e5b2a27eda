import type { PurchaseContext } from '../purchases/index.ts'
import type { PayoutFollowers } from './apply-outcome.ts'
import { createTransferFollower } from './follow-transfers.ts'
import { createRefundFollower } from './refunds/follow-refund.ts'

/** What follows from the end of an order, by its kind; of taxes and premiums nothing but the books. */
export const createPayoutFollowers = (context: PurchaseContext): PayoutFollowers => ({
  RETAILER: createTransferFollower(context),
  REFUND: createRefundFollower(context),
})
