import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import type { Billet } from './billet.ts'
import { BILLET_COLUMNS, billetMac, type StoredBillet, toBillet } from './billet-row.ts'

const LIST_BY_ID: Statement = {
  name: 'billets.list-by-id',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.id = ANY ($1::text[])`,
}

/** Keyed by id, whatever the retailer, without those that were changed outside the program: for jobs. */
export async function findBilletsOfAny(
  db: Queryable,
  secrets: Secrets,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Billet>> {
  const rows = await db.run<StoredBillet>(LIST_BY_ID, [ids])
  const genuine = rows.filter(row => billetMac.isGenuine(secrets, row))
  return new Map(genuine.map(row => [row.id, toBillet(secrets, row)]))
}
