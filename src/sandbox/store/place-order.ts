import { randomInt } from 'node:crypto'
import { invalidParameter } from '../../contract/parameter-errors.ts'
import {
  describeVariation,
  findVariation,
  type OrderLine,
  type PlaceOrderRequest,
  type StoreOrder,
} from '../../contract/store.ts'
import { presentReais } from '../../kernel/money.ts'
import { CATALOGUE, DELIVERY_CENTAVOS } from './catalogue.ts'
import type { Lender } from './lender.ts'
import { canPay, computeOrderState } from './order-state.ts'
import { insertOrder, type OrderRecord } from './order-store.ts'
import type { StoreContext } from './store-context.ts'
import type { WebhookEndpoint } from './webhook-endpoint.ts'

/** Without letters that are read as digits. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const ID_LETTERS = 12

interface Placing {
  readonly context: Pick<StoreContext, 'database' | 'clock'>
  readonly lender: Lender
  readonly endpoint: WebhookEndpoint
}

interface Visitor {
  readonly deviceHash: Buffer
  /** Where the visitor's browser sees the shop; undefined where the lender would not lead back to it. */
  readonly origin: string | undefined
}

/** The order's id, once its payment link exists. The prices are the shop's own, whatever the browser showed. */
export async function placeOrder(
  { context, lender, endpoint }: Placing,
  { items, delivery, customer }: PlaceOrderRequest,
  { deviceHash, origin }: Visitor,
): Promise<string> {
  const lines = composeLines(items)
  const deliveryCentavos = delivery === 'home' ? DELIVERY_CENTAVOS : 0
  await endpoint.ensure()
  const id = newOrderId()
  const page = origin === undefined ? undefined : `${origin}/store/pedido/${id}`
  const link = await lender(operations =>
    operations.createPaymentLink(
      {
        products: lines.map(line => ({
          id: line.sku,
          name: line.detail === '' ? line.name : `${line.name}, ${line.detail}`,
          amount: line.quantity,
          value: presentReais(line.unitCentavos),
        })),
        shipping: presentReais(deliveryCentavos),
        source: 'checkout',
        orderId: id,
        ...(customer === undefined ? {} : { customer }),
        ...(page === undefined ? {} : { returnUrl: page, cancelUrl: page }),
      },
      { idempotencyKey: id },
    ),
  )
  const totalCentavos = lines.reduce(
    (sum, { unitCentavos, quantity }) => sum + unitCentavos * quantity,
    deliveryCentavos,
  )
  const createdAt = context.clock.now()
  await insertOrder(context.database, {
    id,
    deviceHash,
    linkId: link.id,
    lines,
    deliveryCentavos,
    totalCentavos,
    createdAt,
  })
  return id
}

function composeLines(items: PlaceOrderRequest['items']): OrderLine[] {
  return items.map(({ sku, quantity }, index) => {
    const variation = findVariation(CATALOGUE, sku)
    if (variation === undefined) throw invalidParameter(`items[${index}].sku`, 'is not sold here')
    if (items.findIndex(other => other.sku === sku) !== index)
      throw invalidParameter(`items[${index}].sku`, 'appears twice: give its quantity instead')
    const { product, priceCentavos } = variation
    return {
      sku,
      name: product.name,
      detail: describeVariation(variation),
      quantity,
      unitCentavos: priceCentavos,
    }
  })
}

/** 60 random bits: anybody who has the number may see the order, and nobody can guess one. */
function newOrderId(): string {
  return `LD${Array.from({ length: ID_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`
}

export function presentOrder(order: OrderRecord): StoreOrder {
  const { id, linkState, lines, deliveryCentavos, totalCentavos, createdAt, attempts } = order
  const state = computeOrderState(linkState, attempts)
  return {
    id,
    state,
    canPay: canPay(linkState, state),
    lines,
    deliveryCentavos: Number(deliveryCentavos),
    totalCentavos: Number(totalCentavos),
    createdAt: createdAt.toISOString(),
  }
}
