export { createDeliverer, type Deliverer } from './deliverer.ts'
export { countDisabledEndpoints, listForgedEndpointIds } from './endpoint-store.ts'
export { appendEvents, listEvents } from './event-store.ts'
export { webhookJobs } from './jobs.ts'
export { countPending } from './queue-store.ts'
export { replayEvents } from './replay-events.ts'
export {
  createWebhooks,
  type Delivery,
  type Endpoint,
  type EndpointWithSecret,
  type Webhooks,
} from './webhooks.ts'
