import { createHash } from 'node:crypto'
import type { CancelReason, Status, Step } from '../../contract/enums.ts'
import type { CalendarDate } from '../../kernel/calendar-date.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { CanceledBy, ContractFigures, Purchase, PurchaseDetails, RefundAccount } from './purchase.ts'

export const PURCHASE_COLUMNS = `t.id, t.retailer_id AS "retailerId", t.order_id AS "orderId", t.option_id AS "optionId",
  t.checkout_id AS "checkoutId", t.decision_id AS "decisionId", t.cpf_index AS "cpfIndex", t.replaces_id AS "replacesId",
  t.status, t.step, t.cancel_reason AS "cancelReason", t.canceled_by AS "canceledBy", t.has_insurance AS "hasInsurance",
  t.contract, t.insured_contract AS "insuredContract", t.authorized_contract AS "authorizedContract", t.purchase_date AS "purchaseDate",
  t.purchase_centavos AS "purchaseCentavos", t.down_payment_centavos AS "downPaymentCentavos",
  t.net_loan_centavos AS "netLoanCentavos", t.approved_limit_centavos AS "approvedLimitCentavos", t.key_salt AS "keySalt",
  t.details, t.token_box AS "tokenBox", t.last_sequence AS "lastSequence", t.move_count AS "moveCount",
  t.deadline_at AS "deadlineAt", t.down_payment_paid_at AS "downPaymentPaidAt", t.created_at AS "createdAt", t.changed_at AS "changedAt",
  t.signed_at AS "signedAt", t.completed_at AS "completedAt", t.canceled_at AS "canceledAt",
  t.refund_centavos AS "refundCentavos", t.max_refund_date AS "maxRefundDate", t.transfer_centavos AS "transferCentavos",
  t.transfer_due_at AS "transferDueAt", t.transfered_at AS "transferedAt"`

export interface PurchaseRow {
  readonly id: string
  readonly retailerId: string
  readonly orderId: string
  readonly optionId: string
  readonly checkoutId: string
  readonly decisionId: string
  readonly cpfIndex: Buffer
  readonly replacesId: string | null
  readonly status: Status
  readonly step: Step
  readonly cancelReason: CancelReason
  readonly canceledBy: CanceledBy | null
  readonly hasInsurance: boolean
  readonly contract: ContractFigures
  readonly insuredContract: ContractFigures | null
  readonly authorizedContract: ContractFigures | null
  readonly purchaseDate: CalendarDate
  readonly purchaseCentavos: number
  readonly downPaymentCentavos: number
  readonly netLoanCentavos: number
  readonly approvedLimitCentavos: number
  readonly keySalt: Buffer
  readonly details: Buffer
  readonly tokenBox: Buffer
  readonly lastSequence: number
  readonly moveCount: number
  readonly deadlineAt: Date | null
  readonly downPaymentPaidAt: Date | null
  readonly createdAt: Date
  readonly changedAt: Date
  readonly signedAt: Date | null
  readonly completedAt: Date | null
  readonly canceledAt: Date | null
  readonly refundCentavos: number | null
  readonly maxRefundDate: CalendarDate | null
  readonly transferCentavos: number | null
  readonly transferDueAt: Date | null
  readonly transferedAt: Date | null
}

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
