import { defineMac } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'

/** People's releases of held payouts. */
interface MoneyRelease {
  readonly holdId: string
  readonly releasedAt: Date
  readonly releasedBy: string
  /** The second person; null where one is enough. */
  readonly approvedBy: string | null
}

interface ReleaseRow extends MoneyRelease {
  readonly mac: Buffer
}

const INSERT: Statement = {
  name: 'money-releases.insert',
  text: 'INSERT INTO money_releases (hold_id, released_at, released_by, approved_by, mac) VALUES ($1, $2, $3, $4, $5)',
}
const LIST: Statement = {
  name: 'money-releases.list',
  text: `SELECT hold_id, released_at, released_by, approved_by, mac
    FROM money_releases WHERE hold_id = ANY ($1::text[])`,
}

const releaseMac = defineMac('money_releases', (row: MoneyRelease) => [
  row.holdId,
  row.releasedAt,
  row.releasedBy,
  row.approvedBy,
])

export async function insertRelease(tx: Transaction, secrets: Secrets, release: MoneyRelease): Promise<void> {
  const { holdId, releasedAt, releasedBy, approvedBy } = release
  const mac = releaseMac.compute(secrets, release)
  await tx.run(INSERT, [holdId, releasedAt, releasedBy, approvedBy, mac])
}

/** Of these holds, those that people released; a row that was not written by this program releases nothing. */
export async function listReleasedIds(
  db: Queryable,
  secrets: Secrets,
  holdIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db.run<ReleaseRow>(LIST, [holdIds])
  const genuine = rows.filter(row => releaseMac.isGenuine(secrets, row))
  return new Set(genuine.map(({ holdId }) => holdId))
}
