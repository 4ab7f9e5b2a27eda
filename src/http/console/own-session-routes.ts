import type { FastifyInstance } from 'fastify'
import type { ConsoleSessionList } from '../../contract/console.ts'
import { RequestError } from '../../contract/errors.ts'
import { endOtherSessions, endOwnSession, readOwnAccess } from '../../domains/staff/index.ts'
import type { Site } from '../site.ts'
import { getStaffSession } from './console-guard.ts'

/** Where the person is signed in, at any shop. */
export function addOwnSessionRoutes(app: FastifyInstance, api: Site): void {
  app.get(
    '/console/api/sessions',
    { config: { public: true, console: 'session.read' }, exposeHeadRoute: false },
    async (request): Promise<ConsoleSessionList> => {
      const session = getStaffSession(request)
      const { sessions, ...credentials } = await readOwnAccess(api, session)
      return {
        ...credentials,
        sessions: sessions.map(({ id, browser, openedAt, lastSeenAt }) => ({
          id,
          browser,
          openedAt: openedAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
          isCurrent: id === session.id,
        })),
      }
    },
  )

  app.post<{ Params: { session: string } }>(
    '/console/api/sessions/:session/end',
    { config: { public: true, console: 'session.end' } },
    async request => {
      if (!(await endOwnSession(api, getStaffSession(request), request.params.session)))
        throw new RequestError('console_not_found')
      return {}
    },
  )

  app.post(
    '/console/api/sessions/end-others',
    { config: { public: true, console: 'session.end' } },
    async request => {
      await endOtherSessions(api, getStaffSession(request))
      return {}
    },
  )
}
