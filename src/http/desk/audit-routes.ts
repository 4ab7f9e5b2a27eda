import type { FastifyInstance } from 'fastify'
import type { AuditAction, AuditPage } from '../../contract/desk-audit.ts'
import { AuditQuery } from '../../contract/desk-requests.ts'
import type { Presented } from '../../contract/presented.ts'
import { readAudit } from '../../domains/desk/index.ts'
import type { Site } from '../site.ts'
import { getSession } from './desk-guard.ts'

export function addAuditRoutes(app: FastifyInstance, api: Site): void {
  app.get<{ Querystring: AuditQuery }>(
    '/desk/api/audit',
    {
      config: { public: true, desk: 'audit.read' },
      exposeHeadRoute: false,
      schema: { querystring: AuditQuery },
    },
    async (request): Promise<Presented<AuditPage>> =>
      presentAudit(await readAudit(api, getSession(request).operator, request.query)),
  )
}

function presentAudit({
  now,
  entries,
  next,
  operators,
}: Awaited<ReturnType<typeof readAudit>>): Presented<AuditPage> {
  const nameOf = new Map(operators.map(({ id, name }) => [id, name]))
  return {
    now: now.toISOString(),
    entries: entries.map(({ position, at, operatorId, action, subject, subjectKind, details, hash }) => ({
      position,
      at: `${at}Z`,
      operator: operatorId === null ? undefined : (nameOf.get(operatorId) ?? operatorId),
      operatorId: operatorId ?? undefined,
      action: action as AuditAction,
      subject: subject ?? undefined,
      subjectKind,
      details: JSON.parse(details) as Record<string, unknown>,
      hash,
    })),
    next,
    people: operators.map(({ id, name }) => ({ id, name })),
  }
}
