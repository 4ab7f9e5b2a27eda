import type { Secrets } from '../../../../platform/crypto/secrets.ts'
import type { Database, Transaction } from '../../../../platform/db/database.ts'
import type { NumberMarks } from '../../../../platform/deployment/number-marks.ts'
import type { LenderAccount } from '../../../lender/index.ts'
import { listRemittanceTitles, openRemittance } from '../store/orders.ts'
import { nameFiles } from '../store/our-numbers.ts'
import { type FileRow, insertFile, lockUnwritten } from '../store/remittance-files.ts'
import { LARGEST_REMITTANCE, writeRemittance } from './remittance.ts'

interface RemittanceFile {
  readonly fileSequence: number
  readonly titleCount: number
  readonly text: string
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
  const unwritten = await lockUnwritten(tx, accountId)
  if (unwritten !== undefined) return unwritten
  const fileSequence = await openRemittance(tx, accountId, LARGEST_REMITTANCE)
  if (fileSequence === undefined) return undefined
  const file = { fileSequence, createdAt: now }
  await insertFile(tx, accountId, file)
  return file
}
