import type { FastifyInstance } from 'fastify'
import { CONSOLE_HEADER, type ConsoleAction, mayDoInConsole } from '../../contract/console.ts'
import { type AuditStaff, recordAudit } from '../../domains/audit/index.ts'
import { findStaffSession, type StaffSession, staffOf } from '../../domains/staff/index.ts'
import { createGuard } from '../sign-in/guard.ts'
import type { Site } from '../site.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The action that the person's role at the retailer must allow; `anybody` needs no session. */
    console?: ConsoleAction | 'anybody'
  }
}

const guard = createGuard<StaffSession, AuditStaff>(
  api => ({
    realm: 'console',
    header: CONSOLE_HEADER,
    codes: {
      'cross-site': 'console_cross_site',
      session: 'console_session_required',
      role: 'console_forbidden',
    },
    findSession: sessionId => findStaffSession(api, sessionId),
    nameWho: staffOf,
    readAction: config => config?.console,
    mayDo: ({ role }, action) => mayDoInConsole(role, action as ConsoleAction),
    noteRefusal: (refusal, staff, route, now) =>
      recordAudit(api.database, { staff, action: `console.refused-${refusal}`, details: { route } }, now),
  }),
  'console',
)

/** Whose request it is, at which retailer: everything that a route finds or changes must be of `retailerId`. */
export const getStaffSession = guard.getSession

/** Guards every route of the scope, before a byte of the body is read. */
export const guardConsole = (scope: FastifyInstance, api: Site): void => guard.install(scope, api)
