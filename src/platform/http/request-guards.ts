import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import type { Versions } from '../../contract/versions.ts'
import { findShownKey, findWrittenKey, takeApiKey } from './api-key.ts'
import { computeClientAddress } from './client-address.ts'
import { findIdempotencyKey } from './idempotency.ts'
import { compileNullRemoval } from './null-members.ts'
import type { RateLimit } from './rate-limit.ts'
import type { Caller } from './request-context.ts'
import type { UnknownKeyLimit } from './unknown-keys.ts'
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
