import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { LenderContact } from '../../../contract/lender.ts'
import type { Presented } from '../../../contract/presented.ts'
import type { RefundAccount } from '../../../contract/refunds.ts'
import type { RetailerTheme } from '../../../contract/theme.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import { findRelease, type ReadAddendum, readAddendum } from '../../contracts/index.ts'
import {
  type CustomerRequest,
  type CustomerSession,
  endCustomerSession,
  findCustomerSession,
  listPurchasesOf,
  listRequestsOf,
  listVisible,
} from '../../customers/index.ts'
import { findRefundAccount, type Purchase } from '../../purchases/index.ts'
import { readReceivables } from '../../receivables/index.ts'
import { type AgreementReading, readAgreement } from '../renegotiation/offer-renegotiation.ts'

type ReceivablesReading = Awaited<ReturnType<typeof readReceivables>>

/** Its billets are the down payment and the installments, without those in whose place another was issued. */
export interface AccountPurchaseReading
  extends Pick<ReceivablesReading, 'billets' | 'received' | 'early' | 'claim'> {
  readonly purchase: Purchase
  readonly retailerName: string
  readonly theme: RetailerTheme
  readonly refundAccount: RefundAccount | undefined
  readonly addendum: ReadAddendum | undefined
  readonly agreement: AgreementReading
  readonly hasRelease: boolean
}

export interface AccountReading {
  /** Newest first, and never empty. */
  readonly purchases: readonly AccountPurchaseReading[]
  readonly requests: readonly CustomerRequest[]
  readonly lender: Presented<LenderContact> | undefined
}

export function findAccountSession(app: App, sessionId: string): Promise<CustomerSession | undefined> {
  return findCustomerSession(app, sessionId, app.realClock.now())
}

export function signOut({ database, secrets }: App, session: CustomerSession): Promise<void> {
  return endCustomerSession(database, secrets, session)
}

/** Undefined when nothing is left to see: the person was forgotten. */
export async function readAccount(app: App, session: CustomerSession): Promise<AccountReading | undefined> {
  const { database, secrets } = app
  const visible = await listVisiblePurchases(app, session)
  const [newest] = visible
  if (newest === undefined) return undefined
  const [purchases, requests, lender] = await Promise.all([
    Promise.all(visible.map(purchase => readAccountPurchase(app, purchase))),
    listRequestsOf(database, secrets, session.cpfIndex),
    app.findLenderContact(newest.retailerId),
  ])
  return { purchases, requests, lender }
}

export async function listVisiblePurchases(
  app: App,
  { cpfIndex, phoneIndex }: CustomerSession,
): Promise<Purchase[]> {
  return listVisible(app, await listPurchasesOf(app, cpfIndex), phoneIndex)
}

/** One purchase of the customer; a foreign one is not found. */
export async function getOwnPurchase(
  app: App,
  session: CustomerSession,
  transactionId: string,
): Promise<Purchase> {
  const purchases = await listVisiblePurchases(app, session)
  const purchase = purchases.find(({ id }) => id === transactionId)
  if (purchase === undefined) throw new RequestError('transaction_not_found')
  return purchase
}

async function readAccountPurchase(app: App, purchase: Purchase): Promise<AccountPurchaseReading> {
  const { database, secrets, retailers, clock } = app
  const { id, retailerId, refund, replacesId } = purchase
  const [retailer, theme, receivables, refundAccount, addendum, release, agreement] = await Promise.all([
    retailers.getRetailer(retailerId),
    retailers.findTheme(retailerId),
    readReceivables(app, purchase, calendarDateAt(clock.now())),
    refund && findRefundAccount(database, secrets, id),
    replacesId && readAddendum(app, id),
    findRelease(app, purchase),
    readAgreement(app, purchase),
  ])
  const hasRelease = release !== undefined
  return {
    purchase,
    retailerName: retailer.name,
    theme,
    ...receivables,
    billets: receivables.currentBillets,
    refundAccount,
    addendum: addendum || undefined,
    hasRelease,
    agreement,
  }
}
