import type { Database, Statement } from '../db/database.ts'
import { DatabaseUnavailable } from '../db/database-errors.ts'

/*
 * A key may make a limited number of requests in each second of the database's clock, over all processes together. With
 * one statement a process leases a share of that second and spends it from memory, so that a busy key costs a few
 * statements a second, not one per request. The rest of a lease expires with its second: the leases of a second never
 * add up to more than the limit, and so neither do the requests.
 */
export interface RateLimit {
  take(keyId: string, limitPerSecond: number): Promise<RateDecision>
}

interface RateDecision {
  readonly isAllowed: boolean
  readonly limit: number
  /** What is left of this second, as known to this process. */
  readonly remaining: number
}

/** A tenth of the limit at a time keeps the waste small when several processes serve one key. */
const SHARES = 10
/** Each round takes a fresh lease; more rounds mean that the answers arrive after their second has passed. */
const MAX_ROUNDS = 10

/*
 * The stored second may be ahead of ours when this statement waited for a row lock across the end of a second: then it
 * counts for that one. Further ahead means that the clock was set back, and the row is stale.
 */
const isCurrent = 'seen.window_second BETWEEN excluded.window_second AND excluded.window_second + 1'
const alreadyTaken = `CASE WHEN ${isCurrent} THEN seen.taken ELSE 0 END`
const takeLease: Statement = {
  name: 'take_rate_lease',
  text: `
    INSERT INTO rate_windows AS seen (key_id, window_second, taken, granted)
    VALUES ($1, floor(extract(epoch FROM clock_timestamp()))::bigint, least($2::integer, $3::integer), least($2::integer, $3::integer))
    ON CONFLICT (key_id) DO UPDATE SET
      window_second = CASE WHEN ${isCurrent} THEN seen.window_second ELSE excluded.window_second END,
      granted = least($2::integer, greatest(0, $3::integer - ${alreadyTaken})),
      taken = ${alreadyTaken} + least($2::integer, greatest(0, $3::integer - ${alreadyTaken}))
    RETURNING granted, taken, window_second::double precision AS window_second,
      (window_second + 1 - extract(epoch FROM clock_timestamp()))::double precision * 1000 AS left_ms`,
}

const removeOld: Statement = {
  name: 'remove_rate_windows',
  text: `DELETE FROM rate_windows WHERE window_second < extract(epoch FROM clock_timestamp()) - 3600`,
}

interface LeaseRow {
  readonly granted: number
  readonly taken: number
  readonly windowSecond: number
  readonly leftMs: number
}

interface Lease {
  windowSecond: number
  endsAtMs: number
  available: number
  taken: number
  /** Requests seen in this second and in the one before: the size of the next lease follows demand. */
  demand: number
  lastDemand: number
  /** Undecided requests; a lease must cover at least these. */
  waiting: number
  renewal: Promise<void> | undefined
}

export function createRateLimit(database: Database): RateLimit {
  const leases = new Map<string, Lease>()

  async function renew(keyId: string, lease: Lease, limit: number): Promise<void> {
    const expected = Math.max(lease.lastDemand, 2 * lease.demand)
    const wanted = Math.min(limit, Math.max(1, lease.waiting, Math.ceil(Math.min(limit, expected) / SHARES)))
    // The second ends this long after the statement ran; measuring from before it was sent can only end it early.
    const sentAtMs = performance.now()
    const [row] = await database.run<LeaseRow>(takeLease, [keyId, wanted, limit])
    if (row === undefined) throw new Error('taking a rate lease gave no row')
    if (row.windowSecond !== lease.windowSecond) {
      lease.lastDemand = lease.demand
      lease.demand = 0
      lease.available = 0
      lease.windowSecond = row.windowSecond
    }
    lease.endsAtMs = sentAtMs + row.leftMs
    lease.available += row.granted
    lease.taken = row.taken
  }

  async function takeFrom(keyId: string, lease: Lease, limit: number): Promise<RateDecision> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const decision = findDecision(lease, limit)
      if (decision !== undefined) return decision
      lease.renewal ??= renew(keyId, lease, limit).finally(() => {
        lease.renewal = undefined
      })
      await lease.renewal
    }
    throw new DatabaseUnavailable('Rate leases arrive too late to be used')
  }

  return {
    async take(keyId, limitPerSecond) {
      const known = leases.get(keyId)
      const decision = known && findDecision(known, limitPerSecond)
      if (decision !== undefined) return decision
      const lease = known ?? newLease()
      leases.set(keyId, lease)
      lease.waiting += 1
      try {
        return await takeFrom(keyId, lease, limitPerSecond)
      } finally {
        lease.waiting -= 1
      }
    },
  }
}

export async function removeOldRateWindows(database: Database): Promise<void> {
  await database.run(removeOld, [])
}

function newLease(): Lease {
  return {
    windowSecond: Number.NaN,
    endsAtMs: Number.NEGATIVE_INFINITY,
    available: 0,
    taken: 0,
    demand: 0,
    lastDemand: 0,
    waiting: 0,
    renewal: undefined,
  }
}

/** From what is left of a lease, or from knowing that nothing is left of the second. */
function findDecision(lease: Lease, limit: number): RateDecision | undefined {
  if (performance.now() >= lease.endsAtMs) return undefined
  if (lease.available > 0) {
    lease.available -= 1
    lease.demand += 1
    return decide(true, lease, limit)
  }
  return lease.taken >= limit ? decide(false, lease, limit) : undefined
}

function decide(isAllowed: boolean, lease: Lease, limit: number): RateDecision {
  const remaining = isAllowed ? Math.max(0, limit - lease.taken + lease.available) : 0
  return { isAllowed, limit, remaining }
}
