import type { Outcome } from './open-loop.ts'

/** The result of one phase of a load run. */
export interface PhaseFigures {
  readonly offeredPerSecond: number
  /** Answered within the time that a checkout waits; a 4xx counts as served. */
  readonly goodPerSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly refused: number
  /** From the moment when the request was sent. */
  readonly refusedP99Ms: number
  readonly refusedWithoutRetryAfter: number
  /** 5xx other than a refusal, broken connections, and answers that never came. */
  readonly errors: number
  /** How many of them each kind of request had. */
  readonly errorsOf: Readonly<Record<string, number>>
  /** Requests that gave up waiting for a connection. */
  readonly unsent: number
}

export const GOOD_WITHIN_MS = 2_000

export function summarize(outcomes: readonly Outcome[], durationMs: number): PhaseFigures {
  const served = outcomes.filter(isServed)
  const refused = outcomes.filter(({ status }) => status === 503)
  const unsent = outcomes.filter(({ answeredMs }) => answeredMs === undefined)
  const others = new Set([...served, ...refused, ...unsent])
  const errors = outcomes.filter(outcome => !others.has(outcome))
  const latencies = served.map(({ latencyMs }) => latencyMs)
  const seconds = durationMs / 1000
  return {
    offeredPerSecond: round(outcomes.length / seconds),
    goodPerSecond: round(served.filter(({ latencyMs }) => latencyMs <= GOOD_WITHIN_MS).length / seconds),
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
    refused: refused.length,
    refusedP99Ms: percentile(
      refused.map(({ answeredMs = 0 }) => answeredMs),
      0.99,
    ),
    refusedWithoutRetryAfter: refused.filter(({ hasRetryAfter }) => !hasRetryAfter).length,
    errors: errors.length,
    errorsOf: countActs(errors),
    unsent: unsent.length,
  }
}

function countActs(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { act = '' } of outcomes) counts[act] = (counts[act] ?? 0) + 1
  return counts
}

/** These runs set no rate limit: a 429 is about codes sent too often, and counts as served like other 4xx. */
const isServed = ({ status }: Outcome): boolean => status >= 200 && status < 500 && status !== 408

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return round(sorted[Math.floor(sorted.length * share)] ?? 0)
}

/**
 * Seconds until the service had recovered: from then on nearly all requests of every second were served in time and
 * none was refused. Undefined if it never recovered.
 */
export function findRecovery(outcomes: readonly Outcome[], seconds: number): number | undefined {
  let recoveredAt: number | undefined
  for (let second = 0; second < seconds; second++) {
    const due = outcomes.filter(({ atSeconds }) => Math.floor(atSeconds) === second)
    const good = due.filter(outcome => isServed(outcome) && outcome.latencyMs <= GOOD_WITHIN_MS)
    const isSound = due.length > 0 && good.length >= due.length * 0.99
    recoveredAt = isSound ? (recoveredAt ?? second) : undefined
  }
  return recoveredAt
}

const round = (value: number): number => Math.round(value * 10) / 10
