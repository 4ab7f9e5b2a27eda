import type { AuditAction, AuditPage } from '../../contract/desk.ts'
import { AuditQuery } from '../../contract/desk-requests.ts'
import type { Presented } from '../../contract/presented.ts'
import { nameOperators } from '../../flows/desk/read-desk.ts'
import { listNewestEntries, recordAudit } from '../../modules/desk/index.ts'
import type { AddDeskRoute, DeskApi } from './desk-route.ts'

const PAGE = 100

export function addAuditRoutes(add: AddDeskRoute, api: DeskApi): void {
  add({
    method: 'GET',
    path: '/audit',
    action: 'audit.read',
    query: AuditQuery,
    async handle({ session, query }): Promise<Presented<AuditPage>> {
      const note = { operatorId: session.operator.id, action: 'audit.view' } as const
      await recordAudit(api.database, note, api.realClock.now())
      const before = query.before === undefined ? Number.MAX_SAFE_INTEGER : Number(query.before)
      const entries = await listNewestEntries(api.database, before, PAGE)
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
  })
}
