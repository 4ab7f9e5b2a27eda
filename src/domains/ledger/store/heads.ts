import { ChainRewritten } from '../../../kernel/faults.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'

export interface Seal {
  readonly position: number
  readonly hash: string
}

/** The seal before the first entry. */
export const FIRST_SEAL: Seal = { position: 0, hash: '0'.repeat(64) }

/** The head of the chain at some moment, signed together with the signature before it. */
interface SignedHead extends Seal {
  readonly signature: string
}

// Arbitrary, but every process must use the same key.
const SEALING_LOCK = 4_072_040

const HEAD_COLUMNS = `position, encode(hash, 'hex') AS hash, encode(signature, 'hex') AS signature`

const LIST_HEADS: Statement = {
  name: 'ledger.list-heads',
  text: `SELECT ${HEAD_COLUMNS} FROM ledger_heads ORDER BY position`,
}
const LIST_LAST_HEADS: Statement = {
  name: 'ledger.list-last-heads',
  text: `SELECT ${HEAD_COLUMNS} FROM ledger_heads ORDER BY position DESC LIMIT 2`,
}
const LOCK_SEALING: Statement = { name: 'ledger.lock-sealing', text: 'SELECT pg_advisory_xact_lock($1)' }
const SELECT_LAST_SEAL: Statement = {
  name: 'ledger.last-seal',
  text: `SELECT position, encode(hash, 'hex') AS hash FROM ledger_seals ORDER BY position DESC LIMIT 1`,
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
 * How the chain differs from a signed head, in one sentence; undefined if it contains the head. This is the
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
 * outside it, or why it goes beyond that head.
 */
export async function findLedgerFault(
  db: Queryable,
  secrets: Secrets,
  kept: Seal | undefined,
): Promise<string | undefined> {
  // Read first: seals and their head are written together, so a head that is read later is never behind.
  const [last] = await db.run<Seal>(SELECT_LAST_SEAL, [])
  const [signed, before] = await db.run<SignedHead>(LIST_LAST_HEADS, [])
  if (signed && signed.signature !== computeHeadSignature(secrets, before?.signature ?? '', signed))
    return `head ${signed.position} of the ledger was not signed by this deployment`
  for (const head of [signed, kept]) {
    const difference = head && (await findLedgerDifference(db, head))
    if (difference !== undefined) return difference
  }
  if (last !== undefined && last.position > (signed?.position ?? 0))
    return `seal ${last.position} of the ledger was not written by this deployment`
  return undefined
}

/** The head signed last. Nobody adds to the chain until the transaction ends. Throws ChainRewritten. */
export async function lockHead(
  tx: Transaction,
  secrets: Secrets,
  kept: Seal | undefined,
): Promise<SignedHead | undefined> {
  await tx.run(LOCK_SEALING, [SEALING_LOCK])
  const fault = await findLedgerFault(tx, secrets, kept)
  if (fault !== undefined) throw new ChainRewritten(fault)
  return (await tx.run<SignedHead>(LIST_LAST_HEADS, []))[0]
}

/** Signs a new end of the chain together with the head before it. */
export async function signHead(
  tx: Transaction,
  secrets: Secrets,
  before: SignedHead | undefined,
  seal: Seal,
  now: Date,
): Promise<void> {
  const signature = computeHeadSignature(secrets, before?.signature ?? '', seal)
  await tx.run(INSERT_HEAD, [seal.position, seal.hash, signature, now])
}
