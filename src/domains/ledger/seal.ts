import { createHash } from 'node:crypto'
import type { App } from '../../app/app.ts'
import { ChainRewritten } from '../../kernel/faults.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Statement, Transaction } from '../../platform/db/database.ts'
import { type RowStatement, sendRows } from '../../platform/db/row-statement.ts'
import { FIRST_SEAL, lockHead, type Seal, signHead } from './heads.ts'
import { noteImbalance } from './imbalance.ts'
import { entryMac, STORED_ENTRY_COLUMNS, type StoredEntry } from './stored-entry.ts'

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

export interface Sealing {
  readonly secrets: Secrets
  /** The head that was kept outside the database: the chain must still contain it. */
  readonly kept?: Seal | undefined
  readonly now: Date
}

export interface Sealed extends Seal {
  readonly added: number
  /** Entries that this program did not write. They get no seal. */
  readonly forgedIds: readonly string[]
}

/**
 * Chains every committed entry without a seal, and signs the head. Separate from booking, which would otherwise be
 * serialised by the hash of the previous entry. Throws ChainRewritten when the chain is not the one that was signed.
 */
export async function sealEntries(database: Database, sealing: Sealing): Promise<Sealed> {
  const forgedIds: string[] = []
  // Forged entries stay where they are, so each page goes on after the one before.
  for (let added = 0, after = ''; ; ) {
    const page = await database.transaction(tx => sealPage(tx, sealing, after))
    added += page.count
    forgedIds.push(...page.forgedIds)
    if (!page.isFull) return { ...page.seal, added, forgedIds }
    after = page.lastId
  }
}

async function sealPage(tx: Transaction, { secrets, kept, now }: Sealing, after: string) {
  const head = await lockHead(tx, secrets, kept)
  const entries = await tx.run<StoredEntry>(LIST_UNSEALED, [PAGE, LINES_IN_PAGE, after])
  const genuine = entries.filter(entry => entryMac.isGenuine(secrets, entry))
  let seal: Seal = head ?? FIRST_SEAL
  const seals = genuine.map(entry => {
    seal = computeSeal(seal, entry)
    return { ...seal, entryId: entry.id }
  })
  await noteImbalance(tx, genuine)
  if (seals.length > 0) {
    sendRows(tx, INSERT_SEALS, seals)
    tx.send(REMOVE_UNSEALED, [seals.map(({ entryId }) => entryId)])
    // In the transaction that adds the seals: a seal beyond the signed head is not ours.
    await signHead(tx, secrets, head, seal, now)
  }
  const lines = entries.reduce((sum, { postings }) => sum + (postings?.length ?? 0), 0)
  return {
    seal: { position: seal.position, hash: seal.hash },
    count: seals.length,
    forgedIds: entries.filter(entry => !genuine.includes(entry)).map(({ id }) => id),
    lastId: entries.at(-1)?.id ?? after,
    isFull: entries.length === PAGE || lines >= LINES_IN_PAGE,
  }
}

/**
 * Chains the entries that have no seal yet and signs the head. The head is kept outside only after the commit: a
 * process that is killed in between leaves an older one there, which does no harm.
 */
export async function sealLedger(
  app: App,
): Promise<{ readonly head: Seal | undefined; readonly added: number }> {
  const { database, secrets, realClock, keptHeads } = app
  const kept = await keptHeads.find('ledger')
  const { added, forgedIds, ...end } = await sealEntries(database, { secrets, kept, now: realClock.now() })
  const head = end.position === 0 ? undefined : end
  if (head !== undefined) await keptHeads.keep('ledger', head)
  const [forgedId] = forgedIds
  if (forgedId !== undefined)
    throw new ChainRewritten(
      `entry ${forgedId} of the ledger was not written by this program (${forgedIds.length} such entries)`,
    )
  return { head, added }
}
