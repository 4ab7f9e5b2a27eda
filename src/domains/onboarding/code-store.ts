import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'

interface Subject {
  readonly transactionId: string
  readonly purpose: string
}

export const MAX_TRIES = 5

const REPLACE: Statement = {
  name: 'one-time-codes.replace',
  text: `UPDATE one_time_codes SET replaced_at = $3
    WHERE transaction_id = $1 AND purpose = $2 AND used_at IS NULL AND replaced_at IS NULL`,
}
const INSERT: Statement = {
  name: 'one-time-codes.insert',
  text: `INSERT INTO one_time_codes (id, transaction_id, purpose, phone_index, code_hash, sent_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7)`,
}
const LIVING = `transaction_id = $1 AND purpose = $2 AND used_at IS NULL AND replaced_at IS NULL AND expires_at > $3
  AND tries < ${MAX_TRIES}`
const SPEND_TRY: Statement = {
  name: 'one-time-codes.spend-try',
  text: `UPDATE one_time_codes SET tries = tries + 1 WHERE ${LIVING} RETURNING id, code_hash AS "codeHash",
    expires_at AS "expiresAt"`,
}
const FIND_LIVING: Statement = {
  name: 'one-time-codes.find-living',
  text: `SELECT id, sent_at AS "sentAt", expires_at AS "expiresAt" FROM one_time_codes WHERE ${LIVING}`,
}
const GET_SENT_AT: Statement = {
  name: 'one-time-codes.get-sent-at',
  text: 'SELECT sent_at AS "sentAt" FROM one_time_codes WHERE id = $1',
}
const MARK_USED: Statement = {
  name: 'one-time-codes.mark-used',
  text: `UPDATE one_time_codes SET used_at = $2 WHERE id = $1 AND used_at IS NULL AND replaced_at IS NULL RETURNING id`,
}

export async function replaceLivingCode(tx: Transaction, subject: Subject, now: Date): Promise<void> {
  await tx.run(REPLACE, [subject.transactionId, subject.purpose, now])
}

interface CodeRow extends Subject {
  readonly id: string
  readonly phoneIndex: Buffer
  readonly codeHash: Buffer
  readonly sentAt: Date
  readonly expiresAt: Date
}

export async function insertCode(tx: Transaction, row: CodeRow): Promise<void> {
  const { id, transactionId, purpose, phoneIndex, codeHash, sentAt, expiresAt } = row
  await tx.run(INSERT, [id, transactionId, purpose, phoneIndex, codeHash, sentAt, expiresAt])
}

export async function spendTry(
  db: Queryable,
  subject: Subject,
  now: Date,
): Promise<Pick<CodeRow, 'id' | 'codeHash' | 'expiresAt'> | undefined> {
  const values = [subject.transactionId, subject.purpose, now]
  return (await db.run<Pick<CodeRow, 'id' | 'codeHash' | 'expiresAt'>>(SPEND_TRY, values))[0]
}

export async function findLivingCodeRow(
  db: Queryable,
  subject: Subject,
  now: Date,
): Promise<Pick<CodeRow, 'id' | 'sentAt' | 'expiresAt'> | undefined> {
  return (
    await db.run<Pick<CodeRow, 'id' | 'sentAt' | 'expiresAt'>>(FIND_LIVING, [
      subject.transactionId,
      subject.purpose,
      now,
    ])
  )[0]
}

export async function markCodeUsed(tx: Transaction, codeId: string, now: Date): Promise<boolean> {
  return (await tx.run(MARK_USED, [codeId, now])).length > 0
}

export async function getSentAt(db: Queryable, codeId: string): Promise<Date> {
  const [row] = await db.run<{ sentAt: Date }>(GET_SENT_AT, [codeId])
  if (row === undefined) throw new Error(`code ${codeId} does not exist`)
  return row.sentAt
}
