import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { replaceNulls } from '../../platform/db/columns.ts'
import { PURCHASES, type PurchaseRow } from './columns.ts'
import type { Purchase, PurchaseDetails, RefundAccount } from './purchase.ts'

export function toPurchase(secrets: Secrets, row: PurchaseRow): Purchase {
  const { keySalt, details, tokenBox, refundCentavos, maxRefundDate, ...plain } = row
  const opened = open(secrets.deriveDataKey(keySalt), detailsContext(row.id), details)
  return {
    ...replaceNulls(PURCHASES, plain),
    ...(JSON.parse(opened.toString()) as PurchaseDetails),
    onboardingToken: open(secrets.sealing, tokenContext(row.id), tokenBox).toString(),
    refund:
      refundCentavos === null || maxRefundDate === null
        ? undefined
        : { valueCentavos: refundCentavos, maxRefundDate },
  }
}

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
