import { createHash } from 'node:crypto'
import type { App } from '../../app/app.ts'
import { ChainRewritten } from '../../kernel/faults.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { FIRST_SEAL, lockHead, type Seal, signHead } from './store/heads.ts'
import { noteImbalance } from './store/imbalance.ts'
import { insertSeals, listUnsealed } from './store/seals.ts'
import { entryMac, type StoredEntry } from './store/stored-entry.ts'

/** A list instead of an object, because the order of the fields is part of the format. */
export function computeSeal(previous: Seal, entry: StoredEntry): Seal {
  const position = previous.position + 1
  const { id, kind, retailerId, transactionId, reference, occurredAt, memo, postings, lateOn } = entry
  const fields = [position, id, kind, retailerId, transactionId, reference, occurredAt, memo, postings]
  // Only where it differs, so that entries from before there were closings keep their seals.
  if (lateOn !== null) fields.push(lateOn)
  const hash = createHash('sha256')
    .update(Buffer.from(previous.hash, 'hex'))
    .update(JSON.stringify(fields))
    .digest('hex')
  return { position, hash }
}

interface Sealing {
  readonly secrets: Secrets
  /** The head that was kept outside the database: the chain must still contain it. */
  readonly kept?: Seal | undefined
  readonly now: Date
}

interface Sealed extends Seal {
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
  const { entries, isFull } = await listUnsealed(tx, after)
  const genuine = entries.filter(entry => entryMac.isGenuine(secrets, entry))
  let seal: Seal = head ?? FIRST_SEAL
  const seals = genuine.map(entry => {
    seal = computeSeal(seal, entry)
    return { ...seal, entryId: entry.id }
  })
  await noteImbalance(tx, genuine)
  if (seals.length > 0) {
    insertSeals(tx, seals)
    // In the transaction that adds the seals: a seal beyond the signed head is not ours.
    await signHead(tx, secrets, head, seal, now)
  }
  return {
    seal: { position: seal.position, hash: seal.hash },
    count: seals.length,
    forgedIds: entries.filter(entry => !genuine.includes(entry)).map(({ id }) => id),
    lastId: entries.at(-1)?.id ?? after,
    isFull,
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
