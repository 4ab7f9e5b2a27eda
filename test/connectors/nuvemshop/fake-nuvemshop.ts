import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Transaction {
  readonly id: string
  readonly payment_provider_id: string
  readonly info: Readonly<Record<string, string>>
  readonly events: Record<string, unknown>[]
}

/** Nuvemshop's API for one shop, as its documents describe it: installation, providers, orders, transactions and their events. */
export async function startFakeNuvemshop() {
  const state = {
    token: 'nuvem-token-secret',
    storeId: '123456',
    providers: [] as Record<string, unknown>[],
    webhooks: [] as Record<string, unknown>[],
    orders: new Map<string, Record<string, unknown>>(),
    transactions: new Map<string, Transaction[]>(),
    refused: [] as string[],
    /** Answers these instead, one after the other. */
    failures: [] as number[],
  }
  let made = 0
  const newId = (): string => `nuvem-${++made}`
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const path = request.url ?? ''
    const send = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (path === '/token') {
      const form = new URLSearchParams(text)
      if (form.get('code') !== 'good-code' || form.get('client_secret') !== 'app-secret') return send(400, {})
      return send(200, {
        access_token: state.token,
        token_type: 'bearer',
        scope: 'write_payments',
        user_id: Number(state.storeId),
      })
    }
    const isKnown =
      request.headers.authentication === `bearer ${state.token}` &&
      /^Crediario \(\S+@\S+\)$/.test(request.headers['user-agent'] ?? '')
    if (!isKnown) {
      state.refused.push(path)
      return send(401, { code: 401 })
    }
    const failure = state.failures.shift()
    if (failure !== undefined) return send(failure, {})
    const body = text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
    const own = path.replace(`/v1/${state.storeId}`, '')
    const isPost = request.method === 'POST'
    for (const [name, list] of [
      ['/payment_providers', state.providers],
      ['/webhooks', state.webhooks],
    ] as const)
      if (own === name) {
        if (!isPost) return send(200, list)
        list.push({ ...body, id: newId() })
        return send(201, list.at(-1))
      }
    const [, orderId = '', transactions, transactionId, events] =
      /^\/orders\/(\d+)(?:(\/transactions)(?:\/([\w-]+)(\/events))?)?$/.exec(own) ?? []
    const order = state.orders.get(orderId)
    if (order === undefined) return send(404, { code: 404 })
    if (transactions === undefined) return send(200, order)
    const known = state.transactions.get(orderId) ?? []
    state.transactions.set(orderId, known)
    if (events !== undefined) {
      const found = known.find(({ id }) => id === transactionId)
      if (found === undefined) return send(404, { code: 404 })
      found.events.push(body)
      return send(201, body)
    }
    if (!isPost) return send(200, known)
    const { first_event: first, ...rest } = body
    known.push({
      ...(rest as unknown as Transaction),
      id: newId(),
      events: [first as Record<string, unknown>],
    })
    return send(201, known.at(-1))
  })
  server.unref()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    ...state,
    url: `http://127.0.0.1:${port}`,
    listEvents: (orderId: string) =>
      (state.transactions.get(orderId) ?? []).flatMap(({ events }) =>
        events.map(
          ({ type, status, amount }) =>
            `${String(type)} ${String(status)} ${String((amount as { value: string }).value)}`,
        ),
      ),
    async stop(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

export type FakeNuvemshop = Awaited<ReturnType<typeof startFakeNuvemshop>>

let orders = 70_000
/** As the documents show an order, shortened; it holds what we must not read, too. */
export function addOrder(fake: FakeNuvemshop, change: Record<string, unknown> = {}): string {
  orders += 1
  const id = String(orders)
  fake.orders.set(id, {
    id: orders,
    total: '2020.00',
    currency: 'BRL',
    shipping_cost_customer: '20.00',
    contact_name: 'Maria Souza',
    contact_email: 'maria.souza@example.com',
    contact_identification: '52998224725',
    products: [
      { product_id: 1, variant_id: 11, name: 'Geladeira', price: '1000.00', quantity: '1' },
      { product_id: 2, variant_id: 12, name: 'Fogão', price: '1000.00', quantity: 1 },
    ],
    ...change,
  })
  return id
}
