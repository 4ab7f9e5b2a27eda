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
import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import type { CallObserver } from './call-metrics.ts'
import { type Exchange, ExchangeFailure, type ExchangeReason, exchangeJson } from './exchange.ts'

export interface ServiceAddress {
  readonly url: string
  readonly token: string
}

export interface CallLimits {
  readonly observer?: CallObserver | undefined
  /** The longest one try may take, connection and body included. */
  readonly tryTimeoutMs: number
  /** The longest the caller ever waits, whatever happens. */
  readonly totalDeadlineMs: number
  /** Tries after the first one. */
  readonly retries: number
  readonly retryDelayMs: number
  /** Consecutive failed tries that open the breaker. */
  readonly breakerFailures: number
  /** How long the breaker stays open before one trial request. */
  readonly breakerOpenMs: number
}

/** Thrown when the service could not be called: contains the reason, and nothing about the person. */
export class ServiceUnavailable extends Error {
  readonly reason: ExchangeReason

  constructor(reason: ExchangeReason, cause: unknown) {
    super(`the service is unavailable: ${reason}`, { cause })
    this.reason = reason
  }
}

interface JsonService<Answer> {
  /** The key is the same for all tries of one request, so that a repeated one counts once. */
  ask(body: unknown, idempotencyKey: string): Promise<Answer>
}

/** An HTTP service, called with a time-out, bounded retries and a circuit breaker. */
export function createJsonService<Answer>(
  options: ServiceAddress & CallLimits & Pick<Exchange<Answer>, 'parse' | 'successes'>,
): JsonService<Answer> {
  const deadline = timeout(options.totalDeadlineMs, TimeoutStrategy.Aggressive)
  const retrying = retry(handleWhen(isWorthRetrying), {
    maxAttempts: options.retries,
    backoff: jitteredBackoff(options.retryDelayMs),
  }).dangerouslyUnref()
  const { observer } = options
  const breaker = circuitBreaker(handleWhen(isServiceFault), {
    breaker: new ConsecutiveBreaker(options.breakerFailures),
    halfOpenAfter: options.breakerOpenMs,
  })
  breaker.onBreak(() => observer?.onBreaker(true))
  breaker.onReset(() => observer?.onBreaker(false))
  const guarded = wrap(breaker, timeout(options.tryTimeoutMs, TimeoutStrategy.Aggressive))
  const { url, token, parse, successes } = options

  return {
    async ask(body, idempotencyKey) {
      const startedAtMs = performance.now()
      const tryOnce = async (signal: AbortSignal) => {
        // The pause between tries may outlast the deadline: then no caller waits any more, and the breaker must not
        // count it.
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
                span: observer?.startSpan('POST'),
                ...(successes && { successes }),
              }),
            signal,
          )
        } catch (error) {
          throw giveUpIfTooLate(error, startedAtMs + options.totalDeadlineMs)
        }
      }
      try {
        const answer = await deadline.execute(({ signal }) => retrying.execute(() => tryOnce(signal), signal))
        observer?.onCall({ outcome: 'ok', durationMs: performance.now() - startedAtMs })
        return answer
      } catch (error) {
        const outcome = isServiceFault(error) || error instanceof BrokenCircuitError ? 'failed' : 'refused'
        observer?.onCall({ outcome, durationMs: performance.now() - startedAtMs })
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

/** When Retry-After exceeds the caller's deadline, give up at once. */
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

/** Jitter keeps many callers from retrying in step; Retry-After only ever makes the pause longer. */
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

/** Parses `{"result": "…"}` of a service that answers with one of these words. */
export function createVerdictParser<const Result extends string>(
  results: readonly Result[],
): (text: string) => Result | undefined {
  const body = Compile(Type.Object({ result: Type.String() }))
  return text => {
    try {
      const answer: unknown = JSON.parse(text)
      return body.Check(answer) ? results.find(each => each === answer.result) : undefined
    } catch {
      return undefined
    }
  }
}
