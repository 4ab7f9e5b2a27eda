import { type IssuedBillets, storeBillets } from '../../modules/billets/index.ts'
import { openContracts } from '../../modules/credit/index.ts'
import {
  composeWebhookEvents,
  insertPurchases,
  limitLockWait,
  type Purchase,
} from '../../modules/transactions/index.ts'
import { appendEvents } from '../../modules/webhooks/index.ts'
import { createBatcher } from '../../platform/db/batcher.ts'
import { isDatabaseUnavailable, isLockTimeout } from '../../platform/db/database-errors.ts'
import type { PurchaseContext } from './advance-purchase.ts'

/** All that one authorization leaves behind: written whole or not at all. */
export interface AuthorizationRecord {
  readonly purchase: Purchase
  /** Where a down payment is asked for. */
  readonly issued: IssuedBillets | undefined
}

/**
 * `contested`: nothing was written, because somebody stands in the way of this record or of one that travelled with it. It is to be
 * written alone, where it can wait and be refused without harm to others.
 */
export type WriteAuthorization = (record: AuthorizationRecord) => Promise<'written' | 'contested'>

const MAX_ITEMS = 32
const MAX_BATCHES = 2
/** Records that travel together wait for nobody for long: the one that has to goes on alone. */
const SHARED_LOCK_WAIT_MS = 100

/** Calls that finish together share one transaction, and so one flush to disk. */
export function createAuthorizationRecords(context: PurchaseContext): WriteAuthorization {
  return createBatcher<AuthorizationRecord, 'written' | 'contested'>({
    maxItems: MAX_ITEMS,
    maxBatches: MAX_BATCHES,
    keyOf: ({ purchase }) => purchase.cpfIndex.toString('latin1'),
    async run(records) {
      try {
        await writeAuthorizations(context, records, SHARED_LOCK_WAIT_MS)
        return records.map(() => 'written')
      } catch (error) {
        if (isDatabaseUnavailable(error) || (records.length === 1 && !isLockTimeout(error))) throw error
        return records.map(() => 'contested')
      }
    },
  })
}

/**
 * Everything leaves in one write with the commit. What has a purchase already is refused by the first statement, before the
 * question whether the customer has another contract.
 */
export async function writeAuthorizations(
  { database, secrets, clock }: PurchaseContext,
  records: readonly AuthorizationRecord[],
  lockWaitMs: number,
): Promise<void> {
  const purchases = records.map(({ purchase }) => purchase)
  const contracts = purchases.map(purchase => ({
    ...purchase,
    transactionId: purchase.id,
    hasStarted: false,
  }))
  const issued = records.flatMap(record => record.issued ?? [])
  const now = clock.now()
  await database.transaction(async tx => {
    limitLockWait(tx, lockWaitMs)
    insertPurchases(tx, secrets, purchases, { event: 'authorized', by: 'retailer' })
    openContracts(tx, contracts)
    storeBillets(tx, secrets, issued, now)
    appendEvents(tx, purchases.flatMap(describeAuthorized), now)
  })
}

const describeAuthorized = (purchase: Purchase) =>
  composeWebhookEvents({ ...purchase, lastSequence: 0 }, { entersStep: true, publishes: undefined })
