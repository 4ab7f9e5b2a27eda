import type { AccountName } from '../../src/domains/ledger/accounts.ts'
import { computeBalances } from '../../src/domains/ledger/store/reads.ts'
import type { Centavos } from '../../src/kernel/money.ts'
import type { Queryable } from '../../src/platform/db/database.ts'

/** Of one account, now. */
export async function computeBalance(db: Queryable, account: AccountName): Promise<Centavos> {
  return (await computeBalances(db, [account])).get(account) ?? 0
}
