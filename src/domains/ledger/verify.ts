import type { Centavos } from '../../kernel/money.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'
import { computeSeal } from './seal.ts'
import { computeHeadSignature, FIRST_SEAL, listSignedHeads, type Seal } from './store/heads.ts'
import { findStrayPosting, listSealed, listWithoutSeal, type SealedRow } from './store/seals.ts'
import { entryMac, type StoredEntry } from './store/stored-entry.ts'

interface LedgerFault {
  /** Of the seal, if the entry has one. */
  readonly position: number | undefined
  readonly entryId: string | undefined
  readonly problem: string
}

interface LedgerReport {
  readonly entryCount: number
  readonly head: Seal
  /** By kind of account; they sum to zero. */
  readonly balancesCentavos: ReadonlyMap<string, Centavos>
  /** The first fault found; nothing after it was checked. */
  readonly fault: LedgerFault | undefined
}

class Broken extends Error {
  readonly fault: LedgerFault
  constructor(fault: LedgerFault) {
    super(fault.problem)
    this.fault = fault
  }
}

interface LedgerEvidence {
  /** Checks the signatures of the heads and the MAC of every entry. */
  readonly secrets?: Secrets
  /** Heads that were recorded elsewhere: the books must still contain them. */
  readonly anchors?: readonly Seal[]
}

/** Recomputes everything from the entries, and compares it with every head that is known. */
export async function verifyLedger(database: Database, evidence: LedgerEvidence = {}): Promise<LedgerReport> {
  const balances = new Map<string, Centavos>()
  const seen = { entryCount: 0, head: FIRST_SEAL, balancesCentavos: balances }
  const count = (entry: StoredEntry, position: number | undefined): void => {
    if (evidence.secrets !== undefined && !entryMac.isGenuine(evidence.secrets, entry))
      throw new Broken({ position, entryId: entry.id, problem: 'it was not written by this program' })
    addPostings(balances, entry, position)
    seen.entryCount += 1
  }
  try {
    const anchors = [...(evidence.anchors ?? []), ...(await listGenuineHeads(database, evidence.secrets))]
    const known = Map.groupBy(anchors, ({ position }) => position)
    for await (const row of listSealed(database)) {
      seen.head = checkSeal(seen.head, row, known.get(row.position) ?? [])
      count(row, row.position)
    }
    const furthest = anchors.reduce((most, { position }) => Math.max(most, position), 0)
    if (seen.head.position < furthest)
      throw new Broken({
        position: furthest,
        entryId: undefined,
        problem: `the chain ends at ${seen.head.position}: entries were removed from its end`,
      })
    for await (const row of listWithoutSeal(database)) {
      if (!row.isWaiting)
        throw new Broken({ position: undefined, entryId: row.id, problem: 'its seal was removed' })
      count(row, undefined)
    }
    const strayId = await findStrayPosting(database)
    if (strayId !== undefined)
      throw new Broken({ position: undefined, entryId: strayId, problem: 'postings without their entry' })
    return { ...seen, fault: undefined }
  } catch (error) {
    if (error instanceof Broken) return { ...seen, fault: error.fault }
    throw error
  }
}

/** The heads that the worker signed. Each signature covers the one before, so none can be left out between two. */
async function listGenuineHeads(database: Database, secrets: Secrets | undefined): Promise<Seal[]> {
  if (secrets === undefined) return []
  const heads = await listSignedHeads(database)
  for (const [at, head] of heads.entries())
    if (head.signature !== computeHeadSignature(secrets, heads[at - 1]?.signature ?? '', head))
      throw new Broken({
        position: head.position,
        entryId: undefined,
        problem: 'its head was not signed by this deployment, or a head before it was removed',
      })
  return heads
}

function checkSeal(previous: Seal, row: SealedRow, anchors: readonly Seal[]): Seal {
  const fail = (problem: string): never => {
    throw new Broken({ position: row.position, entryId: row.sealedId, problem })
  }
  if (row.position !== previous.position + 1)
    fail(`seal ${previous.position + 1} is missing before this entry's`)
  if (row.id === null) fail('the entry was removed')
  const seal = computeSeal(previous, row)
  if (seal.hash !== row.hash) fail('the entry, its postings or its place differ from what was sealed')
  if (anchors.some(anchor => anchor.hash !== seal.hash))
    fail('the whole chain was written anew: it differs from the head that was noted')
  return seal
}

function addPostings(
  balances: Map<string, Centavos>,
  { id, postings }: StoredEntry,
  position: number | undefined,
): void {
  let difference = 0
  for (const [, account, amountCentavos] of postings ?? []) {
    const kind = account.split(':')[0] ?? account
    balances.set(kind, (balances.get(kind) ?? 0) + amountCentavos)
    difference += amountCentavos
  }
  if (difference !== 0 || postings === null)
    throw new Broken({
      position,
      entryId: id,
      problem: postings === null ? 'it has no postings' : `debits exceed credits by ${difference} centavos`,
    })
}
