import type { App } from '../../app/app.ts'
import { MAX_FUNNEL_SELLERS } from '../../contract/payment-links.ts'
import { addDays, type CalendarDate } from '../../kernel/calendar-date.ts'
import { computeDayBound } from './read-links.ts'
import { countSteps, listLinksById, type SellerSteps } from './store.ts'

/** How many of some links got how far, and what they sell. */
type LinkSteps = Omit<SellerSteps, 'latestId' | 'hasSeller'>

interface LinkFunnel {
  readonly all: LinkSteps
  /** The largest value paid first. */
  readonly sellers: readonly (LinkSteps & { readonly seller: string | undefined })[]
}

/** Links that one retailer created on some days. Names are sealed: one link of each seller is opened. */
export async function countFunnel(
  { database, secrets }: App,
  retailerId: string,
  { from, to }: { readonly from: CalendarDate; readonly to: CalendarDate },
): Promise<LinkFunnel> {
  const bounds = { lowest: computeDayBound(from), highest: computeDayBound(addDays(to, 1)) }
  const groups = await countSteps(database, retailerId, bounds)
  const all = groups.map(takeSteps).reduce(addSteps, NO_STEPS)
  const shown = groups.toSorted(compareSellers).slice(0, MAX_FUNNEL_SELLERS)
  const ids = shown.flatMap(({ hasSeller, latestId }) => (hasSeller ? [latestId] : []))
  const links = await listLinksById(database, secrets, retailerId, ids)
  const names = new Map(links.map(({ id, seller }) => [id, seller.seller]))
  return { all, sellers: shown.map(each => ({ seller: names.get(each.latestId), ...takeSteps(each) })) }
}

const NO_STEPS: LinkSteps = {
  created: 0,
  opened: 0,
  identified: 0,
  signed: 0,
  paid: 0,
  createdCentavos: 0,
  paidCentavos: 0,
}

const takeSteps = ({ latestId: _id, hasSeller: _has, ...steps }: SellerSteps): LinkSteps => steps

function addSteps(a: LinkSteps, b: LinkSteps): LinkSteps {
  return {
    created: a.created + b.created,
    opened: a.opened + b.opened,
    identified: a.identified + b.identified,
    signed: a.signed + b.signed,
    paid: a.paid + b.paid,
    createdCentavos: a.createdCentavos + b.createdCentavos,
    paidCentavos: a.paidCentavos + b.paidCentavos,
  }
}

const compareSellers = (a: SellerSteps, b: SellerSteps): number =>
  b.paidCentavos - a.paidCentavos ||
  b.createdCentavos - a.createdCentavos ||
  (a.latestId < b.latestId ? 1 : -1)
