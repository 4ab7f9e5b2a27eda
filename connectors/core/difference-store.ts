import { newOrderedId } from '../../src/kernel/ids.ts'
import type { Queryable, Statement } from '../../src/platform/db/database.ts'

export interface FoundDifference {
  readonly kind: string
  /** What the platform shows. */
  readonly theirs: string
  readonly ours: string
}

export interface Difference extends FoundDifference {
  readonly id: string
  readonly accountId: string
  readonly paymentId: string
  readonly orderId: string
  readonly foundAt: Date
}

const NOTE: Statement = {
  name: 'connector-differences.note',
  text: `INSERT INTO connector_differences (id, account_id, payment_id, kind, theirs, ours, found_at) VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (payment_id, kind) WHERE ended_at IS NULL DO UPDATE SET theirs = excluded.theirs, ours = excluded.ours`,
}
/** Those of a payment that the comparison no longer found. */
const END_OTHERS: Statement = {
  name: 'connector-differences.end-others',
  text: `UPDATE connector_differences SET ended_at = $3 WHERE payment_id = $1 AND ended_at IS NULL AND NOT (kind = ANY ($2::text[]))`,
}
const LIST_OPEN: Statement = {
  name: 'connector-differences.list-open',
  text: `SELECT d.id, d.account_id, d.payment_id, p.order_id, d.kind, d.theirs, d.ours, d.found_at
    FROM connector_differences d JOIN connector_payments p ON p.id = d.payment_id
    WHERE d.account_id = $1 AND d.ended_at IS NULL ORDER BY d.id LIMIT $2`,
}
const FIND_OPEN: Statement = {
  name: 'connector-differences.find-open',
  text: `SELECT d.id, d.account_id, d.payment_id, p.order_id, d.kind, d.theirs, d.ours, d.found_at
    FROM connector_differences d JOIN connector_payments p ON p.id = d.payment_id
    WHERE d.account_id = $1 AND d.id = $2 AND d.ended_at IS NULL`,
}

/** What was found about one payment replaces what was found before. */
export async function noteDifferences(
  db: Queryable,
  { accountId, paymentId }: Pick<Difference, 'accountId' | 'paymentId'>,
  { found, now }: { readonly found: readonly FoundDifference[]; readonly now: Date },
): Promise<void> {
  for (const { kind, theirs, ours } of found)
    await db.run(NOTE, [newOrderedId(now.getTime()), accountId, paymentId, kind, theirs, ours, now])
  await db.run(END_OTHERS, [paymentId, found.map(({ kind }) => kind), now])
}

export function listDifferences(db: Queryable, accountId: string, limit: number): Promise<Difference[]> {
  return db.run<Difference>(LIST_OPEN, [accountId, limit])
}

export async function findDifference(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<Difference | undefined> {
  return (await db.run<Difference>(FIND_OPEN, [accountId, id]))[0]
}
