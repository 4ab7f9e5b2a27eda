import type { PurchaseActor, PurchaseEvent } from '../../contract/purchase-events.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { findBrokenConstraint } from '../../platform/db/database-errors.ts'
import { type RowStatement, sendRows } from '../../platform/db/row-statement.ts'
import type { Purchase } from './purchase.ts'
import { hashToken, sealDetails, sealToken } from './row.ts'

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

/* In one order, so that two lists never wait for each other. */
const INSERT_PURCHASES: RowStatement<NewPurchase> = {
  name: 'transactions.insert',
  columns: {
    id: 'text',
    retailer_id: 'text',
    order_id: 'text',
    option_id: 'text',
    checkout_id: 'text',
    decision_id: 'text',
    cpf_index: 'bytea',
    replaces_id: 'text',
    status: 'text',
    step: 'text',
    cancel_reason: 'text',
    has_insurance: 'boolean',
    contract: 'json',
    insured_contract: 'json',
    purchase_date: 'date',
    purchase_centavos: 'bigint',
    down_payment_centavos: 'bigint',
    net_loan_centavos: 'bigint',
    approved_limit_centavos: 'bigint',
    key_salt: 'bytea',
    details: 'bytea',
    token_hash: 'bytea',
    token_box: 'bytea',
    last_sequence: 'integer',
    deadline_at: 'timestamptz',
    down_payment_paid_at: 'timestamptz',
    created_at: 'timestamptz',
    signed_at: 'timestamptz',
    completed_at: 'timestamptz',
    transfer_centavos: 'bigint',
    transfer_due_at: 'timestamptz',
    transfered_at: 'timestamptz',
    event: 'text',
    actor: 'text',
  },
  text: `, added AS (
      INSERT INTO transactions (id, retailer_id, order_id, option_id, checkout_id, decision_id, cpf_index, replaces_id, status,
        step, cancel_reason, has_insurance, contract, insured_contract, purchase_date, purchase_centavos,
        down_payment_centavos, net_loan_centavos, approved_limit_centavos, key_salt, details, token_hash, token_box,
        last_sequence, move_count, deadline_at, down_payment_paid_at, created_at, changed_at, signed_at, completed_at,
        transfer_centavos, transfer_due_at, transfered_at)
      SELECT id, retailer_id, order_id, option_id, checkout_id, decision_id, cpf_index, replaces_id, status,
        step, cancel_reason, has_insurance, contract, insured_contract, purchase_date, purchase_centavos,
        down_payment_centavos, net_loan_centavos, approved_limit_centavos, key_salt, details, token_hash, token_box,
        last_sequence, 1, deadline_at, down_payment_paid_at, created_at, created_at, signed_at, completed_at,
        transfer_centavos, transfer_due_at, transfered_at
      FROM rows ORDER BY option_id
    )
    INSERT INTO transaction_moves (transaction_id, number, event, actor, status, step, moved_at)
    SELECT id, 1, event, actor, status, step, created_at FROM rows`,
  values: ({ purchase: p, salt, details, tokenBox, event, by }) => [
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
    p.cancelReason,
    p.hasInsurance,
    JSON.stringify(p.contract),
    p.insuredContract === undefined ? null : JSON.stringify(p.insuredContract),
    p.purchaseDate,
    p.purchaseCentavos,
    p.downPaymentCentavos,
    p.netLoanCentavos,
    p.approvedLimitCentavos,
    salt,
    details,
    hashToken(p.onboardingToken),
    tokenBox,
    p.lastSequence,
    p.deadlineAt ?? null,
    p.downPaymentPaidAt ?? null,
    p.createdAt,
    p.signedAt ?? null,
    p.completedAt ?? null,
    p.transferCentavos ?? null,
    p.transferDueAt ?? null,
    p.transferedAt ?? null,
    event,
    by,
  ],
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
