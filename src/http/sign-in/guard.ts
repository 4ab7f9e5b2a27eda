import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify'
import { type ErrorCode, RequestError } from '../../contract/errors.ts'
import { isSameSite } from '../../platform/http/cookies.ts'
import type { Site } from '../site.ts'
import { type CookieRealm, createSessionCookie } from './cookies.ts'

const MINUTE_MS = 60_000
/** Limits audit entries about strangers: beyond this per minute, their refusals only count as requests. */
const STRANGERS_PER_MINUTE = 60

type Refusal = 'cross-site' | 'session' | 'role'

/** How pages of one realm are guarded. `Who` names the person of a cookie in the audit log. */
interface GuardedRealm<Session, Who> {
  readonly realm: CookieRealm
  readonly header: string
  readonly codes: Readonly<Record<Refusal, ErrorCode>>
  findSession(
    sessionId: string,
  ): Promise<
    | { readonly session: Session; readonly ended: undefined }
    | { readonly session: undefined; readonly ended: Who | undefined }
  >
  nameWho(session: Session): Who
  /** What the route's config says: `anybody` needs no session. */
  readAction(config: RouteOptions['config']): string | undefined
  mayDo(session: Session, action: string): boolean
  noteRefusal(refusal: Refusal, who: Who | undefined, route: string, now: Date): Promise<void>
}

export interface Guard<Session> {
  /** Guards every route of the scope, before a byte of the body is read. */
  install(scope: FastifyInstance, api: Site): void
  getSession(request: FastifyRequest): Session
}

export function createGuard<Session extends object, Who>(
  define: (api: Site) => GuardedRealm<Session, Who>,
  name: CookieRealm,
): Guard<Session> {
  const sessions = new WeakMap<FastifyRequest, Session>()
  return {
    getSession(request) {
      const session = sessions.get(request)
      if (session === undefined) throw new Error(`a route of the ${name} has no session`)
      return session
    },

    install(scope, api) {
      const realm = define(api)
      const cookie = createSessionCookie(realm.realm, api.publicUrl)
      let strangers = { count: 0, sinceMs: 0 }

      scope.addHook('onRoute', route => requireAction(realm, name, route))
      scope.addHook('onRequest', guard)

      async function guard(request: FastifyRequest): Promise<void> {
        const { url, config } = request.routeOptions
        const route = `${request.method} ${url}`
        const sessionId = cookie.read(request)
        const found = sessionId === undefined ? undefined : await realm.findSession(sessionId)
        const session = found?.session
        const who = session === undefined ? found?.ended : realm.nameWho(session)
        if (!isSameSite(request, { publicUrl: api.publicUrl, header: realm.header }))
          await refuse('cross-site', who, route)
        const action = realm.readAction(config)
        if (action === 'anybody') return
        // A browser without a cookie has just not signed in yet.
        if (session === undefined && sessionId === undefined) throw new RequestError(realm.codes.session)
        if (session === undefined) return refuse('session', who, route)
        if (action === undefined || !realm.mayDo(session, action)) await refuse('role', who, route)
        sessions.set(request, session)
      }

      async function refuse(refusal: Refusal, who: Who | undefined, route: string): Promise<never> {
        const now = api.realClock.now()
        if (who !== undefined || countStranger(now.getTime()))
          await realm.noteRefusal(refusal, who, route, now)
        throw new RequestError(realm.codes[refusal])
      }

      function countStranger(nowMs: number): boolean {
        if (nowMs - strangers.sinceMs >= MINUTE_MS) strangers = { count: 0, sinceMs: nowMs }
        strangers.count += 1
        return strangers.count <= STRANGERS_PER_MINUTE
      }
    },
  }
}

/**
 * Fails at start for a route that does not declare who may call it, or that would write the audit log for a HEAD
 * request.
 */
function requireAction(
  realm: Pick<GuardedRealm<unknown, unknown>, 'readAction'>,
  name: CookieRealm,
  { method, url, config }: RouteOptions,
): void {
  if (realm.readAction(config) === undefined)
    throw new Error(`route ${url} must name an action of the ${name}`)
  if ([method].flat().includes('HEAD')) throw new Error(`route ${url} must set exposeHeadRoute to false`)
}
