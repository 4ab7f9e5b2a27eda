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
import { type Exchange, ExchangeFailure, type ExchangeReason, exchangeJson } from './exchange.ts'

export interface ServiceAddress {
  readonly url: string
  readonly token: string
}

export interface Patience {
  /** The longest one try may take, connection and body included. */
  readonly tryTimeoutMs: number
  /** The longest the caller ever waits, whatever happens. */
  readonly totalDeadlineMs: number
  /** Tries after the first one. */
  readonly retries: number
  readonly retryDelayMs: number
  /** Failed tries in a row after which the service is left alone. */
  readonly breakerFailures: number
  /** How long it is left alone before one request is let through to see. */
  readonly breakerOpenMs: number
}

/** Thrown when the service could not be asked: says why, and nothing about the person. */
export class ServiceUnavailable extends Error {
  readonly reason: ExchangeReason

  constructor(reason: ExchangeReason, cause: unknown) {
    super(`the service is unavailable: ${reason}`, { cause })
    this.reason = reason
  }
}

export interface JsonService<Answer> {
  /** The key is the same for all tries of one request, so that a repeated one counts once. */
  ask(body: unknown, idempotencyKey: string): Promise<Answer>
}

/** A service over HTTP, asked with a time-out, bounded retries and a circuit breaker. */
export function createJsonService<Answer>(
  options: ServiceAddress & Patience & Pick<Exchange<Answer>, 'parse' | 'successes'>,
): JsonService<Answer> {
  const deadline = timeout(options.totalDeadlineMs, TimeoutStrategy.Aggressive)
  const retrying = retry(handleWhen(isWorthRetrying), {
    maxAttempts: options.retries,
    backoff: jitteredBackoff(options.retryDelayMs),
  }).dangerouslyUnref()
  const guarded = wrap(
    circuitBreaker(handleWhen(isServiceFault), {
      breaker: new ConsecutiveBreaker(options.breakerFailures),
      halfOpenAfter: options.breakerOpenMs,
    }),
    timeout(options.tryTimeoutMs, TimeoutStrategy.Aggressive),
  )
  const { url, token, parse, successes } = options

  return {
    async ask(body, idempotencyKey) {
      const startedAtMs = performance.now()
      const tryOnce = async (signal: AbortSignal) => {
        // A pause between tries may outlast the deadline: then nobody listens, and the breaker must not count it.
        if (signal.aborted) throw new TaskCancelledError()
        try {
          return await guarded.execute(
            ({ signal }) =>
              exchangeJson({
                url,
                token,
                body,
                idempotencyKey,
                parse,
                signal,
                ...(successes && { successes }),
              }),
            signal,
          )
        } catch (error) {
          throw giveUpIfTooLate(error, startedAtMs + options.totalDeadlineMs)
        }
      }
      try {
        return await deadline.execute(({ signal }) => retrying.execute(() => tryOnce(signal), signal))
      } catch (error) {
        throw new ServiceUnavailable(classifyFailure(error), error)
      }
    },
  }
}

const isTimeout = (error: unknown) => error instanceof TaskCancelledError

const isWorthRetrying = (error: unknown) =>
  isTimeout(error) || (error instanceof ExchangeFailure && error.isTransient)

const isServiceFault = (error: unknown) =>
  isTimeout(error) || (error instanceof ExchangeFailure && error.isServiceFault)

/** A service that asks for more patience than the caller has left is taken at its word at once. */
function giveUpIfTooLate(error: unknown, deadlineAtMs: number): unknown {
  if (!(error instanceof ExchangeFailure) || performance.now() + error.retryAfterMs < deadlineAtMs)
    return error
  return new ExchangeFailure(error.reason, {
    isTransient: false,
    isServiceFault: error.isServiceFault,
    cause: error,
  })
}

function classifyFailure(error: unknown): ExchangeReason {
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
