import { calendarDateAt } from '../../kernel/calendar-date.ts'
import type { Clock } from '../../kernel/clock.ts'
import { noonOf } from '../../kernel/noon.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'
import { postEntries } from '../ledger/index.ts'
import { takeCredited } from './billets/store/bank-reports.ts'
import { computeCreditEntry } from './entries.ts'

const PAGE = 500

/** Moves payments from clearing to the bank on the day on which the bank said it credits them. */
export async function creditClearing({
  database,
  secrets,
  clock,
}: {
  readonly database: Database
  readonly secrets: Secrets
  readonly clock: Clock
}): Promise<number> {
  let credited = 0
  for (;;) {
    const now = clock.now()
    const items = await database.transaction(async tx => {
      const taken = await takeCredited(tx, { today: calendarDateAt(now), limit: PAGE, now })
      const entries = taken.map(({ accountId, creditedOn, ...item }) =>
        computeCreditEntry({ ...item, lenderAccountId: accountId, creditedAt: noonOf(creditedOn) }),
      )
      if (entries.length > 0) postEntries(tx, secrets, entries, now)
      return taken.length
    })
    credited += items
    if (items < PAGE) return credited
  }
}
