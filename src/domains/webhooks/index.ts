export { createDeliverer, type Deliverer } from './deliverer.ts'
export { removePastDeliveries } from './delivery-store.ts'
export { countDisabledEndpoints, listForgedEndpointIds } from './endpoint-store.ts'
export { appendEvents, listEvents } from './event-store.ts'
export { cancelOrphans, countPending } from './queue-store.ts'
export { finishReplay, REPLAY_EVENTS, replayEvents } from './replay-events.ts'
export {
  createWebhooks,
  type Delivery,
  type Endpoint,
  type EndpointWithSecret,
  type Webhooks,
} from './webhooks.ts'
