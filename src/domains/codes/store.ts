import { startOfLimit } from '../../kernel/send-limit.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { composeRemoval, removeInSteps } from '../../platform/db/removal.ts'
import type { CodeSend } from './budgets.ts'

const DAY_MS = 24 * 3_600_000
/** For so long a device on which a code was entered is known. */
export const DEVICE_DAYS = 180

/** Serialises sends to one phone until the transaction ends, so that each one counts the others. */
const LOCK_PHONE: Statement = {
  name: 'code-sends.lock-phone',
  text: 'SELECT pg_advisory_xact_lock($1::bigint)',
}
const LIST: Statement = {
  name: 'code-sends.list',
  text: `SELECT way, reserve, subject, address_index AS address, sent_at AS "sentAt" FROM code_sends
    WHERE phone_index = $1 AND sent_at > $2 ORDER BY sent_at`,
}
const INSERT: Statement = {
  name: 'code-sends.insert',
  text: `INSERT INTO code_sends (code_id, phone_index, way, reserve, subject, address_index, sent_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
}
/* A code that was entered counts no more. */
const ENTER: Statement = {
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
  return db.run<CodeSend>(LIST, [phoneIndex, startOfLimit(now)])
}

export async function insertSend(
  tx: Transaction,
  codeId: string,
  phoneIndex: Buffer,
  { way, reserve, subject, address, sentAt }: CodeSend,
): Promise<void> {
  await tx.run(INSERT, [codeId, phoneIndex, way, reserve, subject, address, sentAt])
}

export async function enterSend(
  tx: Transaction,
  codeId: string,
  device: Buffer | undefined,
  now: Date,
): Promise<void> {
  await tx.run(ENTER, [codeId, device ?? null, now])
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

export async function removeOldSends(db: Queryable, now: Date): Promise<void> {
  await removeInSteps(db, REMOVE_OLD_SENDS, startOfLimit(now))
  await removeInSteps(db, REMOVE_OLD_DEVICES, knownSince(now))
}

export function forgetPhones(tx: Transaction, phoneIndexes: readonly Buffer[]): void {
  for (const statement of [FORGET_SENDS, FORGET_DEVICES]) tx.send(statement, [phoneIndexes])
}
