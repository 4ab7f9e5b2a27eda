import { createHash } from 'node:crypto'
import type { CancelReason, Status, Step } from '../../contract/enums.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import {
  bigint,
  boolean,
  bytea,
  date,
  defineColumns,
  integer,
  json,
  nullable,
  type RowOf,
  selectColumns,
  text,
  timestamptz,
} from '../../platform/db/columns.ts'
import type { CanceledBy, ContractFigures, Purchase, PurchaseDetails, RefundAccount } from './purchase.ts'

export const PURCHASES = defineColumns('transactions', {
  id: text('id'),
  retailerId: text('retailer_id'),
  orderId: text('order_id'),
  optionId: text('option_id'),
  checkoutId: text('checkout_id'),
  decisionId: text('decision_id'),
  cpfIndex: bytea('cpf_index'),
  replacesId: nullable(text('replaces_id')),
  status: text<Status>('status'),
  step: text<Step>('step'),
  cancelReason: text<CancelReason>('cancel_reason'),
  canceledBy: nullable(text<CanceledBy>('canceled_by')),
  hasInsurance: boolean('has_insurance'),
  contract: json<ContractFigures>('contract'),
  insuredContract: nullable(json<ContractFigures>('insured_contract')),
  authorizedContract: nullable(json<ContractFigures>('authorized_contract')),
  purchaseDate: date('purchase_date'),
  purchaseCentavos: bigint('purchase_centavos'),
  downPaymentCentavos: bigint('down_payment_centavos'),
  netLoanCentavos: bigint('net_loan_centavos'),
  approvedLimitCentavos: bigint('approved_limit_centavos'),
  keySalt: bytea('key_salt'),
  details: bytea('details'),
  tokenBox: bytea('token_box'),
  lastSequence: integer('last_sequence'),
  moveCount: integer('move_count'),
  deadlineAt: nullable(timestamptz('deadline_at')),
  downPaymentPaidAt: nullable(timestamptz('down_payment_paid_at')),
  createdAt: timestamptz('created_at'),
  changedAt: timestamptz('changed_at'),
  signedAt: nullable(timestamptz('signed_at')),
  completedAt: nullable(timestamptz('completed_at')),
  canceledAt: nullable(timestamptz('canceled_at')),
  refundCentavos: nullable(bigint('refund_centavos')),
  maxRefundDate: nullable(date('max_refund_date')),
  transferCentavos: nullable(bigint('transfer_centavos')),
  transferDueAt: nullable(timestamptz('transfer_due_at')),
  transferedAt: nullable(timestamptz('transfered_at')),
})
export const PURCHASE_COLUMNS = selectColumns(PURCHASES, 't')

export type PurchaseRow = RowOf<typeof PURCHASES>

export function toPurchase(secrets: Secrets, row: PurchaseRow): Purchase {
  const { keySalt, details, tokenBox, refundCentavos, maxRefundDate, ...plain } = row
  const opened = open(secrets.deriveDataKey(keySalt), detailsContext(row.id), details)
  return {
    ...plain,
    ...(JSON.parse(opened.toString()) as PurchaseDetails),
    replacesId: row.replacesId ?? undefined,
    canceledBy: row.canceledBy ?? undefined,
    insuredContract: row.insuredContract ?? undefined,
    authorizedContract: row.authorizedContract ?? undefined,
    onboardingToken: open(secrets.sealing, tokenContext(row.id), tokenBox).toString(),
    deadlineAt: row.deadlineAt ?? undefined,
    downPaymentPaidAt: row.downPaymentPaidAt ?? undefined,
    signedAt: row.signedAt ?? undefined,
    completedAt: row.completedAt ?? undefined,
    canceledAt: row.canceledAt ?? undefined,
    refund:
      refundCentavos === null || maxRefundDate === null
        ? undefined
        : { valueCentavos: refundCentavos, maxRefundDate },
    transferCentavos: row.transferCentavos ?? undefined,
    transferDueAt: row.transferDueAt ?? undefined,
    transferedAt: row.transferedAt ?? undefined,
  }
}

/** Field by field: what else a caller's object holds does not reach the database. */
export function sealDetails(secrets: Secrets, salt: Buffer, purchase: Purchase): Buffer {
  const { customer, products, shippingCentavos } = purchase
  const { cpf, phone, email, address } = customer
  const { zipCode, street, number, complement, city, state } = address
  const details: PurchaseDetails = {
    customer: { cpf, phone, email, address: { zipCode, street, number, complement, city, state } },
    ...(products === undefined ? {} : { products }),
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

/** The token has as many bits as the hash needs, so that no key is needed against guessing. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

const detailsContext = (id: string): string => `transactions.details:${id}`
const tokenContext = (id: string): string => `transactions.token:${id}`
const refundContext = (id: string): string => `transactions.refund_account:${id}`
