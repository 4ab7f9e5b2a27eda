import type { OrderState } from '../../contract/store.ts'

export type LinkState = 'ACTIVE' | 'OPENED' | 'CLAIMED' | 'COMPLETED' | 'EXPIRED' | 'DELETED'

/** One purchase by the order's payment link, as far as events reported it. */
export interface Attempt {
  readonly transactionId: string
  /** Which of the link's events it claimed the link with; null until that event has come. */
  readonly claimSequence: number | null
  /** A step of the onboarding, or how it ended. */
  readonly stage: string
}

/** Steps and ends that have a name of their own on the order's page; any other step belongs to the identification. */
const STATES: Readonly<Record<string, OrderState>> = {
  ASYNC_ANALYSE: 'analysis',
  DESK: 'analysis',
  INSURANCE: 'contract',
  SIGNATURE: 'contract',
  ENTRY: 'down-payment',
  COMPLETE: 'approved',
  APPROVED: 'approved',
  CLOSED: 'approved',
  DENIED: 'denied',
  CANCELED: 'canceled',
}
const UNCLAIMED_STATES: Readonly<Record<LinkState, OrderState>> = {
  ACTIVE: 'waiting',
  OPENED: 'choosing',
  // Its purchase is not known yet.
  CLAIMED: 'identification',
  COMPLETED: 'approved',
  EXPIRED: 'expired',
  DELETED: 'canceled',
}
const ENDED_LINKS: readonly LinkState[] = ['COMPLETED', 'EXPIRED', 'DELETED']

export function computeOrderState(linkState: LinkState, attempts: readonly Attempt[]): OrderState {
  const current = findCurrent(attempts)
  if (current === undefined) return UNCLAIMED_STATES[linkState]
  return STATES[current.stage] ?? 'identification'
}

/** A purchase that ended early leaves the link to the next one. */
export function canPay(linkState: LinkState, state: OrderState): boolean {
  return !ENDED_LINKS.includes(linkState) && state !== 'approved'
}

/** An approved purchase stands, whatever other events say; otherwise the last one that claimed the link counts. */
export function findCurrent(attempts: readonly Attempt[]): Attempt | undefined {
  const approved = attempts.find(({ stage }) => STATES[stage] === 'approved')
  const byClaim = attempts.toSorted(
    (one, other) =>
      (one.claimSequence ?? Number.POSITIVE_INFINITY) - (other.claimSequence ?? Number.POSITIVE_INFINITY) ||
      0,
  )
  return approved ?? byClaim.at(-1)
}
