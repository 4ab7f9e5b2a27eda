import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Static, TSchema } from 'typebox'
import type { AuditAction } from '../../contract/desk.ts'
import { DESK_HEADER, type DeskAction, mayDo } from '../../contract/desk.ts'
import { type ErrorCode, RequestError } from '../../contract/errors.ts'
import type { InvoiceReadContext } from '../../flows/desk/read-invoices.ts'
import { findSession, recordAudit, type Session } from '../../modules/desk/index.ts'
import { isSameSite } from '../../platform/http/same-site.ts'
import { createSessionCookie } from './cookie.ts'

export interface DeskApi extends InvoiceReadContext {
  readonly publicUrl: string
}

export interface DeskRoute<Body extends TSchema, Query extends TSchema> {
  readonly method: 'GET' | 'POST'
  /** Below /desk/api. */
  readonly path: string
  /** Open to whoever has no session yet, or what the operator's role must be given. */
  readonly action: DeskAction | 'anybody'
  readonly body?: Body
  readonly query?: Query
  readonly handle: (
    asked: {
      readonly session: Session
      readonly params: Readonly<Record<string, string>>
      readonly body: Static<Body>
      readonly query: Static<Query>
      readonly request: FastifyRequest
    },
    reply: FastifyReply,
  ) => unknown
}

const MINUTE_MS = 60_000
/** Strangers cannot fill the audit log: beyond this in a minute their refusals are only counted as requests. */
const STRANGERS_PER_MINUTE = 60

/** Adds a route whose guard runs before a byte of the body is read. */
export type AddDeskRoute = <Body extends TSchema, Query extends TSchema>(
  route: DeskRoute<Body, Query>,
) => void

export function createDeskRoutes(app: FastifyInstance, api: DeskApi): AddDeskRoute {
  const cookie = createSessionCookie(api.publicUrl)
  const sessions = new WeakMap<FastifyRequest, Session>()
  let strangers = { count: 0, sinceMs: 0 }

  async function refuse(
    code: ErrorCode,
    action: AuditAction,
    operatorId: string | undefined,
    route: string,
  ): Promise<never> {
    const now = api.realClock.now()
    if (operatorId !== undefined || countStranger(now.getTime()))
      await recordAudit(api.database, { operatorId, action, details: { route } }, now)
    throw new RequestError(code)
  }

  function countStranger(nowMs: number): boolean {
    if (nowMs - strangers.sinceMs >= MINUTE_MS) strangers = { count: 0, sinceMs: nowMs }
    strangers.count += 1
    return strangers.count <= STRANGERS_PER_MINUTE
  }

  async function guard(request: FastifyRequest, action: DeskAction | 'anybody'): Promise<void> {
    const route = `${request.method} ${request.routeOptions.url}`
    const sessionId = cookie.read(request)
    const found = sessionId === undefined ? undefined : await findSession(api, sessionId)
    const operatorId = found?.session?.operator.id ?? found?.ended?.operatorId
    if (
      !isSameSite(request, api.publicUrl) ||
      (request.method !== 'GET' && request.headers[DESK_HEADER] !== '1')
    )
      await refuse('desk_cross_site', 'refused.cross-site', operatorId, route)
    if (action === 'anybody') return
    const session = found?.session
    // A browser without any cookie is only somebody who has not signed in yet.
    if (session === undefined && sessionId === undefined) throw new RequestError('desk_session_required')
    if (session === undefined) return refuse('desk_session_required', 'refused.session', operatorId, route)
    if (!mayDo(session.operator.role, action))
      await refuse('desk_forbidden', 'refused.role', operatorId, route)
    sessions.set(request, session)
  }

  return route => {
    const { method, path, action, body, query, handle } = route
    app.route<{ Params: Record<string, string> }>({
      method,
      url: `/desk/api${path}`,
      config: { public: true },
      exposeHeadRoute: false,
      schema: {
        ...(body === undefined ? {} : { body }),
        ...(query === undefined ? {} : { querystring: query }),
      },
      onRequest: request => guard(request, action),
      handler: async (request, reply) => {
        const session = sessions.get(request)
        if (session === undefined && action !== 'anybody')
          throw new Error('a route of the desk has no session')
        return handle(
          {
            session: session as Session,
            params: request.params,
            body: request.body as never,
            query: request.query as never,
            request,
          },
          reply,
        )
      },
    })
  }
}
