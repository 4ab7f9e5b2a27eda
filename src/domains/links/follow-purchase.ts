import type { App } from '../../app/app.ts'
import type { Status } from '../../contract/enums.ts'
import { RequestError } from '../../contract/errors.ts'
import type { NewWebhookEvent } from '../../contract/webhooks.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Purchase } from '../purchases/index.ts'
import { appendEvents } from '../webhooks/index.ts'
import { handLinkOver, markClaimed, markCompleted, releaseLink } from './life-store.ts'
import { findLinkOfPurchase } from './link-store.ts'

/** The purchase is new in this very transaction: nobody waits for it while this waits for the link. */
export async function claimForPurchase(
  tx: Transaction,
  linkId: string,
  purchase: Pick<Purchase, 'id'>,
  now: Date,
): Promise<void> {
  const event = await markClaimed(tx, linkId, purchase.id, now)
  // Undoes the purchase: somebody else has the link, or nobody can have it any more.
  if (event === undefined)
    throw new RequestError('link_claimed', { cause: new Error(`payment link ${linkId} cannot be claimed`) })
  appendEvents(tx, [event], now)
}

/** What the life of a purchase means for the link that it claimed, if it claimed one. The purchase is locked already. */
export async function followPurchase(
  tx: Transaction,
  transactionId: string,
  status: Status,
  { now, replacedBy }: { readonly now: Date; readonly replacedBy: string | undefined },
): Promise<void> {
  if (replacedBy !== undefined) handLinkOver(tx, transactionId, replacedBy)
  else if (status === 'OPEN') announce(tx, await markCompleted(tx, transactionId), now)
  else if (status === 'CANCELED' || status === 'ABANDONED') releaseLink(tx, transactionId)
}

export function announce(tx: Transaction, event: NewWebhookEvent | undefined, now: Date): void {
  if (event !== undefined) appendEvents(tx, [event], now)
}

export async function findShopUrl(
  { database, secrets }: App,
  { retailerId, id }: Purchase,
): Promise<string | undefined> {
  const link = await findLinkOfPurchase(database, secrets, retailerId, id)
  return link?.returnUrl ?? link?.cancelUrl
}
