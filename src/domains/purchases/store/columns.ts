import { createHash } from 'node:crypto'
import type { CancelReason, Status, Step } from '../../../contract/enums.ts'
import type { PurchaseActor, PurchaseEvent } from '../../../contract/purchase-events.ts'
import { takeRandomBytes } from '../../../platform/crypto/random-bytes.ts'
import { defineMac } from '../../../platform/crypto/row-mac.ts'
import { open, seal } from '../../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import {
  bigint,
  boolean,
  bytea,
  date,
  defineColumns,
  defineInsert,
  defineSomeWrites,
  integer,
  json,
  nullable,
  omitColumns,
  type Readers,
  type RowOf,
  replaceNulls,
  selectColumns,
  smallint,
  text,
  timestamptz,
  unsetColumns,
  type Writes,
} from '../../../platform/db/columns.ts'
import type { CanceledBy, ContractFigures, Purchase, PurchaseDetails, RefundAccount } from '../purchase.ts'

/*
 * The columns of a purchase: its row, its type, SELECT, INSERT and UPDATE all follow from this file. A new one is a line in
 * PURCHASES, and a line among the readers of whatever sets it.
 */
const PURCHASES = defineColumns('transactions', {
  id: text('id'),
  retailerId: text('retailer_id'),
  orderId: text('order_id'),
  optionId: text('option_id'),
  checkoutId: text('checkout_id'),
  decisionId: text('decision_id'),
  cpfIndex: bytea('cpf_index'),
  replacesId: nullable(text('replaces_id')),
  /** An agreement: the transaction whose debt it puts into new installments. */
  renegotiates: nullable(text('renegotiates')),
  status: text<Status>('status'),
  step: text<Step>('step'),
  cancelReason: text<CancelReason>('cancel_reason'),
  canceledBy: nullable(text<CanceledBy>('canceled_by')),
  hasInsurance: boolean('has_insurance'),
  contract: json<ContractFigures>('contract'),
  /** The contract with insurance, while the customer may still choose it. */
  insuredContract: nullable(json<ContractFigures>('insured_contract')),
  /** The contract before insurance was accepted in the onboarding. */
  authorizedContract: nullable(json<ContractFigures>('authorized_contract')),
  purchaseDate: date('purchase_date'),
  /** The day from which the figures of `contract` count, where it is not the purchase date. */
  contractDate: nullable(date('contract_date')),
  /** Of the signed wording; absent until the signature. */
  contractVersion: nullable(smallint('contract_version')),
  /** V: products and delivery. */
  purchaseCentavos: bigint('purchase_centavos'),
  downPaymentCentavos: bigint('down_payment_centavos'),
  /** V − E: without the registration fee. */
  netLoanCentavos: bigint('net_loan_centavos'),
  approvedLimitCentavos: bigint('approved_limit_centavos'),
  keySalt: bytea('key_salt'),
  details: bytea('details'),
  tokenBox: bytea('token_box'),
  /** Number of the last event published. */
  lastSequence: integer('last_sequence'),
  moveCount: integer('move_count'),
  deadlineAt: nullable(timestamptz('deadline_at')),
  downPaymentPaidAt: nullable(timestamptz('down_payment_paid_at')),
  createdAt: timestamptz('created_at'),
  changedAt: timestamptz('changed_at'),
  signedAt: nullable(timestamptz('signed_at')),
  completedAt: nullable(timestamptz('completed_at')),
  /** When the customer received the goods, where the retailer reported it. */
  deliveredOn: nullable(date('delivered_on')),
  canceledAt: nullable(timestamptz('canceled_at')),
  refundCentavos: nullable(bigint('refund_centavos')),
  maxRefundDate: nullable(date('max_refund_date')),
  transferCentavos: nullable(bigint('transfer_centavos')),
  transferDueAt: nullable(timestamptz('transfer_due_at')),
  /** Since when it is in a payout order; what is paid back from then on is owed by the retailer. */
  transferOrderedAt: nullable(timestamptz('transfer_ordered_at')),
  transferedAt: nullable(timestamptz('transfered_at')),
  /** When nothing was owed any more; absent for purchases that an earlier program closed. */
  settledAt: nullable(timestamptz('settled_at')),
  mac: bytea('mac'),
})
/** What a new purchase has no value of yet. */
export const UNSET_MEMBERS = unsetColumns(omitColumns(PURCHASES, 'refundCentavos', 'maxRefundDate'))
export const PURCHASE_COLUMNS = selectColumns(PURCHASES, 't')

export type PurchaseRow = RowOf<typeof PURCHASES>

/** What is written for a new purchase. */
export interface NewPurchase {
  readonly purchase: Purchase
  readonly salt: Buffer
  readonly details: Buffer
  readonly tokenBox: Buffer
  readonly mac: Buffer
  readonly event: PurchaseEvent
  readonly by: PurchaseActor
}

export const PURCHASE_INSERT: Writes<NewPurchase> = defineInsert(
  { ...omitColumns(PURCHASES, 'moveCount', 'changedAt').fields, tokenHash: bytea('token_hash') },
  {
    id: n => n.purchase.id,
    retailerId: n => n.purchase.retailerId,
    orderId: n => n.purchase.orderId,
    optionId: n => n.purchase.optionId,
    checkoutId: n => n.purchase.checkoutId,
    decisionId: n => n.purchase.decisionId,
    cpfIndex: n => n.purchase.cpfIndex,
    replacesId: n => n.purchase.replacesId ?? null,
    renegotiates: n => n.purchase.renegotiates ?? null,
    status: n => n.purchase.status,
    step: n => n.purchase.step,
    cancelReason: n => n.purchase.cancelReason,
    hasInsurance: n => n.purchase.hasInsurance,
    contract: n => JSON.stringify(n.purchase.contract),
    insuredContract: ({ purchase: { insuredContract } }) =>
      insuredContract === undefined ? null : JSON.stringify(insuredContract),
    purchaseDate: n => n.purchase.purchaseDate,
    contractDate: n => n.purchase.contractDate ?? null,
    contractVersion: n => n.purchase.contractVersion ?? null,
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
    deliveredOn: n => n.purchase.deliveredOn ?? null,
    transferCentavos: n => n.purchase.transferCentavos ?? null,
    transferDueAt: n => n.purchase.transferDueAt ?? null,
    transferOrderedAt: n => n.purchase.transferOrderedAt ?? null,
    transferedAt: n => n.purchase.transferedAt ?? null,
    settledAt: n => n.purchase.settledAt ?? null,
    mac: n => n.mac,
    tokenHash: n => hashToken(n.purchase.onboardingToken),
  },
)

const changeReaders = {
  status: (next: Purchase) => next.status,
  step: next => next.step,
  cancelReason: next => next.cancelReason,
  canceledBy: next => next.canceledBy ?? null,
  hasInsurance: next => next.hasInsurance,
  contractDate: next => next.contractDate ?? null,
  contractVersion: next => next.contractVersion ?? null,
  lastSequence: next => next.lastSequence,
  deadlineAt: next => next.deadlineAt ?? null,
  downPaymentPaidAt: next => next.downPaymentPaidAt ?? null,
  changedAt: next => next.changedAt,
  signedAt: next => next.signedAt ?? null,
  completedAt: next => next.completedAt ?? null,
  deliveredOn: next => next.deliveredOn ?? null,
  canceledAt: next => next.canceledAt ?? null,
  refundCentavos: next => next.refund?.valueCentavos ?? null,
  maxRefundDate: next => next.refund?.maxRefundDate ?? null,
  transferCentavos: next => next.transferCentavos ?? null,
  transferDueAt: next => next.transferDueAt ?? null,
  transferOrderedAt: next => next.transferOrderedAt ?? null,
  transferedAt: next => next.transferedAt ?? null,
  settledAt: next => next.settledAt ?? null,
} satisfies Partial<Readers<Purchase, typeof PURCHASES.fields>>

/** What a move may change. */
export type ChangedColumn = keyof typeof changeReaders
export const PURCHASE_CHANGES: Writes<Purchase> = defineSomeWrites(PURCHASES.fields, changeReaders)

export function toPurchase(secrets: Secrets, row: PurchaseRow): Purchase {
  const { keySalt, details, tokenBox, refundCentavos, maxRefundDate, mac, ...plain } = row
  const opened = open(secrets.deriveDataKey(keySalt), detailsContext(row.id), details)
  const purchase = {
    ...replaceNulls(PURCHASES, plain),
    ...(JSON.parse(opened.toString()) as PurchaseDetails),
    onboardingToken: open(secrets.sealing, tokenContext(row.id), tokenBox).toString(),
    refund:
      refundCentavos === null || maxRefundDate === null
        ? undefined
        : { valueCentavos: refundCentavos, maxRefundDate },
  }
  purchaseMac.check(secrets, { ...purchase, mac })
  return purchase
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
