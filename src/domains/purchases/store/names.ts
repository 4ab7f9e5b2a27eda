import { listNameWords } from '../../../brazil/person-name.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../../platform/db/row-statement.ts'

/*
 * A shop finds a purchase by words of the customer's name, which is sealed. Each word is stored as a keyed hash of shop and
 * word, so that a dump of the database has no name in it, and no two shops have a hash in common.
 */
interface NamedPurchase {
  readonly id: string
  readonly retailerId: string
  readonly customer: { readonly name?: string | undefined }
}

interface NameWord {
  readonly retailerId: string
  readonly word: Buffer
  readonly transactionId: string
}

/** Of one name, and of what somebody types to find it. */
const MOST_WORDS = 8

const INSERT: RowStatement<NameWord> = {
  name: 'purchase-names.insert',
  columns: { retailerId: 'text', word: 'bytea', transactionId: 'text' },
  text: `INSERT INTO purchase_names (retailer_id, word, transaction_id)
    SELECT retailer_id, word, transaction_id FROM rows ON CONFLICT DO NOTHING`,
}
const FORGET: Statement = {
  name: 'purchase-names.forget',
  text: 'DELETE FROM purchase_names WHERE transaction_id = $1',
}
const FIND_PROGRESS: Statement = {
  name: 'purchase-names.find-progress',
  text: 'SELECT after_id, until_id FROM purchase_names_progress WHERE after_id < until_id',
}
const LIST_IDS: Statement = {
  name: 'purchase-names.list-ids',
  text: 'SELECT id FROM transactions WHERE id > $1 AND id < $2 ORDER BY id LIMIT $3',
}
const ADVANCE: Statement = {
  name: 'purchase-names.advance',
  text: 'UPDATE purchase_names_progress SET after_id = $1 WHERE after_id < $1',
}

/** The longest first: it is shared by the fewest. */
export function hashNameWords(secrets: Secrets, retailerId: string, name: string): Buffer[] {
  return [...new Set(listNameWords(name).filter(word => word.length > 1))]
    .sort((one, other) => other.length - one.length)
    .slice(0, MOST_WORDS)
    .map(word => secrets.computeBlindIndex('buyer-name', `${retailerId}:${word}`))
}

export function insertNames(tx: Transaction, secrets: Secrets, purchases: readonly NamedPurchase[]): void {
  const rows = purchases.flatMap(({ id: transactionId, retailerId, customer }) =>
    hashNameWords(secrets, retailerId, customer.name ?? '').map(word => ({
      retailerId,
      word,
      transactionId,
    })),
  )
  // Sorted, so that two lists cannot deadlock.
  rows.sort((one, other) => Buffer.compare(one.word, other.word))
  if (rows.length > 0) sendRows(tx, INSERT, rows)
}

export function forgetNames(tx: Transaction, transactionId: string): void {
  tx.send(FORGET, [transactionId])
}

/** Which purchases have no words yet, because an earlier release wrote them. */
interface NamesProgress {
  readonly afterId: string
  readonly untilId: string
}

export async function findNamesProgress(db: Queryable): Promise<NamesProgress | undefined> {
  return (await db.run<NamesProgress>(FIND_PROGRESS, []))[0]
}

export async function listIdsToName(
  db: Queryable,
  { afterId, untilId }: NamesProgress,
  limit: number,
): Promise<string[]> {
  return (await db.run<{ id: string }>(LIST_IDS, [afterId, untilId, limit])).map(({ id }) => id)
}

export function advanceNames(tx: Transaction, afterId: string): void {
  tx.send(ADVANCE, [afterId])
}
