import { CrediarioError } from '../../../clients/typescript/src/crediario-error.ts'
import type { Operations } from '../../../clients/typescript/src/generated.ts'
import { createClient } from '../../../clients/typescript/src/index.ts'
import { RequestError } from '../../contract/errors.ts'
import type { StoreContext } from './store-context.ts'

/** Below the deadline of a request, so that the shop itself can say what happened. */
const ANSWER_MS = 10_000

/** The lender's interface with the shop's secret key; what it refuses becomes a refusal of the shop. */
export type Lender = <Answer>(call: (operations: Operations) => Promise<Answer>) => Promise<Answer>

export function createLender({
  secretKey,
  getLenderUrl,
}: Pick<StoreContext, 'secretKey' | 'getLenderUrl'>): Lender {
  return async call => {
    try {
      return await call(
        createClient({ baseUrl: getLenderUrl(), apiKey: secretKey, timeoutMs: ANSWER_MS, retries: 0 }),
      )
    } catch (error) {
      throw toRefusal(error)
    }
  }
}

export function isRefusal(error: unknown, code: string): boolean {
  return error instanceof RequestError && error.cause instanceof CrediarioError && error.cause.code === code
}

function toRefusal(error: unknown): RequestError {
  const cause = error
  if (!(error instanceof CrediarioError) || error.status >= 500)
    return new RequestError('service_unavailable', {
      message: 'The lender does not answer the demonstration shop',
      retryAfterSeconds: 2,
      cause,
    })
  if (error.status === 401 || error.status === 403)
    return new RequestError('service_unavailable', {
      message: 'This deployment has no demonstration retailer, so that its shop cannot sell',
      retryAfterSeconds: 60,
      cause,
    })
  if (error.status === 429)
    return new RequestError('rate_limited', { retryAfterSeconds: error.retryAfterSeconds ?? 1, cause })
  const { message, details } = error
  return new RequestError(error.status === 400 ? 'invalid_parameters' : 'store_lender_refused', {
    message,
    details,
    cause,
  })
}
