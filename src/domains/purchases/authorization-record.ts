import type { App } from '../../app/app.ts'
import { createBatcher } from '../../platform/db/batcher.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { isDatabaseUnavailable, isLockTimeout } from '../../platform/db/database-errors.ts'
import { openContracts } from '../quoting/index.ts'
import { type IssuedBillets, storeReceivables } from '../receivables/index.ts'
import { appendEvents } from '../webhooks/index.ts'
import { composeWebhookEvents } from './move.ts'
import type { Purchase } from './purchase.ts'
import { insertPurchases, limitLockWait } from './store/purchases.ts'

/** Everything that one authorization writes: all or nothing. */
export interface AuthorizationRecord {
  readonly purchase: Purchase
  /** Present when there is a down payment. */
  readonly issued: IssuedBillets | undefined
  /** The payment link that it claims. */
  readonly linkId?: string | undefined
  /** Stores the answer with it. */
  readonly remember?: ((tx: Transaction) => Promise<void>) | undefined
}

/**
 * `contested`: nothing was written, because this record, or another of the same batch, collides with a concurrent
 * change. Write it again alone, where it can wait and be refused without affecting others.
 */
export type WriteAuthorization = (record: AuthorizationRecord) => Promise<'written' | 'contested'>

const MAX_ITEMS = 32
const MAX_BATCHES = 2
/** A batch waits only briefly for locks; the record that has to wait is written alone. */
const SHARED_LOCK_WAIT_MS = 100

/** Calls that finish together share one transaction, and so one flush to disk. */
export function createAuthorizationRecords(app: App): WriteAuthorization {
  return createBatcher<AuthorizationRecord, 'written' | 'contested'>({
    maxItems: MAX_ITEMS,
    maxBatches: MAX_BATCHES,
    keyOf: ({ purchase }) => purchase.cpfIndex.toString('latin1'),
    async run(records) {
      try {
        await writeAuthorizations(app, records, SHARED_LOCK_WAIT_MS)
        return records.map(() => 'written')
      } catch (error) {
        if (isDatabaseUnavailable(error) || (records.length === 1 && !isLockTimeout(error))) throw error
        return records.map(() => 'contested')
      }
    },
  })
}

/**
 * Everything is sent together with the commit. The first statement refuses an option or order that has a purchase,
 * before the check for another contract of the customer.
 */
export async function writeAuthorizations(
  app: App,
  records: readonly AuthorizationRecord[],
  lockWaitMs: number,
): Promise<void> {
  const { database, secrets, clock } = app
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
    storeReceivables(tx, secrets, issued, now)
    appendEvents(tx, purchases.flatMap(describeAuthorized), now)
    for (const { purchase, linkId } of records)
      if (linkId !== undefined) await app.reactions.linkUsed(tx, linkId, purchase, now)
    await Promise.all(records.map(({ remember }) => remember?.(tx)))
  })
}

const describeAuthorized = (purchase: Purchase) =>
  composeWebhookEvents({ ...purchase, lastSequence: 0 }, { entersStep: true, publishes: undefined })
