import { checkCentavos, isForeign, pick, reaisToCentavos, toList } from '../shop/outside.ts'
import { parseOrderForm } from './order-form.ts'

/** What a message of VTEX IO tells; `centavos` is undefined when the thing cannot be bought or its price is not sure. */
export type PixelFact =
  | {
      readonly about: 'product'
      readonly linkText: string | undefined
      readonly centavos: number | undefined
    }
  | { readonly about: 'cart'; readonly centavos: number | undefined }
  | { readonly about: 'order' }

/** Messages name their event `eventName` with "vtex:"; those kept in `pixelManagerEvents` name it `event` without. */
export function parsePixelMessage(data: unknown): PixelFact | undefined {
  const sent = pick(data, 'eventName')
  const kept = pick(data, 'event')
  const name = typeof sent === 'string' ? sent : typeof kept === 'string' ? `vtex:${kept}` : undefined
  switch (name) {
    case 'vtex:productView': {
      const product = pick(data, 'product')
      const linkText = pick(product, 'linkText')
      const centavos = isForeign(pick(data, 'currency'))
        ? undefined
        : findSkuPrice(pick(product, 'selectedSku'))
      return { about: 'product', linkText: typeof linkText === 'string' ? linkText : undefined, centavos }
    }
    case 'vtex:cartLoaded':
      return { about: 'cart', centavos: parseOrderForm(pick(data, 'orderForm')) }
    case 'vtex:cartChanged':
      return { about: 'cart', centavos: sumItems(pick(data, 'items')) }
    case 'vtex:orderPlaced':
      return { about: 'order' }
    default:
      return undefined
  }
}

/**
 * Price of the seller that VTEX would sell from. Where none is marked as such and several sell, nobody knows whose price the page
 * shows. What is sold out has a price that means nothing.
 */
function findSkuPrice(sku: unknown): number | undefined {
  const sellers = toList(pick(sku, 'sellers'))
  const marked = sellers.find(seller => pick(seller, 'sellerDefault') === true)
  const offer = pick(marked ?? (sellers.length === 1 ? sellers[0] : undefined), 'commertialOffer')
  return pick(offer, 'AvailableQuantity') === 0 ? undefined : reaisToCentavos(pick(offer, 'Price'))
}

/** Prices of a cart's items are centavos or reais: `priceIsInt` tells. Without it a whole number may be either, so it counts as neither. */
function sumItems(items: unknown): number | undefined {
  let sum = 0
  for (const item of toList(items)) {
    const price = pick(item, 'price')
    const isInt = pick(item, 'priceIsInt')
    const isReais = isInt === false || (isInt !== true && !Number.isInteger(price))
    const centavos = isInt === true ? checkCentavos(price) : isReais ? reaisToCentavos(price) : undefined
    const quantity = pick(item, 'quantity')
    if (centavos === undefined || typeof quantity !== 'number') return undefined
    sum += centavos * quantity
  }
  return checkCentavos(sum)
}
