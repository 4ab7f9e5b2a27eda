import type { Clock } from '../../kernel/clock.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { findRetailerDebt, listRetailerDebts, type RetailerDebt } from '../books/index.ts'

export interface DebtContext {
  readonly database: Queryable
  readonly clock: Clock
  /** After so many days without a break a debt is a case for people. */
  readonly retailerDebtDays: number
}

export interface WatchedDebt extends RetailerDebt {
  readonly isCase: boolean
}

const DAY_MS = 86_400_000

/** Undefined for a retailer that owes nothing. */
export async function findWatchedDebt(
  context: DebtContext,
  retailerId: string,
): Promise<WatchedDebt | undefined> {
  const debt = await findRetailerDebt(context.database, retailerId)
  return debt && { ...debt, isCase: isOld(context, debt) }
}

/** Next transfers did not pay them: somebody has to talk to the retailer. */
export async function listOldDebts(context: DebtContext): Promise<RetailerDebt[]> {
  return (await listRetailerDebts(context.database)).filter(debt => isOld(context, debt))
}

const isOld = ({ clock, retailerDebtDays }: DebtContext, { since }: RetailerDebt): boolean =>
  clock.now().getTime() - since.getTime() > retailerDebtDays * DAY_MS
