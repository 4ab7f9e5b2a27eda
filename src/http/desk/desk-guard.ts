import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { DESK_HEADER, type DeskAction, mayDo } from '../../contract/desk.ts'
import type { AuditAction } from '../../contract/desk-audit.ts'
import { type ErrorCode, RequestError } from '../../contract/errors.ts'
import { recordAudit } from '../../domains/audit/index.ts'
import { findSession, type Session } from '../../domains/operators/index.ts'
import { isSameSite } from '../../platform/http/cookies.ts'
import type { Site } from '../site.ts'
import { createSessionCookie } from './cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The action that the operator's role must allow; `anybody` needs no session. */
    desk?: DeskAction | 'anybody'
  }
}

const MINUTE_MS = 60_000
/** Limits audit entries about strangers: beyond this per minute, their refusals only count as requests. */
const STRANGERS_PER_MINUTE = 60

const sessions = new WeakMap<FastifyRequest, Session>()

export function getSession(request: FastifyRequest): Session {
  const session = sessions.get(request)
  if (session === undefined) throw new Error('a route of the desk has no session')
  return session
}

/** Guards every route of the scope, before a byte of the body is read. */
export function guardDesk(scope: FastifyInstance, api: Site): void {
  const cookie = createSessionCookie(api.publicUrl)
  let strangers = { count: 0, sinceMs: 0 }

  scope.addHook('onRoute', requireAction)
  scope.addHook('onRequest', guard)

  async function guard(request: FastifyRequest): Promise<void> {
    const { url, config } = request.routeOptions
    const route = `${request.method} ${url}`
    const sessionId = cookie.read(request)
    const found = sessionId === undefined ? undefined : await findSession(api, sessionId)
    const operatorId = found?.session?.operator.id ?? found?.ended?.operatorId
    if (!isSameSite(request, { publicUrl: api.publicUrl, header: DESK_HEADER }))
      await refuse('desk_cross_site', 'refused.cross-site', operatorId, route)
    if (config.desk === 'anybody') return
    const session = found?.session
    // A browser without a cookie has just not signed in yet.
    if (session === undefined && sessionId === undefined) throw new RequestError('desk_session_required')
    if (session === undefined) return refuse('desk_session_required', 'refused.session', operatorId, route)
    if (config.desk === undefined || !mayDo(session.operator.role, config.desk))
      await refuse('desk_forbidden', 'refused.role', operatorId, route)
    sessions.set(request, session)
  }

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
}

/**
 * Fails at start for a route that does not declare who may call it, or that would write the audit log for a HEAD
 * request.
 */
function requireAction({ method, url, config }: RouteOptions): void {
  if (config?.desk === undefined) throw new Error(`route ${url} must name an action of the desk`)
  if ([method].flat().includes('HEAD')) throw new Error(`route ${url} must set exposeHeadRoute to false`)
}
