import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../../platform/db/row-statement.ts'
import type { Seal } from './heads.ts'
import { STORED_ENTRY_COLUMNS, type StoredEntry } from './stored-entry.ts'

const PAGE = 500

const LINES_IN_PAGE = 10_000

/** The accrual of a month end has hundreds of lines to an entry: a page ends with the entry that fills it with lines. */
const LIST_UNSEALED: Statement = {
  name: 'ledger.list-unsealed',
  text: `SELECT ${STORED_ENTRY_COLUMNS}
    FROM (
      SELECT entry_id, sum(lines) OVER (ORDER BY entry_id) - lines AS lines_before FROM (
        SELECT u.entry_id, (SELECT count(*) FROM ledger_postings p WHERE p.entry_id = u.entry_id) AS lines
        FROM ledger_unsealed u WHERE u.entry_id > $3 ORDER BY u.entry_id LIMIT $1
      ) counted
    ) u JOIN ledger_entries e ON e.id = u.entry_id
    WHERE u.lines_before < $2 ORDER BY u.entry_id`,
}

const INSERT_SEALS: RowStatement<Seal & { readonly entryId: string }> = {
  name: 'ledger.insert-seals',
  columns: { position: 'bigint', entryId: 'text', hash: 'text' },
  text: `INSERT INTO ledger_seals (position, entry_id, hash) SELECT position, entry_id, decode(hash, 'hex') FROM rows`,
}

const REMOVE_UNSEALED: Statement = {
  name: 'ledger.remove-unsealed',
  text: 'DELETE FROM ledger_unsealed WHERE entry_id = ANY ($1::text[])',
}

/** Few, because the accrual of a month end has hundreds of lines to an entry. */
const VERIFIED_AT_ONCE = 200

const LIST_SEALED: Statement = {
  name: 'ledger.list-sealed',
  text: `SELECT s.position, s.entry_id AS sealed_id, encode(s.hash, 'hex') AS hash, ${STORED_ENTRY_COLUMNS}
    FROM ledger_seals s LEFT JOIN ledger_entries e ON e.id = s.entry_id
    WHERE s.position > $1 ORDER BY s.position LIMIT $2`,
}

const LIST_WITHOUT_SEAL: Statement = {
  name: 'ledger.list-without-seal',
  text: `SELECT EXISTS (SELECT FROM ledger_unsealed u WHERE u.entry_id = e.id) AS is_waiting, ${STORED_ENTRY_COLUMNS}
    FROM ledger_entries e
    WHERE e.id > $1 AND NOT EXISTS (SELECT FROM ledger_seals s WHERE s.entry_id = e.id) ORDER BY e.id LIMIT $2`,
}

const FIND_STRAY_POSTING: Statement = {
  name: 'ledger.find-stray-posting',
  text: `SELECT p.entry_id AS id FROM ledger_postings p
    WHERE NOT EXISTS (SELECT FROM ledger_entries e WHERE e.id = p.entry_id) LIMIT 1`,
}

export interface SealedRow extends Seal, StoredEntry {
  readonly sealedId: string
}

export async function* listSealed(db: Queryable): AsyncGenerator<SealedRow> {
  for (let after = 0; ; ) {
    const rows = await db.run<SealedRow>(LIST_SEALED, [after, VERIFIED_AT_ONCE])
    yield* rows
    if (rows.length < VERIFIED_AT_ONCE) return
    after = rows.at(-1)?.position ?? after
  }
}

export async function* listWithoutSeal(db: Queryable): AsyncGenerator<StoredEntry & { isWaiting: boolean }> {
  for (let after = ''; ; ) {
    const rows = await db.run<StoredEntry & { isWaiting: boolean }>(LIST_WITHOUT_SEAL, [
      after,
      VERIFIED_AT_ONCE,
    ])
    yield* rows
    if (rows.length < VERIFIED_AT_ONCE) return
    after = rows.at(-1)?.id ?? after
  }
}

/** The entry of a posting that has none. */
export async function findStrayPosting(db: Queryable): Promise<string | undefined> {
  return (await db.run<{ id: string }>(FIND_STRAY_POSTING, []))[0]?.id
}

/** A page of entries without a seal, and whether more may follow. */
export async function listUnsealed(
  tx: Transaction,
  after: string,
): Promise<{ readonly entries: readonly StoredEntry[]; readonly isFull: boolean }> {
  const entries = await tx.run<StoredEntry>(LIST_UNSEALED, [PAGE, LINES_IN_PAGE, after])
  const lines = entries.reduce((sum, { postings }) => sum + (postings?.length ?? 0), 0)
  return { entries, isFull: entries.length === PAGE || lines >= LINES_IN_PAGE }
}

/** Sent without waiting for it. */
export function insertSeals(tx: Transaction, seals: readonly (Seal & { readonly entryId: string })[]): void {
  sendRows(tx, INSERT_SEALS, seals)
  tx.send(REMOVE_UNSEALED, [seals.map(({ entryId }) => entryId)])
}
