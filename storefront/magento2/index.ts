import { defineElement } from '../element/define.ts'
import { guard } from '../element/natives.ts'
import { reaisToCentavos } from '../shop/outside.ts'
import { keepPlaced, type Page, type Shown } from '../shop/placement.ts'
import { readQuantity, watchQuantity } from '../shop/quantity.ts'
import { findSettings, type Settings } from '../shop/settings.ts'
import type { Facts } from './facts.ts'
import { followHyva } from './hyva.ts'
import { followLuma, readPriceBox } from './luma.ts'

/** Where the themes that come with Magento have the price. */
const PLACES: Readonly<Record<Page, readonly string[]>> = {
  pdp: ['.product-info-main .price-box', '.product-info-main .price-container'],
  cart: ['.cart-summary .cart-totals', '#cart-totals'],
  checkout: ['.opc-block-summary .table-totals', '.opc-block-summary'],
}
const QUANTITY = '#qty, input[name="qty"]'

function start(settings: Settings): void {
  const facts: Facts = { product: readFirstPrice(), quantity: undefined, cart: undefined }
  const getShown = (): Shown => {
    const page = findPage()
    if (page !== 'pdp') return { page, priceCentavos: facts.cart, quantity: 1 }
    const quantity = facts.quantity ?? readQuantity(settings.quantity ?? QUANTITY)
    return { page, priceCentavos: facts.product, quantity }
  }
  const look = keepPlaced(settings, PLACES, getShown)
  followLuma(facts, look)
  followHyva(facts, look)
  watchQuantity(look)
}

/** By the class that Magento gives to every page's body. */
function findPage(): Page | undefined {
  const { classList } = document.body
  if (classList.contains('catalog-product-view')) return 'pdp'
  if (classList.contains('checkout-cart-index')) return 'cart'
  return /checkout-index-index/.test(document.body.className) ? 'checkout' : undefined
}

/** The price that the server wrote for programs to read; a theme without a price box has it in its markup for search engines. */
function readFirstPrice(): number | undefined {
  const boxed = readPriceBox()
  if (boxed !== null) return boxed
  const given = document.querySelector('[data-crediario][data-price]')?.getAttribute('data-price')
  const meta = document.querySelector('meta[itemprop="price"], meta[property="product:price:amount"]')
  return reaisToCentavos(given ?? meta?.getAttribute('content'))
}

guard(() => {
  defineElement()
  const settings = findSettings(import.meta.url)
  if (settings !== undefined) start(settings)
})()
