import type { Queryable, Statement } from '../../platform/db/database.ts'

const INSERT_CHECKOUT: Statement = {
  name: 'checkout.insert',
  text: `INSERT INTO checkouts
      (id, retailer_id, decision_id, cpf_index, details, source, device, purchase_centavos, offer, created_at, expires_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
}
const SELECT_OFFER: Statement = {
  name: 'checkout.find-offer',
  text: 'SELECT offer, expires_at AS "expiresAt" FROM checkouts WHERE retailer_id = $1 AND id = $2',
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

export async function insertCheckout(db: Queryable, c: CheckoutRow): Promise<void> {
  await db.run(INSERT_CHECKOUT, [
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
  ])
}

export async function findOfferRow(
  db: Queryable,
  retailerId: string,
  checkoutId: string,
): Promise<{ readonly offer: Buffer | null; readonly expiresAt: Date } | undefined> {
  return (await db.run<{ offer: Buffer | null; expiresAt: Date }>(SELECT_OFFER, [retailerId, checkoutId]))[0]
}
