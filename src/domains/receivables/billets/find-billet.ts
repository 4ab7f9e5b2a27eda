import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import type { Billet } from './billet.ts'
import { BILLET_COLUMNS, billetMac, type StoredBillet, toBillet } from './billet-row.ts'

const SELECT_BILLET: Statement = {
  name: 'billets.find',
  text: `SELECT ${BILLET_COLUMNS} FROM billets b WHERE b.id = $2 AND b.retailer_id = $1`,
}

export async function findBillet(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  billetId: string,
): Promise<Billet | undefined> {
  const [row] = await db.run<StoredBillet>(SELECT_BILLET, [retailerId, billetId])
  return row && toBillet(secrets, billetMac.check(secrets, row))
}
