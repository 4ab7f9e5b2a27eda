import type { RefundAccount } from '../../../contract/refunds.ts'
import { takeRandomBytes } from '../../../platform/crypto/random-bytes.ts'
import { ForgedRow, isForgeryOf } from '../../../platform/crypto/row-mac.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../../platform/db/database.ts'
import { findBrokenConstraint } from '../../../platform/db/database-errors.ts'
import { findByRows, type RowStatement } from '../../../platform/db/row-statement.ts'
import type { Purchase, PurchaseCustomer } from '../purchase.ts'
import {
  hashToken,
  openRefundAccount,
  PURCHASE_COLUMNS,
  type PurchaseRow,
  SALT_BYTES,
  sealDetails,
  sealRefundAccount,
  toPurchase,
} from './columns.ts'
import { forgetNames, insertNames } from './names.ts'

/* Moves are only ever added: a row with an older count was put back. */
const LOCK_PURCHASE: Statement = {
  name: 'transactions.lock',
  text: `SELECT ${PURCHASE_COLUMNS},
      EXISTS (SELECT FROM transaction_moves m WHERE m.transaction_id = t.id AND m.number > t.move_count) AS is_put_back
    FROM transactions t WHERE t.id = $1 FOR UPDATE`,
}
const SELECT_PURCHASE: Statement = {
  name: 'transactions.find',
  text: `SELECT ${PURCHASE_COLUMNS} FROM transactions t WHERE t.id = $2 AND t.retailer_id = $1`,
}
const SELECT_BY_TOKEN: Statement = {
  name: 'transactions.find-by-token',
  text: `SELECT ${PURCHASE_COLUMNS} FROM transactions t WHERE t.token_hash = $1`,
}
/* The LIMIT forces an index look-up per row, whatever statistics the planner has. */
const SELECT_BY_OPTION: RowStatement<UsedOption> = {
  name: 'transactions.find-by-option',
  columns: { at: 'integer', retailerId: 'text', optionId: 'text' },
  text: `SELECT r.at, p.* FROM rows r CROSS JOIN LATERAL (
      SELECT ${PURCHASE_COLUMNS} FROM transactions t
      WHERE t.option_id = r.option_id AND t.replaces_id IS NULL AND t.retailer_id = r.retailer_id LIMIT 1) p`,
}
/* The condition of the unique index: at most one. */
const FIND_ID_BY_ORDER: Statement = {
  name: 'transactions.find-id-by-order',
  text: `SELECT id FROM transactions WHERE retailer_id = $1 AND order_id = $2 AND status NOT IN ('CANCELED', 'ABANDONED')`,
}
const SELECT_REPLACEMENT: Statement = {
  name: 'transactions.find-replacement',
  text: `SELECT ${PURCHASE_COLUMNS} FROM transactions t WHERE t.replaces_id = $2 AND t.retailer_id = $1`,
}
const LIST_REPLACED: Statement = {
  name: 'transactions.list-replaced',
  text: `WITH RECURSIVE earlier (id) AS (
      SELECT replaces_id FROM transactions WHERE id = $1
      UNION ALL SELECT t.replaces_id FROM earlier e JOIN transactions t ON t.id = e.id)
    SELECT id FROM earlier WHERE id IS NOT NULL`,
}
const LIST_BY_IDS: Statement = {
  name: 'transactions.list-by-ids',
  text: `SELECT ${PURCHASE_COLUMNS} FROM transactions t WHERE t.id = ANY ($1::text[])`,
}
/* Each retailer by the two indexes that have its orders: one of the purchases that live, one of those that ended. */
const LIST_BY_ORDER: Statement = {
  name: 'transactions.list-by-order',
  text: `SELECT ${PURCHASE_COLUMNS} FROM unnest($1::text[]) AS r(id) CROSS JOIN LATERAL (
      SELECT * FROM transactions f
      WHERE f.retailer_id = r.id AND f.order_id = $2 AND f.status NOT IN ('CANCELED', 'ABANDONED')
      UNION ALL
      SELECT * FROM transactions f
      WHERE f.retailer_id = r.id AND f.order_id = $2 AND f.status IN ('CANCELED', 'ABANDONED')
    ) t ORDER BY t.id DESC LIMIT $3`,
}
const LIST_FROM: Statement = {
  name: 'transactions.list-from',
  text: `SELECT ${PURCHASE_COLUMNS} FROM transactions t WHERE t.id > $1 ORDER BY t.id LIMIT $2`,
}
const LIMIT_LOCK_WAIT: Statement = {
  name: 'transactions.limit-lock-wait',
  text: `SELECT set_config('lock_timeout', $1, true)`,
}
const SELECT_REFUND_ACCOUNT: Statement = {
  name: 'transactions.find-refund-account',
  text: `SELECT key_salt, refund_account FROM transactions WHERE id = $1`,
}
const SELECT_SALT: Statement = {
  name: 'transactions.find-salt',
  text: 'SELECT key_salt FROM transactions WHERE id = $1',
}
const LIST_OVERDUE: Statement = {
  name: 'transactions.list-overdue',
  text: `SELECT id, deadline_at FROM transactions
    WHERE status = 'PENDING' AND deadline_at < $1 AND (deadline_at, id) > ($3::timestamptz, $4::text)
    ORDER BY deadline_at, id LIMIT $2`,
}
const LIST_CANCELING: Statement = {
  name: 'transactions.list-canceling',
  text: `SELECT id FROM transactions WHERE status = 'PROCESSING_CANCEL' AND changed_at <= $1 ORDER BY changed_at LIMIT $2`,
}
const LIST_LIVING: Statement = {
  name: 'transactions.list-living',
  text: `SELECT ${PURCHASE_COLUMNS} FROM transactions t WHERE t.retailer_id = $1 AND t.id > $2 AND t.created_at <= $3
      AND t.status IN ('PENDING', 'OPEN', 'PROCESSING_CANCEL')
    ORDER BY t.id LIMIT $4`,
}
/* By the unique index of options: those of one checkout are neighbours. */
const LIST_BOUGHT_CHECKOUTS: Statement = {
  name: 'transactions.list-bought-checkouts',
  text: `SELECT option_id, checkout_id FROM transactions
    WHERE replaces_id IS NULL AND option_id > $1 AND option_id < $2 ORDER BY option_id LIMIT $3`,
}
const IS_TRANSFER_DUE = `transfered_at IS NULL AND transfer_ordered_at IS NULL AND transfer_due_at <= $1
      AND status IN ('OPEN', 'CLOSED')`
const LIST_TRANSFERS_DUE: Statement = {
  name: 'transactions.list-transfers-due',
  text: `SELECT id, retailer_id FROM transactions WHERE ${IS_TRANSFER_DUE} AND retailer_id = $2
    ORDER BY transfer_due_at, id LIMIT $3`,
}
const LIST_FIRST_TRANSFERS_DUE: Statement = {
  name: 'transactions.list-first-transfers-due',
  text: `SELECT DISTINCT ON (retailer_id) id, retailer_id FROM transactions WHERE ${IS_TRANSFER_DUE}
    ORDER BY retailer_id, transfer_due_at, id`,
}

/** From now on in this transaction, waiting for a lock fails early enough to answer the caller. */
export function limitLockWait(tx: Transaction, waitMs: number): void {
  tx.send(LIMIT_LOCK_WAIT, [String(waitMs)])
}

/** Throws ForgedRow. Whatever the retailer: the caller must compare it, or follow an internal reference. */
export async function lockPurchase(
  tx: Transaction,
  secrets: Secrets,
  id: string,
): Promise<Purchase | undefined> {
  const [locked] = await tx.run<PurchaseRow & { isPutBack: boolean }>(LOCK_PURCHASE, [id])
  if (locked === undefined) return undefined
  const { isPutBack, ...row } = locked
  if (isPutBack) throw new ForgedRow('transactions', id)
  return toPurchase(secrets, row)
}

/** Which purchases, of any retailer. */
type PurchasesWanted =
  | { readonly ids: readonly string[] }
  /** Of an order, the newest first. */
  | { readonly orderId: string; readonly retailerIds: readonly string[]; readonly limit: number }
  /** In the order of their ids. */
  | { readonly after: string; readonly limit: number }
  /** Of one retailer, begun until then and not ended, in the order of their ids. */
  | { readonly livingOf: string; readonly after: string; readonly until: Date; readonly limit: number }

function describeWanted(wanted: PurchasesWanted): readonly [Statement, readonly unknown[]] {
  if ('ids' in wanted) return [LIST_BY_IDS, [wanted.ids]]
  if ('orderId' in wanted) return [LIST_BY_ORDER, [wanted.retailerIds, wanted.orderId, wanted.limit]]
  if ('livingOf' in wanted) return [LIST_LIVING, [wanted.livingOf, wanted.after, wanted.until, wanted.limit]]
  return [LIST_FROM, [wanted.after, wanted.limit]]
}

/** By id. Throws ForgedRow, unless the caller leaves such rows out. */
export async function listPurchases(
  db: Queryable,
  secrets: Secrets,
  wanted: PurchasesWanted,
  leaveOut?: (forgedId: string) => void,
): Promise<ReadonlyMap<string, Purchase>> {
  const [statement, values] = describeWanted(wanted)
  const purchases = new Map<string, Purchase>()
  for (const row of await db.run<PurchaseRow>(statement, values))
    try {
      purchases.set(row.id, toPurchase(secrets, row))
    } catch (error) {
      if (leaveOut === undefined || !isForgeryOf(error, 'transactions')) throw error
      leaveOut(row.id)
    }
  return purchases
}

export interface UsedOption {
  readonly retailerId: string
  readonly optionId: string
}

/** The purchases for which the options were first used, in the same order; later replacements do not count. */
export async function findPurchasesByOption(
  db: Queryable,
  secrets: Secrets,
  options: readonly UsedOption[],
): Promise<(Purchase | undefined)[]> {
  const rows = await findByRows<PurchaseRow, UsedOption>(db, SELECT_BY_OPTION, options)
  return rows.map(row => row && toPurchase(secrets, row))
}

/** The id of the purchase that blocks another one for this order. */
export async function findIdByOrder(
  db: Queryable,
  retailerId: string,
  orderId: string,
): Promise<string | undefined> {
  return (await db.run<{ id: string }>(FIND_ID_BY_ORDER, [retailerId, orderId]))[0]?.id
}

/** By its id, by its onboarding link, by the option that it was the first to use, or by the purchase that it replaced. */
export async function findPurchase(
  db: Queryable,
  secrets: Secrets,
  key:
    | { readonly retailerId: string; readonly id: string }
    | { readonly token: string }
    | UsedOption
    | { readonly retailerId: string; readonly replacesId: string },
): Promise<Purchase | undefined> {
  if ('optionId' in key) return (await findPurchasesByOption(db, secrets, [key]))[0]
  const [row] = await ('id' in key
    ? db.run<PurchaseRow>(SELECT_PURCHASE, [key.retailerId, key.id])
    : 'token' in key
      ? db.run<PurchaseRow>(SELECT_BY_TOKEN, [hashToken(key.token)])
      : db.run<PurchaseRow>(SELECT_REPLACEMENT, [key.retailerId, key.replacesId]))
  return row && toPurchase(secrets, row)
}

/** The ids of the purchases that this one replaced, one after another. */
export async function listReplacedIds(
  db: Queryable,
  { id, replacesId }: Pick<Purchase, 'id' | 'replacesId'>,
): Promise<string[]> {
  if (replacesId === undefined) return []
  return (await db.run<{ id: string }>(LIST_REPLACED, [id])).map(row => row.id)
}

export async function composeRefundAccount(
  tx: Transaction,
  secrets: Secrets,
  purchaseId: string,
  account: RefundAccount,
): Promise<Buffer> {
  return sealRefundAccount(secrets, await getSalt(tx, purchaseId), purchaseId, account)
}

/** A buyer as a move changes it. */
export interface SealedBuyer {
  readonly customer: PurchaseCustomer
  readonly details: Buffer
}

/** The buyer of a locked purchase under a name, sealed together with the other details. */
export async function composeNamedBuyer(
  tx: Transaction,
  secrets: Secrets,
  purchase: Purchase,
  name: string,
): Promise<SealedBuyer> {
  const customer = { ...purchase.customer, name }
  insertNames(tx, secrets, [{ ...purchase, customer }])
  const salt = await getSalt(tx, purchase.id)
  return { customer, details: sealDetails(secrets, salt, { ...purchase, customer }) }
}

async function getSalt(tx: Transaction, purchaseId: string): Promise<Buffer> {
  const [row] = await tx.run<{ keySalt: Buffer }>(SELECT_SALT, [purchaseId])
  if (row === undefined) throw new Error(`transaction ${purchaseId} does not exist`)
  return row.keySalt
}

/** The account to which the retailer asked the refund to be paid. */
export async function findRefundAccount(
  db: Queryable,
  secrets: Secrets,
  purchaseId: string,
): Promise<RefundAccount | undefined> {
  const [row] = await db.run<{ keySalt: Buffer; refundAccount: Buffer | null }>(SELECT_REFUND_ACCOUNT, [
    purchaseId,
  ])
  if (row === undefined || row.refundAccount === null) return undefined
  return openRefundAccount(secrets, row.keySalt, purchaseId, row.refundAccount)
}

/** Purchases made from options between these bounds, in the order of the options. */
export function listBoughtCheckouts(
  db: Queryable,
  page: { readonly after: string; readonly before: string; readonly limit: number },
): Promise<{ readonly optionId: string; readonly checkoutId: string }[]> {
  return db.run(LIST_BOUGHT_CHECKOUTS, [page.after, page.before, page.limit])
}

const listIds =
  (statement: Statement) =>
  async (db: Queryable, until: Date, limit: number): Promise<string[]> =>
    (await db.run<{ id: string }>(statement, [until, limit])).map(({ id }) => id)

export interface Overdue {
  readonly id: string
  readonly deadlineAt: Date
}

const FIRST: Overdue = { id: '', deadlineAt: new Date(0) }

/** Longest wait first, starting after `after`: some stay overdue until it is known whether they were paid. */
export function listOverdue(
  db: Queryable,
  until: Date,
  limit: number,
  after: Overdue = FIRST,
): Promise<Overdue[]> {
  return db.run<Overdue>(LIST_OVERDUE, [until, limit, after.deadlineAt, after.id])
}

export const listCancelingIds = listIds(LIST_CANCELING)

/**
 * Purchases whose transfer is due and not ordered yet, the longest due first: of one retailer, or the first of each
 * retailer that has any.
 */
export function listTransfersDue(
  db: Queryable,
  until: Date,
  wanted: { readonly retailerId: string; readonly limit: number } | 'first-of-each',
): Promise<{ readonly id: string; readonly retailerId: string }[]> {
  return wanted === 'first-of-each'
    ? db.run(LIST_FIRST_TRANSFERS_DUE, [until])
    : db.run(LIST_TRANSFERS_DUE, [until, wanted.retailerId, wanted.limit])
}

const UNIQUE_CONSTRAINTS: ReadonlySet<string> = new Set([
  'transactions_option_once',
  'transactions_one_per_order',
])

/** Whether the error is a unique violation: another purchase has the option or the order. */
export function isOptionOrOrderTaken(error: unknown): boolean {
  return UNIQUE_CONSTRAINTS.has(findBrokenConstraint(error) ?? '')
}

const FORGET: Statement = {
  name: 'transactions.forget',
  text: `UPDATE transactions SET key_salt = $2, details = $3, refund_account = NULL
    WHERE id = $1 AND status IN ('CANCELED', 'ABANDONED', 'CLOSED') RETURNING id`,
}

/** Has the shape of a customer, so that code that reads a purchase still works. */
const NOBODY: PurchaseCustomer = {
  cpf: '00000000000',
  phone: '00000000000',
  email: '',
  address: { zipCode: '', street: '', number: '', complement: '', city: '', state: '' },
}

/** Erases buyer, products and refund account, and keeps the figures. Only for a purchase that has ended. */
export async function forgetCustomer(tx: Transaction, secrets: Secrets, purchase: Purchase): Promise<void> {
  const salt = takeRandomBytes(SALT_BYTES)
  const { description: _, ...known } = purchase
  const details = sealDetails(secrets, salt, { ...known, customer: NOBODY, products: [] })
  const rows = await tx.run(FORGET, [purchase.id, salt, details])
  if (rows.length === 0) throw new Error(`transaction ${purchase.id} has not ended`)
  forgetNames(tx, purchase.id)
}
