import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../platform/db/database.ts'
import { PspProblem } from './problem.ts'
import { findToken, insertToken } from './token-store.ts'

const SCOPES = [
  'cob.read',
  'cob.write',
  'cobv.read',
  'cobv.write',
  'pix.read',
  'pix.write',
  'webhook.read',
  'webhook.write',
  'payout.read',
  'payout.write',
] as const
type Scope = (typeof SCOPES)[number]

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of the sandbox bank: what a token must allow. A route without it is public. */
    readonly pspScope?: Scope
  }
}

interface AccessContext {
  readonly database: Database
  readonly clientId: string
  readonly clientSecret: string
}

const TOKEN_LIFE_SECONDS = 3_600

interface TokenBody {
  readonly grant_type?: unknown
  readonly scope?: unknown
}

/** OAuth 2.0 client credentials (RFC 6749). The token is bound to the client's certificate (RFC 8705). */
export function addTokenRoute(app: FastifyInstance, context: AccessContext): void {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
  app.post<{ Body: TokenBody | null }>('/oauth/token', async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const certificateHash = getCertificateHash(request)
    if (!isClient(context, request.headers.authorization))
      return reply
        .code(401)
        .header('www-authenticate', 'Basic realm="sandbox"')
        .send({ error: 'invalid_client', error_description: 'client_id ou client_secret não confere' })
    const { grant_type: grantType, scope } = request.body ?? {}
    if (grantType !== 'client_credentials')
      return reply.code(400).send({
        error: 'unsupported_grant_type',
        error_description: 'grant_type deve ser client_credentials',
      })
    const scopes = chooseScopes(scope)
    if (scopes === undefined)
      return reply
        .code(400)
        .send({ error: 'invalid_scope', error_description: `scope deve ser de: ${SCOPES.join(' ')}` })
    const token = randomBytes(32).toString('base64url')
    const lifeSeconds = TOKEN_LIFE_SECONDS
    await insertToken(context.database, { hash: hash(token), certificateHash, scopes, lifeSeconds })
    return {
      access_token: token,
      token_type: 'Bearer',
      expires_in: lifeSeconds,
      scope: scopes.join(' '),
    }
  })
}

/** Every route that names a scope requires a certificate and a token for it. */
export function addAccessCheck(app: FastifyInstance, { database }: AccessContext): void {
  app.addHook('onRequest', async (request, reply) => {
    const scope = request.routeOptions.config.pspScope
    if (scope === undefined) return
    const certificateHash = getCertificateHash(request)
    const [, token] = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '') ?? []
    const found = token === undefined ? undefined : await findToken(database, hash(token))
    if (found === undefined || !found.certificateHash.equals(certificateHash)) {
      reply.header('www-authenticate', 'Bearer realm="sandbox", error="invalid_token"')
      throw new PspProblem('AcessoNegado', {
        status: 401,
        detail: 'O token falta, expirou ou foi dado a outro certificado.',
      })
    }
    if (!found.scopes.includes(scope))
      throw new PspProblem('AcessoNegado', { detail: `O token não tem o escopo ${scope}.` })
  })
}

/** Refuses callers without a certificate of this bank's authority. */
function getCertificateHash(request: FastifyRequest): Buffer {
  const socket = request.raw.socket as TLSSocket
  const certificate = socket.authorized ? socket.getPeerX509Certificate() : undefined
  if (certificate === undefined)
    throw new PspProblem('AcessoNegado', { detail: 'Falta o certificado de cliente emitido por este banco.' })
  return createHash('sha256').update(certificate.raw).digest()
}

function isClient({ clientId, clientSecret }: AccessContext, authorization = ''): boolean {
  const [, login = ''] = /^Basic ([\w+/-]+=*)$/i.exec(authorization) ?? []
  const given = Buffer.from(login, 'base64').toString('utf8')
  return timingSafeEqual(hash(given), hash(`${clientId}:${clientSecret}`))
}

/** All of them when the client does not choose. */
function chooseScopes(asked: unknown): readonly Scope[] | undefined {
  if (asked === undefined) return SCOPES
  if (typeof asked !== 'string') return undefined
  const names = new Set(asked.split(' ').filter(name => name !== ''))
  const scopes = SCOPES.filter(scope => names.has(scope))
  return scopes.length === names.size && scopes.length > 0 ? scopes : undefined
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
