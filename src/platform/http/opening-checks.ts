import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { VERSION_HEADER, VERSIONS } from '../../contract/versions.ts'
import { isStopping } from './stop-server.ts'

/**
 * Answers are data for programs: never sniffed, cached, framed or leaked as a referrer. A page sets its own headers. An answer of an
 * older version of the interface than the current one names that one instead.
 */
export const SAFE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  [VERSION_HEADER]: VERSIONS.current,
} as const

/** Checks before the body is read: the service is not stopping, the request is well formed, the route exists. */
export function addOpeningChecks(app: FastifyInstance, urlLimitBytes: number): void {
  const paths = new KnownPaths()

  app.addHook('onRoute', route => paths.add(route.url, route.method))

  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(SAFE_HEADERS)
    reply.header('x-track-id', request.id)
    if (isStopping(app)) return done(new RequestError('service_unavailable', { retryAfterSeconds: 1 }))
    if (request.raw.httpVersion === '1.1' && request.raw.headers.host === undefined)
      return done(new RequestError('malformed_request', { message: 'Host header is missing' }))
    const repeated = findRepeatedHeader(request.raw)
    if (repeated !== undefined)
      return done(new RequestError('malformed_request', { message: `${repeated} header is repeated` }))
    if (request.url.length > urlLimitBytes) return done(new RequestError('url_too_long'))
    if (request.is404) {
      const allowed = paths.findAllowed(request.url)
      if (allowed === undefined) return done(new RequestError('route_not_found'))
      reply.header('allow', allowed)
      return done(new RequestError('method_not_allowed'))
    }
    replaceNuls(request.params)
    replaceNuls(request.query)
    done(findEncodingError(request))
  })

  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping(app)) reply.header('connection', 'close')
    done()
  })
}

/**
 * Node takes the first of these and drops the others, where a proxy may have taken the last (RFC 9112, 3.2, and RFC 9110,
 * 5.3). Lengths and codings the parser refuses; all else is joined, so that no key, version or origin is equal to two.
 */
const SINGLE = new Map([
  ['host', 'Host'],
  ['authorization', 'Authorization'],
  ['content-type', 'Content-Type'],
])

/** Every value of a header that came more than once, which the framework joins. Also where the request came by no connection. */
export function listHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>, name: string): string[] {
  return rawHeaders.filter((_value, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)
}

export function findRepeatedHeader({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): string | undefined {
  let seen: string[] | undefined
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]?.toLowerCase() ?? ''
    const single = SINGLE.get(name)
    if (single === undefined) continue
    if (seen?.includes(single)) return single
    seen = seen === undefined ? [single] : [...seen, single]
  }
  return undefined
}

/**
 * PostgreSQL cannot even compare a text that contains NUL. No id or key has one, so the replaced text is still
 * malformed, and each route knows how to answer that.
 */
function replaceNuls(values: unknown): void {
  const members = values as Record<string, unknown>
  for (const name in members) {
    const value = members[name]
    if (typeof value === 'string' && value.includes('\0')) members[name] = value.replaceAll('\0', '\ufffd')
    else if (Array.isArray(value)) replaceNuls(value)
  }
}

function findEncodingError(request: FastifyRequest): RequestError | undefined {
  const encoding = request.headers['content-encoding']
  const isPlain = encoding === undefined || encoding.toLowerCase() === 'identity'
  return isPlain ? undefined : new RequestError('unsupported_content_encoding')
}

/*
 * Fastify answers 404 for a known path with another method. To answer 405 with the allowed methods, the patterns are
 * recorded as they are registered and matched only when no route was found.
 */
interface Pattern {
  readonly segments: readonly string[]
  readonly methods: Set<string>
}

export class KnownPaths {
  readonly #patterns = new Map<string, Pattern>()

  add(pattern: string, methods: string | readonly string[]): void {
    const known = this.#patterns.get(pattern) ?? { segments: pattern.split('/'), methods: new Set() }
    this.#patterns.set(pattern, known)
    for (const method of [methods].flat()) known.methods.add(method)
  }

  /** The value of an Allow header, or undefined when no route has this path. */
  findAllowed(url: string): string | undefined {
    const segments = (url.split(/[?#]/, 1)[0] ?? '').split('/').map(decode)
    const methods = new Set<string>()
    for (const pattern of this.#patterns.values()) {
      if (!matches(pattern.segments, segments)) continue
      for (const method of pattern.methods) methods.add(method)
    }
    return methods.size === 0 ? undefined : [...methods].sort().join(', ')
  }
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.at(-1) === '*') {
    const fixed = pattern.slice(0, -1)
    return segments.length > fixed.length && matchesAll(fixed, segments)
  }
  return pattern.length === segments.length && matchesAll(pattern, segments)
}

function matchesAll(pattern: readonly string[], segments: readonly string[]): boolean {
  return pattern.every((part, index) =>
    part.startsWith(':') ? segments[index] !== '' : part === segments[index],
  )
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
