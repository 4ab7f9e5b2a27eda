import type { App } from '../../app/app.ts'
import { RequestError } from '../../contract/errors.ts'
import type { LinkChannel, SendPaymentLinkRequest } from '../../contract/payment-links.ts'
import type { Remember, Transaction } from '../../platform/db/database.ts'
import { composeMessage } from '../messaging/index.ts'
import { computeLinkWaitMs, insertLinkMessage, listLinkMessages } from './message-store.ts'
import { parseRecipient } from './parse-link.ts'
import { computeLinkStatus, type PaymentLink } from './payment-link.ts'
import { getLink, type LinkView, readLink } from './read-links.ts'
import { lockLink } from './store.ts'

/** Sends a link that can still be used. Sends of one link take turns, so that none overlooks another. */
export async function sendLink(
  app: App,
  retailerId: string,
  id: string,
  { channel, to }: Pick<SendPaymentLinkRequest, 'channel' | 'to'>,
  remember?: Remember<LinkView>,
): Promise<LinkView> {
  const { database, secrets, clock } = app
  const { id: linkId, customer } = await getLink(app, database, retailerId, id)
  const recipient = {
    channel,
    to: parseRecipient({ channel, to }, customer, to === undefined ? 'channel' : 'to'),
  }
  return database.transaction(async tx => {
    const link = await lockLink(tx, secrets, linkId)
    const now = clock.now()
    const status = computeLinkStatus(link, now)
    if (status === 'COMPLETED' || status === 'DELETED' || status === 'EXPIRED')
      throw new RequestError('link_ended')
    const sent = (await listLinkMessages(tx, secrets, [linkId])).get(linkId) ?? []
    const waitMs = computeLinkWaitMs(sent, channel, now)
    if (waitMs > 0)
      throw new RequestError('link_send_limit', { retryAfterSeconds: Math.ceil(waitMs / 1_000) })
    await postLink(app, tx, link, recipient, now)
    const view = await readLink(app, tx, retailerId, linkId)
    await remember?.(tx, view)
    return view
  })
}

/** Hands the message over within the transaction that wants it sent. */
export async function postLink(
  app: App,
  tx: Transaction,
  link: PaymentLink,
  { channel, to }: { readonly channel: LinkChannel; readonly to: string },
  now: Date,
): Promise<void> {
  const { secrets, messages, retailers, publicUrl } = app
  const { name: shop } = await retailers.getRetailer(link.retailerId)
  const url = `${publicUrl}/pay/${link.token}`
  const phone = channel === 'SMS' ? to : (link.customer.phone ?? '')
  await insertLinkMessage(tx, secrets, link.id, { channel, to }, now)
  const envelope = { retailerId: link.retailerId, channel, to, phone }
  await messages.post(tx, composeMessage('payment-link', { shop, url }, envelope), now)
}
