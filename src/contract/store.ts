/*
 * What the pages of the demonstration shop and its server say to each other, below /store. The browser imports this file too: types and
 * plain functions only.
 */

/** Set to 1 by the shop's pages on every request that changes something. */
export const STORE_HEADER = 'x-store'

export const MAX_QUANTITY = 10
export const MAX_ITEMS = 20

/** Each has its own illustration in `web/store/drawings`. */
export const DRAWINGS = ['fridge', 'stove', 'washer', 'sofa', 'television', 'bicycle'] as const
export type Drawing = (typeof DRAWINGS)[number]

export interface StoreOption {
  readonly name: string
  readonly values: readonly StoreOptionValue[]
}

export interface StoreOptionValue {
  readonly id: string
  readonly label: string
  /** What it adds to the price. */
  readonly extraCentavos: number
  /** For an option that changes the look: a colour of CSS. */
  readonly colour?: string
}

export interface StoreProduct {
  readonly slug: string
  readonly name: string
  readonly summary: string
  readonly facts: readonly string[]
  readonly drawing: Drawing
  readonly priceCentavos: number
  /** One value of each is chosen; the first is the default. */
  readonly options: readonly StoreOption[]
}

/** One product with one value of each option. */
export interface StoreVariation {
  readonly sku: string
  readonly product: StoreProduct
  readonly values: readonly StoreOptionValue[]
  readonly priceCentavos: number
}

/** What is embedded in every page. */
export interface StorePageData {
  readonly shopName: string
  readonly publishableKey: string
  readonly deliveryCentavos: number
  readonly products: readonly StoreProduct[]
}

export type Delivery = 'home' | 'pickup'

export interface CartItem {
  readonly sku: string
  readonly quantity: number
}

/** Passed on to the lender, and kept nowhere in the shop. */
export interface StoreCustomer {
  readonly name?: string
  readonly cpf?: string
  readonly phone?: string
  readonly email?: string
  readonly zipCode?: string
  readonly addressStreet?: string
  readonly addressNumber?: string
  readonly city?: string
  readonly state?: string
}

export interface PlaceOrderRequest {
  readonly items: readonly CartItem[]
  readonly delivery: Delivery
  readonly customer?: StoreCustomer
}

export interface PlaceOrderAnswer {
  readonly orderId: string
}

/** In the order in which a purchase goes through them; the last four are ends. */
const ORDER_STATES = [
  'waiting',
  'choosing',
  'identification',
  'analysis',
  'contract',
  'down-payment',
  'approved',
  'denied',
  'canceled',
  'expired',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

export interface OrderLine {
  readonly sku: string
  readonly name: string
  readonly detail: string
  readonly quantity: number
  readonly unitCentavos: number
}

export interface StoreOrder {
  readonly id: string
  readonly state: OrderState
  /** Whether its payment page can still be used. */
  readonly canPay: boolean
  readonly lines: readonly OrderLine[]
  readonly deliveryCentavos: number
  readonly totalCentavos: number
  readonly createdAt: string
}

export interface StoreOrders {
  readonly orders: readonly StoreOrder[]
}

/** A person of the sandbox. */
export interface SandboxPerson extends StoreCustomer {
  readonly persona: string
  readonly name: string
  readonly cpf: string
  readonly phone: string
}

/** What the panel can do about an order now. */
export interface SandboxOrder {
  readonly transactionId?: string
  readonly status?: string
  readonly step?: string
  /** What can be paid now; absent before the purchase. */
  readonly payments?: readonly SandboxPayment[]
}

/** A billet that the panel can pay. */
export interface SandboxPayment {
  readonly billetId: string
  readonly kind: 'DOWN_PAYMENT' | 'INSTALLMENT' | 'SECOND_COPY' | 'SETTLEMENT'
  readonly value: number
  readonly dueDate: string
  /** `1 de 12`; absent for a down payment and a settlement. */
  readonly installment?: string
  /** It belongs to the agreement on the debt, and not to the purchase itself. */
  readonly isOfAgreement: boolean
  readonly method: 'BILLET' | 'PIX'
}

export interface SandboxMessage {
  readonly text: string
  readonly code?: string
  readonly sentAt: string
}

/** The variation of that sku; undefined when no product has it. */
export function findVariation(products: readonly StoreProduct[], sku: string): StoreVariation | undefined {
  const [slug = '', ...chosen] = sku.split('.')
  const product = products.find(each => each.slug === slug)
  if (product === undefined || chosen.length !== product.options.length) return undefined
  const values = product.options.flatMap(
    ({ values }, index) => values.find(({ id }) => id === chosen[index]) ?? [],
  )
  return values.length === chosen.length ? composeVariation(product, values) : undefined
}

export function composeVariation(product: StoreProduct, values: readonly StoreOptionValue[]): StoreVariation {
  return {
    sku: [product.slug, ...values.map(({ id }) => id)].join('.'),
    product,
    values,
    priceCentavos: values.reduce((sum, { extraCentavos }) => sum + extraCentavos, product.priceCentavos),
  }
}

export function describeVariation({ values }: StoreVariation): string {
  return values.map(({ label }) => label).join(', ')
}
