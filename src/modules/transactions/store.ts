import type { Status } from '../../contract/enums.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable, Statement, Transaction } from '../../platform/db/database.ts'
import type { Purchase, RefundAccount } from './purchase.ts'
import {
  hashToken,
  openRefundAccount,
  PURCHASE_COLUMNS,
  type PurchaseRow,
  sealDetails,
  sealRefundAccount,
  sealToken,
  toPurchase,
} from './row.ts'
import type { Actor, PurchaseEvent } from './transitions.ts'

const SALT_BYTES = 16
const LOCK_WAIT_MS = 4_500

const INSERT_PURCHASE: Statement = {
  name: 'transactions.insert',
  text: `WITH added AS (
      INSERT INTO transactions (id, retailer_id, order_id, option_id, checkout_id, decision_id, cpf_index, replaces_id, status,
        step, cancel_reason, has_insurance, contract, insured_contract, purchase_date, purchase_centavos,
        down_payment_centavos, net_loan_centavos, approved_limit_centavos, key_salt, details, token_hash, token_box,
        last_sequence, move_count, deadline_at, down_payment_paid_at, created_at, changed_at, signed_at,
        completed_at, transfer_centavos, transfer_due_at, transfered_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'UNSPECIFIED_CANCEL_REASON', $11, $12, $13, $14, $15, $16, $17, $18, $19,
        $20, $21, $22, $23, 1, $24, $25, $26, $26, $27, $28, $29, $30, $31)
      ON CONFLICT DO NOTHING RETURNING id
    )
    INSERT INTO transaction_moves (transaction_id, number, event, actor, status, step, moved_at)
    SELECT id, 1, $32, $33, $9, $10, $26 FROM added RETURNING transaction_id`,
}

/* The WHERE repeats the state that the table was asked about: a purchase that moved in between is not moved again. */
const MOVE_PURCHASE: Statement = {
  name: 'transactions.move',
  text: `WITH moved AS (
      UPDATE transactions SET status = $5, step = $6, cancel_reason = $7, canceled_by = $8, has_insurance = $9,
        authorized_contract = CASE WHEN $10::json IS NULL THEN authorized_contract ELSE coalesce(authorized_contract, contract) END,
        contract = coalesce($10::json, contract), refund_account = coalesce($11, refund_account), last_sequence = $12,
        move_count = move_count + 1, deadline_at = $13, down_payment_paid_at = $14, changed_at = $15, signed_at = $16,
        completed_at = $17, canceled_at = $18, refund_centavos = $19, max_refund_date = $20, transfer_centavos = $21,
        transfer_due_at = $22, transfered_at = $23
      WHERE id = $1 AND status = $2 AND step = $3 AND move_count = $4 RETURNING id, move_count
    )
    INSERT INTO transaction_moves (transaction_id, number, event, actor, status, step, moved_at)
    SELECT id, move_count, $24, $25, $5, $6, $15 FROM moved RETURNING transaction_id`,
}

const LOCK_PURCHASE: Statement = {
  name: 'transactions.lock',
  text: `SELECT ${PURCHASE_COLUMNS} FROM transactions t WHERE t.id = $1 FOR UPDATE`,
}
const SELECT_PURCHASE: Statement = {
  name: 'transactions.find',
  text: `SELECT ${PURCHASE_COLUMNS} FROM transactions t WHERE t.id = $2 AND t.retailer_id = $1`,
}
const SELECT_STATUS: Statement = {
  name: 'transactions.find-status',
  text: 'SELECT status FROM transactions WHERE id = $2 AND retailer_id = $1',
}
const SELECT_BY_TOKEN: Statement = {
  name: 'transactions.find-by-token',
  text: `SELECT ${PURCHASE_COLUMNS} FROM transactions t WHERE t.token_hash = $1`,
}
const SELECT_BY_OPTION: Statement = {
  name: 'transactions.find-by-option',
  text: `SELECT ${PURCHASE_COLUMNS} FROM transactions t
    WHERE t.option_id = $2 AND t.replaces_id IS NULL AND t.retailer_id = $1`,
}
const SELECT_REPLACEMENT: Statement = {
  name: 'transactions.find-replacement',
  text: `SELECT ${PURCHASE_COLUMNS} FROM transactions t WHERE t.replaces_id = $2 AND t.retailer_id = $1`,
}
const LIMIT_LOCK_WAIT: Statement = {
  name: 'transactions.limit-lock-wait',
  text: `SELECT set_config('lock_timeout', $1, true)`,
}
const SELECT_REFUND_ACCOUNT: Statement = {
  name: 'transactions.find-refund-account',
  text: `SELECT key_salt AS "keySalt", refund_account AS "refundAccount" FROM transactions WHERE id = $1`,
}
const SELECT_SALT: Statement = {
  name: 'transactions.find-salt',
  text: 'SELECT key_salt AS "keySalt" FROM transactions WHERE id = $1',
}
const LIST_OVERDUE: Statement = {
  name: 'transactions.list-overdue',
  text: `SELECT id FROM transactions WHERE status = 'PENDING' AND deadline_at < $1 ORDER BY deadline_at LIMIT $2`,
}
const LIST_CANCELING: Statement = {
  name: 'transactions.list-canceling',
  text: `SELECT id FROM transactions WHERE status = 'PROCESSING_CANCEL' AND changed_at <= $1 ORDER BY changed_at LIMIT $2`,
}
const LIST_TRANSFERS_DUE: Statement = {
  name: 'transactions.list-transfers-due',
  text: `SELECT id FROM transactions WHERE transfered_at IS NULL AND transfer_due_at <= $1 AND status IN ('OPEN', 'CLOSED')
    ORDER BY transfer_due_at LIMIT $2`,
}

/** From now on in this transaction a wait for somebody else's lock ends in an error soon enough to tell the caller. */
export function limitLockWait(tx: Transaction): void {
  void tx.run(LIMIT_LOCK_WAIT, [String(LOCK_WAIT_MS)])
}

/** False when the option or the order has a purchase already; one that is just being made is waited for. */
export async function insertPurchase(
  tx: Transaction,
  secrets: Secrets,
  purchase: Purchase,
  move: { readonly event: PurchaseEvent; readonly by: Actor },
): Promise<boolean> {
  const salt = takeRandomBytes(SALT_BYTES)
  const p = purchase
  const rows = await tx.run(INSERT_PURCHASE, [
    p.id,
    p.retailerId,
    p.orderId,
    p.optionId,
    p.checkoutId,
    p.decisionId,
    p.cpfIndex,
    p.replacesId ?? null,
    p.status,
    p.step,
    p.hasInsurance,
    JSON.stringify(p.contract),
    p.insuredContract === undefined ? null : JSON.stringify(p.insuredContract),
    p.purchaseDate,
    p.purchaseCentavos,
    p.downPaymentCentavos,
    p.netLoanCentavos,
    p.approvedLimitCentavos,
    salt,
    sealDetails(secrets, salt, p),
    hashToken(p.onboardingToken),
    sealToken(secrets, p.id, p.onboardingToken),
    p.lastSequence,
    p.deadlineAt ?? null,
    p.downPaymentPaidAt ?? null,
    p.createdAt,
    p.signedAt ?? null,
    p.completedAt ?? null,
    p.transferCentavos ?? null,
    p.transferDueAt ?? null,
    p.transferedAt ?? null,
    move.event,
    move.by,
  ])
  return rows.length === 1
}

/** `next` is the purchase after its move; what never changes in it is not written again. */
export async function updatePurchase(
  tx: Transaction,
  current: Purchase,
  next: Purchase,
  move: { readonly event: PurchaseEvent; readonly by: Actor },
  refundAccount: Buffer | undefined,
): Promise<void> {
  const rows = await tx.run(MOVE_PURCHASE, [
    current.id,
    current.status,
    current.step,
    current.moveCount,
    next.status,
    next.step,
    next.cancelReason,
    next.canceledBy ?? null,
    next.hasInsurance,
    next.contract === current.contract ? null : JSON.stringify(next.contract),
    refundAccount ?? null,
    next.lastSequence,
    next.deadlineAt ?? null,
    next.downPaymentPaidAt ?? null,
    next.changedAt,
    next.signedAt ?? null,
    next.completedAt ?? null,
    next.canceledAt ?? null,
    next.refund?.valueCentavos ?? null,
    next.refund?.maxRefundDate ?? null,
    next.transferCentavos ?? null,
    next.transferDueAt ?? null,
    next.transferedAt ?? null,
    move.event,
    move.by,
  ])
  if (rows.length !== 1) throw new Error(`transaction ${current.id} changed under its lock`)
}

/** Of any retailer: the caller compares, or follows a reference of our own. */
export async function lockPurchase(
  tx: Transaction,
  secrets: Secrets,
  id: string,
): Promise<Purchase | undefined> {
  const [row] = await tx.run<PurchaseRow>(LOCK_PURCHASE, [id])
  return row && toPurchase(secrets, row)
}

export async function findPurchase(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  id: string,
): Promise<Purchase | undefined> {
  const [row] = await db.run<PurchaseRow>(SELECT_PURCHASE, [retailerId, id])
  return row && toPurchase(secrets, row)
}

export async function findStatus(db: Queryable, retailerId: string, id: string): Promise<Status | undefined> {
  return (await db.run<{ status: Status }>(SELECT_STATUS, [retailerId, id]))[0]?.status
}

export async function findPurchaseByToken(
  db: Queryable,
  secrets: Secrets,
  token: string,
): Promise<Purchase | undefined> {
  const [row] = await db.run<PurchaseRow>(SELECT_BY_TOKEN, [hashToken(token)])
  return row && toPurchase(secrets, row)
}

/** The purchase that the option was used for first; what took its place later does not count. */
export async function findPurchaseByOption(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  optionId: string,
): Promise<Purchase | undefined> {
  const [row] = await db.run<PurchaseRow>(SELECT_BY_OPTION, [retailerId, optionId])
  return row && toPurchase(secrets, row)
}

/** The purchase that took this one's place. */
export async function findReplacement(
  db: Queryable,
  secrets: Secrets,
  retailerId: string,
  id: string,
): Promise<Purchase | undefined> {
  const [row] = await db.run<PurchaseRow>(SELECT_REPLACEMENT, [retailerId, id])
  return row && toPurchase(secrets, row)
}

export async function composeRefundAccount(
  tx: Transaction,
  secrets: Secrets,
  purchaseId: string,
  account: RefundAccount,
): Promise<Buffer> {
  const [row] = await tx.run<{ keySalt: Buffer }>(SELECT_SALT, [purchaseId])
  if (row === undefined) throw new Error(`transaction ${purchaseId} does not exist`)
  return sealRefundAccount(secrets, row.keySalt, purchaseId, account)
}

/** Where the retailer asked the refund to go. */
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

const listIds =
  (statement: Statement) =>
  async (db: Queryable, until: Date, limit: number): Promise<string[]> =>
    (await db.run<{ id: string }>(statement, [until, limit])).map(({ id }) => id)

export const listOverdueIds = listIds(LIST_OVERDUE)
export const listCancelingIds = listIds(LIST_CANCELING)
export const listTransferDueIds = listIds(LIST_TRANSFERS_DUE)
