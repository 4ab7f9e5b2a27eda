import type { App } from '../../app/app.ts'
import type { Status } from '../../contract/enums.ts'
import { RequestError } from '../../contract/errors.ts'
import type { NewWebhookEvent } from '../../contract/webhooks.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { drain } from '../../platform/jobs/drain.ts'
import { type AuditStaff, appendAudit } from '../audit/index.ts'
import { advancePurchase, lockPurchase, type Purchase } from '../purchases/index.ts'
import { appendEvents } from '../webhooks/index.ts'
import { getLink, type LinkView, readLink } from './read-links.ts'
import {
  findLinkOfPurchase,
  handLinkOver,
  listExpiredLinkIds,
  lockLink,
  markClaimed,
  markCompleted,
  markDeleted,
  markExpired,
  markSigned,
  releaseLink,
} from './store.ts'

interface DeleteLinkCommand {
  readonly retailerId: string
  readonly linkId: string
  /** What shows later who asked for it. */
  readonly evidence: { readonly keyId?: string; readonly trackId: string }
  /** A person, and not a program with a key. */
  readonly staff?: AuditStaff
}

/** More often than a link can be claimed and released during one deletion. */
const MAX_LOOKS = 20

/**
 * Deletes a link, and cancels the link's purchase unless it is complete. The purchase is locked before the link, as
 * everywhere: where another one claimed the link in between, it is read again.
 */
export async function deleteLink(app: App, command: DeleteLinkCommand): Promise<LinkView> {
  const { retailerId, linkId } = command
  for (let look = 0; look < MAX_LOOKS; look++) {
    const seen = await getLink(app, app.database, retailerId, linkId)
    if (seen.status === 'DELETED') break
    if (await deleteAs(app, command, seen.transactionId)) break
    if (look === MAX_LOOKS - 1) throw new Error(`payment link ${linkId} kept changing`)
  }
  return readLink(app, app.database, retailerId, linkId)
}

function deleteAs(
  app: App,
  { retailerId, linkId, evidence, staff }: DeleteLinkCommand,
  transactionId: string | undefined,
): Promise<boolean> {
  const { database, secrets, clock, realClock } = app
  return database.transaction(async tx => {
    const purchase = transactionId === undefined ? undefined : await lockPurchase(tx, secrets, transactionId)
    const link = await lockLink(tx, secrets, linkId)
    if (link.transactionId !== transactionId) return false
    if (link.status === 'DELETED') return true
    if (link.status === 'COMPLETED') throw new RequestError('link_completed')
    // First the link: the end of the purchase must not set it free again.
    announce(tx, await markDeleted(tx, linkId), clock.now())
    if (staff !== undefined)
      await appendAudit(tx, { staff, action: 'link.delete', subject: linkId }, realClock.now())
    if (purchase?.status !== 'PENDING') return true
    await advancePurchase(app, tx, purchase, 'payment-link-deleted')
    const details = { by: 'retailer', retailerId, ...evidence, paymentLinkId: linkId } as const
    const note = { staff, action: 'purchase.cancel', subject: purchase.id, details } as const
    await appendAudit(tx, note, realClock.now())
    return true
  })
}

/** Expires links that nobody used in time. A link with a living purchase is left to that purchase. */
export function expireLinks({ database, clock }: App): Promise<number> {
  return drain(
    limit => listExpiredLinkIds(database, clock.now(), limit),
    id =>
      database.transaction(async tx => {
        const now = clock.now()
        const event = await markExpired(tx, id, now)
        announce(tx, event, now)
        return event !== undefined
      }),
  )
}

/** The purchase is new in this very transaction: nobody waits for it while this waits for the link. */
export async function claimForPurchase(
  tx: Transaction,
  linkId: string,
  purchase: Pick<Purchase, 'id'>,
  now: Date,
): Promise<void> {
  const event = await markClaimed(tx, linkId, purchase.id, now)
  // Undoes the purchase: somebody else has claimed the link, or it has ended.
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

/** The customer signed: the link has got that far. The purchase is locked already. */
export function followSignature(tx: Transaction, transactionId: string, now: Date): void {
  markSigned(tx, transactionId, now)
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
