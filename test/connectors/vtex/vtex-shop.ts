import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { type Answer, DEMO_KEY, DEMO_RETAILER, readAnswer, type TestApp } from '../../support/app.ts'

const APP_TOKEN = 'token-of-the-shop'

export interface PaymentAnswer extends Record<string, unknown> {
  readonly paymentId: string
  readonly status: 'approved' | 'denied' | 'undefined'
  readonly tid: string
  readonly paymentUrl?: string
  readonly code: string
}

/** VTEX's gateway as it calls a connector for one shop. */
export class VtexShop {
  readonly #app: TestApp
  readonly id: string
  readonly base: string
  readonly headers: Readonly<Record<string, string>>

  private constructor(app: TestApp, id: string) {
    this.#app = app
    this.id = id
    this.base = `/connectors/vtex/${DEMO_RETAILER}`
    this.headers = { 'x-vtex-api-appkey': `crediario-${id}`, 'x-vtex-api-apptoken': APP_TOKEN }
  }

  static async open(app: TestApp): Promise<VtexShop> {
    const { id } = await app.services.connectors.enable({
      platform: 'vtex',
      retailerId: DEMO_RETAILER,
      account: 'lojademo',
      settings: {},
      keys: { apiKey: DEMO_KEY, appToken: APP_TOKEN },
    })
    return new VtexShop(app, id)
  }

  async post<Body = Record<string, unknown>>(
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = this.headers,
  ): Promise<Answer<Body>> {
    return this.#app.post<Body>(this.base + path, body, headers)
  }

  async get(path: string): Promise<Answer> {
    return readAnswer(await fetch(this.#app.url + this.base + path))
  }

  async pay(request: Readonly<Record<string, unknown>>): Promise<PaymentAnswer> {
    const answer = await this.post<PaymentAnswer>('/payments', request)
    assert.equal(answer.status, 200, answer.text)
    return answer.body
  }

  async operate(
    kind: 'cancellations' | 'settlements' | 'refunds',
    paymentId: string,
    body: Readonly<Record<string, unknown>> = {},
  ): Promise<Answer> {
    const request = { requestId: randomBytes(16).toString('hex').toUpperCase(), ...body }
    return this.post(`/payments/${paymentId}/${kind}`, request)
  }
}

let orders = 0
export const newPaymentId = (): string => randomBytes(16).toString('hex').toUpperCase()

/** A payment as VTEX sends it: the members of its documents, of an order that is new unless named. */
export function writePayment(change: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  orders += 1
  const paymentId = newPaymentId()
  return {
    reference: `${32_478_982 + orders}`,
    orderId: `v${32_478_982 + orders}pgto-01`,
    shopperInteraction: 'ecommerce',
    transactionId: newPaymentId(),
    paymentId,
    paymentMethod: 'Promissories',
    paymentMethodCustomCode: null,
    merchantName: 'lojademo',
    value: 2_020,
    referenceValue: 2_020,
    currency: 'BRL',
    installments: 1,
    installmentsInterestRate: 0,
    installmentsValue: 2_020,
    deviceFingerprint: '12ade389087fe',
    ipAddress: '203.0.113.9',
    miniCart: {
      shippingValue: 20,
      taxValue: 0,
      buyer: {
        id: 'c1245228-1c68-11e6-94ac-0afa86a846a5',
        firstName: 'Maria',
        lastName: 'Souza',
        document: '529.982.247-25',
        documentType: 'CPF',
        email: 'maria.souza@example.com',
        phone: '+5511987651234',
      },
      shippingAddress: {
        country: 'BRA',
        street: 'Rua das Flores',
        number: '17',
        complement: 'ap 3',
        neighborhood: 'Centro',
        postalCode: '01001-000',
        city: 'São Paulo',
        state: 'SP',
      },
      billingAddress: { country: 'BRA', street: null, number: null },
      items: [
        { id: '132981', name: 'Geladeira', price: 1_000, quantity: 1, discount: 0, categoryId: '8' },
        { id: '132982', name: 'Fogão', price: 1_000, quantity: 1, discount: 0, categoryId: '8' },
      ],
    },
    merchantSettings: [],
    url: 'https://lojademo.example',
    returnUrl: 'http://127.0.0.1:9/checkout/gatewayCallback/3247/Success',
    callbackUrl: `http://127.0.0.1:9/api/pvt/payments/${paymentId}/notification`,
    sandBoxMode: false,
    ...change,
  }
}
