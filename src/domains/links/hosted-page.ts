import type { App } from '../../app/app.ts'
import type { HostedScreen, LinkEnding } from '../../contract/hosted-page.ts'
import type { RetailerTheme } from '../../contract/theme.ts'
import { orReport } from '../../platform/crypto/row-mac.ts'
import { type Asker, type CodeRequest, findCodeWaitMs, findLivingCode } from '../codes/index.ts'
import { findPurchase } from '../purchases/index.ts'
import { computeLinkStatus, type PaymentLink } from './payment-link.ts'
import { findLinkByToken } from './store.ts'
import { findVisit, type Visit } from './visit-store.ts'

/** A link as one device may see it. */
export interface HostedPage {
  readonly link: PaymentLink
  readonly visit: Visit | undefined
  readonly asker: Asker
}

/** How a code for the phone of a visit is counted. */
export function describeVisitCode({ link, asker }: HostedPage, phone: string): CodeRequest {
  return { phone, way: 'link', subject: link.id, asker }
}

const TOKEN_FORM = /^[\w-]{32}$/

/** A forged link, or the visit of a forged row, is not found. */
export async function findHostedPage(
  { database, secrets, clock, reportForgery }: App,
  token: string,
  sessionIds: readonly string[],
  asker: Asker,
): Promise<HostedPage | undefined> {
  if (!TOKEN_FORM.test(token)) return undefined
  const link = await orReport(reportForgery, findLinkByToken(database, secrets, token))
  if (link === undefined) return undefined
  const visit = await orReport(reportForgery, findVisit(database, secrets, link.id, sessionIds, clock.now()))
  return { link, visit, asker }
}

interface HostedReading extends HostedPage {
  readonly retailerName: string
  readonly theme: RetailerTheme
  readonly screen: HostedScreen
  readonly ending: LinkEnding | undefined
  readonly code: { readonly expiresAt: Date; readonly resendAt: Date } | undefined
  /** Of the onboarding, where this very device's person bought by the link. */
  readonly onboardingToken: string | undefined
}

export async function readHostedPage(app: App, page: HostedPage): Promise<HostedReading> {
  const { link, visit } = page
  const now = app.clock.now()
  const ending = findEnding(link, now)
  const screen = ending === undefined ? chooseScreen(visit) : 'ended'
  const [retailer, theme, code, onboardingToken] = await Promise.all([
    app.retailers.getRetailer(link.retailerId),
    app.retailers.findTheme(link.retailerId),
    screen === 'code' && visit ? readVisitCode(app, page, visit, now) : undefined,
    findOwnPurchase(app, page),
  ])
  return { ...page, retailerName: retailer.name, theme, screen, ending, code, onboardingToken }
}

/** Why a new visitor cannot use the link. */
export function findEnding(link: PaymentLink, now: Date): LinkEnding | undefined {
  switch (computeLinkStatus(link, now)) {
    case 'DELETED':
      return 'deleted'
    case 'EXPIRED':
      return 'expired'
    case 'COMPLETED':
      return 'used'
    case 'CLAIMED':
      return 'claimed'
    default:
      return link.lockedAt === undefined ? undefined : 'locked'
  }
}

/** A confirmed phone without an outcome means that nobody could decide. */
function chooseScreen(visit: Visit | undefined): HostedScreen {
  if (visit === undefined) return 'who'
  if (visit.confirmedAt === undefined) return 'code'
  return visit.groups === undefined ? 'refused' : 'options'
}

async function readVisitCode(
  { database, secrets }: App,
  page: HostedPage,
  { id: transactionId, person }: Visit,
  now: Date,
): Promise<HostedReading['code']> {
  const living = await findLivingCode(database, { transactionId, purpose: 'link' }, now)
  if (living === undefined) return undefined
  const waitMs = await findCodeWaitMs(database, secrets, describeVisitCode(page, person.phone), now)
  return { expiresAt: living.expiresAt, resendAt: new Date(now.getTime() + waitMs) }
}

async function findOwnPurchase(
  { database, secrets }: App,
  { link, visit }: HostedPage,
): Promise<string | undefined> {
  const { retailerId, transactionId } = link
  if (transactionId === undefined || visit?.confirmedAt === undefined) return undefined
  const purchase = await findPurchase(database, secrets, { retailerId, id: transactionId })
  return purchase?.checkoutId === visit.checkoutId ? purchase?.onboardingToken : undefined
}
