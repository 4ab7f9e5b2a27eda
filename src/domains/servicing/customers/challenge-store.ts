import { startOfLimit } from '../../../kernel/send-limit.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../../platform/db/removal.ts'

export const MAX_TRIES = 5

/** Serialises what one device asks for until the transaction ends. */
const LOCK: Statement = {
  name: 'customer-challenges.lock',
  text: 'SELECT pg_advisory_xact_lock($1::bigint)',
}
const LIST_ASKED: Statement = {
  name: 'customer-challenges.list-asked',
  text: `SELECT asked_at AS "at" FROM customer_challenges
    WHERE device_hash = $1 AND asked_at > $2 AND used_at IS NULL ORDER BY asked_at`,
}
const REPLACE: Statement = {
  name: 'customer-challenges.replace',
  text: `UPDATE customer_challenges SET replaced_at = $2
    WHERE device_hash = $1 AND used_at IS NULL AND replaced_at IS NULL`,
}
const INSERT: Statement = {
  name: 'customer-challenges.insert',
  text: `INSERT INTO customer_challenges (id, device_hash, cpf_index, asked_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
}
const LIVING = `used_at IS NULL AND replaced_at IS NULL AND tries < ${MAX_TRIES}`
const FIND_LIVING: Statement = {
  name: 'customer-challenges.find-living',
  text: `SELECT id, cpf_index AS "cpfIndex", asked_at AS "askedAt", expires_at AS "expiresAt"
    FROM customer_challenges WHERE device_hash = $1 AND expires_at > $2 AND ${LIVING}`,
}
const FIND_UNSENT: Statement = {
  name: 'customer-challenges.find-unsent',
  text: `SELECT id, device_hash AS "deviceHash", cpf_index AS "cpfIndex", expires_at AS "expiresAt"
    FROM customer_challenges WHERE id = $1 AND expires_at > $2 AND code_hash IS NULL AND ${LIVING}`,
}
const SET_CODE: Statement = {
  name: 'customer-challenges.set-code',
  text: `UPDATE customer_challenges SET code_hash = $2, phone_index = $3
    WHERE id = $1 AND code_hash IS NULL AND ${LIVING} RETURNING id`,
}
const SPEND_TRY: Statement = {
  name: 'customer-challenges.spend-try',
  text: `UPDATE customer_challenges SET tries = tries + 1 WHERE device_hash = $1 AND expires_at > $2 AND ${LIVING}
    RETURNING id, device_hash AS "deviceHash", cpf_index AS "cpfIndex", expires_at AS "expiresAt", code_hash AS "codeHash",
      phone_index AS "phoneIndex"`,
}
const MARK_USED: Statement = {
  name: 'customer-challenges.mark-used',
  text: `UPDATE customer_challenges SET used_at = $2
    WHERE id = $1 AND code_hash IS NOT NULL AND used_at IS NULL AND replaced_at IS NULL RETURNING id`,
}
const REMOVE_OLD: Statement = {
  name: 'customer-challenges.remove-old',
  text: composeRemoval('customer_challenges', 'asked_at'),
}

export interface ChallengeRow {
  readonly id: string
  readonly deviceHash: Buffer
  readonly cpfIndex: Buffer
  readonly askedAt: Date
  readonly expiresAt: Date
}

/** What a guess is compared with; both are null where no code was sent. */
export interface TriedRow extends Omit<ChallengeRow, 'askedAt'> {
  readonly codeHash: Buffer | null
  readonly phoneIndex: Buffer | null
}

export async function lockSubject(tx: Transaction, subject: Buffer): Promise<void> {
  await tx.run(LOCK, [subject.readBigInt64BE(0)])
}

export async function listAsked(db: Queryable, deviceHash: Buffer, now: Date): Promise<Date[]> {
  return (await db.run<{ at: Date }>(LIST_ASKED, [deviceHash, startOfLimit(now)])).map(({ at }) => at)
}

export async function replaceChallenge(db: Queryable, deviceHash: Buffer, now: Date): Promise<void> {
  await db.run(REPLACE, [deviceHash, now])
}

export async function insertChallenge(tx: Transaction, row: ChallengeRow): Promise<void> {
  const { id, deviceHash, cpfIndex, askedAt, expiresAt } = row
  await tx.run(INSERT, [id, deviceHash, cpfIndex, askedAt, expiresAt])
}

export async function findLivingRow(
  db: Queryable,
  deviceHash: Buffer,
  now: Date,
): Promise<Omit<ChallengeRow, 'deviceHash'> | undefined> {
  return (await db.run<ChallengeRow>(FIND_LIVING, [deviceHash, now]))[0]
}

export async function findUnsent(
  db: Queryable,
  id: string,
  now: Date,
): Promise<Omit<ChallengeRow, 'askedAt'> | undefined> {
  return (await db.run<ChallengeRow>(FIND_UNSENT, [id, now]))[0]
}

/** False when the challenge was replaced meanwhile, or got its code before. */
export async function setCode(
  tx: Transaction,
  {
    id,
    codeHash,
    phoneIndex,
  }: { readonly id: string; readonly codeHash: Buffer; readonly phoneIndex: Buffer },
): Promise<boolean> {
  return (await tx.run(SET_CODE, [id, codeHash, phoneIndex])).length > 0
}

export async function spendTry(db: Queryable, deviceHash: Buffer, now: Date): Promise<TriedRow | undefined> {
  return (await db.run<TriedRow>(SPEND_TRY, [deviceHash, now]))[0]
}

export async function markUsed(tx: Transaction, id: string, now: Date): Promise<boolean> {
  return (await tx.run(MARK_USED, [id, now])).length > 0
}

/** CPFs that strangers asked about are not kept longer than the limits need them. */
export async function removeOldChallenges(db: Queryable, now: Date): Promise<void> {
  await removeInSteps(db, REMOVE_OLD, startOfLimit(now))
}
