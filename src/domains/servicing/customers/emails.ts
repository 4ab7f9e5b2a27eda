import { open, seal } from '../../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Transaction } from '../../../platform/db/database.ts'
import { listEmailRows, replaceEmailRows } from './email-store.ts'

/** From now on messages about these purchases go to this address. What was agreed in them stays as it was. */
export async function replaceEmails(
  tx: Transaction,
  secrets: Secrets,
  change: { readonly cpfIndex: Buffer; readonly transactionIds: readonly string[]; readonly email: string },
  now: Date,
): Promise<void> {
  const { cpfIndex, transactionIds, email } = change
  const rows = transactionIds.map(transactionId => ({
    transactionId,
    box: seal(secrets.sealing, composeContext(transactionId), email),
  }))
  await replaceEmailRows(tx, { cpfIndex, rows }, now)
}

/** The addresses that were given later than their purchases, keyed by transaction. */
export async function findEmails(
  db: Queryable,
  secrets: Secrets,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await listEmailRows(db, transactionIds)
  return new Map(
    rows.map(({ transactionId, box }) => [
      transactionId,
      open(secrets.sealing, composeContext(transactionId), box).toString(),
    ]),
  )
}

const composeContext = (transactionId: string): string => `customer_emails.box:${transactionId}`
