import type { FastifyInstance } from 'fastify'
import { DESK_HEADER, type DeskAction, mayDo } from '../../contract/desk.ts'
import { recordAudit } from '../../domains/audit/index.ts'
import { findSession, type Session } from '../../domains/operators/index.ts'
import { createGuard } from '../sign-in/guard.ts'
import type { Site } from '../site.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The action that the operator's role must allow; `anybody` needs no session. */
    desk?: DeskAction | 'anybody'
  }
}

const guard = createGuard<Session, string>(
  api => ({
    realm: 'desk',
    header: DESK_HEADER,
    codes: {
      'cross-site': 'desk_cross_site',
      session: 'desk_session_required',
      role: 'desk_forbidden',
    },
    async findSession(sessionId) {
      const found = await findSession(api, sessionId)
      return found.session === undefined ? { ...found, ended: found.ended?.operatorId } : found
    },
    nameWho: ({ operator }) => operator.id,
    readAction: config => config?.desk,
    mayDo: ({ operator }, action) => mayDo(operator.role, action as DeskAction),
    noteRefusal: (refusal, operatorId, route, now) =>
      recordAudit(api.database, { operatorId, action: `refused.${refusal}`, details: { route } }, now),
  }),
  'desk',
)

export const { getSession } = guard

/** Guards every route of the scope, before a byte of the body is read. */
export const guardDesk = (scope: FastifyInstance, api: Site): void => guard.install(scope, api)
