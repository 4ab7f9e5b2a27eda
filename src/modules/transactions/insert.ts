import type { PurchaseActor, PurchaseEvent } from '../../contract/purchase-events.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { bytea, defineWrites, omitColumns, text, type Writes } from '../../platform/db/columns.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findBrokenConstraint } from '../../platform/db/database-errors.ts'
import { type RowStatement, sendRows } from '../../platform/db/row-statement.ts'
import type { Purchase } from './purchase.ts'
import { hashToken, PURCHASES, sealDetails, sealToken } from './row.ts'

const SALT_BYTES = 16
const PLACES: ReadonlySet<string> = new Set(['transactions_option_once', 'transactions_one_per_order'])

interface NewPurchase {
  readonly purchase: Purchase
  readonly salt: Buffer
  readonly details: Buffer
  readonly tokenBox: Buffer
  readonly event: PurchaseEvent
  readonly by: PurchaseActor
}

/* What a purchase has no value of before its first move is left out. */
const STORED = {
  ...omitColumns(
    PURCHASES,
    'canceledBy',
    'authorizedContract',
    'moveCount',
    'changedAt',
    'canceledAt',
    'refundCentavos',
    'maxRefundDate',
  ).fields,
  tokenHash: bytea('token_hash'),
}
const PURCHASE_WRITES: Writes<NewPurchase> = defineWrites(STORED, {
  id: n => n.purchase.id,
  retailerId: n => n.purchase.retailerId,
  orderId: n => n.purchase.orderId,
  optionId: n => n.purchase.optionId,
  checkoutId: n => n.purchase.checkoutId,
  decisionId: n => n.purchase.decisionId,
  cpfIndex: n => n.purchase.cpfIndex,
  replacesId: n => n.purchase.replacesId ?? null,
  status: n => n.purchase.status,
  step: n => n.purchase.step,
  cancelReason: n => n.purchase.cancelReason,
  hasInsurance: n => n.purchase.hasInsurance,
  contract: n => JSON.stringify(n.purchase.contract),
  insuredContract: ({ purchase: { insuredContract } }) =>
    insuredContract === undefined ? null : JSON.stringify(insuredContract),
  purchaseDate: n => n.purchase.purchaseDate,
  purchaseCentavos: n => n.purchase.purchaseCentavos,
  downPaymentCentavos: n => n.purchase.downPaymentCentavos,
  netLoanCentavos: n => n.purchase.netLoanCentavos,
  approvedLimitCentavos: n => n.purchase.approvedLimitCentavos,
  keySalt: n => n.salt,
  details: n => n.details,
  tokenBox: n => n.tokenBox,
  lastSequence: n => n.purchase.lastSequence,
  deadlineAt: n => n.purchase.deadlineAt ?? null,
  downPaymentPaidAt: n => n.purchase.downPaymentPaidAt ?? null,
  createdAt: n => n.purchase.createdAt,
  signedAt: n => n.purchase.signedAt ?? null,
  completedAt: n => n.purchase.completedAt ?? null,
  transferCentavos: n => n.purchase.transferCentavos ?? null,
  transferDueAt: n => n.purchase.transferDueAt ?? null,
  transferedAt: n => n.purchase.transferedAt ?? null,
  tokenHash: n => hashToken(n.purchase.onboardingToken),
})
const MOVE_WRITES: Writes<NewPurchase> = defineWrites(
  { event: text<PurchaseEvent>('event'), actor: text<PurchaseActor>('actor') },
  { event: n => n.event, actor: n => n.by },
)

/* In one order, so that two lists never wait for each other. */
const INSERT_PURCHASES: RowStatement<NewPurchase> = {
  name: 'transactions.insert',
  columns: { ...PURCHASE_WRITES.columns, ...MOVE_WRITES.columns },
  reads: [...PURCHASE_WRITES.reads, ...MOVE_WRITES.reads],
  text: `, added AS (
      INSERT INTO transactions (${PURCHASE_WRITES.names}, move_count, changed_at)
      SELECT ${PURCHASE_WRITES.names}, 1, created_at FROM rows ORDER BY option_id
    )
    INSERT INTO transaction_moves (transaction_id, number, event, actor, status, step, moved_at)
    SELECT id, 1, event, actor, status, step, created_at FROM rows`,
}

/**
 * Fails as `isPlaceTaken` tells when one of the options or orders has a purchase already; one that is just being made is waited
 * for.
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
    return { purchase, salt, details, tokenBox, ...move }
  })
  sendRows(tx, INSERT_PURCHASES, rows)
}

/** Somebody else's purchase holds the option or the order. */
export function isPlaceTaken(error: unknown): boolean {
  return PLACES.has(findBrokenConstraint(error) ?? '')
}
