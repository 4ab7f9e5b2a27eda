import type { App } from '../../app/app.ts'
import { findRetailerDebt, listRetailerDebts, type RetailerDebt } from '../books/index.ts'

export interface WatchedDebt extends RetailerDebt {
  readonly isCase: boolean
}

const DAY_MS = 86_400_000

/** Undefined for a retailer that owes nothing. */
export async function findWatchedDebt(app: App, retailerId: string): Promise<WatchedDebt | undefined> {
  const debt = await findRetailerDebt(app.database, retailerId)
  return debt && { ...debt, isCase: isOld(app, debt) }
}

/** Next transfers did not pay them: somebody has to talk to the retailer. */
export async function listOldDebts(app: App): Promise<RetailerDebt[]> {
  return (await listRetailerDebts(app.database)).filter(debt => isOld(app, debt))
}

const isOld = ({ clock, retailerDebtDays }: App, { since }: RetailerDebt): boolean =>
  clock.now().getTime() - since.getTime() > retailerDebtDays * DAY_MS
