import { RequestError } from '../../../contract/errors.ts'
import type { LenderContact } from '../../../contract/lender.ts'
import type { Presented } from '../../../contract/presented.ts'
import type { RetailerTheme } from '../../../contract/theme.ts'
import { calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { ReportForgery } from '../../../platform/crypto/row-mac.ts'
import {
  findRefundAccount,
  findRelease,
  type Purchase,
  type ReadAddendum,
  type RefundAccount,
  readAddendum,
} from '../../purchases/index.ts'
import {
  attachPixCodes,
  type Billet,
  type Claim,
  type FindLenderContact,
  findClaim,
  listBillets,
  listReceivedParts,
  omitReplaced,
  type ReceivedPart,
} from '../../receivables/index.ts'
import type { Retailers } from '../../retailers/index.ts'
import { type EarlyReading, readEarly } from '../payoff/read-early.ts'
import { type AgreementReading, readAgreement } from '../renegotiation/read-agreement.ts'
import { type CustomerReadContext, listPurchasesOf, listVisible } from './customer-purchases.ts'
import { type CustomerRequest, listRequestsOf } from './requests.ts'
import { type CustomerSession, endCustomerSession, findCustomerSession } from './sessions.ts'

export interface AccountContext extends CustomerReadContext {
  readonly clock: Clock
  readonly realClock: Clock
  readonly retailers: Retailers
  readonly findLenderContact: FindLenderContact
  readonly reportForgery: ReportForgery
}

export interface AccountPurchaseReading {
  readonly purchase: Purchase
  readonly retailerName: string
  readonly theme: RetailerTheme
  /** The down payment first; without settlements, and without those in whose place another was issued. */
  readonly billets: readonly Billet[]
  readonly received: readonly ReceivedPart[]
  readonly refundAccount: RefundAccount | undefined
  readonly addendum: ReadAddendum | undefined
  readonly agreement: AgreementReading
  readonly hasRelease: boolean
  readonly early: EarlyReading
  /** Present once the whole contract is due. */
  readonly claim: Claim | undefined
}

export interface AccountReading {
  /** Newest first, and never empty. */
  readonly purchases: readonly AccountPurchaseReading[]
  readonly requests: readonly CustomerRequest[]
  readonly lender: Presented<LenderContact> | undefined
}

export function findAccountSession(
  context: AccountContext,
  sessionId: string,
): Promise<CustomerSession | undefined> {
  return findCustomerSession(context, sessionId, context.realClock.now())
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
  { database, secrets, retailers, clock }: AccountContext,
  purchase: Purchase,
): Promise<AccountPurchaseReading> {
  const { id, retailerId, refund, replacesId } = purchase
  const [retailer, theme, issued, refundAccount, addendum, release, agreement] = await Promise.all([
    retailers.getRetailer(retailerId),
    retailers.findTheme(retailerId),
    listBillets(database, secrets, retailerId, id),
    refund && findRefundAccount(database, secrets, id),
    replacesId && readAddendum({ database, secrets }, id),
    findRelease({ database, secrets }, purchase),
    readAgreement({ database, secrets, clock }, purchase),
  ])
  const shown = omitReplaced(issued)
    .filter(({ kind }) => kind !== 'settlement')
    .toSorted((a, b) => a.installmentNumber - b.installmentNumber)
  const [billets, received, early] = await Promise.all([
    attachPixCodes(database, secrets, shown),
    listReceivedParts(
      database,
      secrets,
      issued.map(billet => billet.id),
    ),
    readEarly({ database, secrets }, purchase, issued, calendarDateAt(clock.now())),
  ])
  const hasRelease = release !== undefined
  return {
    purchase,
    retailerName: retailer.name,
    theme,
    billets,
    received,
    refundAccount,
    addendum: addendum || undefined,
    hasRelease,
    early,
    claim: findClaim(issued),
    agreement,
  }
}
