import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import type { LinkStatus } from '../../contract/payment-links.ts'
import { addDays, type CalendarDate, endOfDay } from '../../kernel/calendar-date.ts'
import { computeIdBound, isId } from '../../kernel/ids.ts'
import { parseDay } from '../../kernel/parse-days.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { listLinkMessages } from './message-store.ts'
import { computeLinkStatus, type LinkMessage, type PaymentLink } from './payment-link.ts'
import { findLink, findLinkByToken, type LinkSearch, listLinks } from './store.ts'

/** A link as it stands now, with all the messages that carried it. */
export interface LinkView {
  readonly link: PaymentLink
  readonly status: LinkStatus
  readonly messages: readonly LinkMessage[]
}

export async function readLink(app: App, db: Queryable, retailerId: string, id: string): Promise<LinkView> {
  const [view] = await viewLinks(app, db, [await getLink(app, db, retailerId, id)])
  if (view === undefined) throw new RequestError('link_not_found')
  return view
}

export async function getLink(
  { secrets }: App,
  db: Queryable,
  retailerId: string,
  id: string,
): Promise<PaymentLink> {
  const link = isId(id) ? await findLink(db, secrets, retailerId, id) : undefined
  if (link === undefined) throw new RequestError('link_not_found')
  return link
}

/** A link of the retailer's, by its id or by the token at the end of its address. */
export async function findLinkBy(
  { database, secrets }: App,
  retailerId: string,
  idOrToken: string,
): Promise<PaymentLink | undefined> {
  if (isId(idOrToken)) return findLink(database, secrets, retailerId, idOrToken)
  const link = await findLinkByToken(database, secrets, idOrToken)
  return link?.retailerId === retailerId ? link : undefined
}

interface LinkQuery extends Omit<LinkSearch, 'lowest' | 'highest'> {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export async function searchLinks(
  app: App,
  retailerId: string,
  { from, to, ...query }: LinkQuery,
): Promise<LinkView[]> {
  const { database, secrets, clock } = app
  const [first, last] = [from && parseDay('from', from), to && parseDay('to', to)]
  if (first && last && first > last) throw invalidParameter('from', 'must not be after to')
  const search = {
    ...query,
    lowest: first ? computeDayBound(first) : undefined,
    highest: last ? computeDayBound(addDays(last, 1)) : undefined,
  }
  return viewLinks(app, database, await listLinks(database, secrets, retailerId, search, clock.now()))
}

/** Below the ids made on that day or later, above all earlier ones. */
export function computeDayBound(day: CalendarDate): string {
  return computeIdBound(endOfDay(addDays(day, -1)).getTime() + 1)
}

export async function viewLinks(
  { secrets, clock }: App,
  db: Queryable,
  links: readonly PaymentLink[],
): Promise<LinkView[]> {
  const ids = links.map(({ id }) => id)
  const messages = await listLinkMessages(db, secrets, ids)
  const now = clock.now()
  return links.map(link => ({
    link,
    status: computeLinkStatus(link, now),
    messages: messages.get(link.id) ?? [],
  }))
}
