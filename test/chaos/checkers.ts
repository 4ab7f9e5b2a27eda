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

/**
 * At least once: every event arrived, and no invented one. The order is not checked: a failing event holds back the
 * later ones for ten minutes at most, and in a storm the clock jumps further than that.
 */
export function listDeliveryFaults(arrived: readonly string[], stored: readonly StoredEvent[]): string[] {
  const known = new Set(stored.map(({ id }) => id))
  const seen = new Set(arrived)
  return [
    ...[...seen.difference(known)].map(id => `event ${id} was delivered and is not in the log`),
    ...[...known.difference(seen)].map(id => `event ${id} was never delivered`),
  ]
}
