import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { listDisputed } from '../customers/index.ts'

const BEGIN: Statement = {
  name: 'collection-stops.begin',
  text: `INSERT INTO collection_stops (case_id, transaction_id, begun_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`,
}
const END: Statement = {
  name: 'collection-stops.end',
  text: 'UPDATE collection_stops SET ended_at = $2 WHERE case_id = $1 AND ended_at IS NULL',
}
const LIST: Statement = {
  name: 'collection-stops.list',
  text: `SELECT DISTINCT transaction_id FROM collection_stops
    WHERE transaction_id = ANY ($1::text[]) AND ended_at IS NULL`,
}

/** Nobody is reminded, noticed, listed or accelerated because of the contract, until the stop ends. */
export function beginStop(
  tx: Transaction,
  { caseId, transactionId }: { readonly caseId: string; readonly transactionId: string },
  now: Date,
): void {
  tx.send(BEGIN, [caseId, transactionId, now])
}

/** Of all contracts that the case has stopped. */
export function endStops(tx: Transaction, caseId: string, now: Date): void {
  tx.send(END, [caseId, now])
}

/** Those of these contracts whose collection is stopped by a case. */
export async function listStopped(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.run<{ transactionId: string }>(LIST, [transactionIds])
  return new Set(rows.map(({ transactionId }) => transactionId))
}

/** Those of these contracts that nothing may be said about to a bureau: a customer's request is open, or a case stops it. */
export async function listHeld(
  db: Queryable,
  transactionIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const [disputed, stopped] = await Promise.all([
    listDisputed(db, transactionIds),
    listStopped(db, transactionIds),
  ])
  return disputed.union(stopped)
}
