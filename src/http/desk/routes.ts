import type { FastifyInstance } from 'fastify'
import { PasskeySignInRequest } from '../../contract/desk-passkeys.ts'
import { RequestError } from '../../contract/errors.ts'
import { operatorPasskeys } from '../../domains/operators/index.ts'
import { sendShell } from '../../platform/http/web-assets.ts'
import { addPasskeyRoutes } from '../sign-in/passkey-routes.ts'
import type { Site } from '../site.ts'
import { addAssignmentRoutes } from './assignment-routes.ts'
import { addAuditRoutes } from './audit-routes.ts'
import { addBooksRoutes } from './books-routes.ts'
import { addCaseRoutes } from './case-routes.ts'
import { addClosingRoutes } from './closing-routes.ts'
import { addComplianceRoutes } from './compliance-routes.ts'
import { getSession, guardDesk } from './desk-guard.ts'
import { addInvoiceRoutes } from './invoice-routes.ts'
import { addLoanRoutes } from './loan-routes.ts'
import { addPayoutRoutes } from './payout-routes.ts'
import { addRegistrationRoutes } from './registration-routes.ts'
import { addSessionRoutes } from './session-routes.ts'
import { addSpecialCaseRoutes } from './special-case-routes.ts'
import { addSuspenseRoutes } from './suspense-routes.ts'

/** The credit desk: one page for every address below /desk, and its API below /desk/api. */
export function addDeskRoutes(app: FastifyInstance, api: Site): void {
  app.register(async scope => {
    guardDesk(scope, api)
    addSessionRoutes(scope, api)
    addPasskeyRoutes(scope, api, {
      realm: 'desk',
      passkeys: operatorPasskeys,
      signInBody: PasskeySignInRequest,
      readFrom: () => undefined,
      getSession,
    })
    addCaseRoutes(scope, api)
    addInvoiceRoutes(scope, api)
    addSuspenseRoutes(scope, api)
    addRegistrationRoutes(scope, api)
    addPayoutRoutes(scope, api)
    addBooksRoutes(scope, api)
    addLoanRoutes(scope, api)
    addClosingRoutes(scope, api)
    addSpecialCaseRoutes(scope, api)
    addComplianceRoutes(scope, api)
    addAssignmentRoutes(scope, api)
    addAuditRoutes(scope, api)
  })
  for (const url of ['/desk', '/desk/*'])
    app.get(url, { config: { public: true } }, (request, reply) => {
      if (request.url.startsWith('/desk/api')) throw new RequestError('route_not_found')
      return sendShell(reply, api.renderShell({ entry: 'desk', title: 'Mesa de crédito' }))
    })
}
