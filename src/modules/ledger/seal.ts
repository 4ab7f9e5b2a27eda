import { createHash } from 'node:crypto'
import type { Database, Statement, Transaction } from '../../platform/db/database.ts'
import { noteImbalance } from './imbalance.ts'

/** An entry as stored, every field in the text form that the seal covers. */
export interface StoredEntry {
  readonly id: string
  readonly kind: string
  readonly retailerId: string | null
  readonly transactionId: string | null
  readonly reference: string
  readonly occurredAt: string
  readonly memo: string
  readonly postings: readonly (readonly [line: number, account: string, amountCentavos: number])[] | null
}

export interface Seal {
  readonly position: number
  readonly hash: string
}

export const STORED_ENTRY_COLUMNS = `e.id, e.kind, e.retailer_id AS "retailerId", e.transaction_id AS "transactionId", e.reference,
  to_char(e.occurred_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') AS "occurredAt", e.memo::text AS memo,
  (SELECT json_agg(json_build_array(p.line, p.account, p.amount_centavos) ORDER BY p.line)
    FROM ledger_postings p WHERE p.entry_id = e.id) AS postings`

/** The seal before the first entry. */
export const FIRST_SEAL: Seal = { position: 0, hash: '0'.repeat(64) }

/** A list instead of an object, because the order of the fields is part of the format. */
export function computeSeal(previous: Seal, entry: StoredEntry): Seal {
  const position = previous.position + 1
  const { id, kind, retailerId, transactionId, reference, occurredAt, memo, postings } = entry
  const fields = [position, id, kind, retailerId, transactionId, reference, occurredAt, memo, postings]
  const hash = createHash('sha256')
    .update(Buffer.from(previous.hash, 'hex'))
    .update(JSON.stringify(fields))
    .digest('hex')
  return { position, hash }
}

// Arbitrary, but every process must use the same key.
const SEALING_LOCK = 4_072_040
const PAGE = 500
const LINES_IN_PAGE = 10_000

const LOCK_SEALING: Statement = { name: 'ledger.lock-sealing', text: 'SELECT pg_advisory_xact_lock($1)' }
const SELECT_LAST_SEAL: Statement = {
  name: 'ledger.last-seal',
  text: `SELECT position, encode(hash, 'hex') AS hash FROM ledger_seals ORDER BY position DESC LIMIT 1`,
}
/** The accrual of a month end has hundreds of lines to an entry: a page ends with the entry that fills it with lines. */
const LIST_UNSEALED: Statement = {
  name: 'ledger.list-unsealed',
  text: `SELECT ${STORED_ENTRY_COLUMNS}
    FROM (
      SELECT entry_id, sum(lines) OVER (ORDER BY entry_id) - lines AS lines_before FROM (
        SELECT u.entry_id, (SELECT count(*) FROM ledger_postings p WHERE p.entry_id = u.entry_id) AS lines
        FROM ledger_unsealed u ORDER BY u.entry_id LIMIT $1
      ) counted
    ) u JOIN ledger_entries e ON e.id = u.entry_id
    WHERE u.lines_before < $2 ORDER BY u.entry_id`,
}
const INSERT_SEALS: Statement = {
  name: 'ledger.insert-seals',
  text: `WITH seals AS (
      INSERT INTO ledger_seals (position, entry_id, hash)
      SELECT position, entry_id, decode(hash, 'hex')
      FROM unnest($1::bigint[], $2::text[], $3::text[]) AS s(position, entry_id, hash)
    )
    DELETE FROM ledger_unsealed WHERE entry_id = ANY ($2)`,
}

/**
 * Chains every committed entry without a seal. Separate from booking, which would otherwise be serialised by the hash
 * of the previous entry.
 */
export async function sealEntries(database: Database): Promise<Seal & { readonly added: number }> {
  for (let added = 0; ; ) {
    const { seal, count, isFull } = await database.transaction(sealPage)
    added += count
    if (!isFull) return { ...seal, added }
  }
}

/** The last seal. Nobody adds one until the transaction ends. */
export async function lockSealing(tx: Transaction): Promise<Seal | undefined> {
  const [, [last]] = await Promise.all([
    tx.run(LOCK_SEALING, [SEALING_LOCK]),
    tx.run<Seal>(SELECT_LAST_SEAL, []),
  ])
  return last
}

async function sealPage(tx: Transaction): Promise<{ seal: Seal; count: number; isFull: boolean }> {
  const [last, entries] = await Promise.all([
    lockSealing(tx),
    tx.run<StoredEntry>(LIST_UNSEALED, [PAGE, LINES_IN_PAGE]),
  ])
  let seal = last ?? FIRST_SEAL
  const seals = entries.map(entry => {
    seal = computeSeal(seal, entry)
    return { ...seal, entryId: entry.id }
  })
  await noteImbalance(tx, entries)
  if (seals.length > 0)
    await tx.run(INSERT_SEALS, [
      seals.map(({ position }) => position),
      seals.map(({ entryId }) => entryId),
      seals.map(({ hash }) => hash),
    ])
  const lines = entries.reduce((sum, { postings }) => sum + (postings?.length ?? 0), 0)
  return { seal, count: seals.length, isFull: seals.length === PAGE || lines >= LINES_IN_PAGE }
}
