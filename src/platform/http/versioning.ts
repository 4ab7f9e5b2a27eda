import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { type Farewell, VERSION_HEADER, type Versions } from '../../contract/versions.ts'
import type { Caller } from './request-context.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Announced with every answer of the route. */
    farewell?: Farewell
  }
  interface FastifyRequest {
    /** The version of the interface that serves this request. */
    apiVersion: string
  }
}

const REFERENCE = '</docs/en/versioning>; rel="deprecation"; type="text/html"'
const MIN_NOTICE_MONTHS = 12

/**
 * The header of a request chooses the version for one call. Answers name the current version by one of the constant
 * headers that all of them have, so that only an older version costs anything.
 */
export function addVersioning(app: FastifyInstance, versions: Versions): void {
  app.decorateRequest('apiVersion', versions.current)
  app.addHook('onRoute', route => {
    if (route.config?.farewell === undefined) return
    const headers = presentFarewell(route.config.farewell)
    route.onRequest = [
      (_request, reply, done) => {
        reply.headers(headers)
        done()
      },
      ...[route.onRequest ?? []].flat(),
    ]
  })
  app.addHook('onRequest', (request, reply, done) => {
    const asked = request.headers[VERSION_HEADER]
    if (asked === undefined) return done()
    if (typeof asked !== 'string' || !Object.hasOwn(versions.served, asked))
      return done(composeUnknownVersion(versions))
    serveVersion(request, reply, versions, asked)
    done()
  })
}

/** The version of the key, unless the call chose one. A version that a newer program pinned a key to is not known here. */
export function applyPinnedVersion(
  request: FastifyRequest,
  reply: FastifyReply,
  versions: Versions,
  { apiVersion }: Caller,
): void {
  if (apiVersion === versions.current || request.headers[VERSION_HEADER] !== undefined) return
  if (Object.hasOwn(versions.served, apiVersion)) serveVersion(request, reply, versions, apiVersion)
}

function serveVersion(
  request: FastifyRequest,
  reply: FastifyReply,
  versions: Versions,
  version: string,
): void {
  request.apiVersion = version
  reply.header(VERSION_HEADER, version)
  const farewell = versions.served[version]
  if (farewell !== undefined) reply.headers(presentFarewell(farewell))
}

function composeUnknownVersion({ served }: Versions): RequestError {
  const message = `${VERSION_HEADER} must be ${Object.keys(served).join(' or ')}`
  return new RequestError('version_unknown', { message, details: [{ field: VERSION_HEADER, message }] })
}

/** RFC 9745 and RFC 8594. A shorter period than promised stops the start. */
export function presentFarewell({ deprecatedOn, endsOn }: Farewell): Readonly<Record<string, string>> {
  const from = new Date(`${deprecatedOn}T00:00:00Z`)
  const until = new Date(`${endsOn}T00:00:00Z`)
  const earliest = new Date(from)
  earliest.setUTCMonth(earliest.getUTCMonth() + MIN_NOTICE_MONTHS)
  if (!(until >= earliest)) throw new Error(`${endsOn} is not 12 months after ${deprecatedOn}`)
  return { deprecation: `@${from.getTime() / 1_000}`, sunset: until.toUTCString(), link: REFERENCE }
}
