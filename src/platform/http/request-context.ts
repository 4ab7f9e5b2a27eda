import type { FastifyRequest } from 'fastify'
import type { Idempotency } from './idempotency.ts'

/** Who calls: the key that was shown and the retailer it belongs to. */
export interface Caller {
  readonly retailerId: string
  readonly keyId: string
  readonly scopes: readonly string[]
  readonly rateLimitPerSecond: number
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served without a key. Every other route names a scope. */
    public?: boolean
    /** What the caller's key must be allowed to do. */
    scope?: string
    /** What a caller hears whose body is larger than the route takes. */
    tooLargeMessage?: string
  }
  interface FastifyRequest {
    caller: Caller | null
    /** Present when the caller sent an Idempotency-Key. */
    idempotency: Idempotency | null
  }
}

export function getCaller(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('a public route asked who calls')
  return request.caller
}
