import { defineMac } from '../../platform/crypto/row-mac.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { replaceNulls } from '../../platform/db/columns.ts'
import { PURCHASES, type PurchaseRow } from './columns.ts'
import type { ContractFigures, Purchase, PurchaseDetails, RefundAccount } from './purchase.ts'

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
