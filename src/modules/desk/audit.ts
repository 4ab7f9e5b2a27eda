import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database } from '../../platform/db/database.ts'
import { AuditCheck, type AuditFault, type AuditHead } from './audit-chain.ts'
import {
  chainNotes,
  countNotes,
  insertSeal,
  listEntries,
  listSeals,
  lockUnsealedHead,
} from './audit-store.ts'

const PAGE = 1_000

const signHead = (secrets: Secrets, { position, hash }: AuditHead): string =>
  secrets.computeMac('audit-seal', `${position}:${hash}`).toString('hex')

/**
 * Chains what was noted, and signs the head if no seal covers it yet: an attacker who rewrites the chain later cannot
 * sign it.
 */
export async function sealAudit(
  database: Database,
  secrets: Secrets,
  now: Date,
): Promise<AuditHead | undefined> {
  await chainNotes(database)
  return database.transaction(async tx => {
    const head = await lockUnsealedHead(tx)
    if (head !== undefined) await insertSeal(tx, { ...head, signature: signHead(secrets, head) }, now)
    return head
  })
}

export interface AuditReport {
  readonly head: AuditHead
  readonly sealCount: number
  /** Notes that are not in the chain yet: the database lets none of them go before it is. */
  readonly waitingCount: number
  /** The first fault found; nothing after it was checked. */
  readonly fault: AuditFault | undefined
}

/** Recomputes the whole chain. `anchor` is a head that was recorded elsewhere earlier. */
export async function verifyAudit(
  database: Database,
  secrets: Secrets,
  anchor?: AuditHead,
): Promise<AuditReport> {
  const seals = await listSeals(database)
  const check = new AuditCheck({ seals, anchor, sign: head => signHead(secrets, head) })
  for (let after = 0; ; after += PAGE) {
    const entries = await listEntries(database, after, PAGE)
    const isSound = entries.every(entry => check.add(entry))
    if (!isSound || entries.length < PAGE) break
  }
  const waitingCount = await countNotes(database)
  return { head: check.head, sealCount: seals.length, waitingCount, fault: check.finish() }
}
