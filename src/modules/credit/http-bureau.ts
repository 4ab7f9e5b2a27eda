import { randomUUID } from 'node:crypto'
import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  type IBackoff,
  type IBackoffFactory,
  type IRetryBackoffContext,
  retry,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel'
import type { Bureau, BureauFailure } from './bureau.ts'
import { ExchangeFailure, exchangeWithBureau } from './bureau-exchange.ts'

export interface HttpBureauOptions {
  readonly url: string
  readonly token: string
  /** The longest one try may take, connection and body included. */
  readonly tryTimeoutMs?: number
  /** The longest the caller ever waits, whatever happens. */
  readonly totalDeadlineMs?: number
  /** Tries after the first one. */
  readonly retries?: number
  readonly retryDelayMs?: number
  /** Failed tries in a row after which the bureau is left alone. */
  readonly breakerFailures?: number
  /** How long it is left alone before one inquiry is let through to see. */
  readonly breakerOpenMs?: number
}

/** A shopper waits for the answer, so the defaults favour an early "cannot say" over a late report. */
const DEFAULTS = {
  tryTimeoutMs: 1500,
  totalDeadlineMs: 3500,
  retries: 2,
  retryDelayMs: 100,
  breakerFailures: 5,
  breakerOpenMs: 10_000,
}

export function createHttpBureau(options: HttpBureauOptions): Bureau {
  const settings = { ...DEFAULTS, ...options }
  const deadline = timeout(settings.totalDeadlineMs, TimeoutStrategy.Aggressive)
  const retrying = retry(handleWhen(isWorthRetrying), {
    maxAttempts: settings.retries,
    backoff: jitteredBackoff(settings.retryDelayMs),
  }).dangerouslyUnref()
  const guarded = wrap(
    circuitBreaker(handleWhen(isBureauFault), {
      breaker: new ConsecutiveBreaker(settings.breakerFailures),
      halfOpenAfter: settings.breakerOpenMs,
    }),
    timeout(settings.tryTimeoutMs, TimeoutStrategy.Aggressive),
  )

  return {
    async fetchReport(applicant) {
      const idempotencyKey = randomUUID()
      const startedAtMs = performance.now()
      const tryOnce = async (signal: AbortSignal) => {
        // A pause between tries may outlast the deadline: then nobody listens, and the breaker must not count it.
        if (signal.aborted) throw new TaskCancelledError()
        try {
          return await guarded.execute(
            ({ signal }) =>
              exchangeWithBureau({
                url: settings.url,
                token: settings.token,
                applicant,
                idempotencyKey,
                signal,
              }),
            signal,
          )
        } catch (error) {
          throw giveUpIfTooLate(error, startedAtMs + settings.totalDeadlineMs)
        }
      }
      try {
        const report = await deadline.execute(({ signal }) => retrying.execute(() => tryOnce(signal), signal))
        return { status: 'ok', report }
      } catch (error) {
        return { status: 'unavailable', reason: classifyFailure(error) }
      }
    },
  }
}

const isTimeout = (error: unknown) => error instanceof TaskCancelledError

const isWorthRetrying = (error: unknown) =>
  isTimeout(error) || (error instanceof ExchangeFailure && error.isTransient)

const isBureauFault = (error: unknown) =>
  isTimeout(error) || (error instanceof ExchangeFailure && error.isBureauFault)

/** A bureau that asks for more patience than the caller has left is taken at its word at once. */
function giveUpIfTooLate(error: unknown, deadlineAtMs: number): unknown {
  if (!(error instanceof ExchangeFailure) || performance.now() + error.retryAfterMs < deadlineAtMs)
    return error
  return new ExchangeFailure(error.reason, {
    isTransient: false,
    isBureauFault: error.isBureauFault,
    cause: error,
  })
}

function classifyFailure(error: unknown): BureauFailure {
  if (error instanceof ExchangeFailure) return error.reason
  if (error instanceof BrokenCircuitError) return 'circuit-open'
  return isTimeout(error) ? 'timeout' : 'connection'
}

type RetryContext = IRetryBackoffContext<unknown>

/** Random pauses keep many callers from returning in step; Retry-After only ever makes them longer. */
function jitteredBackoff(initialDelay: number): IBackoffFactory<RetryContext> {
  const extend = (jittered: IBackoff<unknown>, { result }: RetryContext): IBackoff<RetryContext> => {
    const asked = 'error' in result && result.error instanceof ExchangeFailure ? result.error.retryAfterMs : 0
    return {
      duration: Math.max(jittered.duration, asked),
      next: context => extend(jittered.next(context), context),
    }
  }
  return {
    next: context =>
      extend(new ExponentialBackoff({ initialDelay, maxDelay: 10 * initialDelay }).next(), context),
  }
}
