import { RequestError } from '../../contract/errors.ts'
import type { Clock } from '../../kernel/clock.ts'
import { appendAudit } from '../audit/index.ts'
import { advancePurchase, lockPurchase, type PurchaseContext } from '../purchases/index.ts'
import { announce } from './follow-purchase.ts'
import { markDeleted } from './life-store.ts'
import { lockLink } from './link-store.ts'
import { getLink, type LinkView, readLink } from './read-links.ts'

export interface DeleteLinkContext extends PurchaseContext {
  readonly realClock: Clock
}

export interface DeleteLinkCommand {
  readonly retailerId: string
  readonly linkId: string
  /** What shows later who asked for it. */
  readonly evidence: { readonly keyId: string; readonly trackId: string }
}

/** More often than a link can be claimed and released while one deletion looks on. */
const MAX_LOOKS = 20

/**
 * Deletes a link, and cancels the link's purchase unless it is complete. The purchase is locked before the link, as
 * everywhere: where another one claimed the link in between, it is looked at again.
 */
export async function deleteLink(context: DeleteLinkContext, command: DeleteLinkCommand): Promise<LinkView> {
  const { retailerId, linkId } = command
  for (let look = 0; look < MAX_LOOKS; look++) {
    const seen = await getLink(context, retailerId, linkId)
    if (seen.status === 'DELETED') break
    if (await deleteAs(context, command, seen.transactionId)) break
    if (look === MAX_LOOKS - 1) throw new Error(`payment link ${linkId} never stood still`)
  }
  return readLink(context, retailerId, linkId)
}

function deleteAs(
  context: DeleteLinkContext,
  { retailerId, linkId, evidence }: DeleteLinkCommand,
  transactionId: string | undefined,
): Promise<boolean> {
  const { database, secrets, clock, realClock } = context
  return database.transaction(async tx => {
    const purchase = transactionId === undefined ? undefined : await lockPurchase(tx, secrets, transactionId)
    const link = await lockLink(tx, secrets, linkId)
    if (link.transactionId !== transactionId) return false
    if (link.status === 'DELETED') return true
    if (link.status === 'COMPLETED') throw new RequestError('link_completed')
    // First the link: the end of the purchase must not set it free again.
    announce(tx, await markDeleted(tx, linkId), clock.now())
    if (purchase?.status !== 'PENDING') return true
    await advancePurchase(context, tx, purchase, 'payment-link-deleted')
    const details = { by: 'retailer', retailerId, ...evidence, paymentLinkId: linkId } as const
    const note = { operatorId: undefined, action: 'purchase.cancel', subject: purchase.id, details } as const
    await appendAudit(tx, note, realClock.now())
    return true
  })
}
