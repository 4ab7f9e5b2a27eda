export { createDeliverer, type Deliverer } from './deliverer.ts'
export { listForgedEndpointIds } from './endpoint-mac.ts'
export { countDisabledEndpoints } from './endpoint-store.ts'
export { appendEvents, listEvents } from './log.ts'
export { removePastDeliveries } from './past-deliveries.ts'
export { cancelOrphans, countPending } from './queue-store.ts'
export { finishReplay, REPLAY_EVENTS, replayEvents } from './replay-events.ts'
export {
  createWebhooks,
  type Delivery,
  type Endpoint,
  type EndpointWithSecret,
  type Webhooks,
} from './webhooks.ts'
