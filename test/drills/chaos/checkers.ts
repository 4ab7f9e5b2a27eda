/*
 * Checks of a run's history. Each is a pure function of what was recorded during the storm and what was found after it,
 * and lists the violations of one guarantee.
 */

/** Ids that answers contained, with the thing that each id names. */
export interface HandedOut {
  readonly kind: string
  readonly id: string
  readonly owner: string
}

/** Unique ids: one id is never given to two things, and one thing never gets two. */
export function listSharedIds(handedOut: readonly HandedOut[]): string[] {
  const owners = new Map<string, string>()
  const ids = new Map<string, string>()
  return handedOut.flatMap(({ kind, id, owner }) => {
    const knownOwner = remember(owners, `${kind} ${id}`, owner)
    const knownId = remember(ids, `${kind} of ${owner}`, id)
    return [
      ...(knownOwner === owner ? [] : [`${kind} ${id} was given to ${knownOwner} and to ${owner}`]),
      ...(knownId === id ? [] : [`${owner} got the ${kind} ${knownId} and then ${id}`]),
    ]
  })
}

function remember(known: Map<string, string>, key: string, value: string): string {
  const first = known.get(key) ?? value
  known.set(key, first)
  return first
}

/** One person was requested with this many different data at once, and every request got a final answer. */
export interface AttemptRound {
  readonly person: string
  readonly results: readonly string[]
  /** Whether the deployment's clock was moved meanwhile: the window of attempts may then have restarted. */
  readonly hasClockMoved: boolean
}

/** Attempt counter: never more evaluations than the limit, and exactly the limit while the clock runs evenly. */
export function listMiscounts(rounds: readonly AttemptRound[], limit: number): string[] {
  return rounds.flatMap(({ person, results, hasClockMoved }) => {
    const evaluated = results.filter(result => result !== 'MAX_TRIES').length
    const expected = Math.min(limit, results.length)
    const isWrong = hasClockMoved ? evaluated > expected : evaluated !== expected
    return isWrong
      ? [`${person} was evaluated ${evaluated} times out of ${results.length}, not ${expected}`]
      : []
  })
}

export interface StoredEvent {
  readonly id: string
  readonly transactionId: string
  readonly sequence: number
}

/** Total queue: a reader that pulls the log to its end gets every event once, and each purchase's events in order. */
export function listPullFaults(pulled: readonly string[], stored: readonly StoredEvent[]): string[] {
  const known = new Map(stored.map(event => [event.id, event]))
  const seen = new Set<string>()
  const last = new Map<string, number>()
  const faults: string[] = []
  for (const id of pulled) {
    const event = known.get(id)
    if (event === undefined) faults.push(`event ${id} was pulled and is not in the log`)
    else if (seen.has(id)) faults.push(`event ${id} was pulled twice`)
    else if ((last.get(event.transactionId) ?? 0) !== event.sequence - 1)
      faults.push(`event ${id} is number ${event.sequence} of ${event.transactionId}, pulled out of turn`)
    seen.add(id)
    if (event !== undefined) last.set(event.transactionId, event.sequence)
  }
  const missed = stored.filter(({ id }) => !seen.has(id))
  return [...faults, ...missed.map(({ id }) => `event ${id} was never pulled`)]
}

/** At least once: every event arrived, and no invented one. */
export function listDeliveryFaults(arrived: readonly string[], stored: readonly StoredEvent[]): string[] {
  const known = new Set(stored.map(({ id }) => id))
  const seen = new Set(arrived)
  return [
    ...[...seen.difference(known)].map(id => `event ${id} was delivered and is not in the log`),
    ...[...known.difference(seen)].map(id => `event ${id} was never delivered`),
  ]
}

/** A request that reached the receiver of an endpoint, in the order of arrival. */
export interface Delivery {
  readonly eventId: string
  /** Answered with 204. */
  readonly isAccepted: boolean
  /** How often the clock had been moved by then; undefined while it was moving. */
  readonly jumps: number | undefined
}

/**
 * Order at an endpoint: a purchase's event is not tried before the earlier ones, and none that was accepted comes again
 * after a later one. A failing event holds back the later ones for ten minutes at most, so nothing is judged across a
 * move of the clock, and an earlier event may be missing whose request got no answer (`unanswered`).
 */
export function listDisorder(
  deliveries: readonly Delivery[],
  stored: readonly StoredEvent[],
  unanswered: ReadonlySet<string>,
): string[] {
  const events = new Map(stored.map(event => [event.id, event]))
  const ids = new Map(stored.map(({ id, transactionId, sequence }) => [`${transactionId} ${sequence}`, id]))
  const purchases = new Map<string, { lastJumps: number | undefined; tried: Map<number, Delivery> }>()
  return deliveries.flatMap(delivery => {
    const event = events.get(delivery.eventId)
    if (event === undefined) return []
    const { transactionId, sequence } = event
    const purchase = purchases.get(transactionId) ?? { lastJumps: 0, tried: new Map<number, Delivery>() }
    purchases.set(transactionId, purchase)
    const { lastJumps, tried } = purchase
    const before = tried.get(sequence)
    const { jumps } = delivery
    tried.set(sequence, before?.isAccepted ? before : delivery)
    purchase.lastJumps = jumps
    if (jumps === undefined) return []
    const name = `event ${delivery.eventId}, number ${sequence} of ${transactionId},`
    if (before !== undefined) {
      const isStale = before.isAccepted && before.jumps === jumps && Math.max(...tried.keys()) > sequence
      return isStale ? [`${name} was accepted and came again after a later one`] : []
    }
    const earlier = Array.from({ length: sequence - 1 }, (_, index) => index + 1)
    const missing = earlier.filter(
      each => !tried.has(each) && !unanswered.has(ids.get(`${transactionId} ${each}`) ?? ''),
    )
    return missing.length > 0 && lastJumps === jumps ? [`${name} was tried before ${missing.join(', ')}`] : []
  })
}
