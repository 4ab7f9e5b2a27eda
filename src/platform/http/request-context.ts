import type { FastifyRequest } from 'fastify'
import type { Idempotency } from './idempotency.ts'

/** The caller: the API key that was presented and the retailer it belongs to. */
export interface Caller {
  readonly retailerId: string
  readonly keyId: string
  readonly scopes: readonly string[]
  readonly rateLimitPerSecond: number
  /** The version of the interface that the key was made under. */
  readonly apiVersion: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Served without a key. Every other route declares a scope. */
    public?: boolean
    /** The scope that the caller's key must have. */
    scope?: string
    /** The error message when the key lacks that scope. */
    scopeMissingMessage?: string
    /** The error message when the body is larger than the route accepts. */
    tooLargeMessage?: string
  }
  interface FastifyRequest {
    caller: Caller | null
    /** Present when the caller sent an Idempotency-Key. */
    idempotency: Idempotency | null
  }
}

export function getCaller(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Error('a public route has no caller')
  return request.caller
}
