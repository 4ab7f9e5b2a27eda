import type { Queryable } from '../../platform/db/database.ts'
import { findByRows, type RowStatement, runRows } from '../../platform/db/row-statement.ts'

const INSERT_CHECKOUTS: RowStatement<CheckoutRow> = {
  name: 'checkout.insert',
  columns: {
    id: 'text',
    retailer_id: 'text',
    decision_id: 'text',
    cpf_index: 'bytea',
    details: 'bytea',
    source: 'text',
    device: 'text',
    purchase_centavos: 'bigint',
    offer: 'bytea',
    created_at: 'timestamptz',
    expires_at: 'timestamptz',
  },
  text: ` INSERT INTO checkouts
      (id, retailer_id, decision_id, cpf_index, details, source, device, purchase_centavos, offer, created_at, expires_at)
    SELECT * FROM rows`,
  values: c => [
    c.id,
    c.retailerId,
    c.decisionId,
    c.cpfIndex,
    c.details,
    c.source,
    c.device,
    c.purchaseCentavos,
    c.offer,
    c.createdAt,
    c.expiresAt,
  ],
}
/* The limit keeps it a look-up by key for each row, whatever the planner believes of the tables. */
const SELECT_CHECKOUTS: RowStatement<CheckoutKey> = {
  name: 'checkout.find',
  columns: { at: 'integer', retailer_id: 'text', id: 'text' },
  text: ` SELECT r.at, c.* FROM rows r CROSS JOIN LATERAL (
      SELECT k.id, k.decision_id AS "decisionId", k.cpf_index AS "cpfIndex", k.details,
        k.purchase_centavos AS "purchaseCentavos", k.offer, k.created_at AS "createdAt", k.expires_at AS "expiresAt"
      FROM checkouts k WHERE k.id = r.id AND k.retailer_id = r.retailer_id LIMIT 1) c`,
  values: ({ retailerId, checkoutId }, index) => [index, retailerId, checkoutId],
}

export interface CheckoutKey {
  readonly retailerId: string
  readonly checkoutId: string
}

export interface CheckoutRow {
  readonly id: string
  readonly retailerId: string
  readonly decisionId: string
  readonly cpfIndex: Buffer
  /** Sealed: who buys, where it is delivered, what is bought. */
  readonly details: Buffer
  readonly source: string
  readonly device: string
  readonly purchaseCentavos: number
  /** Null for a refused customer, who is offered nothing. */
  readonly offer: Buffer | null
  readonly createdAt: Date
  readonly expiresAt: Date
}

export async function insertCheckouts(on: Queryable, checkouts: readonly CheckoutRow[]): Promise<void> {
  await runRows(on, INSERT_CHECKOUTS, checkouts)
}

export type FoundCheckout = Omit<CheckoutRow, 'retailerId' | 'source' | 'device'>

export function findCheckoutRows(
  db: Queryable,
  keys: readonly CheckoutKey[],
): Promise<(FoundCheckout | undefined)[]> {
  return findByRows(db, SELECT_CHECKOUTS, keys)
}
