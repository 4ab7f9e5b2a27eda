import { RequestError } from '../../contract/errors.ts'
import type { Clock } from '../../kernel/clock.ts'
import { isId } from '../../kernel/ids.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Queryable } from '../../platform/db/database.ts'
import { findLink, type LinkSearch, listLinks } from './link-store.ts'
import { listLinkMessages } from './message-store.ts'
import type { LinkMessage, PaymentLink } from './payment-link.ts'

export interface LinkReadContext {
  readonly database: Queryable
  readonly secrets: Secrets
  readonly clock: Clock
}

/** A link with all the messages that carried it. */
export interface LinkView {
  readonly link: PaymentLink
  readonly messages: readonly LinkMessage[]
}

export async function readLink(context: LinkReadContext, retailerId: string, id: string): Promise<LinkView> {
  const [view] = await viewLinks(context, [await getLink(context, retailerId, id)])
  if (view === undefined) throw new RequestError('link_not_found')
  return view
}

export async function getLink(
  { database, secrets }: LinkReadContext,
  retailerId: string,
  id: string,
): Promise<PaymentLink> {
  const link = isId(id) ? await findLink(database, secrets, retailerId, id) : undefined
  if (link === undefined) throw new RequestError('link_not_found')
  return link
}

export async function searchLinks(
  context: LinkReadContext,
  retailerId: string,
  search: LinkSearch,
): Promise<LinkView[]> {
  const { database, secrets, clock } = context
  return viewLinks(context, await listLinks(database, secrets, retailerId, search, clock.now()))
}

export async function viewLinks(
  { database, secrets }: LinkReadContext,
  links: readonly PaymentLink[],
): Promise<LinkView[]> {
  const ids = links.map(({ id }) => id)
  const messages = await listLinkMessages(database, secrets, ids)
  return links.map(link => ({ link, messages: messages.get(link.id) ?? [] }))
}
