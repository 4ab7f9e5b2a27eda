import type { App } from '../../app/app.ts'
import { orderForFund } from '../payouts/index.ts'
import { listFunds } from './fund-store.ts'

/** As after a change of a retailer's account. */
const NEW_MS = 48 * 3_600_000

/** Orders what customers have paid for sold contracts, once a day for each fund. Returns how many orders were made. */
export async function passOnCollections(app: App): Promise<number> {
  let ordered = 0
  const now = app.clock.now().getTime()
  for (const { id, payee, createdAt } of await listFunds(app.database, app.secrets)) {
    const isNew = now - createdAt.getTime() < NEW_MS
    if (await orderForFund(app, { fundId: id, payee, isNew })) ordered += 1
  }
  return ordered
}
