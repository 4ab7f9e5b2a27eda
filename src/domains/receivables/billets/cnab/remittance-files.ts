import type { Secrets } from '../../../../platform/crypto/secrets.ts'
import type { Database, Queryable, Statement, Transaction } from '../../../../platform/db/database.ts'
import type { NumberMarks } from '../../../../platform/deployment/number-marks.ts'
import type { LenderAccount } from '../../../lender/index.ts'
import { listRemittanceTitles, openRemittance } from '../orders.ts'
import { nameFiles } from '../our-numbers.ts'
import { LARGEST_REMITTANCE, writeRemittance } from './remittance.ts'

export interface RemittanceFile {
  readonly fileSequence: number
  readonly titleCount: number
  readonly text: string
}

interface FileRow {
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

/**
 * Continues a file that was opened and not finished, or opens a new one with the pending orders; undefined when there
 * are none. If a title cannot be written, the whole transaction rolls back: no file number is used and no order counts
 * as sent.
 */
export function composeRemittanceFile(
  context: {
    readonly database: Database
    readonly secrets: Secrets
    readonly marks?: NumberMarks | undefined
  },
  account: LenderAccount,
  now: Date,
): Promise<RemittanceFile | undefined> {
  return context.database.transaction(async tx => {
    const file = await takeFile(tx, account.id, now)
    if (file === undefined) return undefined
    const { fileSequence, createdAt } = file
    await context.marks?.cover(nameFiles(account.id), fileSequence)
    const titles = await listRemittanceTitles(tx, context.secrets, { accountId: account.id, fileSequence })
    const text = writeRemittance({ account, fileSequence, createdAt, titles })
    return { fileSequence, titleCount: titles.length, text }
  })
}

async function takeFile(tx: Transaction, accountId: string, now: Date): Promise<FileRow | undefined> {
  const [, [unwritten]] = await Promise.all([
    tx.run(LOCK_ACCOUNT, [accountId]),
    tx.run<FileRow>(SELECT_UNWRITTEN, [accountId]),
  ])
  if (unwritten !== undefined) return unwritten
  const fileSequence = await openRemittance(tx, accountId, LARGEST_REMITTANCE)
  if (fileSequence === undefined) return undefined
  await tx.run(INSERT_FILE, [accountId, fileSequence, now])
  return { fileSequence, createdAt: now }
}

/** From now on, the next export opens a new file. */
export async function markRemittanceWritten(
  db: Queryable,
  file: { readonly accountId: string; readonly fileSequence: number },
  now: Date,
): Promise<void> {
  await db.run(MARK_WRITTEN, [file.accountId, file.fileSequence, now])
}
