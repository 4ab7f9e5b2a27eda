import type { FastifyInstance } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { STORE_HEADER } from '../../contract/store.ts'
import { isSameSite } from '../../platform/http/cookies.ts'
import { createLender } from './lender.ts'
import { addOrderRoutes } from './order-routes.ts'
import { addStorePages } from './page-routes.ts'
import { addSandboxPanelRoutes } from './sandbox-routes.ts'
import type { StoreContext } from './store-context.ts'
import { createWebhookEndpoint } from './webhook-endpoint.ts'
import { addWebhookRoute } from './webhook-route.ts'

/**
 * The demonstration shop: a retailer like any other, which happens to run in the lender's process. It asks for everything over HTTP, with
 * the keys that a retailer has.
 */
export function addStoreRoutes(app: FastifyInstance, context: StoreContext): void {
  const lender = createLender(context)
  const shop = { context, lender, endpoint: createWebhookEndpoint(context, lender) }
  const site = { publicUrl: context.publicUrl, header: STORE_HEADER }
  addStorePages(app, context, lender)
  addWebhookRoute(app, shop)
  app.register(async scope => {
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('x-robots-tag', 'noindex, nofollow')
      if (request.method === 'POST' && !isSameSite(request, site))
        throw new RequestError('cross_site_request')
    })
    addOrderRoutes(scope, shop)
    addSandboxPanelRoutes(scope, shop)
  })
}
