import { guard } from '../element/natives.ts'
import { isForeign, pick, reaisToCentavos, toList } from '../shop/outside.ts'
import { findJQuery, pollUntil } from '../shop/poll.ts'
import type { Facts } from './facts.ts'
import { findProductId } from './product-id.ts'

const BOX = '.product-info-main [data-role="priceBox"]'
const QUOTE = 'Magento_Checkout/js/model/quote'

/**
 * Luma's price box tells the price it is about to show by `priceUpdated`. `updatePrice` before it carries a difference, the text and
 * `data-price-amount` lag behind or stay as they were loaded. After a change of the quantity a wrong price precedes the right one:
 * whoever listens looks once in a frame.
 */
export function followLuma(facts: Facts, look: () => void): void {
  pollUntil(() => {
    const jQuery = findJQuery()
    if (jQuery === undefined) return false
    jQuery(document).on(
      'priceUpdated',
      guard((event: unknown, prices: unknown) => {
        if (!isOfProduct(pick(event, 'target'))) return
        facts.product = parseDisplayPrices(prices)
        look()
      }),
    )
    // Prices may have changed before this listener was there; the widget knows the present one.
    const box = document.querySelector(BOX)
    const shown = box && parseDisplayPrices(pick(jQuery(box).data('mage-priceBox'), 'cache', 'displayPrices'))
    if (shown) {
      facts.product = shown
      look()
    }
    return true
  })
  followQuote(facts, look)
}

/** As the page was loaded, which is right until the first event. Null where there is no price box. */
export function readPriceBox(): number | undefined | null {
  const box = document.querySelector(BOX)
  const final = box?.querySelector('[data-price-type="finalPrice"]')
  return box && reaisToCentavos(final?.getAttribute('data-price-amount'))
}

/** Related products and lists have price boxes, too. */
function isOfProduct(box: unknown): boolean {
  const id = findProductId()
  return (
    box instanceof Element &&
    (id === undefined ? box.matches(BOX) : box.getAttribute('data-product-id') === id)
  )
}

/** What the shop displays: the amount with its adjustments, as the widget adds them up. */
function parseDisplayPrices(prices: unknown): number | undefined {
  const amount = pick(prices, 'finalPrice', 'amount')
  if (typeof amount !== 'number') return undefined
  const adjustments = pick(prices, 'finalPrice', 'adjustments') ?? {}
  const sum = Object.values(adjustments).reduce(
    (all, each) => all + (typeof each === 'number' ? each : 0),
    amount,
  )
  return reaisToCentavos(sum)
}

interface Observable {
  (): unknown
  subscribe(act: (value: unknown) => void): unknown
}

/** Cart and checkout: the totals that the page was loaded with, then those of the model once it is there. */
function followQuote(facts: Facts, look: () => void): void {
  const config = pick(window, 'checkoutConfig')
  if (config === undefined) return
  const isOurs = !isForeign(pick(config, 'quoteData', 'quote_currency_code'))
  const take = guard((totals: unknown) => {
    facts.cart = isOurs ? parseTotals(totals) : undefined
    look()
  })
  take(pick(config, 'totalsData'))
  pollUntil(() => {
    const load = (window as unknown as { require?: Loader }).require
    if (load?.defined?.(QUOTE) !== true) return false
    const totals = pick(load(QUOTE), 'totals') as Observable
    take(totals())
    totals.subscribe(take)
    return true
  })
}

interface Loader {
  (module: string): unknown
  defined?(module: string): boolean
}

/** `grand_total` may lack the tax that its segment has. */
function parseTotals(totals: unknown): number | undefined {
  const segment = toList(pick(totals, 'total_segments')).find(each => pick(each, 'code') === 'grand_total')
  return reaisToCentavos(pick(segment, 'value') ?? pick(totals, 'grand_total'))
}
