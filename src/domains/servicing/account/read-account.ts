import type { App } from '../../../app/app.ts'
import { RequestError } from '../../../contract/errors.ts'
import type { LenderContact } from '../../../contract/lender.ts'
import type { Presented } from '../../../contract/presented.ts'
import type { RetailerTheme } from '../../../contract/theme.ts'
import { type CalendarDate, calendarDateAt } from '../../../kernel/calendar-date.ts'
import type { Secrets } from '../../../platform/crypto/secrets.ts'
import type { Queryable } from '../../../platform/db/database.ts'
import {
  type CustomerRequest,
  type CustomerSession,
  endCustomerSession,
  findCustomerSession,
  listPurchasesOf,
  listRequestsOf,
  listVisible,
} from '../../customers/index.ts'
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
  type ComputedPayoff,
  computeChosenPayoff,
  computeDebt,
  computeUnusedPremium,
  findClaim,
  findLastPayoff,
  listBillets,
  listReceivedParts,
  omitReplaced,
  type PayoffSelection,
  parseSelection,
  type ReceivedPart,
} from '../../receivables/index.ts'
import { type AgreementReading, readAgreement } from '../renegotiation/offer-renegotiation.ts'

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
  const [retailer, theme, issued, refundAccount, addendum, release, agreement] = await Promise.all([
    retailers.getRetailer(retailerId),
    retailers.findTheme(retailerId),
    listBillets(database, secrets, retailerId, id),
    refund && findRefundAccount(database, secrets, id),
    replacesId && readAddendum(app, id),
    findRelease(app, purchase),
    readAgreement(app, purchase),
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

/** What a customer may pay at once, before it is due or because all of it is, and what it costs on the day. */
export interface EarlyOffers {
  readonly all: ComputedPayoff<Billet>
  readonly next: ComputedPayoff<Billet>
  /** The last one, the last two and so on; without all. */
  readonly last: readonly ComputedPayoff<Billet>[]
}

/** A settlement that was asked for and can be paid as it was quoted. */
export interface OpenPayoff {
  readonly settlement: ComputedPayoff<Billet>
  readonly billet: Billet
}

export interface EarlyReading {
  /** Undefined where one bill says it all. */
  readonly offers: EarlyOffers | undefined
  readonly open: OpenPayoff | undefined
}

const NOTHING: EarlyReading = { offers: undefined, open: undefined }

/** `billets` are all of the purchase. */
export async function readEarly(
  { database, secrets }: { readonly database: Queryable; readonly secrets: Secrets },
  purchase: Purchase,
  billets: readonly Billet[],
  today: CalendarDate,
): Promise<EarlyReading> {
  if (purchase.status !== 'OPEN') return NOTHING
  const living = billets.filter(isOpen)
  const installments = living.filter(({ kind }) => kind === 'installment')
  const compute = (selection: PayoffSelection, date: CalendarDate) => {
    const debt = computeDebt(purchase.contract, installments, date)
    const computed = computeChosenPayoff(
      purchase.contract,
      debt,
      selection,
      computeUnusedPremium(purchase, date),
    )
    return 'problem' in computed ? undefined : computed
  }
  const all = compute({ kind: 'all' }, today)
  // Where nothing is ahead, several bills that are due are paid at once.
  const isWhole = installments.some(({ claimedFrom }) => claimedFrom !== undefined) || installments.length > 1
  const next = compute({ kind: 'next' }, today) ?? (isWhole ? all : undefined)
  if (all === undefined || next === undefined) return NOTHING
  const aheadCount = all.parts.filter(({ isEarly }) => isEarly).length
  const last = Array.from({ length: Math.max(0, aheadCount - 1) }, (_, index) => index + 1).flatMap(
    count => compute({ kind: 'last', count }, today) ?? [],
  )
  return { offers: { all, next, last }, open: await findOpen() }

  async function findOpen(): Promise<OpenPayoff | undefined> {
    const issued = living.find(({ kind, dueDate }) => kind === 'settlement' && dueDate >= today)
    const asked = issued && (await findLastPayoff(database, secrets, purchase.id))
    const selection = asked && parseSelection(asked.selection)
    const settlement = selection && compute(selection, asked.settlesOn)
    // Something of it was paid otherwise: the customer chooses anew.
    if (issued === undefined || settlement?.valueCentavos !== issued.amountCentavos) return undefined
    const [billet = issued] = await attachPixCodes(database, secrets, [issued])
    return { settlement, billet }
  }
}

const isOpen = ({ paymentStatus, canceledAt }: Billet): boolean =>
  paymentStatus === 'PENDING' && canceledAt === undefined
