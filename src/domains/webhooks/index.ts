export { createDeliverer, type Deliverer } from './deliverer.ts'
export { listDeliveriesOf } from './delivery-store.ts'
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
  type FullDelivery,
  type Webhooks,
} from './webhooks.ts'
