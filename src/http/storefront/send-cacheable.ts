import type { FastifyReply, FastifyRequest } from 'fastify'
import { isKnownToClient } from '../../platform/http/not-modified.ts'

interface Cacheable {
  readonly body: string
  readonly etag: string
}

/** Long enough for a CDN to carry a busy shop, short enough for a new price list. */
export const MAX_AGE_SECONDS = 300
export const JSON_TYPE = 'application/json; charset=utf-8'

export function sendCacheable(
  request: FastifyRequest,
  reply: FastifyReply,
  { body, etag }: Cacheable,
  maxAgeSeconds: number,
): FastifyReply {
  reply.header('cache-control', presentMaxAge(maxAgeSeconds))
  reply.header('etag', etag)
  if (isKnownToClient(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return reply.header('content-type', JSON_TYPE).send(body)
}

export function presentMaxAge(seconds: number): string {
  return `public, max-age=${seconds}`
}
