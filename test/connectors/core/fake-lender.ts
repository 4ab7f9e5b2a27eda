import { CrediarioError } from '../../../clients/typescript/src/crediario-error.ts'
import type { PaymentLink } from '../../../clients/typescript/src/generated.ts'
import type { Lender } from '../../../connectors/core/context.ts'

export interface FakePurchase {
  readonly id: string
  readonly linkId: string
  readonly orderId: string
  status: 'PENDING' | 'OPEN' | 'CANCELED' | 'CLOSED'
  wasOpen: boolean
  /** Who ended it: the connector's call, or somebody on the lender's side. */
  endedBy?: 'connector' | 'lender'
}

interface FakeLink {
  readonly id: string
  readonly orderId: string
  readonly amountCentavos: number
  readonly expiresAtMs: number
  status: PaymentLink['status']
  transactionId: string | undefined
}

type Fault = 'before' | 'after'

/** The interface as the documents describe it, in memory: links, purchases, idempotency keys, and calls that get lost on either way. */
export class FakeLender {
  readonly links = new Map<string, FakeLink>()
  readonly purchases = new Map<string, FakePurchase>()
  readonly #keys = new Map<string, { readonly body: string; readonly answer: unknown }>()
  readonly #getNowMs: () => number
  /** What becomes of the next calls. */
  readonly faults: (Fault | undefined)[] = []
  isAway = false
  #made = 0

  constructor(getNowMs: () => number) {
    this.#getNowMs = getNowMs
  }

  #newId(): string {
    this.#made += 1
    return this.#made.toString(16).padStart(24, '0')
  }

  #statusOf(link: FakeLink): FakeLink['status'] {
    const isFree = link.status === 'ACTIVE' || link.status === 'OPENED'
    return isFree && link.expiresAtMs <= this.#getNowMs() ? 'EXPIRED' : link.status
  }

  #present(link: FakeLink): PaymentLink {
    return {
      id: link.id,
      url: `https://lender.example/pay/${link.id}`,
      qrCode: '',
      status: this.#statusOf(link),
      source: 'checkout',
      orderId: link.orderId,
      amount: link.amountCentavos / 100,
      expiresAt: new Date(link.expiresAtMs).toISOString(),
      createdAt: '',
      notifications: [],
      ...(link.transactionId === undefined ? {} : { transactionId: link.transactionId }),
    }
  }

  async #call<Answer>(work: () => Answer): Promise<Answer> {
    const fault = this.faults.shift()
    if (this.isAway || fault === 'before') throw new TypeError('fetch failed')
    const answer = work()
    if (fault === 'after') throw new TypeError('fetch failed')
    return answer
  }

  #once<Answer>(key: string | undefined, body: object, work: () => Answer): Answer {
    if (key === undefined) return work()
    const known = this.#keys.get(key)
    if (known !== undefined) {
      if (known.body !== JSON.stringify(body)) throw refuse(409, 'idempotency_key_reused')
      return known.answer as Answer
    }
    const answer = work()
    this.#keys.set(key, { body: JSON.stringify(body), answer })
    return answer
  }

  #getLink(id: string): FakeLink {
    const link = this.links.get(id)
    if (link === undefined) throw refuse(404, 'link_not_found')
    return link
  }

  #getPurchase(id: string): FakePurchase {
    const purchase = this.purchases.get(id)
    if (purchase === undefined) throw refuse(404, 'transaction_not_found')
    return purchase
  }

  /** Whether somebody could still buy with a link. */
  isBuyable(linkId: string): boolean {
    const link = this.links.get(linkId)
    return link !== undefined && ['ACTIVE', 'OPENED', 'CLAIMED'].includes(this.#statusOf(link))
  }

  /** Somebody presses the button on the link's page. */
  claim(linkId: string): void {
    const link = this.#getLink(linkId)
    const status = this.#statusOf(link)
    if (status !== 'ACTIVE' && status !== 'OPENED') return
    const id = this.#newId()
    this.purchases.set(id, { id, linkId, orderId: link.orderId, status: 'PENDING', wasOpen: false })
    link.status = 'CLAIMED'
    link.transactionId = id
  }

  complete(purchase: FakePurchase): void {
    if (purchase.status !== 'PENDING') return
    purchase.status = 'OPEN'
    purchase.wasOpen = true
    this.#getLink(purchase.linkId).status = 'COMPLETED'
  }

  /** By the customer, the desk, a deadline: on the lender's side. */
  end(purchase: FakePurchase): void {
    if (purchase.status === 'PENDING') this.#release(purchase)
    if (purchase.status !== 'OPEN' && purchase.status !== 'PENDING') return
    purchase.status = 'CANCELED'
    purchase.endedBy = 'lender'
  }

  /** All installments were paid. */
  close(purchase: FakePurchase): void {
    if (purchase.status === 'OPEN') purchase.status = 'CLOSED'
  }

  #release({ linkId }: FakePurchase): void {
    const link = this.#getLink(linkId)
    if (link.status !== 'CLAIMED') return
    link.status = 'OPENED'
    link.transactionId = undefined
  }

  readonly operations: Lender = {
    createPaymentLink: (body = {}, options = {}) =>
      this.#call(() =>
        this.#once(options.idempotencyKey, body, () => {
          const amount =
            body.products?.reduce(
              (sum, { amount: count, value }) => sum + Math.round(count * value * 100),
              Math.round((body.shipping ?? 0) * 100),
            ) ?? Math.round((body.amount ?? 0) * 100)
          const link: FakeLink = {
            id: this.#newId(),
            orderId: body.orderId ?? '',
            amountCentavos: amount,
            expiresAtMs: Date.parse(body.expiresAt ?? ''),
            status: 'ACTIVE',
            transactionId: undefined,
          }
          this.links.set(link.id, link)
          return this.#present(link)
        }),
      ),
    readPaymentLink: id => this.#call(() => this.#present(this.#getLink(id))),
    listPaymentLinks: ({ orderId } = {}) =>
      this.#call(() => ({
        data: [...this.links.values()]
          .filter(link => orderId === undefined || link.orderId === orderId)
          .map(link => this.#present(link)),
        next: null,
      })),
    deletePaymentLink: id =>
      this.#call(() => {
        const link = this.#getLink(id)
        if (link.status === 'COMPLETED') throw refuse(409, 'link_completed')
        const purchase = link.transactionId === undefined ? undefined : this.purchases.get(link.transactionId)
        if (purchase?.status === 'PENDING') {
          purchase.status = 'CANCELED'
          purchase.endedBy = 'connector'
        }
        link.status = 'DELETED'
        return this.#present(link)
      }),
    readStatus: transactionId =>
      this.#call(() => ({ transactionId, status: this.#getPurchase(transactionId).status })),
    readTransaction: () => Promise.reject(refuse(422, 'transaction_without_products')),
    cancel: ({ transactionId }, options = {}) =>
      this.#call(() =>
        this.#once(options.idempotencyKey, { transactionId }, () => {
          const purchase = this.#getPurchase(transactionId)
          if (purchase.status === 'CLOSED') throw refuse(409, 'transaction_not_cancelable')
          if (purchase.status === 'PENDING') this.#release(purchase)
          if (purchase.status !== 'CANCELED') purchase.endedBy = 'connector'
          purchase.status = 'CANCELED'
          return { transactionId, status: 'CANCELED', refundValue: 0, maxRefundDate: '' } as const
        }),
      ),
    createEndpoint: () => Promise.reject(new Error('not part of the model')),
    listEndpoints: () => Promise.reject(new Error('not part of the model')),
    enableEndpoint: () => Promise.reject(new Error('not part of the model')),
    deleteEndpoint: () => Promise.reject(new Error('not part of the model')),
  }
}

function refuse(status: number, code: string): CrediarioError {
  return new CrediarioError({ status, headers: new Headers() }, { code, message: code })
}
