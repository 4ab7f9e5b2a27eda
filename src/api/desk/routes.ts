import type { FastifyInstance } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { sendShell, type WebAssets } from '../../platform/http/web-assets.ts'
import { addAuditRoutes } from './audit-routes.ts'
import { addCaseRoutes } from './case-routes.ts'
import { createDeskRoutes, type DeskApi } from './desk-route.ts'
import { addInvoiceRoutes } from './invoice-routes.ts'
import { addSessionRoutes } from './session-routes.ts'
import { addSuspenseRoutes } from './suspense-routes.ts'

/** The credit desk: one page for every address below /desk, and what it asks for below /desk/api. */
export function addDeskRoutes(app: FastifyInstance, api: DeskApi, pages: WebAssets): void {
  const add = createDeskRoutes(app, api)
  addSessionRoutes(add, api)
  addCaseRoutes(add, api)
  addInvoiceRoutes(add, api)
  addSuspenseRoutes(add, api)
  addAuditRoutes(add, api)
  for (const url of ['/desk', '/desk/*'])
    app.get(url, { config: { public: true } }, (request, reply) => {
      if (request.url.startsWith('/desk/api')) throw new RequestError('route_not_found')
      return sendShell(reply, pages.renderShell({ entry: 'desk', title: 'Mesa de crédito' }))
    })
}
