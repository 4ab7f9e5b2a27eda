import { RequestError } from '../../../contract/errors.ts'
import { MAX_REAIS } from '../../../contract/fields.ts'
import type { OptionsRequest, Product } from '../../../contract/options.ts'
import { maskCardNumbers } from '../../../kernel/card-number.ts'
import { type Centavos, parseReais } from '../../../kernel/money.ts'

export interface CartProduct {
  readonly id: string
  readonly name: string
  readonly amount: number
  readonly valueCentavos: Centavos
  readonly category: string
  readonly categoryId: string
  readonly image: string
  readonly url: string
  readonly seller?: string
}

export interface Cart {
  /** Absent where only an amount was named. */
  readonly products?: readonly CartProduct[]
  /** What is bought, where there are no products. */
  readonly description?: string
  readonly shippingCentavos: Centavos
  /** V: all products and the delivery. */
  readonly purchaseCentavos: Centavos
}

const MAX_CENTAVOS = MAX_REAIS * 100

export function parseCart(request: Pick<OptionsRequest, 'products' | 'shipping'>): Cart {
  const products = request.products.map(parseProduct)
  const shippingCentavos = parseReais(request.shipping)
  let purchaseCentavos = shippingCentavos
  for (const product of products) purchaseCentavos += product.valueCentavos * product.amount
  checkTotal(purchaseCentavos)
  return { products, shippingCentavos, purchaseCentavos }
}

/** An amount without a list of products. */
export function parseAmount(request: { readonly amount: number; readonly description: string }): Cart {
  const purchaseCentavos = parseReais(request.amount)
  return { description: maskCardNumbers(request.description), shippingCentavos: 0, purchaseCentavos }
}

function checkTotal(purchaseCentavos: Centavos): void {
  if (purchaseCentavos > MAX_CENTAVOS) {
    const message = `total is too large: products and shipping may add up to at most ${MAX_REAIS}`
    throw new RequestError('invalid_parameters', { message, details: [{ field: 'products', message }] })
  }
}

function parseProduct(product: Product): CartProduct {
  return {
    id: product.id,
    name: maskCardNumbers(product.name),
    amount: product.amount,
    valueCentavos: parseReais(product.value),
    category: maskCardNumbers(product.category ?? ''),
    categoryId: product.categoryId === undefined ? '' : String(product.categoryId),
    image: product.image ?? '',
    url: product.url ?? '',
    ...(product.seller === undefined ? {} : { seller: maskCardNumbers(product.seller) }),
  }
}
