import type { FastifyInstance } from 'fastify'
import { ConsolePasskeySignInRequest } from '../../contract/console-requests.ts'
import { RequestError } from '../../contract/errors.ts'
import { staffPasskeys } from '../../domains/staff/index.ts'
import { sendShell } from '../../platform/http/web-assets.ts'
import { addPasskeyRoutes } from '../sign-in/passkey-routes.ts'
import type { Site } from '../site.ts'
import { addAccessLinkRoutes } from './access-link-routes.ts'
import { addAccountRoutes } from './account-routes.ts'
import { addAuditRoutes } from './audit-routes.ts'
import { addBrandRoutes } from './brand-routes.ts'
import { describeBrowser } from './browser.ts'
import { getStaffSession, guardConsole } from './console-guard.ts'
import { addHomeRoutes } from './home-routes.ts'
import { addIntegrationRoutes } from './integration-routes.ts'
import { addLinkRoutes } from './link-routes.ts'
import { addMoneyRoutes } from './money-routes.ts'
import { addOrderRoutes } from './order-routes.ts'
import { addPeopleRoutes } from './people-routes.ts'
import { addSessionRoutes } from './session-routes.ts'
import { addSimulateRoutes, type ShopScripts } from './simulate-routes.ts'

/** The retailer's console: one page for every address below /console, and its API below /console/api. */
export function addConsoleRoutes(app: FastifyInstance, api: Site & ShopScripts): void {
  app.register(async scope => {
    guardConsole(scope, api)
    addSessionRoutes(scope, api)
    addAccessLinkRoutes(scope, api)
    addIntegrationRoutes(scope, api)
    addPasskeyRoutes(scope, api, {
      realm: 'console',
      passkeys: staffPasskeys,
      signInBody: ConsolePasskeySignInRequest,
      readFrom: ({ headers, body }) => ({
        browser: describeBrowser(headers['user-agent']),
        invitation: body.invitation,
      }),
      getSession: getStaffSession,
    })
    addOrderRoutes(scope, api)
    addPeopleRoutes(scope, api)
    addAuditRoutes(scope, api)
    addAccountRoutes(scope, api)
    addLinkRoutes(scope, api)
    addSimulateRoutes(scope, api)
    addBrandRoutes(scope, api)
    addHomeRoutes(scope, api)
    addMoneyRoutes(scope, api)
  })
  for (const url of ['/console', '/console/*'])
    app.get(url, { config: { public: true } }, (request, reply) => {
      if (request.url.startsWith('/console/api')) throw new RequestError('route_not_found')
      return sendShell(reply, api.renderShell({ entry: 'console', title: 'Painel da loja' }))
    })
}
