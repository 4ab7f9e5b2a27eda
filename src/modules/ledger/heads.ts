import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Database, Queryable, Statement } from '../../platform/db/database.ts'
import { lockSealing, type Seal } from './seal.ts'

/** The head of the chain at some moment, signed together with the signature before it. */
export interface SignedHead extends Seal {
  readonly signature: string
}

/** The database does not hold what was signed: it was restored from a backup, or somebody rewrote it. */
export class LedgerRewritten extends Error {}

const HEAD_COLUMNS = `position, encode(hash, 'hex') AS hash, encode(signature, 'hex') AS signature`

const LIST_HEADS: Statement = {
  name: 'ledger.list-heads',
  text: `SELECT ${HEAD_COLUMNS} FROM ledger_heads ORDER BY position`,
}
const LIST_LAST_HEADS: Statement = {
  name: 'ledger.list-last-heads',
  text: `SELECT ${HEAD_COLUMNS} FROM ledger_heads ORDER BY position DESC LIMIT 2`,
}
const SELECT_HASH: Statement = {
  name: 'ledger.seal-at',
  text: `SELECT encode(hash, 'hex') AS hash FROM ledger_seals WHERE position = $1`,
}
const INSERT_HEAD: Statement = {
  name: 'ledger.insert-head',
  text: `INSERT INTO ledger_heads (position, hash, signature, signed_at) VALUES ($1, decode($2, 'hex'), decode($3, 'hex'), $4)`,
}

export const computeHeadSignature = (
  secrets: Secrets,
  previousSignature: string,
  { position, hash }: Seal,
): string => secrets.computeMac('ledger-head', `${previousSignature}:${position}:${hash}`).toString('hex')

export function listSignedHeads(db: Queryable): Promise<SignedHead[]> {
  return db.run<SignedHead>(LIST_HEADS, [])
}

/**
 * In one sentence, how the chain differs from a head that was signed; undefined if it contains the head. This is the
 * one place that decides whether a database is older than what is known about it.
 */
export async function findLedgerDifference(db: Queryable, head: Seal): Promise<string | undefined> {
  const [row] = await db.run<{ hash: string }>(SELECT_HASH, [head.position])
  if (row === undefined) return `the ledger ends before entry ${head.position}, which was signed`
  if (row.hash !== head.hash) return `entry ${head.position} of the ledger is not the one that was signed`
  return undefined
}

/**
 * In one sentence, why the chain does not contain the head signed last, according to the database and to what was kept
 * outside it.
 */
export async function findLedgerFault(
  db: Queryable,
  secrets: Secrets,
  kept: Seal | undefined,
): Promise<string | undefined> {
  const [signed, before] = await db.run<SignedHead>(LIST_LAST_HEADS, [])
  if (signed && signed.signature !== computeHeadSignature(secrets, before?.signature ?? '', signed))
    return `head ${signed.position} of the ledger was not signed by this deployment`
  for (const head of [signed, kept]) {
    const difference = head && (await findLedgerDifference(db, head))
    if (difference !== undefined) return difference
  }
  return undefined
}

/**
 * Signs the head unless it is signed. Refuses to sign on if the chain does not contain the head signed last, according
 * to the database and to what was kept outside it.
 */
export function signLedger(
  database: Database,
  secrets: Secrets,
  kept: Seal | undefined,
  now: Date,
): Promise<Seal | undefined> {
  return database.transaction(async tx => {
    const last = await lockSealing(tx)
    const fault = await findLedgerFault(tx, secrets, kept)
    if (fault !== undefined) throw new LedgerRewritten(fault)
    const [signed] = await tx.run<SignedHead>(LIST_LAST_HEADS, [])
    if (last === undefined || last.position <= (signed?.position ?? 0)) return last
    const signature = computeHeadSignature(secrets, signed?.signature ?? '', last)
    await tx.run(INSERT_HEAD, [last.position, last.hash, signature, now])
    return last
  })
}
