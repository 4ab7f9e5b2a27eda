import { drain } from '../../platform/jobs/drain.ts'
import type { PurchaseContext } from '../purchases/index.ts'
import { announce } from './follow-purchase.ts'
import { markExpired } from './life-store.ts'
import { listExpiredLinkIds } from './link-store.ts'

/** Says of links that nobody used in time that they are expired. One that a purchase lives by is left to that purchase. */
export function expireLinks({
  database,
  clock,
}: Pick<PurchaseContext, 'database' | 'clock'>): Promise<number> {
  return drain(
    limit => listExpiredLinkIds(database, clock.now(), limit),
    id =>
      database.transaction(async tx => {
        const now = clock.now()
        const event = await markExpired(tx, id, now)
        announce(tx, event, now)
        return event !== undefined
      }),
  )
}
