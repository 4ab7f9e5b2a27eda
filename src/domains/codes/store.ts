import type { CodePurpose } from '../../contract/onboarding.ts'
import { startOfLimit } from '../../kernel/send-limit.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'
import type { CodeSend } from './budgets.ts'

/*
 * Codes of purchases and links stay: a signature names the one that was entered, and no role may delete it. What somebody asked for
 * with a CPF goes after a day. So they are two tables, under one mechanism.
 */

/** A code is compared with at most so many guesses. */
export const MAX_TRIES = 5

/** What a code opens. */
export interface CodeSubject {
  /** With the purpose `link`, the visit: there is no purchase yet. */
  readonly transactionId: string
  readonly purpose: CodePurpose | 'link'
}

const REPLACE_CODE: Statement = {
  name: 'one-time-codes.replace',
  text: `UPDATE one_time_codes SET replaced_at = $3
    WHERE transaction_id = $1 AND purpose = $2 AND used_at IS NULL AND replaced_at IS NULL`,
}
const INSERT_CODE: Statement = {
  name: 'one-time-codes.insert',
  text: `INSERT INTO one_time_codes (id, transaction_id, purpose, phone_index, code_hash, sent_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
}
const LIVING_CODE = `transaction_id = $1 AND purpose = $2 AND used_at IS NULL AND replaced_at IS NULL AND expires_at > $3
  AND tries < ${MAX_TRIES}`
const SPEND_CODE_TRY: Statement = {
  name: 'one-time-codes.spend-try',
  text: `UPDATE one_time_codes SET tries = tries + 1 WHERE ${LIVING_CODE} RETURNING id, code_hash,
    expires_at`,
}
const FIND_LIVING_CODE: Statement = {
  name: 'one-time-codes.find-living',
  text: `SELECT id, sent_at, expires_at FROM one_time_codes WHERE ${LIVING_CODE}`,
}
const GET_SENT_AT: Statement = {
  name: 'one-time-codes.get-sent-at',
  text: 'SELECT sent_at FROM one_time_codes WHERE id = $1',
}
const MARK_CODE_USED: Statement = {
  name: 'one-time-codes.mark-used',
  text: `UPDATE one_time_codes SET used_at = $2 WHERE id = $1 AND used_at IS NULL AND replaced_at IS NULL RETURNING id`,
}

export async function replaceLivingCode(tx: Transaction, subject: CodeSubject, now: Date): Promise<void> {
  await tx.run(REPLACE_CODE, [subject.transactionId, subject.purpose, now])
}

interface CodeRow extends CodeSubject {
  readonly id: string
  readonly phoneIndex: Buffer
  readonly codeHash: Buffer
  readonly sentAt: Date
  readonly expiresAt: Date
}

export async function insertCode(tx: Transaction, row: CodeRow): Promise<void> {
  const { id, transactionId, purpose, phoneIndex, codeHash, sentAt, expiresAt } = row
  await tx.run(INSERT_CODE, [id, transactionId, purpose, phoneIndex, codeHash, sentAt, expiresAt])
}

export async function spendCodeTry(
  db: Queryable,
  subject: CodeSubject,
  now: Date,
): Promise<Pick<CodeRow, 'id' | 'codeHash' | 'expiresAt'> | undefined> {
  const values = [subject.transactionId, subject.purpose, now]
  return (await db.run<Pick<CodeRow, 'id' | 'codeHash' | 'expiresAt'>>(SPEND_CODE_TRY, values))[0]
}

export async function findLivingCode(
  db: Queryable,
  subject: CodeSubject,
  now: Date,
): Promise<Pick<CodeRow, 'id' | 'sentAt' | 'expiresAt'> | undefined> {
  return (
    await db.run<Pick<CodeRow, 'id' | 'sentAt' | 'expiresAt'>>(FIND_LIVING_CODE, [
      subject.transactionId,
      subject.purpose,
      now,
    ])
  )[0]
}

export async function markCodeUsed(tx: Transaction, codeId: string, now: Date): Promise<boolean> {
  return (await tx.run(MARK_CODE_USED, [codeId, now])).length > 0
}

export async function getCodeSentAt(db: Queryable, codeId: string): Promise<Date> {
  const [row] = await db.run<{ sentAt: Date }>(GET_SENT_AT, [codeId])
  if (row === undefined) throw new Error(`code ${codeId} does not exist`)
  return row.sentAt
}

/** Serialises what one device asks for until the transaction ends. */
const LOCK_DEVICE: Statement = {
  name: 'customer-challenges.lock',
  text: 'SELECT pg_advisory_xact_lock($1::bigint)',
}
const LIST_ASKED: Statement = {
  name: 'customer-challenges.list-asked',
  text: `SELECT asked_at AS "at" FROM customer_challenges
    WHERE device_hash = $1 AND asked_at > $2 AND used_at IS NULL ORDER BY asked_at`,
}
const REPLACE_CHALLENGE: Statement = {
  name: 'customer-challenges.replace',
  text: `UPDATE customer_challenges SET replaced_at = $2
    WHERE device_hash = $1 AND used_at IS NULL AND replaced_at IS NULL`,
}
const INSERT_CHALLENGE: Statement = {
  name: 'customer-challenges.insert',
  text: `INSERT INTO customer_challenges (id, device_hash, cpf_index, asked_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
}
const LIVING_CHALLENGE = `used_at IS NULL AND replaced_at IS NULL AND tries < ${MAX_TRIES}`
const FIND_LIVING_CHALLENGE: Statement = {
  name: 'customer-challenges.find-living',
  text: `SELECT id, cpf_index, asked_at, expires_at
    FROM customer_challenges WHERE device_hash = $1 AND expires_at > $2 AND ${LIVING_CHALLENGE}`,
}
const FIND_UNSENT: Statement = {
  name: 'customer-challenges.find-unsent',
  text: `SELECT id, device_hash, cpf_index, expires_at
    FROM customer_challenges WHERE id = $1 AND expires_at > $2 AND code_hash IS NULL AND ${LIVING_CHALLENGE}`,
}
const SET_CHALLENGE_CODE: Statement = {
  name: 'customer-challenges.set-code',
  text: `UPDATE customer_challenges SET code_hash = $2, phone_index = $3
    WHERE id = $1 AND code_hash IS NULL AND ${LIVING_CHALLENGE} RETURNING id`,
}
const SPEND_CHALLENGE_TRY: Statement = {
  name: 'customer-challenges.spend-try',
  text: `UPDATE customer_challenges SET tries = tries + 1 WHERE device_hash = $1 AND expires_at > $2 AND ${LIVING_CHALLENGE}
    RETURNING id, device_hash, cpf_index, expires_at, code_hash,
      phone_index`,
}
const MARK_CHALLENGE_USED: Statement = {
  name: 'customer-challenges.mark-used',
  text: `UPDATE customer_challenges SET used_at = $2
    WHERE id = $1 AND code_hash IS NOT NULL AND used_at IS NULL AND replaced_at IS NULL RETURNING id`,
}
const REMOVE_OLD_CHALLENGES: Statement = {
  name: 'customer-challenges.remove-old',
  text: composeRemoval('customer_challenges', 'asked_at'),
}

interface ChallengeRow {
  readonly id: string
  readonly deviceHash: Buffer
  readonly cpfIndex: Buffer
  readonly askedAt: Date
  readonly expiresAt: Date
}

/** What a guess is compared with; both are null where no code was sent. */
export interface TriedChallenge extends Omit<ChallengeRow, 'askedAt'> {
  readonly codeHash: Buffer | null
  readonly phoneIndex: Buffer | null
}

export async function lockDevice(tx: Transaction, deviceHash: Buffer): Promise<void> {
  await tx.run(LOCK_DEVICE, [deviceHash.readBigInt64BE(0)])
}

export async function listAsked(db: Queryable, deviceHash: Buffer, now: Date): Promise<Date[]> {
  return (await db.run<{ at: Date }>(LIST_ASKED, [deviceHash, startOfLimit(now)])).map(({ at }) => at)
}

export async function replaceChallenge(db: Queryable, deviceHash: Buffer, now: Date): Promise<void> {
  await db.run(REPLACE_CHALLENGE, [deviceHash, now])
}

export async function insertChallenge(tx: Transaction, row: ChallengeRow): Promise<void> {
  const { id, deviceHash, cpfIndex, askedAt, expiresAt } = row
  await tx.run(INSERT_CHALLENGE, [id, deviceHash, cpfIndex, askedAt, expiresAt])
}

export async function findLivingChallengeRow(
  db: Queryable,
  deviceHash: Buffer,
  now: Date,
): Promise<Omit<ChallengeRow, 'deviceHash'> | undefined> {
  return (await db.run<ChallengeRow>(FIND_LIVING_CHALLENGE, [deviceHash, now]))[0]
}

export async function findUnsentChallenge(
  db: Queryable,
  id: string,
  now: Date,
): Promise<Omit<ChallengeRow, 'askedAt'> | undefined> {
  return (await db.run<ChallengeRow>(FIND_UNSENT, [id, now]))[0]
}

/** False when the challenge was replaced meanwhile, or got its code before. */
export async function setChallengeCode(
  tx: Transaction,
  {
    id,
    codeHash,
    phoneIndex,
  }: { readonly id: string; readonly codeHash: Buffer; readonly phoneIndex: Buffer },
): Promise<boolean> {
  return (await tx.run(SET_CHALLENGE_CODE, [id, codeHash, phoneIndex])).length > 0
}

export async function spendChallengeTry(
  db: Queryable,
  deviceHash: Buffer,
  now: Date,
): Promise<TriedChallenge | undefined> {
  return (await db.run<TriedChallenge>(SPEND_CHALLENGE_TRY, [deviceHash, now]))[0]
}

export async function markChallengeUsed(tx: Transaction, id: string, now: Date): Promise<boolean> {
  return (await tx.run(MARK_CHALLENGE_USED, [id, now])).length > 0
}

const DAY_MS = 24 * 3_600_000
/** For so long a device on which a code was entered is known. */
export const DEVICE_DAYS = 180

/** Serialises sends to one phone until the transaction ends, so that each one counts the others. */
const LOCK_PHONE: Statement = {
  name: 'code-sends.lock-phone',
  text: 'SELECT pg_advisory_xact_lock($1::bigint)',
}
const LIST_SENDS: Statement = {
  name: 'code-sends.list',
  text: `SELECT way, reserve, subject, address_index AS address, sent_at FROM code_sends
    WHERE phone_index = $1 AND sent_at > $2 ORDER BY sent_at`,
}
const INSERT_SEND: Statement = {
  name: 'code-sends.insert',
  text: `INSERT INTO code_sends (code_id, phone_index, way, reserve, subject, address_index, sent_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
}
/* A code that was entered counts no more. */
const ENTER_SEND: Statement = {
  name: 'code-sends.enter',
  text: `WITH entered AS (DELETE FROM code_sends WHERE code_id = $1 RETURNING phone_index)
    INSERT INTO code_devices (phone_index, device_index, entered_at)
    SELECT phone_index, $2::bytea, $3 FROM entered WHERE $2::bytea IS NOT NULL
    ON CONFLICT (phone_index, device_index) DO UPDATE SET entered_at = excluded.entered_at`,
}
const FIND_DEVICE: Statement = {
  name: 'code-devices.find',
  text: 'SELECT true FROM code_devices WHERE phone_index = $1 AND device_index = $2 AND entered_at > $3',
}
const REMOVE_OLD_SENDS: Statement = {
  name: 'code-sends.remove-old',
  text: composeRemoval('code_sends', 'sent_at'),
}
const REMOVE_OLD_DEVICES: Statement = {
  name: 'code-devices.remove-old',
  text: composeRemoval('code_devices', 'entered_at'),
}
const FORGET_CHALLENGES: Statement = {
  name: 'customer-challenges.forget',
  text: 'DELETE FROM customer_challenges WHERE cpf_index = $1',
}
const FORGET_SENDS: Statement = {
  name: 'code-sends.forget',
  text: 'DELETE FROM code_sends WHERE phone_index = ANY ($1)',
}
const FORGET_DEVICES: Statement = {
  name: 'code-devices.forget',
  text: 'DELETE FROM code_devices WHERE phone_index = ANY ($1)',
}

export async function lockPhone(tx: Transaction, phoneIndex: Buffer): Promise<void> {
  await tx.run(LOCK_PHONE, [phoneIndex.readBigInt64BE(0)])
}

export function listSends(db: Queryable, phoneIndex: Buffer, now: Date): Promise<CodeSend[]> {
  return db.run<CodeSend>(LIST_SENDS, [phoneIndex, startOfLimit(now)])
}

export async function insertSend(
  tx: Transaction,
  codeId: string,
  phoneIndex: Buffer,
  { way, reserve, subject, address, sentAt }: CodeSend,
): Promise<void> {
  await tx.run(INSERT_SEND, [codeId, phoneIndex, way, reserve, subject, address, sentAt])
}

export async function enterSend(
  tx: Transaction,
  codeId: string,
  device: Buffer | undefined,
  now: Date,
): Promise<void> {
  await tx.run(ENTER_SEND, [codeId, device ?? null, now])
}

export async function isKnownDevice(
  db: Queryable,
  phoneIndex: Buffer,
  device: Buffer,
  now: Date,
): Promise<boolean> {
  return (await db.run(FIND_DEVICE, [phoneIndex, device, knownSince(now)])).length > 0
}

const knownSince = (now: Date): Date => new Date(now.getTime() - DEVICE_DAYS * DAY_MS)

/** CPFs that strangers asked about are not kept longer than the limits need them. */
export async function removeOldCodeRequests(db: Queryable, now: Date): Promise<void> {
  await removeInSteps(db, REMOVE_OLD_CHALLENGES, startOfLimit(now))
  await removeInSteps(db, REMOVE_OLD_SENDS, startOfLimit(now))
  await removeInSteps(db, REMOVE_OLD_DEVICES, knownSince(now))
}

/** What somebody asked for with this CPF, and what was sent to these phones. */
export function forgetCodes(
  tx: Transaction,
  { cpfIndex, phoneIndexes }: { readonly cpfIndex: Buffer; readonly phoneIndexes: readonly Buffer[] },
): void {
  tx.send(FORGET_CHALLENGES, [cpfIndex])
  for (const statement of [FORGET_SENDS, FORGET_DEVICES]) tx.send(statement, [phoneIndexes])
}
