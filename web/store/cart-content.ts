import {
  type CartItem,
  findVariation,
  MAX_ITEMS,
  MAX_QUANTITY,
  type StoreProduct,
  type StoreVariation,
} from '../../src/contract/store.ts'
import { keep } from './kept.ts'

export const cart = keep<readonly CartItem[]>('store-cart', stored =>
  Array.isArray(stored) ? stored.filter(isItem).slice(0, MAX_ITEMS) : [],
)

function isItem(value: unknown): value is CartItem {
  const { sku, quantity } = (value ?? {}) as Partial<CartItem>
  return (
    typeof sku === 'string' &&
    Number.isInteger(quantity) &&
    Number(quantity) >= 1 &&
    Number(quantity) <= MAX_QUANTITY
  )
}

export function addToCart(sku: string): void {
  const quantity = cart.get().find(item => item.sku === sku)?.quantity ?? 0
  setQuantity(sku, quantity + 1)
}

/** Nothing or less removes it. */
export function setQuantity(sku: string, quantity: number): void {
  const others = cart.get().filter(item => item.sku !== sku)
  const isKnown = others.length < cart.get().length
  const item = { sku, quantity: Math.min(quantity, MAX_QUANTITY) }
  if (quantity < 1) cart.set(others)
  else if (isKnown) cart.set(cart.get().map(each => (each.sku === sku ? item : each)))
  else cart.set([...others, item].slice(-MAX_ITEMS))
}

export interface CartLine {
  readonly variation: StoreVariation
  readonly quantity: number
}

/** What is not sold any more is left out. */
export function listLines(products: readonly StoreProduct[], items: readonly CartItem[]): CartLine[] {
  return items.flatMap(({ sku, quantity }) => {
    const variation = findVariation(products, sku)
    return variation === undefined ? [] : [{ variation, quantity }]
  })
}

export function sumLines(lines: readonly CartLine[]): number {
  return lines.reduce((sum, { variation, quantity }) => sum + variation.priceCentavos * quantity, 0)
}
