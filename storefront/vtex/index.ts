import { defineElement } from '../element/define.ts'
import { guard, listen } from '../element/natives.ts'
import { checkCentavos, isForeign, pick, reaisToCentavos, toList } from '../shop/outside.ts'
import { keepPlaced, type Page, type Shown } from '../shop/placement.ts'
import { findJQuery, pollUntil } from '../shop/poll.ts'
import { readQuantity, watchQuantity } from '../shop/quantity.ts'
import { findSettings, type Settings } from '../shop/settings.ts'
import { parseOrderForm } from './order-form.ts'

/** What a message of VTEX IO tells; `centavos` is undefined when the thing cannot be bought or its price is not sure. */
type PixelFact =
  | {
      readonly about: 'product'
      readonly linkText: string | undefined
      readonly centavos: number | undefined
    }
  | { readonly about: 'cart'; readonly centavos: number | undefined }
  | { readonly about: 'order' }

/** Messages name their event `eventName` with "vtex:"; those kept in `pixelManagerEvents` name it `event` without. */
function parsePixelMessage(data: unknown): PixelFact | undefined {
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

/** Price of a SKU of the legacy portal, in centavos. Of one that cannot be bought it is wrong. */
function parseSku(sku: unknown): number | undefined {
  return pick(sku, 'available') === true ? checkCentavos(pick(sku, 'bestPrice')) : undefined
}

/** Before anybody chose: the price that all SKUs on sale have. With several prices the page shows one that is not the shopper's yet. */
function parseSkuJson(skuJson: unknown): number | undefined {
  let found: number | undefined
  for (const sku of toList(pick(skuJson, 'skus'))) {
    const centavos = parseSku(sku)
    if (centavos === undefined) continue
    if (found !== undefined && found !== centavos) return undefined
    found = centavos
  }
  return found
}

/** `skuSelected.vtex` brings the product and the SKU, or in older portals the SKU alone. */
function findSku(args: readonly unknown[]): unknown {
  return args.find(each => pick(each, 'bestPrice') !== undefined)
}

/** Where the platform's own themes have the price. */
const PLACES: Readonly<Record<Page, readonly string[]>> = {
  pdp: [
    '.vtex-product-price-1-x-sellingPrice',
    '.vtex-store-components-3-x-price_sellingPrice',
    '.plugin-preco',
  ],
  cart: ['.summary-template-holder', '.vtex-checkout-summary-0-x-container'],
  checkout: ['#payment-data', '.summary-template-holder'],
}
const QUANTITY =
  '.vtex-numeric-stepper__input, [class*="product-quantity"] input, .buy-button-ref [type="number"]'

/** Everything that VTEX has told so far. */
interface Facts {
  /** Belongs to one address: in a single-page shop the next page's product comes later than the next page. */
  product: { readonly path: string; readonly centavos: number | undefined } | undefined
  cart: number | undefined
  /** The address at which an order was placed. */
  orderPath: string | undefined
}

function start(settings: Settings): void {
  const facts: Facts = { product: undefined, cart: undefined, orderPath: undefined }
  const getShown = (): Shown => {
    const page = findPage(facts)
    if (page !== 'pdp') return { page, priceCentavos: facts.cart, quantity: 1 }
    const priceCentavos = facts.product?.path === location.pathname ? facts.product.centavos : undefined
    return { page, priceCentavos, quantity: readQuantity(settings.quantity ?? QUANTITY) }
  }
  readGlobals(facts)
  const look = keepPlaced(settings, PLACES, getShown)
  followMessages(facts, look)
  followJQuery(facts, look)
  listen(window, 'hashchange', look)
  listen(window, 'popstate', look)
  watchQuantity(look)
}

/** Nothing is offered for an order that has been placed. */
function findPage({ product, orderPath }: Facts): Page | undefined {
  const { pathname, hash } = location
  if (orderPath === pathname || /orderplaced/i.test(pathname + hash)) return undefined
  if (/^\/checkout(?:\/|$)/.test(pathname)) return /^(?:#?\/?|#\/?cart.*)$/.test(hash) ? 'cart' : 'checkout'
  if (/^\/cart\/?$/.test(pathname)) return 'cart'
  // Also before its price has come: the place of the offer is kept from the start.
  return product?.path === pathname || /\/p\/?$/.test(pathname) ? 'pdp' : undefined
}

function takeMessage(facts: Facts, data: unknown): boolean {
  const fact = parsePixelMessage(data)
  const { pathname } = location
  if (fact?.about === 'cart') facts.cart = fact.centavos
  else if (fact?.about === 'order') facts.orderPath = pathname
  else if (fact?.about === 'product') {
    // Kept messages may be about a page that was left.
    if (fact.linkText !== undefined && !decodeURI(pathname).includes(fact.linkText)) return false
    facts.product = { path: pathname, centavos: fact.centavos }
  }
  return fact !== undefined
}

/** What was there before this script. */
function readGlobals(facts: Facts): void {
  const page = window as unknown as Readonly<Record<string, unknown>>
  const skuJson = page.skuJson_0 ?? page.skuJson
  if (skuJson !== undefined) facts.product = { path: location.pathname, centavos: parseSkuJson(skuJson) }
  for (const data of toList(page.pixelManagerEvents)) takeMessage(facts, data)
  readOrderForm(facts)
}

/** Only read: a second caller of `getOrderForm` on the same instance would abort the shop's own call. */
function readOrderForm(facts: Facts): boolean {
  const orderForm = pick(window, 'vtexjs', 'checkout', 'orderForm')
  if (orderForm === undefined || orderForm === null) return false
  facts.cart = parseOrderForm(orderForm)
  return true
}

function followMessages(facts: Facts, look: () => void): void {
  listen(window, 'message', event => {
    const { source, origin, data } = event as MessageEvent
    // Anybody's frame can send a message; VTEX sends its own from this very window.
    if (source === window && origin === location.origin && takeMessage(facts, data)) look()
  })
}

function followJQuery(facts: Facts, look: () => void): void {
  pollUntil(() => {
    const jQuery = findJQuery()
    if (jQuery === undefined) return false
    jQuery(window).on(
      'orderFormUpdated.vtex',
      guard((_event: unknown, orderForm: unknown) => {
        facts.cart = parseOrderForm(orderForm)
        look()
      }),
    )
    jQuery(window).on(
      'skuSelected.vtex',
      guard((...args: readonly unknown[]) => {
        facts.product = { path: location.pathname, centavos: parseSku(findSku(args)) }
        look()
      }),
    )
    if (readOrderForm(facts)) look()
    return true
  })
}

guard(() => {
  defineElement()
  const settings = findSettings(import.meta.url)
  if (settings !== undefined) start(settings)
})()
