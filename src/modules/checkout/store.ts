import type { Queryable, Statement } from '../../platform/db/database.ts'
import { type RowStatement, runRows } from '../../platform/db/row-statement.ts'

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
const SELECT_CHECKOUT: Statement = {
  name: 'checkout.find',
  text: `SELECT id, decision_id AS "decisionId", cpf_index AS "cpfIndex", details, purchase_centavos AS "purchaseCentavos", offer,
      created_at AS "createdAt", expires_at AS "expiresAt"
    FROM checkouts WHERE retailer_id = $1 AND id = $2`,
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

type FoundCheckout = Omit<CheckoutRow, 'retailerId' | 'source' | 'device'>

export async function findCheckoutRow(
  db: Queryable,
  retailerId: string,
  checkoutId: string,
): Promise<FoundCheckout | undefined> {
  return (await db.run<FoundCheckout>(SELECT_CHECKOUT, [retailerId, checkoutId]))[0]
}
