import type { FastifyRequest } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter, missingParameters } from '../../contract/parameter-errors.ts'

const KEY_HEADER = 'x-service-apikey'

/**
 * The key of a POST may be in the body, the query string or the header; elsewhere only in the header. Two different
 * keys are refused: a proxy could have checked one and we the other. The key is removed from the body, so that nothing
 * that stores or prints a body can leak it.
 */
export function takeApiKey(request: FastifyRequest): string {
  const isPost = request.method === 'POST'
  const shown = [...readHeader(request)]
  if (isPost) shown.push(...readQuery(request.query), ...takeFromBody(request))
  const key = shown.find(each => each !== '')
  if (key === undefined) throw isPost ? missingKey() : missingHeader(request)
  if (shown.some(each => each !== '' && each !== key)) throw new RequestError('conflicting_api_keys')
  return key
}

function missingKey(): RequestError {
  const { message } = missingParameters(['apiKey'])
  const place = 'in the body, in the query string or in the header x-service-apikey'
  return new RequestError('missing_parameters', {
    message,
    details: [{ field: 'apiKey', message: `apiKey is required, ${place}` }],
  })
}

/** A key in an address ends up in logs and histories, so that only the parameters of a POST may hold one. */
function missingHeader({ headers, query }: FastifyRequest): RequestError {
  // An empty one is a wrong key like any other.
  if (headers[KEY_HEADER] !== undefined) return new RequestError('invalid_api_key')
  const isInAddress = readQuery(query).length > 0
  const message = isInAddress
    ? 'the key belongs in the header x-service-apikey, not in the address'
    : 'the header x-service-apikey with the key is required'
  return new RequestError('invalid_api_key', { details: [{ field: KEY_HEADER, message }] })
}

/** What the headers and the address of a POST tell before its body is read; undefined when they tell none or two. */
export function findShownKey(request: FastifyRequest): string | undefined {
  const shown = new Set([...readHeader(request), ...readQuery(request.query)])
  shown.delete('')
  return shown.size === 1 ? [...shown][0] : undefined
}

/**
 * The key in the first bytes of a body, where most clients write it. Only a hint, which decides whose share of memory
 * the upload uses: `takeApiKey` reads the parsed body.
 */
export function findWrittenKey(beginning: Buffer): string | undefined {
  return /"apiKey"\s*:\s*"([\w.-]{1,256})"/.exec(beginning.toString('latin1', 0, MAX_BEGINNING_BYTES))?.[1]
}
const MAX_BEGINNING_BYTES = 4_096

function readHeader(request: FastifyRequest): readonly string[] {
  const value = request.headers[KEY_HEADER]
  if (value === undefined) return []
  // Node joins repeated headers with a comma, which no key contains.
  if (typeof value === 'string' && !value.includes(',')) return [value]
  return request.raw.headersDistinct[KEY_HEADER] ?? []
}

function readQuery(query: unknown): readonly string[] {
  if (typeof query !== 'object' || query === null || !('apiKey' in query)) return []
  const values: unknown[] = Array.isArray(query.apiKey) ? query.apiKey : [query.apiKey]
  return values.filter(value => typeof value === 'string')
}

/** Replaces the body by one without the key: an object from which a member is deleted is slow to read ever after. */
function takeFromBody(request: FastifyRequest): readonly string[] {
  const { body } = request
  if (typeof body !== 'object' || body === null || !('apiKey' in body)) return []
  const { apiKey, ...rest } = body
  if (typeof apiKey !== 'string') throw invalidParameter('apiKey', 'must be a string')
  request.body = rest
  return [apiKey]
}
