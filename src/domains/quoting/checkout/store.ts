import type { Source } from '../../../contract/enums.ts'
import {
  bigint,
  bytea,
  defineColumns,
  defineWrites,
  nullable,
  omitColumns,
  type RowOf,
  selectColumns,
  text,
  timestamptz,
  type Writes,
} from '../../../platform/db/columns.ts'
import type { Queryable, Statement } from '../../../platform/db/database.ts'
import { findByRows, type RowStatement, runRows } from '../../../platform/db/row-statement.ts'

const CHECKOUTS = defineColumns('checkouts', {
  id: text('id'),
  retailerId: text('retailer_id'),
  decisionId: text('decision_id'),
  cpfIndex: bytea('cpf_index'),
  /** Sealed: buyer, delivery address and products. */
  details: bytea('details'),
  source: text<Source>('source'),
  device: text('device'),
  purchaseCentavos: bigint('purchase_centavos'),
  /** Null for a refused customer. */
  offer: nullable(bytea('offer')),
  createdAt: timestamptz('created_at'),
  expiresAt: timestamptz('expires_at'),
  mac: bytea('mac'),
})
const FOUND = omitColumns(CHECKOUTS, 'retailerId', 'device')
const BOUGHT = omitColumns(CHECKOUTS, 'retailerId', 'device', 'offer', 'mac')

export type CheckoutRow = RowOf<typeof CHECKOUTS>
export type FoundCheckout = RowOf<typeof FOUND>
export type BoughtCheckout = RowOf<typeof BOUGHT>

const WRITES: Writes<CheckoutRow> = defineWrites(CHECKOUTS.fields, {
  id: c => c.id,
  retailerId: c => c.retailerId,
  decisionId: c => c.decisionId,
  cpfIndex: c => c.cpfIndex,
  details: c => c.details,
  source: c => c.source,
  device: c => c.device,
  purchaseCentavos: c => c.purchaseCentavos,
  offer: c => c.offer,
  createdAt: c => c.createdAt,
  expiresAt: c => c.expiresAt,
  mac: c => c.mac,
})
const INSERT_CHECKOUTS: RowStatement<CheckoutRow> = {
  ...WRITES,
  name: 'checkout.insert',
  text: ` INSERT INTO checkouts (${WRITES.names}) SELECT * FROM rows`,
}
/* The LIMIT forces a key look-up per row, whatever statistics the planner has. */
const SELECT_CHECKOUTS: RowStatement<CheckoutKey> = {
  name: 'checkout.find',
  columns: { at: 'integer', retailer_id: 'text', id: 'text' },
  text: ` SELECT r.at, c.* FROM rows r CROSS JOIN LATERAL (
      SELECT ${selectColumns(FOUND, 'k')} FROM checkouts k WHERE k.id = r.id AND k.retailer_id = r.retailer_id LIMIT 1) c`,
  values: ({ retailerId, checkoutId }, index) => [index, retailerId, checkoutId],
}

/* What was bought is stored here once its day is dropped, without the options. */
const SELECT_BOUGHT: RowStatement<CheckoutKey> = {
  name: 'checkout.find-bought',
  columns: { at: 'integer', retailer_id: 'text', id: 'text' },
  text: ` SELECT r.at, c.* FROM rows r CROSS JOIN LATERAL (
      SELECT ${selectColumns(BOUGHT, 'k')} FROM bought_checkouts k
      WHERE k.id = r.id AND k.retailer_id = r.retailer_id LIMIT 1) c`,
  values: ({ retailerId, checkoutId }, index) => [index, retailerId, checkoutId],
}
const KEEP_BOUGHT: Statement = {
  name: 'checkout.keep-bought',
  text: `INSERT INTO bought_checkouts
      (id, retailer_id, decision_id, cpf_index, details, source, device, purchase_centavos, created_at, expires_at)
    SELECT id, retailer_id, decision_id, cpf_index, details, source, device, purchase_centavos, created_at, expires_at
    FROM checkouts WHERE id = ANY ($1) ON CONFLICT (id) DO NOTHING`,
}

export interface CheckoutKey {
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
