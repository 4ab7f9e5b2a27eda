import type { App } from '../../app/app.ts'
import { type CalendarDate, calendarDateAt, endOfDay } from '../../kernel/calendar-date.ts'
import type { Centavos } from '../../kernel/money.ts'
import type { CreditPolicy } from '../credit/index.ts'
import { computeOffer, type PricedOption } from '../pricing/index.ts'
import { computeShowsScript, getTerms } from '../quoting/index.ts'

interface PreviewCommand {
  readonly retailerId: string
  readonly totalCentavos: Centavos
}

/** What anybody may be shown: the figures of somebody who buys here for the first time and has the highest limit. */
export interface StandardPreview {
  readonly totalCentavos: Centavos
  readonly minTotalCentavos: Centavos
  readonly maxTotalCentavos: Centavos
  /** Never empty. */
  readonly groups: readonly StandardGroup[]
  readonly validUntil: Date
}

interface StandardGroup {
  readonly downPaymentPercentage: number
  readonly downPaymentCentavos: Centavos
  readonly installments: readonly PricedOption[]
}

export interface PresentedPreview {
  /** ASCII: the runtime sends head and body in one piece when both are such text, which is quicker than bytes apart. */
  readonly body: string
  readonly etag: string
}

interface PreviewReply {
  readonly presented: PresentedPreview
  /** Until the figures of today are those of yesterday. */
  readonly secondsLeft: number
}

/** Prices a total without a person; only the answer is cached. */
export async function previewOffer(
  app: App,
  { retailerId, totalCentavos }: PreviewCommand,
  present: (preview: StandardPreview | undefined) => PresentedPreview,
): Promise<PreviewReply> {
  // One after the other: both are mostly cached, and waiting for two at once costs more.
  const retailer = await app.retailers.getRetailer(retailerId)
  const policy = await app.credit.policies.getCurrent(retailerId)
  const nowMs = app.clock.now().getTime()
  const { date, endsAt } = getDay(nowMs)
  const secondsLeft = Math.floor((endsAt.getTime() - nowMs) / 1000)
  if (!computeShowsScript(retailer, policy, totalCentavos))
    return { presented: present(undefined), secondsLeft }
  // A policy belongs to one retailer and a version of it never changes, so its id stands for both.
  const key = `${policy.id} ${date} ${totalCentavos}`
  const known = app.previews.get(key)
  if (known !== undefined) return { presented: known, secondsLeft }
  const groups = computeStandardGroups(policy.document, totalCentavos, date)
  const { minimum, maximum } = policy.document.purchaseValue
  const presented = present(
    groups.length === 0
      ? undefined
      : {
          totalCentavos,
          minTotalCentavos: minimum * 100,
          maxTotalCentavos: maximum * 100,
          groups,
          validUntil: endsAt,
        },
  )
  app.previews.set(key, presented)
  return { presented, secondsLeft }
}

/**
 * The standard conditions: a first contract, so with the registration fee (who has paid it once pays less, never more), under the
 * highest limit of the policy; no grace, insurance or retention, which are choices of a customer or of the shop.
 */
function computeStandardGroups(
  { pricing, limits }: CreditPolicy,
  purchaseCentavos: Centavos,
  purchaseDate: CalendarDate,
): StandardGroup[] {
  const { groups } = computeOffer({
    policy: pricing,
    purchaseCentavos,
    purchaseDate,
    chargesRegistrationFee: true,
    limitCentavos: Math.max(...limits.map(({ limit }) => limit)) * 100,
    withInsurance: false,
    withRetention: false,
    withGracePeriod: false,
  })
  return groups.map(({ downPaymentPercentage, downPaymentCentavos, options }) => ({
    downPaymentPercentage,
    downPaymentCentavos,
    installments: options.map(({ option }) => option),
  }))
}

let knownDay = { fromMs: Number.NaN, date: '' as CalendarDate, endsAt: new Date(Number.NaN) }

/** Asking the time zone's rules costs more than all the rest of an answer from memory: once a day is enough. */
function getDay(nowMs: number): { date: CalendarDate; endsAt: Date } {
  if (nowMs >= knownDay.fromMs && nowMs <= knownDay.endsAt.getTime()) return knownDay
  const date = calendarDateAt(new Date(nowMs))
  knownDay = { fromMs: nowMs, date, endsAt: endOfDay(date) }
  return knownDay
}

interface Simulation {
  /** What the policy finances. */
  readonly minTotalCentavos: Centavos
  readonly maxTotalCentavos: Centavos
  /** Empty where the total is not financed. */
  readonly groups: readonly StandardGroup[]
  readonly validUntil: Date
}

/** For people at the shop: the same figures as the preview, also while the shop's pages show none. */
export async function simulateOffer(
  app: App,
  { retailerId, totalCentavos }: PreviewCommand,
): Promise<Simulation> {
  const { policy } = await getTerms(app, retailerId)
  const { date, endsAt } = getDay(app.clock.now().getTime())
  const { minimum, maximum } = policy.document.purchaseValue
  const bounds = { minTotalCentavos: minimum * 100, maxTotalCentavos: maximum * 100 }
  const isFinanced = totalCentavos >= bounds.minTotalCentavos && totalCentavos <= bounds.maxTotalCentavos
  return {
    ...bounds,
    groups: isFinanced ? computeStandardGroups(policy.document, totalCentavos, date) : [],
    validUntil: endsAt,
  }
}

interface StorefrontSettings {
  readonly showsScript: boolean
  readonly name: string
  readonly minTotalCentavos: Centavos
  readonly maxTotalCentavos: Centavos
}

/** What a script in a shop's page needs to know before it has a price. */
export async function readStorefront(app: App, retailerId: string): Promise<StorefrontSettings> {
  const { retailer, policy } = await getTerms(app, retailerId)
  const { minimum, maximum } = policy.document.purchaseValue
  return {
    showsScript: retailer.scriptEnabled && !retailer.isSuspended,
    name: retailer.name,
    minTotalCentavos: minimum * 100,
    maxTotalCentavos: maximum * 100,
  }
}
