import type { Centavos } from '../../kernel/money.ts'
import { defineMac } from '../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import { findBrokenConstraint } from '../../platform/db/database-errors.ts'

/** Up to what amount the salespeople of a shop may cancel an order. Rows are only added: the newest counts. */
export interface SalesLimit {
  readonly retailerId: string
  readonly version: number
  /** Null: they may not. */
  readonly cancelUpToCentavos: Centavos | null
  readonly changedBy: string
  readonly changedAt: Date
}

interface SalesLimitRow extends SalesLimit {
  readonly mac: Buffer
}

const FIND: Statement = {
  name: 'sales-limits.find',
  text: `SELECT retailer_id, version, cancel_up_to_centavos, changed_by, changed_at, mac FROM sales_limits
    WHERE retailer_id = $1 ORDER BY version DESC LIMIT 1`,
}
const INSERT: Statement = {
  name: 'sales-limits.insert',
  text: `INSERT INTO sales_limits (retailer_id, version, cancel_up_to_centavos, changed_by, changed_at, mac)
    VALUES ($1, $2, $3, $4, $5, $6)`,
}

const limitMac = defineMac('sales_limits', (limit: SalesLimit) => [
  limit.retailerId,
  limit.version,
  limit.cancelUpToCentavos,
  limit.changedBy,
  limit.changedAt,
])

/** Throws ForgedRow. */
export async function findSalesLimit(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
): Promise<SalesLimit | undefined> {
  const [row] = await db.run<SalesLimitRow>(FIND, [retailerId])
  return row && limitMac.check(secrets, row)
}

/** False where somebody else changed it at the same time. */
export async function insertSalesLimit(
  tx: Transaction,
  secrets: Secrets,
  limit: SalesLimit,
): Promise<boolean> {
  const { retailerId, version, cancelUpToCentavos, changedBy, changedAt } = limit
  const values = [retailerId, version, cancelUpToCentavos, changedBy, changedAt]
  try {
    await tx.run(INSERT, [...values, limitMac.compute(secrets, limit)])
    return true
  } catch (error) {
    if (findBrokenConstraint(error) === 'sales_limits_pkey') return false
    throw error
  }
}
