import type { Queryable, Statement, Transaction } from '../../../../platform/db/database.ts'

export interface FileRow {
  readonly fileSequence: number
  readonly createdAt: Date
}

/* Two concurrent exports get the same file: the bank accepts each file number only once. */
const LOCK_ACCOUNT: Statement = {
  name: 'remittance-files.lock-account',
  text: 'SELECT id FROM lender_accounts WHERE id = $1 FOR UPDATE',
}

const SELECT_UNWRITTEN: Statement = {
  name: 'remittance-files.find-unwritten',
  text: `SELECT file_sequence, created_at FROM remittance_files
    WHERE account_id = $1 AND written_at IS NULL ORDER BY file_sequence LIMIT 1`,
}

const INSERT_FILE: Statement = {
  name: 'remittance-files.insert',
  text: 'INSERT INTO remittance_files (account_id, file_sequence, created_at) VALUES ($1, $2, $3)',
}

const MARK_WRITTEN: Statement = {
  name: 'remittance-files.mark-written',
  text: `UPDATE remittance_files SET written_at = $3
    WHERE account_id = $1 AND file_sequence = $2 AND written_at IS NULL`,
}

/** From now on, the next export opens a new file. */
export async function markRemittanceWritten(
  db: Queryable,
  file: { readonly accountId: string; readonly fileSequence: number },
  now: Date,
): Promise<void> {
  await db.run(MARK_WRITTEN, [file.accountId, file.fileSequence, now])
}

/** A file that was opened and not finished. The account is locked. */
export async function lockUnwritten(tx: Transaction, accountId: string): Promise<FileRow | undefined> {
  const [, [unwritten]] = await Promise.all([
    tx.run(LOCK_ACCOUNT, [accountId]),
    tx.run<FileRow>(SELECT_UNWRITTEN, [accountId]),
  ])
  return unwritten
}

export async function insertFile(
  tx: Transaction,
  accountId: string,
  { fileSequence, createdAt }: FileRow,
): Promise<void> {
  await tx.run(INSERT_FILE, [accountId, fileSequence, createdAt])
}
