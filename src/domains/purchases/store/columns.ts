import { createHash } from 'node:crypto'
import type { CancelReason, Status, Step } from '../../../contract/enums.ts'
import type { RefundAccount } from '../../../contract/refunds.ts'
import type { CalendarDate } from '../../../kernel/calendar-date.ts'
import type { Centavos } from '../../../kernel/money.ts'
import { takeRandomBytes } from '../../../platform/crypto/random-bytes.ts'
import { defineMac } from '../../../platform/crypto/row-mac.ts'
import { open, seal } from '../../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import { replaceNulls } from '../../../platform/db/nulls.ts'
import type { CanceledBy, ContractFigures, Purchase, PurchaseDetails } from '../purchase.ts'

/** A purchase as the database has it. */
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

export function toPurchase(secrets: Secrets, row: PurchaseRow): Purchase {
  const { keySalt, details, tokenBox, refundCentavos, maxRefundDate, mac, ...plain } = row
  const opened = open(secrets.deriveDataKey(keySalt), detailsContext(row.id), details)
  const purchase = {
    ...replaceNulls(plain),
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
