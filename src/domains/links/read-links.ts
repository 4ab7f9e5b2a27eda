import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import { isId } from '../../kernel/ids.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { LinkMessage, PaymentLink } from './payment-link.ts'
import { findLink, type LinkSearch, listLinkMessages, listLinks } from './store.ts'

/** A link with all the messages that carried it. */
export interface LinkView {
  readonly link: PaymentLink
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

export async function searchLinks(app: App, retailerId: string, search: LinkSearch): Promise<LinkView[]> {
  const { database, secrets, clock } = app
  return viewLinks(app, database, await listLinks(database, secrets, retailerId, search, clock.now()))
}

export async function viewLinks(
  { secrets }: App,
  db: Queryable,
  links: readonly PaymentLink[],
): Promise<LinkView[]> {
  const ids = links.map(({ id }) => id)
  const messages = await listLinkMessages(db, secrets, ids)
  return links.map(link => ({ link, messages: messages.get(link.id) ?? [] }))
}
