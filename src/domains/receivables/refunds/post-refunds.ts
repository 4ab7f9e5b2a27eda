import type { Clock } from '../../../kernel/clock.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Database, Transaction } from '../../../platform/db/database.ts'
import {
  type Entry,
  findRefundCredit,
  listRefundCredits,
  postEntries,
  type RefundCredit,
} from '../../books/index.ts'
import { insertRefunds } from './store.ts'

/** Posts entries that may owe money back, and records what they owe in the same transaction. */
export function postWithRefunds(
  tx: Transaction,
  secrets: Secrets,
  entries: readonly Entry[],
  now: Date,
): void {
  postEntries(tx, secrets, entries, now)
  insertRefunds(
    tx,
    entries.flatMap(entry => findRefundCredit(entry) ?? []).map(credit => ({ ...credit, dueSince: now })),
    now,
  )
}

const PAGE = 500

/**
 * Records what entries of earlier versions owe back. Safe to repeat and beside everything else: an entry is recorded
 * once. Returns how many entries it looked at.
 */
export async function adoptRefunds(context: {
  readonly database: Database
  readonly clock: Clock
}): Promise<number> {
  const { database, clock } = context
  let count = 0
  let after = ''
  for (;;) {
    const page: (RefundCredit & { readonly id: string })[] = await listRefundCredits(database, after, PAGE)
    if (page.length > 0) await database.transaction(async tx => insertRefunds(tx, page, clock.now()))
    count += page.length
    const last = page.at(-1)
    if (last === undefined || page.length < PAGE) return count
    after = last.id
  }
}
