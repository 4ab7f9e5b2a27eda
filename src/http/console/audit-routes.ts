import type { FastifyInstance } from 'fastify'
import type { ConsoleAuditAction, ConsoleAuditPage } from '../../contract/console-audit.ts'
import { ConsoleAuditQuery } from '../../contract/console-requests.ts'
import type { Presented } from '../../contract/presented.ts'
import { readRetailerAudit } from '../../domains/staff/index.ts'
import type { Site } from '../site.ts'
import { getStaffSession } from './console-guard.ts'

/** Everything that people of the retailer did. */
export function addAuditRoutes(app: FastifyInstance, api: Site): void {
  app.get<{ Querystring: ConsoleAuditQuery }>(
    '/console/api/audit',
    {
      config: { public: true, console: 'audit.read' },
      exposeHeadRoute: false,
      schema: { querystring: ConsoleAuditQuery },
    },
    async (request): Promise<Presented<ConsoleAuditPage>> => {
      const read = await readRetailerAudit(api, getStaffSession(request), request.query)
      const nameOf = new Map(read.people.map(({ id, name }) => [id, name]))
      return {
        now: read.now.toISOString(),
        entries: read.entries.map(({ position, at, staffId, action, subject, details }) => ({
          position,
          at: `${at}Z`,
          person: staffId === null ? undefined : (nameOf.get(staffId) ?? staffId),
          personId: staffId ?? undefined,
          action: action as ConsoleAuditAction,
          subject: subject ?? undefined,
          subjectName: subject === null ? undefined : nameOf.get(subject),
          details: JSON.parse(details) as Record<string, unknown>,
        })),
        next: read.next,
        people: read.people.map(({ id, name }) => ({ id, name })),
      }
    },
  )
}
