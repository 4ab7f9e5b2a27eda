import type { PurchaseActor, PurchaseEvent } from '../../contract/purchase-events.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { defineWrites, text, type Writes } from '../../platform/db/columns.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findBrokenConstraint } from '../../platform/db/database-errors.ts'
import { type RowStatement, sendRows } from '../../platform/db/row-statement.ts'
import { type NewPurchase, PURCHASE_INSERT } from './columns.ts'
import type { Purchase } from './purchase.ts'
import { purchaseMac, sealDetails, sealToken } from './row.ts'

const SALT_BYTES = 16
const UNIQUE_CONSTRAINTS: ReadonlySet<string> = new Set([
  'transactions_option_once',
  'transactions_one_per_order',
])

const MOVE_WRITES: Writes<NewPurchase> = defineWrites(
  { event: text<PurchaseEvent>('event'), actor: text<PurchaseActor>('actor') },
  { event: n => n.event, actor: n => n.by },
)

/* Sorted, so that two lists cannot deadlock. */
const INSERT_PURCHASES: RowStatement<NewPurchase> = {
  name: 'transactions.insert',
  columns: { ...PURCHASE_INSERT.columns, ...MOVE_WRITES.columns },
  reads: [...PURCHASE_INSERT.reads, ...MOVE_WRITES.reads],
  text: `, added AS (
      INSERT INTO transactions (${PURCHASE_INSERT.names}, move_count, changed_at)
      SELECT ${PURCHASE_INSERT.names}, 1, created_at FROM rows ORDER BY option_id
    )
    INSERT INTO transaction_moves (transaction_id, number, event, actor, status, step, moved_at)
    SELECT id, 1, event, actor, status, step, created_at FROM rows`,
}

/**
 * Fails when an option or order has a purchase already; `isOptionOrOrderTaken` recognises the error. Waits for a
 * concurrent transaction that is inserting one.
 */
export function insertPurchases(
  tx: Transaction,
  secrets: Secrets,
  purchases: readonly Purchase[],
  move: { readonly event: PurchaseEvent; readonly by: PurchaseActor },
): void {
  const rows = purchases.map(purchase => {
    const salt = takeRandomBytes(SALT_BYTES)
    const details = sealDetails(secrets, salt, purchase)
    const tokenBox = sealToken(secrets, purchase.id, purchase.onboardingToken)
    return { purchase, salt, details, tokenBox, mac: purchaseMac.compute(secrets, purchase), ...move }
  })
  sendRows(tx, INSERT_PURCHASES, rows)
}

/** Whether the error is a unique violation: another purchase has the option or the order. */
export function isOptionOrOrderTaken(error: unknown): boolean {
  return UNIQUE_CONSTRAINTS.has(findBrokenConstraint(error) ?? '')
}
