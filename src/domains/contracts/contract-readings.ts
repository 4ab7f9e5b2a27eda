import type { Queryable, Statement } from '../../platform/db/database.ts'

const INSERT: Statement = {
  name: 'contract-readings.insert',
  text: `INSERT INTO contract_readings (transaction_id, contract_hash, opened_at) VALUES ($1, $2, $3)
    ON CONFLICT (transaction_id, contract_hash) DO NOTHING`,
}
const EXISTS: Statement = {
  name: 'contract-readings.exists',
  text: 'SELECT 1 FROM contract_readings WHERE transaction_id = $1 AND contract_hash = $2',
}

interface Reading {
  readonly transactionId: string
  readonly contractHash: string
}

/** Opened twice, it keeps the time of the first. */
export async function storeReading(
  db: Queryable,
  { transactionId, contractHash }: Reading,
  now: Date,
): Promise<void> {
  await db.run(INSERT, [transactionId, contractHash, now])
}

export async function isOpened(db: Queryable, { transactionId, contractHash }: Reading): Promise<boolean> {
  return (await db.run(EXISTS, [transactionId, contractHash])).length > 0
}
