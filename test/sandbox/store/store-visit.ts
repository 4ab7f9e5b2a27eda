import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { OrderState, StoreOrder } from '../../../src/contract/store.ts'
import { createLender } from '../../../src/sandbox/store/lender.ts'
import { createWebhookEndpoint, type WebhookEndpoint } from '../../../src/sandbox/store/webhook-endpoint.ts'
import { type Answer, DEMO_KEY, readAnswer, type TestApp } from '../../support/app.ts'

export const FRIDGE = 'geladeira-375-l.127.branca'
export const SOFA = 'sofa-3-lugares.musgo'
const WAIT_MS = 20_000

/** A browser in the shop: it keeps its cookie. */
export class StoreVisit {
  readonly #app: TestApp
  cookie = ''

  constructor(app: TestApp) {
    this.#app = app
  }

  async get<Body = Record<string, unknown>>(path: string): Promise<Answer<Body>> {
    return readAnswer<Body>(
      await fetch(`${this.#app.url}/store/api/${path}`, { headers: { cookie: this.cookie } }),
    )
  }

  async post(
    path: string,
    body: object = {},
    headers: Record<string, string> = { 'x-store': '1' },
  ): Promise<Answer> {
    const response = await fetch(`${this.#app.url}/store/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: this.cookie, ...headers },
      body: JSON.stringify(body),
    })
    const [set] = response.headers.getSetCookie()
    if (set !== undefined) this.cookie = set.split(';')[0] ?? ''
    return readAnswer(response)
  }

  async order(body: object = {}): Promise<string> {
    const answer = await this.post('orders', {
      items: [{ sku: FRIDGE, quantity: 1 }],
      delivery: 'home',
      ...body,
    })
    assert.equal(answer.status, 200, answer.text)
    return String(answer.body.orderId)
  }

  async read(orderId: string): Promise<StoreOrder> {
    const answer = await this.get<StoreOrder>(`orders/${orderId}`)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }

  async waitFor(orderId: string, state: OrderState): Promise<StoreOrder> {
    const giveUpAt = performance.now() + WAIT_MS
    let order = await this.read(orderId)
    while (order.state !== state) {
      assert.ok(performance.now() < giveUpAt, `the order is ${order.state}, not ${state}`)
      await delay(50)
      order = await this.read(orderId)
    }
    return order
  }
}

/** The shop's side of its endpoint, as a process that has just started has it. */
export function openEndpoint(app: TestApp): WebhookEndpoint {
  const context = {
    database: app.database,
    secrets: app.services.secrets,
    secretKey: DEMO_KEY,
    getLenderUrl: () => app.url,
  }
  return createWebhookEndpoint(context, createLender(context))
}

export async function getSecret(app: TestApp): Promise<string> {
  const [secret] = await openEndpoint(app).listSecrets()
  return secret ?? assert.fail('the shop has no endpoint')
}

export interface Tampering {
  readonly secret?: string
  readonly ageSeconds?: number
  readonly headers?: Record<string, string>
  /** Sent instead of what was signed. */
  readonly body?: string
}

/** Sends an event as the lender does, signed with the secret. */
export async function deliver(
  app: TestApp,
  event: object,
  secret: string,
  tampering: Tampering = {},
): Promise<Response> {
  const body = JSON.stringify(event)
  const time = String(Math.floor(Date.now() / 1_000) - (tampering.ageSeconds ?? 0))
  const key = Buffer.from((tampering.secret ?? secret).replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`event-1.${time}.${body}`).digest('base64')
  return fetch(`${app.url}/store/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'event-1',
      'webhook-timestamp': time,
      'webhook-signature': `v1,${signature}`,
      ...tampering.headers,
    },
    body: tampering.body ?? body,
  })
}
