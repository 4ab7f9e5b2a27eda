import { DEMO_KEY, PUBLISHABLE_KEY } from '../support/app.ts'
import type { Operation } from './operations.ts'
import type { FuzzedRequest } from './requests.ts'

/** Sends a request, checks its answer like every other, and returns the body. */
export type Send = (request: FuzzedRequest) => Promise<unknown>

interface Given {
  readonly path?: Readonly<Record<string, string | undefined>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
}

interface Sold {
  readonly installments?: readonly { readonly id: string; readonly dueDate: string }[]
}

const DAY_MS = 86_400_000

/**
 * Operations that random values almost never get past the checks of: each has a call with everything right, about a
 * purchase that is open. A reset in between may take the purchase away; the next round has another one.
 */
export function createValidCalls(operations: readonly Operation[], send: Send) {
  async function call(method: string, path: string, { path: names = {}, query, body }: Given = {}) {
    const operation = operations.find(each => each.method === method && each.path === path)
    if (operation === undefined) return {}
    const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[name] ?? '')
    const search = query === undefined ? '' : `?${new URLSearchParams(query)}`
    const answer = await send({
      kind: 'valid',
      operation,
      method,
      target: target + search,
      headers: { 'x-service-apikey': DEMO_KEY, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
      isOddHttp: false,
    })
    return (typeof answer === 'object' && answer !== null ? answer : {}) as Record<string, unknown>
  }

  async function readToday(): Promise<string> {
    const { now } = await call('GET', '/sandbox/clock')
    return String(now ?? new Date().toISOString()).slice(0, 10)
  }

  async function serve(transactionId: string): Promise<void> {
    const path = { transactionId }
    const today = await readToday()
    await call('POST', '/public/transaction/{transactionId}/billets', { path, body: {} })
    await call('POST', '/public/transaction/{transactionId}/delivered', { path, body: { date: today } })
    const invoice = await call('POST', '/sandbox/transaction/{transactionId}/invoice', { path })
    const sent = await call('POST', '/invoice/{transactionId}/file', { path, body: invoice })
    await call('POST', '/sandbox/invoice/{invoiceId}/review', {
      path: { invoiceId: String(sent.invoiceId) },
      body: { result: 'VALIDATED' },
    })
    await call('GET', '/statement', { query: { from: today, to: today } })
    const settlement = '/public/transaction/{transactionId}/settlement'
    await call('GET', settlement, { path, query: { installments: 'next' } })
    await call('POST', settlement, { path, body: { installments: 'next' } })
    await call('GET', '/storefront/preview', { query: { key: PUBLISHABLE_KEY, total: '1240.00' } })
    await call('GET', '/storefront/config', { query: { key: PUBLISHABLE_KEY } })
    const link = await call('POST', '/payment-links', { body: { amount: 1240, description: 'Geladeira' } })
    await call('POST', '/payment-links/{paymentLinkId}/send', {
      path: { paymentLinkId: String(link.id) },
      body: { channel: 'EMAIL', to: 'maria@example.com' },
    })
  }

  /** Moves the clock until the first installment is late. */
  async function beLate(transactionId: string): Promise<void> {
    const path = { transactionId }
    const read = await call('POST', '/public/transaction/{transactionId}', { path, body: {} })
    const [first] = (read as Sold).installments ?? []
    if (first === undefined) return
    const days = Math.ceil((Date.parse(first.dueDate) - Date.parse(await readToday())) / DAY_MS) + 20
    await call('POST', '/sandbox/clock', { body: { advance: `P${days}D` } })
    await call('POST', '/public/transaction/{transactionId}/billets/{billetId}/reissue', {
      path: { ...path, billetId: first.id },
      body: {},
    })
    await call('POST', '/public/transaction/{transactionId}/renegotiation', {
      path,
      body: { preview: true, installments: 6 },
    })
  }

  return { serve, beLate }
}
