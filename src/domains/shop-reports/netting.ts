import type { Centavos } from '../../kernel/money.ts'
import type { AccountName, Entry } from '../ledger/index.ts'

/** A change of what a retailer owes back. */
type OwedBack = Pick<Entry, 'kind' | 'transactionId' | 'reference'> & {
  /** Positive: it owes more. */
  readonly amountCentavos: Centavos
}

/** A part of a debt that was kept from a transfer. */
export interface Netted {
  readonly kind: OwedBack['kind']
  readonly transactionId: string | undefined
  readonly amountCentavos: Centavos
}

/** What entries changed on the account of what is owed back, in their order. */
export function listOwedBack(entries: readonly Entry[], account: AccountName): OwedBack[] {
  return entries.flatMap(({ kind, transactionId, reference, postings }) =>
    postings
      .filter(posting => posting.account === account)
      .map(({ amountCentavos }) => ({ kind, transactionId, reference, amountCentavos })),
  )
}

const NETTED = 'clawback-netted:'
const RESTORED = 'clawback-restored:'

/**
 * What each reduction of the debt was kept for, by its reference: the oldest debts first, so that every centavo owed back
 * is kept once. A transfer that failed gives its parts back, at the front of the line.
 */
export function assignNetting(changes: readonly OwedBack[]): ReadonlyMap<string, readonly Netted[]> {
  const open: Netted[] = []
  const kept = new Map<string, readonly Netted[]>()
  for (const { kind, transactionId, reference, amountCentavos } of changes) {
    if (reference.startsWith(RESTORED)) {
      const parts = kept.get(NETTED + reference.slice(RESTORED.length)) ?? []
      open.unshift(...parts)
    } else if (amountCentavos > 0) open.push({ kind, transactionId, amountCentavos })
    else kept.set(reference, takeOldest(open, -amountCentavos))
  }
  return kept
}

/** The reference of what was kept from an order. */
export const nameNetting = (orderId: string): string => NETTED + orderId

function takeOldest(open: Netted[], wanted: Centavos): Netted[] {
  const taken: Netted[] = []
  let left = wanted
  while (left > 0) {
    const oldest = open.shift()
    if (oldest === undefined) break
    const part = Math.min(left, oldest.amountCentavos)
    taken.push({ ...oldest, amountCentavos: part })
    if (part < oldest.amountCentavos)
      open.unshift({ ...oldest, amountCentavos: oldest.amountCentavos - part })
    left -= part
  }
  return taken
}
