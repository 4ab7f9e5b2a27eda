import type { Status } from '../../contract/enums.ts'
import { createBatcher } from '../../platform/db/batcher.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { findByRows, type RowStatement } from '../../platform/db/row-statement.ts'

interface PurchaseKey {
  readonly retailerId: string
  readonly id: string
}

/* The LIMIT forces a key look-up per row, whatever statistics the planner has. */
const SELECT_STATUSES: RowStatement<PurchaseKey> = {
  name: 'transactions.find-statuses',
  columns: { at: 'integer', retailer_id: 'text', id: 'text' },
  text: ` SELECT r.at, s.status FROM rows r CROSS JOIN LATERAL (
      SELECT t.status FROM transactions t WHERE t.id = r.id AND t.retailer_id = r.retailer_id LIMIT 1) s`,
  values: ({ retailerId, id }, index) => [index, retailerId, id],
}

const MAX_ITEMS = 32
const MAX_BATCHES = 4

export type FindStatus = (retailerId: string, id: string) => Promise<Status | undefined>

/** Retailers poll the status of their purchases, so concurrent requests share one statement. */
export function createStatusFinder(database: Queryable): FindStatus {
  const find = createBatcher<PurchaseKey, Status | undefined>({
    maxItems: MAX_ITEMS,
    maxBatches: MAX_BATCHES,
    async run(keys) {
      const rows = await findByRows<{ status: Status }, PurchaseKey>(database, SELECT_STATUSES, keys)
      return rows.map(row => row?.status)
    },
  })
  return (retailerId, id) => find({ retailerId, id })
}
