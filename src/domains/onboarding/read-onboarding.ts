import type { App } from '../../app/app.ts'
import type { CodePurpose, PictureKind } from '../../contract/onboarding.ts'
import type { RetailerTheme } from '../../contract/theme.ts'
import { type CalendarDate, calendarDateAt } from '../../kernel/calendar-date.ts'
import { orReport } from '../../platform/crypto/row-mac.ts'
import { type Asker, findCodeWaitMs, findLivingCode } from '../codes/index.ts'
import { type ContractTerms, findRelease, readContractTerms } from '../contracts/index.ts'
import { computeRelease, findPurchase, type Purchase } from '../purchases/index.ts'
import { type Billet, readBillets } from '../receivables/index.ts'
import { acceptsDevices, describeCodeRequest } from './codes.ts'
import { findPictureRequest, hasSession } from './store.ts'

/** A purchase as one device may see it. */
export interface OnboardingView {
  readonly purchase: Purchase
  /** A code of the customer's phone was entered on this device. */
  readonly isConfirmed: boolean
  readonly asker: Asker
}

const TOKEN_FORM = /^[\w-]{32}$/

/**
 * What the link shows. Once the purchase waits for nobody, that is nothing, except on devices that confirmed the phone:
 * there the customer still finds the billets, or the reason of the end.
 */
export async function findOnboarding(
  app: App,
  token: string,
  sessionIds: readonly string[],
  asker: Asker,
): Promise<OnboardingView | undefined> {
  if (!TOKEN_FORM.test(token)) return undefined
  const { database, secrets, clock, reportForgery } = app
  const purchase = await orReport(reportForgery, findPurchase(database, secrets, { token }))
  if (purchase === undefined) return undefined
  if (purchase.onboardingToken !== token) {
    // The hash belongs to another token: the sealed box holds the one that was issued.
    await reportForgery('transactions', purchase.id)
    return undefined
  }
  const isConfirmed = await hasSession(app, purchase, sessionIds, clock.now())
  const isLiving = purchase.status === 'PENDING' || purchase.status === 'PROCESSING_CANCEL'
  return isLiving || isConfirmed ? { purchase, isConfirmed, asker } : undefined
}

interface OnboardingReading extends OnboardingView {
  readonly retailerName: string
  readonly theme: RetailerTheme
  readonly codePurpose: CodePurpose | undefined
  readonly code: { readonly expiresAt: Date; readonly resendAt: Date } | undefined
  /** Of an agreement: the purchase whose debt it is about. */
  readonly original: Purchase | undefined
  /** Where the payment link of a purchase that ended leads back to. */
  readonly shopUrl: string | undefined
  /** Only for a confirmed device. */
  readonly personal: PersonalReading | undefined
}

interface PersonalReading {
  readonly askedAgain: { readonly kind: PictureKind; readonly reason: string } | undefined
  readonly contract: ContractReading | undefined
  readonly billets: readonly Billet[]
  /** The purchase that replaced this one. */
  readonly replacement: Purchase | undefined
}

interface ContractReading {
  readonly hash: string
  /** While it is to be signed: the terms of today, and whether the customer opened it. */
  readonly unsigned: { readonly terms: ContractTerms; readonly isOpened: boolean } | undefined
  /** It was released on another day than it was signed. */
  readonly hasRelease: boolean
}

export async function readOnboarding(
  app: App,
  view: OnboardingView,
  /** The shop's return address, for a purchase by a link. */
  findShopUrl: (app: App, purchase: Purchase) => Promise<string | undefined>,
): Promise<OnboardingReading> {
  const { purchase } = view
  const codePurpose = choosePurpose(view)
  const [retailer, theme, code, original, shopUrl, personal] = await Promise.all([
    app.retailers.getRetailer(purchase.retailerId),
    app.retailers.findTheme(purchase.retailerId),
    codePurpose && readCode(app, view, codePurpose),
    purchase.renegotiates &&
      findPurchase(app.database, app.secrets, { retailerId: purchase.retailerId, id: purchase.renegotiates }),
    purchase.status === 'PENDING' ? undefined : findShopUrl(app, purchase),
    view.isConfirmed ? readPersonal(app, purchase) : undefined,
  ])
  const shown = showContract(purchase, calendarDateAt(app.clock.now()))
  return {
    ...view,
    purchase: shown,
    retailerName: retailer.name,
    theme,
    codePurpose,
    code,
    original: original || undefined,
    shopUrl,
    personal,
  }
}

/** Where the contract is to be signed, the page shows its figures: they count from today. */
function showContract(purchase: Purchase, today: CalendarDate): Purchase {
  const isToSign = purchase.status === 'PENDING' && purchase.step === 'SIGNATURE'
  return isToSign ? computeRelease(purchase, today).purchase : purchase
}

/** The code that this device needs next. */
function choosePurpose({ purchase, isConfirmed }: OnboardingView): CodePurpose | undefined {
  if (purchase.status !== 'PENDING') return undefined
  if (purchase.step === 'CONFIRMATION') return 'phone'
  if (!isConfirmed) return acceptsDevices(purchase) ? 'device' : undefined
  return purchase.step === 'SIGNATURE' ? 'signature' : undefined
}

async function readCode(
  { database, secrets, clock }: App,
  { purchase, asker }: OnboardingView,
  purpose: CodePurpose,
): Promise<OnboardingReading['code']> {
  const now = clock.now()
  const living = await findLivingCode(database, { transactionId: purchase.id, purpose }, now)
  if (living === undefined) return undefined
  const waitMs = await findCodeWaitMs(database, secrets, describeCodeRequest(purchase, purpose, asker), now)
  return { expiresAt: living.expiresAt, resendAt: new Date(now.getTime() + waitMs) }
}

const PICTURE_OF: Readonly<Partial<Record<Purchase['step'], PictureKind>>> = {
  FRONTDOC: 'front',
  BACKDOC: 'back',
  SELFIE: 'selfie',
}
const CONTRACT_STEPS: readonly Purchase['step'][] = ['SIGNATURE', 'ENTRY', 'COMPLETE']

async function readContract(app: App, purchase: Purchase): Promise<ContractReading> {
  const [{ terms, hash, statement, isOpened }, release] = await Promise.all([
    readContractTerms(app, purchase),
    findRelease(app, purchase),
  ])
  const unsigned = statement === undefined ? { terms, isOpened } : undefined
  return { hash, unsigned, hasRelease: release !== undefined }
}

async function readPersonal(app: App, purchase: Purchase): Promise<PersonalReading> {
  const { database, secrets } = app
  const { id: transactionId, retailerId, step, cancelReason } = purchase
  const kind = PICTURE_OF[step]
  const [reason, contract, { billets }, replacement] = await Promise.all([
    kind && findPictureRequest(database, secrets, { transactionId, kind }),
    CONTRACT_STEPS.includes(step) ? readContract(app, purchase) : undefined,
    readBillets(app, retailerId, transactionId),
    cancelReason === 'NEW_TRANSACTION_CREATED_WITH_LESS_PRODUCTS'
      ? findPurchase(database, secrets, { retailerId, replacesId: transactionId })
      : undefined,
  ])
  return {
    askedAgain: kind && reason !== undefined ? { kind, reason } : undefined,
    contract,
    billets,
    replacement,
  }
}
