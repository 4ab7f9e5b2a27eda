import type { MacTable } from '../crypto/row-mac.ts'
import type { Statement, Transaction } from '../db/database.ts'

// Arbitrary, but every process must use the same key.
const ADOPTION_LOCK = 4_072_060

const LOCK: Statement = { name: 'mac-adoptions.lock', text: 'SELECT pg_advisory_xact_lock($1)' }
const FIND: Statement = {
  name: 'mac-adoptions.find',
  text: 'SELECT table_name FROM mac_adoptions WHERE table_name = $1',
}
const INSERT: Statement = {
  name: 'mac-adoptions.insert',
  text: 'INSERT INTO mac_adoptions (table_name, row_count, adopted_at) VALUES ($1, $2, $3)',
}

/** True when the rows of this table have not got their MACs yet. Nobody else adopts until the transaction ends. */
export async function lockAdoption(tx: Transaction, table: MacTable): Promise<boolean> {
  const [, found] = await Promise.all([tx.run(LOCK, [ADOPTION_LOCK]), tx.run(FIND, [table])])
  return found.length === 0
}

export async function recordAdoption(
  tx: Transaction,
  table: MacTable,
  rowCount: number,
  now: Date,
): Promise<void> {
  await tx.run(INSERT, [table, rowCount, now])
}
