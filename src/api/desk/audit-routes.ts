import type { FastifyInstance } from 'fastify'
import type { AuditAction, AuditPage } from '../../contract/desk-audit.ts'
import { AuditQuery } from '../../contract/desk-requests.ts'
import type { Presented } from '../../contract/presented.ts'
import { nameOperators } from '../../flows/desk/read-desk.ts'
import { listNewestEntries, recordAudit } from '../../modules/desk/index.ts'
import type { DeskApi } from './desk-api.ts'
import { getSession } from './desk-guard.ts'

const PAGE = 100

export function addAuditRoutes(app: FastifyInstance, api: DeskApi): void {
  app.get<{ Querystring: AuditQuery }>(
    '/desk/api/audit',
    {
      config: { public: true, desk: 'audit.read' },
      exposeHeadRoute: false,
      schema: { querystring: AuditQuery },
    },
    async (request): Promise<Presented<AuditPage>> => {
      const { operator } = getSession(request)
      const note = { operatorId: operator.id, action: 'audit.view' } as const
      await recordAudit(api.database, note, api.realClock.now())
      const { before } = request.query
      const below = before === undefined ? Number.MAX_SAFE_INTEGER : Number(before)
      const entries = await listNewestEntries(api.database, below, PAGE)
      const ids = entries.map(({ operatorId }) => operatorId).filter(id => id !== null)
      const operators = await nameOperators(api, [], ids)
      const last = entries.at(-1)
      return {
        entries: entries.map(({ position, at, operatorId, action, subject, details, hash }) => ({
          position,
          at: `${at}Z`,
          operator: operatorId === null ? undefined : (operators.get(operatorId)?.name ?? operatorId),
          action: action as AuditAction,
          subject: subject ?? undefined,
          details: JSON.parse(details) as Record<string, unknown>,
          hash,
        })),
        next: entries.length === PAGE ? last?.position : undefined,
      }
    },
  )
}
