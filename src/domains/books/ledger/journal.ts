import type { Centavos } from '../../../kernel/money.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import { accountOf } from './accounts.ts'
import type { EntryKind } from './entry.ts'

/** An entry that moved an account of one contract, or that its purchase caused. */
export interface JournalLine {
  readonly id: string
  readonly kind: EntryKind
  readonly reference: string
  readonly occurredAt: Date
  /** From account to account. Of an entry about many contracts only this one's. */
  readonly movedCentavos: Centavos
  /** On the customer's account: positive when more is owed. */
  readonly customerCentavos: Centavos
}

/** A chore's entry has lines of thousands of contracts, so only those on this one's accounts are read. */
const LIST_JOURNAL: Statement = {
  name: 'ledger.list-journal',
  text: `WITH touching AS (
      SELECT p.entry_id AS id FROM ledger_postings p WHERE p.account = ANY ($2::text[])
      UNION SELECT e.id FROM ledger_entries e WHERE e.transaction_id = $1
      ORDER BY id DESC LIMIT $4)
    SELECT e.id, e.kind, e.reference, e.occurred_at AS "occurredAt",
      coalesce(CASE WHEN e.transaction_id = $1
        THEN (SELECT sum(p.amount_centavos) FROM ledger_postings p WHERE p.entry_id = e.id AND p.amount_centavos > 0)
        ELSE (SELECT sum(abs(p.amount_centavos)) FROM ledger_postings p
          WHERE p.entry_id = e.id AND p.account = ANY ($2::text[])) END, 0)::bigint AS "movedCentavos",
      coalesce((SELECT sum(p.amount_centavos) FROM ledger_postings p
        WHERE p.entry_id = e.id AND p.account = $3), 0)::bigint AS "customerCentavos"
    FROM touching w JOIN ledger_entries e ON e.id = w.id ORDER BY e.id`,
}

/** The newest ones, in the order in which they were booked. */
export function listJournal(db: Queryable, transactionId: string, limit: number): Promise<JournalLine[]> {
  const customer = accountOf.customer(transactionId)
  const accounts = [
    customer,
    accountOf.unearnedInterest(transactionId),
    accountOf.deferredFee(transactionId),
    accountOf.deferredRetention(transactionId),
    accountOf.deferredLateCharges(transactionId),
    accountOf.restructuring(transactionId),
    accountOf.allowance(transactionId),
    accountOf.memoWrittenOff(transactionId),
  ]
  return db.run<JournalLine>(LIST_JOURNAL, [transactionId, accounts, customer, limit])
}
