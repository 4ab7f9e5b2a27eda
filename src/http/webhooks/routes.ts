import type { FastifyInstance } from 'fastify'
import type { App } from '../../app/app.ts'
import { addDeliveryRoutes } from './deliveries/route.ts'
import { addEndpointRoutes } from './endpoints/route.ts'
import { addEventsRoute } from './events/route.ts'
import { addReplayRoute } from './replay/route.ts'

/** Webhook self-service, and the event log for pulling. */
export function addWebhookRoutes(app: FastifyInstance, api: App): void {
  addEndpointRoutes(app, api)
  addDeliveryRoutes(app, api)
  addReplayRoute(app, api)
  addEventsRoute(app, api)
}
