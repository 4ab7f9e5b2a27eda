import type { Source } from '../../../contract/enums.ts'
import type { Centavos } from '../../../kernel/money.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import { findByRows, type RowStatement, runRows } from '../../../platform/db/row-statement.ts'

export interface CheckoutRow {
  readonly id: string
  readonly retailerId: string
  readonly decisionId: string
  readonly cpfIndex: Buffer
  /** Sealed: buyer, delivery address and products. */
  readonly details: Buffer
  readonly source: Source
  readonly device: string
  readonly purchaseCentavos: Centavos
  /** Null for a refused customer. */
  readonly offer: Buffer | null
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly mac: Buffer
}

export type FoundCheckout = Omit<CheckoutRow, 'retailerId' | 'device'>
type BoughtCheckout = Omit<FoundCheckout, 'offer' | 'mac'>

const BOUGHT_COLUMNS =
  'k.id, k.decision_id, k.cpf_index, k.details, k.source, k.purchase_centavos, k.created_at, k.expires_at'

const INSERT_CHECKOUTS: RowStatement<CheckoutRow> = {
  name: 'checkout.insert',
  columns: {
    id: 'text',
    retailerId: 'text',
    decisionId: 'text',
    cpfIndex: 'bytea',
    details: 'bytea',
    source: 'text',
    device: 'text',
    purchaseCentavos: 'bigint',
    offer: 'bytea',
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
    mac: 'bytea',
  },
  text: `INSERT INTO checkouts (id, retailer_id, decision_id, cpf_index, details, source, device, purchase_centavos, offer,
      created_at, expires_at, mac)
    SELECT * FROM rows`,
}
/* The LIMIT forces a key look-up per row, whatever statistics the planner has. */
const SELECT_CHECKOUTS: RowStatement<CheckoutKey> = {
  name: 'checkout.find',
  columns: { at: 'integer', retailerId: 'text', checkoutId: 'text' },
  text: `SELECT r.at, c.* FROM rows r CROSS JOIN LATERAL (
      SELECT ${BOUGHT_COLUMNS}, k.offer, k.mac FROM checkouts k WHERE k.id = r.checkout_id AND k.retailer_id = r.retailer_id LIMIT 1) c`,
}

/* What was bought is stored here once its day is dropped, without the options. */
const SELECT_BOUGHT: RowStatement<CheckoutKey> = {
  name: 'checkout.find-bought',
  columns: { at: 'integer', retailerId: 'text', checkoutId: 'text' },
  text: `SELECT r.at, c.* FROM rows r CROSS JOIN LATERAL (
      SELECT ${BOUGHT_COLUMNS} FROM bought_checkouts k
      WHERE k.id = r.checkout_id AND k.retailer_id = r.retailer_id LIMIT 1) c`,
}
const KEEP_BOUGHT: Statement = {
  name: 'checkout.keep-bought',
  text: `INSERT INTO bought_checkouts
      (id, retailer_id, decision_id, cpf_index, details, source, device, purchase_centavos, created_at, expires_at)
    SELECT id, retailer_id, decision_id, cpf_index, details, source, device, purchase_centavos, created_at, expires_at
    FROM checkouts WHERE id = ANY ($1) ON CONFLICT (id) DO NOTHING`,
}

interface CheckoutKey {
  readonly retailerId: string
  readonly checkoutId: string
}

export async function insertCheckouts(on: Queryable, checkouts: readonly CheckoutRow[]): Promise<void> {
  await runRows(on, INSERT_CHECKOUTS, checkouts)
}

export function findCheckoutRows(
  db: Queryable,
  keys: readonly CheckoutKey[],
): Promise<(FoundCheckout | undefined)[]> {
  return findByRows(db, SELECT_CHECKOUTS, keys)
}

export function findBoughtRows(
  db: Queryable,
  keys: readonly CheckoutKey[],
): Promise<(BoughtCheckout | undefined)[]> {
  return findByRows(db, SELECT_BOUGHT, keys)
}

/** Copies these checkouts, so that their days can be dropped. Idempotent. */
export async function keepBought(db: Queryable, checkoutIds: readonly string[]): Promise<void> {
  await db.run(KEEP_BOUGHT, [checkoutIds])
}
