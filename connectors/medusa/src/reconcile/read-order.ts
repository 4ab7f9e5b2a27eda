import type { MedusaContainer } from '@medusajs/framework/types'
import { ContainerRegistrationKeys } from '@medusajs/framework/utils'
import { toCentavos } from '../domain/centavos.ts'
import type { OrderAddress, OrderToPay } from '../domain/compose-link.ts'
import type { There } from '../domain/decide.ts'

/** As registered by `ModuleProvider` under the id that the README gives it. */
export const PROVIDER_ID = 'pp_crediario_crediario'

export interface MedusaOrder {
  readonly toPay: OrderToPay
  readonly isCanceled: boolean
  readonly orderCentavos: number
  readonly session: {
    readonly id: string
    readonly centavos: number
    readonly amount: number
    readonly currency: string
    readonly data: Readonly<Record<string, unknown>>
  }
  readonly payment: (NonNullable<There['payment']> & { readonly id: string }) | undefined
  readonly metadata: Readonly<Record<string, unknown>>
}

/** Totals are computed only where everything is read that they are made of. */
const FIELDS = [
  'id',
  'display_id',
  'status',
  'created_at',
  'email',
  'total',
  'credit_line_total',
  'shipping_total',
  'metadata',
  'summary.*',
  'items.*',
  'items.detail.*',
  'items.tax_lines.*',
  'items.adjustments.*',
  'shipping_methods.*',
  'shipping_methods.tax_lines.*',
  'shipping_methods.adjustments.*',
  'credit_lines.*',
  'shipping_address.*',
  'billing_address.*',
  'transactions.reference_id',
  'payment_collections.payment_sessions.*',
  'payment_collections.payments.*',
  'payment_collections.payments.captures.*',
  'payment_collections.payments.refunds.*',
]

type Row = Readonly<Record<string, unknown>>

/** Undefined for an order that is paid in another way, or is none. */
export async function readOrder(
  container: MedusaContainer,
  orderId: string,
): Promise<MedusaOrder | undefined> {
  const query = container.resolve(ContainerRegistrationKeys.QUERY)
  const { data } = await query.graph({ entity: 'order', fields: FIELDS, filters: { id: orderId } })
  const order = data[0] as Row | undefined
  if (order === undefined) return undefined
  const collections = rowsOf(order['payment_collections'])
  const session = collections
    .flatMap(each => rowsOf(each['payment_sessions']))
    .find(each => each['provider_id'] === PROVIDER_ID)
  if (session === undefined) return undefined
  const payment = collections
    .flatMap(each => rowsOf(each['payments']))
    .find(each => each['provider_id'] === PROVIDER_ID)
  const onOrder = new Set(rowsOf(order['transactions']).map(each => each['reference_id']))
  return {
    toPay: toOrderToPay(order),
    isCanceled: order['status'] === 'canceled',
    orderCentavos: computeOrderCentavos(order),
    session: {
      id: String(session['id']),
      centavos: toCentavos(session['amount']),
      amount: Number(session['amount']),
      currency: String(session['currency_code']),
      data: (session['data'] ?? {}) as Row,
    },
    payment: payment && toPayment(payment, onOrder),
    metadata: (order['metadata'] ?? {}) as Row,
  }
}

/** Refunds lower what an order costs by credit lines; what it was agreed to cost is meant. */
const computeOrderCentavos = (order: Row): number =>
  toCentavos(order['total']) + toCentavos(order['credit_line_total'] ?? 0)

function toPayment(payment: Row, onOrder: ReadonlySet<unknown>) {
  const captures = rowsOf(payment['captures'])
  const refunds = rowsOf(payment['refunds'])
  const sum = (rows: readonly Row[]) => rows.reduce((all, { amount }) => all + toCentavos(amount), 0)
  return {
    id: String(payment['id']),
    capturedCentavos: sum(captures),
    refundedCentavos: sum(refunds),
    isOnOrder: captures.length > 0 && captures.every(({ id }) => onOrder.has(id)),
  }
}

function toOrderToPay(order: Row): OrderToPay {
  return {
    id: String(order['id']),
    displayId: String(order['display_id']),
    createdAt: new Date(String(order['created_at'])),
    email: textOf(order['email']),
    address: toAddress((order['shipping_address'] ?? order['billing_address'] ?? {}) as Row),
    items: rowsOf(order['items']).map(item => ({
      id: String(item['id']),
      title: nameItem(item),
      sku: textOf(item['variant_sku']) || undefined,
      quantity: Number(item['quantity']),
      totalCentavos: toCentavos(item['total']),
    })),
    shippingCentavos: toCentavos(order['shipping_total'] ?? 0),
  }
}

/** The title is the variant's, which says little by itself. */
function nameItem(item: Row): string {
  const [product, variant] = [textOf(item['product_title']), textOf(item['title'])]
  if (product === '' || variant.startsWith(product)) return variant || product
  return `${product}, ${variant}`
}

function toAddress(address: Row): OrderAddress {
  return {
    firstName: textOf(address['first_name']),
    lastName: textOf(address['last_name']),
    phone: textOf(address['phone']),
    street: textOf(address['address_1']),
    complement: textOf(address['address_2']),
    city: textOf(address['city']),
    state: textOf(address['province']),
    zipCode: textOf(address['postal_code']),
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
const rowsOf = (value: unknown): readonly Row[] =>
  Array.isArray(value) ? (value.filter(Boolean) as Row[]) : []
