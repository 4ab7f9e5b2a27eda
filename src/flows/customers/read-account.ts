import { RequestError } from '../../contract/errors.ts'
import type { LenderContact } from '../../contract/lender.ts'
import type { Presented } from '../../contract/presented.ts'
import type { Clock } from '../../kernel/clock.ts'
import {
  type Billet,
  listBillets,
  listReceivedParts,
  omitReplaced,
  type ReceivedPart,
} from '../../modules/billets/index.ts'
import {
  type CustomerRequest,
  type CustomerSession,
  endCustomerSession,
  findCustomerSession,
  listRequestsOf,
} from '../../modules/customers/index.ts'
import type { Retailers } from '../../modules/retailers/index.ts'
import { findRefundAccount, type Purchase, type RefundAccount } from '../../modules/transactions/index.ts'
import type { FindLenderContact } from '../onboarding/lender-contact.ts'
import { attachPixCodes } from '../pix/attach-codes.ts'
import { type CustomerReadContext, listPurchasesOf, listVisible } from './customer-purchases.ts'

export interface AccountContext extends CustomerReadContext {
  readonly clock: Clock
  readonly realClock: Clock
  readonly retailers: Retailers
  readonly findLenderContact: FindLenderContact
}

export interface AccountPurchaseReading {
  readonly purchase: Purchase
  readonly retailerName: string
  /** The down payment first; without those in whose place another was issued. */
  readonly billets: readonly Billet[]
  readonly received: readonly ReceivedPart[]
  readonly refundAccount: RefundAccount | undefined
}

export interface AccountReading {
  /** Newest first, and never empty. */
  readonly purchases: readonly AccountPurchaseReading[]
  readonly requests: readonly CustomerRequest[]
  readonly lender: Presented<LenderContact> | undefined
}

export function findAccountSession(
  { database, secrets, realClock }: AccountContext,
  sessionId: string,
): Promise<CustomerSession | undefined> {
  return findCustomerSession(database, secrets, sessionId, realClock.now())
}

export function signOut({ database, secrets }: AccountContext, session: CustomerSession): Promise<void> {
  return endCustomerSession(database, secrets, session)
}

/** Undefined when nothing is left to see: the person was forgotten. */
export async function readAccount(
  context: AccountContext,
  session: CustomerSession,
): Promise<AccountReading | undefined> {
  const { database, secrets } = context
  const visible = await listVisiblePurchases(context, session)
  const [newest] = visible
  if (newest === undefined) return undefined
  const [purchases, requests, lender] = await Promise.all([
    Promise.all(visible.map(purchase => readAccountPurchase(context, purchase))),
    listRequestsOf(database, secrets, session.cpfIndex),
    context.findLenderContact(newest.retailerId),
  ])
  return { purchases, requests, lender }
}

export async function listVisiblePurchases(
  context: CustomerReadContext,
  { cpfIndex, phoneIndex }: CustomerSession,
): Promise<Purchase[]> {
  return listVisible(context, await listPurchasesOf(context, cpfIndex), phoneIndex)
}

/** One purchase of the customer; a foreign one is not found. */
export async function getOwnPurchase(
  context: CustomerReadContext,
  session: CustomerSession,
  transactionId: string,
): Promise<Purchase> {
  const purchases = await listVisiblePurchases(context, session)
  const purchase = purchases.find(({ id }) => id === transactionId)
  if (purchase === undefined) throw new RequestError('transaction_not_found')
  return purchase
}

async function readAccountPurchase(
  { database, secrets, retailers }: AccountContext,
  purchase: Purchase,
): Promise<AccountPurchaseReading> {
  const { id, retailerId, refund } = purchase
  const [retailer, issued, refundAccount] = await Promise.all([
    retailers.getRetailer(retailerId),
    listBillets(database, secrets, retailerId, id),
    refund && findRefundAccount(database, secrets, id),
  ])
  const shown = omitReplaced(issued).toSorted((a, b) => a.installmentNumber - b.installmentNumber)
  const [billets, received] = await Promise.all([
    attachPixCodes(database, secrets, shown),
    listReceivedParts(
      database,
      issued.map(billet => billet.id),
    ),
  ])
  return { purchase, retailerName: retailer.name, billets, received, refundAccount }
}
