import type { Secrets } from '../../platform/crypto/secrets.ts'
import { createBatcher } from '../../platform/db/batcher.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Approval, type Checkout, findApprovals, findCheckoutsOf } from '../quoting/index.ts'
import type { Purchase } from './purchase.ts'
import { findPurchasesByOption, type UsedOption } from './store.ts'

/** Everything stored about an option of this retailer. */
export interface QuotedOption {
  /** The purchase that used it. */
  readonly known: Purchase | undefined
  readonly checkout: Checkout | undefined
  readonly approval: Approval | undefined
}

export type ReadQuotedOption = (option: UsedOption) => Promise<QuotedOption>

const MAX_ITEMS = 32
const MAX_BATCHES = 2

/** Concurrent look-ups share one query. */
export function createQuotedOptions(context: {
  readonly database: Database
  readonly secrets: Secrets
}): ReadQuotedOption {
  const { database, secrets } = context
  return createBatcher<UsedOption, QuotedOption>({
    maxItems: MAX_ITEMS,
    maxBatches: MAX_BATCHES,
    async run(options) {
      const [known, checkouts] = await Promise.all([
        findPurchasesByOption(database, secrets, options),
        findCheckoutsOf(database, secrets, options),
      ])
      const decisions = checkouts.flatMap(checkout => checkout?.decisionId ?? [])
      const approvals = await findApprovals(database, secrets, decisions)
      const byDecision = new Map(decisions.map((id, index) => [id, approvals[index]]))
      return checkouts.map((checkout, index) => ({
        known: known[index],
        checkout,
        approval: checkout && byDecision.get(checkout.decisionId),
      }))
    },
  })
}
