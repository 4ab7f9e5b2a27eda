import { RequestError } from '../../contract/errors.ts'
import { MAX_REAIS } from '../../contract/fields.ts'
import type { OptionsRequest, Product } from '../../contract/options.ts'
import { maskCardNumbers } from '../../kernel/card-number.ts'
import { type Centavos, parseReais } from '../../kernel/money.ts'

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
  readonly products: readonly CartProduct[]
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
  if (purchaseCentavos > MAX_CENTAVOS) {
    const message = `total is too large: products and shipping may add up to at most ${MAX_REAIS}`
    throw new RequestError('invalid_parameters', { message, details: [{ field: 'products', message }] })
  }
  return { products, shippingCentavos, purchaseCentavos }
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
