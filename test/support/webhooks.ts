import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Static } from 'typebox'
import {
  DeliveriesAnswer,
  EndpointsAnswer,
  EndpointWithSecretAnswer,
  type NewWebhookEvent,
  type WebhookEventType,
} from '../../src/contract/webhooks.ts'
import { createDeliverer, type Deliverer } from '../../src/domains/webhooks/deliverer.ts'
import { appendEvents } from '../../src/domains/webhooks/event-store.ts'
import { createGuardedClient, type GuardedClient } from '../../src/platform/outbound/guarded-client.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { type Answer, DEMO_KEY, DEMO_RETAILER, readAnswer, type TestApp } from './app.ts'
import { checkAnswer } from './purchase-http.ts'

export type EndpointBody = Static<typeof EndpointWithSecretAnswer>
export type DeliveryBody = Static<typeof DeliveriesAnswer>['data'][number]

export async function get(app: TestApp, path: string, key = DEMO_KEY, method = 'GET'): Promise<Answer> {
  const headers: Record<string, string> = key === '' ? {} : { 'x-service-apikey': key }
  return readAnswer(await fetch(app.url + path, { method, headers }))
}

export async function createEndpoint(
  app: TestApp,
  url: string,
  events?: readonly WebhookEventType[],
  apiKey = DEMO_KEY,
): Promise<EndpointBody> {
  const answer = await app.post('/webhooks/endpoints', { apiKey, url, ...(events ? { events } : {}) })
  return checkAnswer(EndpointWithSecretAnswer, answer)
}

export async function findEndpoint(app: TestApp, id: string, key = DEMO_KEY) {
  const { data } = checkAnswer(EndpointsAnswer, await get(app, '/webhooks/endpoints', key))
  return data.find(endpoint => endpoint.id === id) ?? assert.fail('the endpoint is not listed')
}

export async function listDeliveries(
  app: TestApp,
  query: string,
  key = DEMO_KEY,
): Promise<Static<typeof DeliveriesAnswer>> {
  return checkAnswer(DeliveriesAnswer, await get(app, `/webhooks/deliveries?${query}`, key))
}

export const newTransactionId = (): string => randomBytes(12).toString('hex')

/** Events as a purchase would write them, without the purchase. */
export function composeEvent(
  transactionId: string,
  sequence: number,
  more: { readonly retailerId?: string; readonly type?: WebhookEventType } = {},
): NewWebhookEvent {
  const { retailerId = DEMO_RETAILER, type = 'onboarding.step' } = more
  return {
    retailerId,
    transactionId,
    sequence,
    type,
    fields: {
      transactionId,
      orderId: 'pedido',
      ...(type === 'onboarding.step' ? { action: 'STEP', step: 'SELFIE' } : { action: 'APPROVED' }),
    },
  }
}

export async function emit(
  app: Pick<TestApp, 'database' | 'services'>,
  events: readonly NewWebhookEvent[],
): Promise<void> {
  await app.database.transaction(async tx => appendEvents(tx, events, app.services.clock.now()))
}

/** A deliverer that runs only on request, with deadlines short enough for a test. */
export interface HandDeliverer extends Deliverer {
  /** Delivers until nothing is due. */
  deliver(): Promise<void>
}

const PATIENCE_MS = 120_000

export function openDeliverer(
  app: TestApp,
  options: { readonly totalMs?: number; readonly client?: GuardedClient; readonly leaseMs?: number } = {},
): HandDeliverer {
  const { totalMs = 10_000, leaseMs = 15_000 } = options
  const client = options.client ?? createGuardedClient({ allowLoopback: true, totalMs })
  const { secrets, clock, database, reportForgery } = app.services
  const log = createLog({ level: 'silent' })
  const deliverer = createDeliverer({ database, secrets, clock, client, log, reportForgery, leaseMs })
  return {
    start: () => deliverer.start(),
    deliverDue: waitMs => deliverer.deliverDue(waitMs),
    deliver: () => deliverer.deliverDue(PATIENCE_MS),
    async stop() {
      await deliverer.stop()
      await client.close()
    },
  }
}
