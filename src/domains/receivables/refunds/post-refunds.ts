import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Entry, findRefundCredit, postEntries } from '../../books/index.ts'
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
