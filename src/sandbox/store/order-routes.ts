import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import type { PlaceOrderAnswer, PlaceOrderRequest, StoreOrder, StoreOrders } from '../../contract/store.ts'
import { PlaceOrderBody } from '../../contract/store-requests.ts'
import { takeRandomBytes } from '../../platform/crypto/random-bytes.ts'
import { computeCookieName, parseCookies, presentCookie } from '../../platform/http/cookies.ts'
import type { Lender } from './lender.ts'
import { findOrder, listOrders, type OrderRecord } from './order-store.ts'
import { placeOrder, presentOrder } from './place-order.ts'
import type { StoreContext } from './store-context.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

const config = { public: true }
const MAX_LISTED = 50
const LOOPBACK = ['127.0.0.1', 'localhost', '[::1]']

export interface OfOrder {
  readonly Params: { readonly orderId: string }
}

export function addOrderRoutes(
  app: FastifyInstance,
  shop: { readonly context: StoreContext; readonly lender: Lender; readonly endpoint: WebhookEndpoint },
): void {
  const { context, lender } = shop
  const cookie = createDeviceCookie(context.publicUrl)

  app.post<{ Body: PlaceOrderRequest }>(
    '/store/api/orders',
    { config, schema: { body: PlaceOrderBody } },
    async (request, reply): Promise<PlaceOrderAnswer> => {
      const device = cookie.find(request.headers.cookie) ?? cookie.create()
      const visitor = { deviceHash: hashDevice(device), origin: findOrigin(request, context.publicUrl) }
      const orderId = await placeOrder(shop, request.body, visitor)
      reply.header('set-cookie', cookie.present(device))
      return { orderId }
    },
  )

  app.get('/store/api/orders', { config }, async (request): Promise<StoreOrders> => {
    const device = cookie.find(request.headers.cookie)
    const orders =
      device === undefined ? [] : await listOrders(context.database, hashDevice(device), MAX_LISTED)
    return { orders: orders.map(presentOrder) }
  })

  app.get<OfOrder>(
    '/store/api/orders/:orderId',
    { config },
    async (request): Promise<StoreOrder> => presentOrder(await getOrder(context, request.params.orderId)),
  )

  /** The lender reports the result by an event, like everything else. */
  app.post<OfOrder>('/store/api/orders/:orderId/cancel', { config }, async (request): Promise<StoreOrder> => {
    const { id, linkId } = await getOrder(context, request.params.orderId)
    await lender(operations => operations.deletePaymentLink(linkId))
    return presentOrder(await getOrder(context, id))
  })
}

export async function getOrder(context: Pick<StoreContext, 'database'>, id: string): Promise<OrderRecord> {
  const order = await findOrder(context.database, id)
  if (order === undefined) throw new RequestError('store_order_not_found')
  return order
}

/** The shop's address as this browser knows it, by which it has its cookie; the lender leads back to https or this machine only. */
function findOrigin(request: FastifyRequest, publicUrl: string): string | undefined {
  const own = URL.parse(`http://${request.headers.host}`)
  if (own !== null && LOOPBACK.includes(own.hostname)) return own.origin
  const { origin, protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || LOOPBACK.includes(hostname) ? origin : undefined
}

const MAX_AGE_SECONDS = 90 * 86_400
const TOKEN_BYTES = 32

/** By which a browser finds its own orders again; the shop keeps a hash only. */
function createDeviceCookie(publicUrl: string) {
  const name = computeCookieName('store', publicUrl)
  return {
    find(header: string | undefined): string | undefined {
      return parseCookies(header).find(each => each.name === name && /^[\w-]{43}$/.test(each.value))?.value
    },
    create: (): string => takeRandomBytes(TOKEN_BYTES).toString('base64url'),
    present: (value: string): string =>
      presentCookie({ name, value }, { publicUrl, maxAgeSeconds: MAX_AGE_SECONDS }),
  }
}

function hashDevice(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
