import type { FastifyInstance } from 'fastify'
import { addDeliveryRoutes } from './deliveries/route.ts'
import { addEndpointRoutes } from './endpoints/route.ts'
import { addEventsRoute } from './events/route.ts'
import { addReplayRoute } from './replay/route.ts'
import type { WebhookApi } from './webhook-api.ts'

/** Webhook self-service, and the event log for pulling. */
export function addWebhookRoutes(app: FastifyInstance, api: WebhookApi): void {
  addEndpointRoutes(app, api)
  addDeliveryRoutes(app, api)
  addReplayRoute(app, api)
  addEventsRoute(app, api)
}
