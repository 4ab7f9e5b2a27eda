import type { Clock } from '../../kernel/clock.ts'
import { ChainRewritten } from '../../kernel/faults.ts'
import type { ReportForgery } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Queryable } from '../../platform/db/database.ts'
import type { Log } from '../../platform/telemetry/log.ts'
import { AuditCheck, type AuditEvidence, type AuditFault, type AuditHead, type AuditSeal } from './chain.ts'
import {
  chainNotes,
  countNotes,
  findHashAt,
  insertSeal,
  listEntries,
  listLastSeals,
  listSeals,
  lockHead,
  recordAudit,
} from './store.ts'

const PAGE = 1_000

const computeSignature = (
  secrets: Secrets,
  { version, position, hash }: Omit<AuditSeal, 'signature'>,
  previous: AuditSeal | undefined,
): string => {
  const before = `${previous?.position ?? 0}:${previous?.signature ?? ''}`
  const text = version === 1 ? `${position}:${hash}` : `2:${before}:${position}:${hash}`
  return secrets.computeMac('audit-seal', text).toString('hex')
}

/** In one sentence, how the chain differs from a head that was signed; undefined if it contains the head. */
export async function findAuditDifference(db: Queryable, head: AuditHead): Promise<string | undefined> {
  const hash = await findHashAt(db, head.position)
  if (hash === undefined) return `the audit log ends before entry ${head.position}, which was signed`
  if (hash !== head.hash) return `entry ${head.position} of the audit log is not the one that was signed`
  return undefined
}

/**
 * In one sentence, why the chain does not contain the head signed last, according to the database and to what was kept
 * outside it.
 */
export async function findAuditFault(
  db: Queryable,
  secrets: Secrets,
  kept: AuditHead | undefined,
): Promise<string | undefined> {
  return findSealFault(db, secrets, await listLastSeals(db), kept)
}

async function findSealFault(
  db: Queryable,
  secrets: Secrets,
  [last, before]: readonly AuditSeal[],
  kept: AuditHead | undefined,
): Promise<string | undefined> {
  if (last !== undefined && last.signature !== computeSignature(secrets, last, before))
    return `seal ${last.position} of the audit log was not made by this deployment`
  for (const known of [last, kept]) {
    const difference = known && (await findAuditDifference(db, known))
    if (difference !== undefined) return difference
  }
  return undefined
}

/**
 * Chains what was noted, and signs the head if no seal covers it yet: an attacker who rewrites the chain later cannot sign it. Refuses to sign on
 * if the chain does not contain the head signed last, according to the database and to what was kept outside it.
 * Returns the head, and whether it was signed now.
 */
export async function sealAudit(
  database: Database,
  secrets: Secrets,
  now: Date,
  kept?: AuditHead,
): Promise<(AuditHead & { readonly isNew: boolean }) | undefined> {
  await chainNotes(database)
  return database.transaction(async tx => {
    const { head, seals } = await lockHead(tx)
    const fault = await findSealFault(tx, secrets, seals, kept)
    if (fault !== undefined) throw new ChainRewritten(fault)
    const [last] = seals
    if (head === undefined) return undefined
    if (head.position <= (last?.position ?? 0)) return { ...head, isNew: false }
    const seal = { ...head, version: 2 } as const
    await insertSeal(tx, { ...seal, signature: computeSignature(secrets, seal, last) }, now)
    return { ...head, isNew: true }
  })
}

interface AuditReport {
  readonly head: AuditHead
  readonly sealCount: number
  /** Notes that are not in the chain yet: the database lets none of them go before it is. */
  readonly waitingCount: number
  /** The first fault found; nothing after it was checked. */
  readonly fault: AuditFault | undefined
}

/** Recomputes the whole chain. `anchors` are heads that were recorded elsewhere earlier. */
export async function verifyAudit(
  database: Database,
  secrets: Secrets,
  anchors: readonly AuditHead[] = [],
): Promise<AuditReport> {
  const seals = await listSeals(database)
  const sign: AuditEvidence['sign'] = (seal, previous) => computeSignature(secrets, seal, previous)
  const check = new AuditCheck({ seals, anchors, sign })
  for (let after = 0; ; after += PAGE) {
    const entries = await listEntries(database, after, PAGE)
    const isSound = entries.every(entry => check.add(entry))
    if (!isSound || entries.length < PAGE) break
  }
  const waitingCount = await countNotes(database)
  return { head: check.head, sealCount: seals.length, waitingCount, fault: check.finish() }
}

/** A forged row may be presented any number of times. */
const AGAIN_AFTER_MS = 60_000
const MAX_REMEMBERED = 1_000

/** Writes each forged row into the log and into the audit log, at most once a minute. */
export function createForgeryReports(context: {
  readonly database: Database
  readonly realClock: Clock
  readonly log?: Pick<Log, 'error'> | undefined
}): ReportForgery {
  const { database, realClock, log } = context
  const reportedAtMs = new Map<string, number>()
  return async (table, rowId) => {
    const now = realClock.now()
    const key = `${table}:${rowId}`
    if (now.getTime() - (reportedAtMs.get(key) ?? Number.NEGATIVE_INFINITY) < AGAIN_AFTER_MS) return
    if (reportedAtMs.size >= MAX_REMEMBERED) reportedAtMs.clear()
    reportedAtMs.set(key, now.getTime())
    log?.error({ code: 'forged_row' }, `refused row ${rowId} of ${table}: it was not written by this program`)
    const note = {
      operatorId: undefined,
      action: 'refused.forged-row',
      subject: rowId,
      details: { table },
    } as const
    try {
      await recordAudit(database, note, now)
    } catch (error) {
      // The row is refused all the same, and the log has it.
      log?.error({ err: error }, 'a forged row was not audited')
    }
  }
}
