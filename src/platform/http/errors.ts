import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { type ErrorBody, type ErrorCode, RequestError } from '../../contract/errors.ts'
import { DatabaseUnavailable } from '../db/database-errors.ts'
import { FilesUnavailable } from '../files/file-store.ts'
import { getRequestLog } from './request-log.ts'

/** The only place where an error becomes an answer to a program. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRefusal(error, request)
  prepareRefusal(error, request, reply)
  if (refusal.status === 413) keepReading(request, reply)
  reply
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(presentError(refusal, request.id)))
}

/** What every answer to an error needs, a page as well: a line in the log, and when to come back. */
export function prepareRefusal(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = toRefusal(error, request)
  if (refusal.status >= 500) report(error, refusal, request)
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds))
}

export function presentError(error: RequestError, trackId: string): ErrorBody {
  const { code, message, details, standing } = error
  return { error: true, code, message, details, trackId, ...standing }
}

const FASTIFY_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_BAD_URL: 'route_not_found',
  FST_ERR_MAX_PARAM_LENGTH: 'url_too_long',
  FST_ERR_NOT_FOUND: 'route_not_found',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
}

export function toRefusal(error: unknown, request: FastifyRequest): RequestError {
  if (error instanceof RequestError) return error
  if (error instanceof DatabaseUnavailable || error instanceof FilesUnavailable)
    return new RequestError('service_unavailable', { retryAfterSeconds: 1, cause: error })
  if (!(error instanceof Error)) return new RequestError('internal_error')
  const { code, statusCode } = error as Partial<FastifyError>
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return bodyTooLarge(request)
  const known = code === undefined ? undefined : FASTIFY_CODES[code]
  if (known !== undefined) return new RequestError(known)
  // The framework's remaining errors: a truncated body, a wrong length, a missing file.
  if (statusCode === 404) return new RequestError('route_not_found')
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return new RequestError('malformed_request')
  return new RequestError('internal_error', { cause: error })
}

function bodyTooLarge(request: FastifyRequest): RequestError {
  const { bodyLimit: limit, config } = request.routeOptions
  if (config.tooLargeMessage !== undefined)
    return new RequestError('body_too_large', { message: config.tooLargeMessage })
  const size = limit % MEBIBYTE === 0 ? `${limit / MEBIBYTE} MiB` : `${Math.floor(limit / 1024)} kB`
  return new RequestError('body_too_large', { message: `Body larger than ${size}` })
}

const MEBIBYTE = 1024 * 1024
const MAX_DISCARDED_BYTES = 64 * MEBIBYTE

/**
 * Closing while the client still sends would reset the connection before it has read the answer. A body of a stated,
 * moderate size is received and discarded instead; the time-out of the request still applies.
 */
function keepReading(request: FastifyRequest, reply: FastifyReply): void {
  if (Number(request.headers['content-length']) <= MAX_DISCARDED_BYTES) reply.removeHeader('connection')
}

function report(error: unknown, refusal: RequestError, request: FastifyRequest): void {
  const fields = {
    err: error,
    code: refusal.code,
    method: request.method,
    route: request.routeOptions.url ?? 'unmatched',
  }
  const log = getRequestLog(request)
  if (refusal.code === 'internal_error') log.error(fields, 'request failed')
  else log.warn(fields, 'request could not be served')
}
