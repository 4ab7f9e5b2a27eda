import type { Event } from '../../../clients/typescript/src/generated.ts'
import type { Queryable } from '../../platform/db/database.ts'
import type { LinkState } from './order-state.ts'
import { moveLink, recordClaim, recordStage } from './order-store.ts'

const LINK_STATES: Readonly<Record<string, LinkState>> = {
  'payment_link.opened': 'OPENED',
  'payment_link.claimed': 'CLAIMED',
  'payment_link.completed': 'COMPLETED',
  'payment_link.expired': 'EXPIRED',
  'payment_link.deleted': 'DELETED',
}

const ENDINGS: readonly string[] = [
  'transaction.approved',
  'transaction.denied',
  'transaction.canceled',
  'transaction.closed',
]

/** Each event may come again, late, or about an order of somebody else: the numbers of the events decide what is newer. */
export async function receiveEvent(db: Queryable, event: Event): Promise<void> {
  const { type, orderId, transactionId, paymentLinkId, sequence } = event
  // A notice about the endpoint itself.
  if (orderId === undefined) return
  const linkState = LINK_STATES[type]
  if (linkState !== undefined && paymentLinkId !== undefined) {
    const about = { orderId, linkId: paymentLinkId, sequence }
    if (type === 'payment_link.claimed' && transactionId !== undefined)
      await recordClaim(db, about, transactionId)
    await moveLink(db, about, linkState)
  } else if (transactionId !== undefined) {
    const stage = type === 'onboarding.step' ? event.step : ENDINGS.includes(type) ? event.action : undefined
    if (stage !== undefined) await recordStage(db, { orderId, transactionId, sequence, stage })
  }
}
