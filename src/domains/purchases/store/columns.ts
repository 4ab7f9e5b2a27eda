import { createHash } from 'node:crypto'
import type { CancelReason, Status, Step } from '../../../contract/enums.ts'
import type { PurchaseActor, PurchaseEvent } from '../../../contract/purchase-events.ts'
import type { RefundAccount } from '../../../contract/refunds.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { takeRandomBytes } from '../../../platform/crypto/random-bytes.ts'
import { defineMac, ForgedRow } from '../../../platform/crypto/row-mac.ts'
import { open, seal } from '../../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Statement, Transaction } from '../../../platform/db/database.ts'
import { replaceNulls } from '../../../platform/db/nulls.ts'
import { listColumns, type RowStatement, sendRows } from '../../../platform/db/row-statement.ts'
import type { CanceledBy, ContractFigures, Purchase, PurchaseDetails } from '../purchase.ts'
import { insertNames } from './names.ts'

/** A purchase as the database has it. What names all of its columns, or all that a move changes, is in this file. */
export interface PurchaseRow {
  readonly id: string
  readonly retailerId: string
  readonly orderId: string
  readonly optionId: string
  readonly checkoutId: string
  readonly decisionId: string
  readonly cpfIndex: Buffer
  readonly replacesId: string | null
  /** An agreement: the transaction whose debt it puts into new installments. */
  readonly renegotiates: string | null
  readonly status: Status
  readonly step: Step
  readonly cancelReason: CancelReason
  readonly canceledBy: CanceledBy | null
  readonly hasInsurance: boolean
  readonly contract: ContractFigures
  /** The contract with insurance, while the customer may still choose it. */
  readonly insuredContract: ContractFigures | null
  /** The contract before insurance was accepted in the onboarding. */
  readonly authorizedContract: ContractFigures | null
  readonly purchaseDate: CalendarDate
  /** The day from which the figures of `contract` count, where it is not the purchase date. */
  readonly contractDate: CalendarDate | null
  /** Of the signed wording; absent until the signature. */
  readonly contractVersion: number | null
  /** V: products and delivery. */
  readonly purchaseCentavos: Centavos
  readonly downPaymentCentavos: Centavos
  /** V − E: without the registration fee. */
  readonly netLoanCentavos: Centavos
  readonly approvedLimitCentavos: Centavos
  readonly keySalt: Buffer
  readonly details: Buffer
  readonly tokenBox: Buffer
  /** Number of the last event published. */
  readonly lastSequence: number
  readonly moveCount: number
  readonly deadlineAt: Date | null
  readonly downPaymentPaidAt: Date | null
  readonly createdAt: Date
  readonly changedAt: Date
  readonly signedAt: Date | null
  readonly completedAt: Date | null
  /** When the customer received the goods, where the retailer reported it. */
  readonly deliveredOn: CalendarDate | null
  readonly canceledAt: Date | null
  readonly refundCentavos: Centavos | null
  readonly maxRefundDate: CalendarDate | null
  readonly transferCentavos: Centavos | null
  readonly transferDueAt: Date | null
  /** Since when it is in a payout order; what is paid back from then on is owed by the retailer. */
  readonly transferOrderedAt: Date | null
  readonly transferedAt: Date | null
  /** When nothing was owed any more; absent for purchases that an earlier program closed. */
  readonly settledAt: Date | null
  readonly mac: Buffer
}

export const PURCHASE_COLUMNS = `t.id, t.retailer_id, t.order_id, t.option_id, t.checkout_id, t.decision_id, t.cpf_index, t.replaces_id,
  t.renegotiates, t.status, t.step, t.cancel_reason, t.canceled_by, t.has_insurance, t.contract,
  t.insured_contract, t.authorized_contract, t.purchase_date, t.contract_date, t.contract_version,
  t.purchase_centavos, t.down_payment_centavos, t.net_loan_centavos, t.approved_limit_centavos, t.key_salt,
  t.details, t.token_box, t.last_sequence, t.move_count, t.deadline_at, t.down_payment_paid_at, t.created_at,
  t.changed_at, t.signed_at, t.completed_at, t.delivered_on, t.canceled_at, t.refund_centavos, t.max_refund_date,
  t.transfer_centavos, t.transfer_due_at, t.transfer_ordered_at, t.transfered_at, t.settled_at, t.mac`

/** What the caller of a move may change; the state follows from its event. */
export type MovedMember =
  | 'canceledBy'
  | 'hasInsurance'
  | 'contract'
  | 'contractDate'
  | 'contractVersion'
  | 'downPaymentPaidAt'
  | 'signedAt'
  | 'completedAt'
  | 'deliveredOn'
  | 'transferCentavos'
  | 'transferDueAt'
  | 'transferOrderedAt'
  | 'transferedAt'
  | 'settledAt'

/** What a new purchase has no value of yet. */
export const UNSET_MEMBERS = {
  replacesId: undefined,
  renegotiates: undefined,
  canceledBy: undefined,
  insuredContract: undefined,
  authorizedContract: undefined,
  contractDate: undefined,
  contractVersion: undefined,
  deadlineAt: undefined,
  downPaymentPaidAt: undefined,
  signedAt: undefined,
  completedAt: undefined,
  deliveredOn: undefined,
  canceledAt: undefined,
  transferCentavos: undefined,
  transferDueAt: undefined,
  transferOrderedAt: undefined,
  transferedAt: undefined,
  settledAt: undefined,
}

/** Throws ForgedRow, also for a box that is of another row. */
export function toPurchase(secrets: Secrets, row: PurchaseRow): Purchase {
  const { keySalt, details, tokenBox, refundCentavos, maxRefundDate, mac, ...plain } = row
  const purchase = {
    ...replaceNulls(plain),
    ...(JSON.parse(openOwn(row, secrets.deriveDataKey(keySalt), detailsContext, details)) as PurchaseDetails),
    onboardingToken: openOwn(row, secrets.sealing, tokenContext, tokenBox),
    refund:
      refundCentavos === null || maxRefundDate === null
        ? undefined
        : { valueCentavos: refundCentavos, maxRefundDate },
  }
  purchaseMac.check(secrets, { ...purchase, mac })
  return purchase
}

function openOwn(
  { id }: PurchaseRow,
  key: Parameters<typeof open>[0],
  nameContext: (id: string) => string,
  box: Buffer,
): string {
  try {
    return open(key, nameContext(id), box).toString()
  } catch {
    throw new ForgedRow('transactions', id)
  }
}

/** Everything but what is sealed for this purchase, which nobody can forge either. */
export const purchaseMac = defineMac('transactions', (purchase: Purchase) => [
  purchase.id,
  purchase.retailerId,
  purchase.orderId,
  purchase.optionId,
  purchase.checkoutId,
  purchase.decisionId,
  purchase.cpfIndex,
  purchase.replacesId ?? null,
  purchase.renegotiates ?? null,
  purchase.status,
  purchase.step,
  purchase.cancelReason,
  purchase.canceledBy ?? null,
  purchase.hasInsurance,
  JSON.stringify(purchase.contract),
  presentFigures(purchase.insuredContract),
  presentFigures(purchase.authorizedContract),
  purchase.purchaseDate,
  purchase.contractDate ?? null,
  purchase.contractVersion ?? null,
  purchase.purchaseCentavos,
  purchase.downPaymentCentavos,
  purchase.netLoanCentavos,
  purchase.approvedLimitCentavos,
  purchase.lastSequence,
  purchase.moveCount,
  purchase.deadlineAt ?? null,
  purchase.downPaymentPaidAt ?? null,
  purchase.createdAt,
  purchase.changedAt,
  purchase.signedAt ?? null,
  purchase.completedAt ?? null,
  purchase.deliveredOn ?? null,
  purchase.canceledAt ?? null,
  purchase.refund?.valueCentavos ?? null,
  purchase.refund?.maxRefundDate ?? null,
  purchase.transferCentavos ?? null,
  purchase.transferDueAt ?? null,
  purchase.transferOrderedAt ?? null,
  purchase.transferedAt ?? null,
  purchase.settledAt ?? null,
])

const presentFigures = (contract: ContractFigures | undefined): string | null =>
  contract === undefined ? null : JSON.stringify(contract)

/** Lists every field, so that extra members of the caller's object never reach the database. */
export function sealDetails(secrets: Secrets, salt: Buffer, purchase: Purchase): Buffer {
  const { customer, products, description, shippingCentavos } = purchase
  const { cpf, name, phone, email, address } = customer
  const { zipCode, street, number, complement, city, state } = address
  const details: PurchaseDetails = {
    customer: { cpf, name, phone, email, address: { zipCode, street, number, complement, city, state } },
    ...(products === undefined ? {} : { products }),
    ...(description === undefined ? {} : { description }),
    shippingCentavos,
  }
  return seal(secrets.deriveDataKey(salt), detailsContext(purchase.id), JSON.stringify(details))
}

export function sealToken(secrets: Secrets, purchaseId: string, token: string): Buffer {
  return seal(secrets.sealing, tokenContext(purchaseId), token)
}

export function sealRefundAccount(
  secrets: Secrets,
  salt: Buffer,
  purchaseId: string,
  account: RefundAccount,
): Buffer {
  return seal(secrets.deriveDataKey(salt), refundContext(purchaseId), JSON.stringify(account))
}

export function openRefundAccount(
  secrets: Secrets,
  salt: Buffer,
  purchaseId: string,
  box: Buffer,
): RefundAccount {
  return JSON.parse(open(secrets.deriveDataKey(salt), refundContext(purchaseId), box).toString())
}

const detailsContext = (id: string): string => `transactions.details:${id}`
const tokenContext = (id: string): string => `transactions.token:${id}`
const refundContext = (id: string): string => `transactions.refund_account:${id}`

/** 192 random bits. */
const TOKEN_BYTES = 24

export function newOnboardingToken(): string {
  return takeRandomBytes(TOKEN_BYTES).toString('base64url')
}

/** The token has as many bits as the hash needs, so that no key is needed against guessing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/*
 * The WHERE repeats the state that the transition was computed from: a purchase that moved in between is not moved
 * again. $1 to $4 are that state, $5 the contract, $6 the refund account and $7 the sealed details where they change, $8
 * the MAC, $9 and $10 the move, then the changes.
 */
const MOVE_PURCHASE: Statement = {
  name: 'transactions.move',
  text: `WITH moved AS (
      UPDATE transactions SET status = $11, step = $12, cancel_reason = $13, canceled_by = $14, has_insurance = $15, contract_date =
        $16, contract_version = $17, last_sequence = $18, deadline_at = $19, down_payment_paid_at = $20,
        changed_at = $21, signed_at = $22, completed_at = $23, delivered_on = $24, canceled_at = $25,
        refund_centavos = $26, max_refund_date = $27, transfer_centavos = $28, transfer_due_at = $29,
        transfer_ordered_at = $30, transfered_at = $31, settled_at = $32,
        authorized_contract = CASE WHEN $5::json IS NULL THEN authorized_contract ELSE coalesce(authorized_contract, contract) END,
        contract = coalesce($5::json, contract), refund_account = coalesce($6, refund_account),
        details = coalesce($7, details), mac = $8, move_count = move_count + 1
      WHERE id = $1 AND status = $2 AND step = $3 AND move_count = $4 RETURNING id, move_count, status, step, changed_at
    )
    INSERT INTO transaction_moves (transaction_id, number, event, actor, status, step, moved_at)
    SELECT id, move_count, $9, $10, status, step, changed_at FROM moved RETURNING transaction_id`,
}

/** `next` is the purchase after its move; immutable columns are not written again. */
export async function updatePurchase(
  tx: Transaction,
  secrets: Secrets,
  current: Purchase,
  next: Purchase,
  move: { readonly event: PurchaseEvent; readonly by: PurchaseActor },
  boxes: { readonly refundAccount?: Buffer | undefined; readonly details?: Buffer | undefined },
): Promise<void> {
  const rows = await tx.run(MOVE_PURCHASE, [
    current.id,
    current.status,
    current.step,
    current.moveCount,
    next.contract === current.contract ? null : JSON.stringify(next.contract),
    boxes.refundAccount ?? null,
    boxes.details ?? null,
    purchaseMac.compute(secrets, next),
    move.event,
    move.by,
    next.status,
    next.step,
    next.cancelReason,
    next.canceledBy ?? null,
    next.hasInsurance,
    next.contractDate ?? null,
    next.contractVersion ?? null,
    next.lastSequence,
    next.deadlineAt ?? null,
    next.downPaymentPaidAt ?? null,
    next.changedAt,
    next.signedAt ?? null,
    next.completedAt ?? null,
    next.deliveredOn ?? null,
    next.canceledAt ?? null,
    next.refund?.valueCentavos ?? null,
    next.refund?.maxRefundDate ?? null,
    next.transferCentavos ?? null,
    next.transferDueAt ?? null,
    next.transferOrderedAt ?? null,
    next.transferedAt ?? null,
    next.settledAt ?? null,
  ])
  if (rows.length !== 1) throw new Error(`transaction ${current.id} changed under its lock`)
}

export const SALT_BYTES = 16

/** A new purchase as its row and its first move have it. */
interface NewPurchase extends Omit<Purchase, 'contract' | 'insuredContract'> {
  readonly contract: string
  readonly insuredContract: string | undefined
  readonly keySalt: Buffer
  readonly details: Buffer
  readonly tokenBox: Buffer
  readonly tokenHash: Buffer
  readonly mac: Buffer
  readonly event: PurchaseEvent
  readonly actor: PurchaseActor
}

const NEW_PURCHASE = {
  id: 'text',
  retailerId: 'text',
  orderId: 'text',
  optionId: 'text',
  checkoutId: 'text',
  decisionId: 'text',
  cpfIndex: 'bytea',
  replacesId: 'text',
  renegotiates: 'text',
  status: 'text',
  step: 'text',
  cancelReason: 'text',
  hasInsurance: 'boolean',
  contract: 'json',
  insuredContract: 'json',
  purchaseDate: 'date',
  contractDate: 'date',
  contractVersion: 'smallint',
  purchaseCentavos: 'bigint',
  downPaymentCentavos: 'bigint',
  netLoanCentavos: 'bigint',
  approvedLimitCentavos: 'bigint',
  keySalt: 'bytea',
  details: 'bytea',
  tokenBox: 'bytea',
  lastSequence: 'integer',
  deadlineAt: 'timestamptz',
  downPaymentPaidAt: 'timestamptz',
  createdAt: 'timestamptz',
  signedAt: 'timestamptz',
  completedAt: 'timestamptz',
  deliveredOn: 'date',
  transferCentavos: 'bigint',
  transferDueAt: 'timestamptz',
  transferOrderedAt: 'timestamptz',
  transferedAt: 'timestamptz',
  settledAt: 'timestamptz',
  mac: 'bytea',
  tokenHash: 'bytea',
} as const

/* Sorted, so that two lists cannot deadlock. */
const INSERT_PURCHASES: RowStatement<NewPurchase> = {
  name: 'transactions.insert',
  columns: { ...NEW_PURCHASE, event: 'text', actor: 'text' },
  text: `, added AS (
      INSERT INTO transactions (${listColumns(NEW_PURCHASE)}, move_count, changed_at)
      SELECT ${listColumns(NEW_PURCHASE)}, 1, created_at FROM rows ORDER BY option_id
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
    const keySalt = takeRandomBytes(SALT_BYTES)
    const { contract, insuredContract, onboardingToken } = purchase
    return {
      ...purchase,
      contract: JSON.stringify(contract),
      insuredContract: insuredContract && JSON.stringify(insuredContract),
      keySalt,
      details: sealDetails(secrets, keySalt, purchase),
      tokenBox: sealToken(secrets, purchase.id, onboardingToken),
      tokenHash: hashToken(onboardingToken),
      mac: purchaseMac.compute(secrets, purchase),
      event: move.event,
      actor: move.by,
    }
  })
  sendRows(tx, INSERT_PURCHASES, rows)
  insertNames(tx, secrets, purchases)
}
