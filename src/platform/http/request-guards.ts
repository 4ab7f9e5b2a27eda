import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { invalidParameter, missingParameters } from '../../contract/parameter-errors.ts'
import type { Versions } from '../../contract/versions.ts'
import { computeClientAddress } from './client-address.ts'
import { findIdempotencyKey } from './idempotency.ts'
import { listHeader } from './opening-checks.ts'
import type { RateLimit } from './rate-limit.ts'
import type { Caller } from './request-context.ts'
import { compileNullRemoval, type UnknownKeyLimit } from './unknown-keys.ts'
import { applyPinnedVersion } from './versioning.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The retailer of an upload before its body is read, or from its beginning; throws when its key is wrong. */
    findOwner(request: FastifyRequest, beginning?: Buffer): Promise<string | undefined>
  }
}

/** No key of ours is longer; a longer text is unknown without a query. */
const MAX_KEY_LENGTH = 256

/** Run between parsing the body and validating it: key present, key valid, rate, scope, form of the Idempotency-Key. */
export function addRequestGuards(
  app: FastifyInstance,
  context: {
    versions: Versions
    findCaller: (key: string) => Promise<Caller | undefined>
    rateLimit: RateLimit
    unknownKeys: UnknownKeyLimit
  },
): void {
  app.decorateRequest('caller', null)

  const routes: RouteOptions[] = []
  app.addHook('onRoute', route => {
    routes.push(route)
    addNullRemoval(route)
  })
  // Deferred, because a hook that runs after this one may declare a group of routes public.
  app.addHook('onReady', async () => routes.forEach(requireScope))

  app.addHook('preValidation', async (request, reply) => {
    // A POST whose only parameter is the key may come without a body.
    if (request.method === 'POST') request.body ??= {}
    const { public: isPublic, scope, scopeMissingMessage: message } = request.routeOptions.config
    if (isPublic) return
    // Written out: a function of its own for each step would cost every request a promise.
    const key = takeApiKey(request)
    const caller = (await findCaller(key)) ?? (await refuseKey(request))
    request.caller = caller
    applyPinnedVersion(request, reply, context.versions, caller)
    const rate = await context.rateLimit.take(caller.keyId, caller.rateLimitPerSecond)
    reply.header('ratelimit-limit', rate.limit)
    reply.header('ratelimit-remaining', rate.remaining)
    reply.header('ratelimit-reset', 1)
    if (!rate.isAllowed) throw new RequestError('rate_limited', { retryAfterSeconds: 1 })
    if (scope === undefined || !caller.scopes.includes(scope))
      throw new RequestError('scope_missing', message === undefined ? {} : { message })
    findIdempotencyKey(request)
  })

  app.decorate('findOwner', async (request: FastifyRequest, beginning?: Buffer) => {
    if (beginning !== undefined) {
      const written = findWrittenKey(beginning)
      return written && (await context.findCaller(written))?.retailerId
    }
    const shown = findShownKey(request)
    if (shown === undefined) return undefined
    const { retailerId, scopes } = (await findCaller(shown)) ?? (await refuseKey(request))
    const { scope } = request.routeOptions.config
    if (scope !== undefined && !scopes.includes(scope)) throw new RequestError('scope_missing')
    return retailerId
  })

  function findCaller(key: string): Promise<Caller | undefined> | undefined {
    return key.length > MAX_KEY_LENGTH ? undefined : context.findCaller(key)
  }

  async function refuseKey(request: FastifyRequest): Promise<never> {
    const waitSeconds = await context.unknownKeys.count(computeClientAddress(request.ip))
    if (waitSeconds !== undefined) throw new RequestError('rate_limited', { retryAfterSeconds: waitSeconds })
    throw new RequestError('invalid_api_key')
  }
}

/** A route without a scope must stop the start, rather than be open to all or to none. */
function requireScope(route: RouteOptions): void {
  if (route.config?.public === true || route.config?.scope !== undefined) return
  throw new Error(`route ${route.url} must name a scope or be public`)
}

function addNullRemoval(route: RouteOptions): void {
  const removeNulls = compileNullRemoval(route.schema?.body)
  if (removeNulls === undefined) return
  route.preValidation = [
    ...[route.preValidation ?? []].flat(),
    (request, _reply, done) => {
      removeNulls(request.body)
      done()
    },
  ]
}

const KEY_HEADER = 'x-service-apikey'

/**
 * The key of a POST may be in the body, the query string or the header; elsewhere only in the header. Two different
 * keys are refused: a proxy could have checked one and we the other. The key is removed from the body, so that nothing
 * that stores or prints a body can leak it.
 */
function takeApiKey(request: FastifyRequest): string {
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
function findShownKey(request: FastifyRequest): string | undefined {
  const shown = new Set([...readHeader(request), ...readQuery(request.query)])
  shown.delete('')
  return shown.size === 1 ? [...shown][0] : undefined
}

/**
 * The key in the first bytes of a body, where most clients write it. Only a guess, which decides whose share of memory
 * the upload uses: `takeApiKey` reads the parsed body.
 */
function findWrittenKey(beginning: Buffer): string | undefined {
  return /"apiKey"\s*:\s*"([\w.-]{1,256})"/.exec(beginning.toString('latin1', 0, MAX_BEGINNING_BYTES))?.[1]
}
const MAX_BEGINNING_BYTES = 4_096

function readHeader(request: FastifyRequest): readonly string[] {
  const value = request.headers[KEY_HEADER]
  if (value === undefined) return []
  // Node joins repeated headers with a comma, which no key contains.
  if (typeof value === 'string' && !value.includes(',')) return [value]
  return listHeader(request.raw, KEY_HEADER)
}

function readQuery(query: unknown): readonly string[] {
  if (typeof query !== 'object' || query === null || !('apiKey' in query)) return []
  const values: unknown[] = Array.isArray(query.apiKey) ? query.apiKey : [query.apiKey]
  return values.filter(value => typeof value === 'string')
}

/** Replaces the body by one without the key: an object from which a member is deleted stays slow to read. */
function takeFromBody(request: FastifyRequest): readonly string[] {
  const { body } = request
  if (typeof body !== 'object' || body === null || !('apiKey' in body)) return []
  const { apiKey, ...rest } = body
  if (typeof apiKey !== 'string') throw invalidParameter('apiKey', 'must be a string')
  request.body = rest
  return [apiKey]
}
