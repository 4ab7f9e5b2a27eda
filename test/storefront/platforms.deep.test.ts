import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import type { StorefrontScript } from '../../scripts/pages/build-storefront.ts'
import { DESKTOP, launchBrowser, openVisit } from '../support/browser.ts'
import { KEY, type Lender, type Shop, startLender, startShop, writePage } from './shop.ts'

let lender: Lender
let shop: Shop
let browser: Browser

before(async () => {
  const jquery = readFileSync(createRequire(import.meta.url).resolve('jquery/dist/jquery.min.js'), 'utf8')
  const starting = [startLender(), startShop({ '/jquery.js': jquery }), launchBrowser()] as const
  ;[lender, shop, browser] = await Promise.all(starting)
})
after(async () => {
  await browser?.close()
  await shop?.stop()
  await lender?.stop()
})

const JQUERY = '<script src="/jquery.js"></script>'

async function open(script: StorefrontScript, path: string, head: string, body: string, settings = '') {
  const tag = lender.writeTag(script, `data-key="${KEY}" ${settings}`)
  const { pathname } = new URL(path, shop.url)
  shop.serve(
    pathname,
    writePage(head + tag, '')
      .replace('<body>', body.startsWith('<body') ? '' : '<body>')
      .replace('</body>', `${body}</body>`),
  )
  const visit = await openVisit(browser, DESKTOP)
  await visit.page.goto(shop.url + path)
  lender.asked.length = 0
  return visit
}

/** Until the offer stands, and belongs to this total. */
async function seeTotal(page: Page, total: number, where: string): Promise<void> {
  const price = `(e => Math.round(e?.getAttribute('price') * e?.getAttribute('quantity') * 100))(document.querySelector('crediario-oferta'))`
  await page.waitForFunction(`${price} === ${Math.round(total * 100)}`)
  await page.locator(`crediario-oferta[page=${where}] .content .figures`).waitFor()
  assert.equal(await page.locator('crediario-oferta').count(), 1)
}

/** The script had its time, and shows no offer. */
async function seeNothing(page: Page): Promise<void> {
  await page.waitForFunction(`!document.querySelector('crediario-oferta')?.hasAttribute('price')`)
  assert.equal(await page.locator('.content .figures').count(), 0)
}

const isAfter = (page: Page, selector: string): Promise<unknown> =>
  page.evaluate(`document.querySelector(${JSON.stringify(selector)}).nextElementSibling?.localName`)

const seller = (price: number, more: object = {}) => ({
  sellerDefault: true,
  ...more,
  commertialOffer: { Price: price, ListPrice: 9_999, AvailableQuantity: 5 },
})
const productView = (linkText: string, sellers: readonly object[]) => ({
  eventName: 'vtex:productView',
  currency: 'BRL',
  product: { linkText, selectedSku: { itemId: '1', sellers } },
})

test('VTEX IO: the default seller’s price in reais follows the SKU, the quantity and the page, and survives a new render', async () => {
  const { page, complaints, close } = await open(
    'vtex',
    '/geladeira/p',
    '',
    `<main><div id="price"><span class="vtex-product-price-1-x-sellingPrice">R$ 2.199,90</span></div>
     <input class="vtex-numeric-stepper__input" value="1"></main>`,
  )
  const post = (message: object): Promise<unknown> =>
    page.evaluate(`postMessage(${JSON.stringify(message)}, location.origin)`)
  await page.locator('crediario-oferta:not([price])').waitFor({ state: 'attached' })
  await post(productView('geladeira', [seller(1_999.9, { sellerDefault: false }), seller(2_199.9)]))
  await seeTotal(page, 2_199.9, 'pdp')
  assert.equal(await isAfter(page, '.vtex-product-price-1-x-sellingPrice'), 'crediario-oferta')
  await post(productView('geladeira', [seller(2_299.9)]))
  await seeTotal(page, 2_299.9, 'pdp')
  await page.locator('.vtex-numeric-stepper__input').fill('3')
  await seeTotal(page, 6_899.7, 'pdp')

  const asked = lender.asked.length
  await page.evaluate(`price.innerHTML = price.innerHTML.replace('2.199', '2.299')`)
  await seeTotal(page, 6_899.7, 'pdp')
  assert.equal(lender.asked.length, asked, 'the same price is not asked for again')

  await post({ eventName: 'vtex:cartChanged', items: [{ price: 50_000, priceIsInt: true, quantity: 1 }] })
  await post(productView('fogao', [seller(500)]))
  await page.evaluate(`new Promise(done => setTimeout(done, 100))`)
  await seeTotal(page, 6_899.7, 'pdp')
  for (const unsure of [
    [seller(500, { sellerDefault: false }), seller(600, { sellerDefault: false })],
    [],
    [{ sellerDefault: true }],
    [{ sellerDefault: true, commertialOffer: { Price: 500, AvailableQuantity: 0 } }],
  ]) {
    await post(productView('geladeira', [seller(700)]))
    await seeTotal(page, 2_100, 'pdp')
    await post(productView('geladeira', unsure))
    await seeNothing(page)
  }
  await page.evaluate(`history.pushState({}, '', '/categoria'); document.querySelector('main').append('…')`)
  await page.locator('crediario-oferta').waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
  await close()
})

test('VTEX IO: a message of a foreign frame changes nothing, events from before the script count, an order placed ends the offer', async () => {
  const kept = JSON.stringify([
    { event: 'productView', product: { linkText: 'outro', selectedSku: { sellers: [seller(300)] } } },
    { event: 'cartLoaded', orderForm: { value: 124_000, items: [{ id: '1' }] } },
  ])
  const forge = `parent.postMessage({ eventName: 'vtex:cartChanged', items: [{ price: 15100, priceIsInt: true, quantity: 1 }] }, '*')`
  const { page, complaints, close } = await open(
    'vtex',
    '/cart',
    `<script>window.pixelManagerEvents = ${kept}</script>`,
    `<div data-crediario="cart"></div>`,
  )
  const post = (message: object): Promise<unknown> =>
    page.evaluate(`postMessage(${JSON.stringify(message)}, location.origin)`)
  await seeTotal(page, 1_240, 'cart')
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: "<script>${forge}</" + "script>" }))`,
  )
  await page.frameLocator('iframe').locator('html').waitFor({ state: 'attached' })
  await page.evaluate(`new Promise(done => setTimeout(done, 100))`)
  await seeTotal(page, 1_240, 'cart')
  const items = (...list: readonly object[]) => post({ eventName: 'vtex:cartChanged', items: list })
  await items(
    { price: 20_000, priceIsInt: true, quantity: 2 },
    { price: 199.9, priceIsInt: false, quantity: 1 },
  )
  await seeTotal(page, 599.9, 'cart')
  await items({ price: 900, quantity: 1 })
  await seeNothing(page)
  await items({ price: 900.5, quantity: 1 })
  await seeTotal(page, 900.5, 'cart')
  await post({ eventName: 'vtex:orderPlaced', transactionTotal: 900.5 })
  await page.locator('crediario-oferta').waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
  await close()
})

test('VTEX legacy portal: skuJson is in centavos; several prices are none until a SKU is selected; sold out is none', async () => {
  const skus = [
    { sku: 1, available: true, bestPrice: 219_990 },
    { sku: 2, available: true, bestPrice: 229_990 },
  ]
  const { page, complaints, close } = await open(
    'vtex',
    '/produto/p',
    `<script>var skuJson_0 = ${JSON.stringify({ productId: 9, skus })}</script>${JQUERY}`,
    `<div class="plugin-preco">R$ 2.199,90</div>`,
  )
  await page.locator('crediario-oferta').waitFor({ state: 'attached' })
  await seeNothing(page)
  await page.evaluate(`jQuery(document).trigger('skuSelected.vtex', [9, ${JSON.stringify(skus[1])}])`)
  await seeTotal(page, 2_299.9, 'pdp')
  await page.evaluate(`jQuery(window).trigger('skuSelected.vtex', [${JSON.stringify(skus[0])}])`)
  await seeTotal(page, 2_199.9, 'pdp')
  await page.evaluate(`jQuery(document).trigger('skuSelected.vtex', [9, { available: false, bestPrice: 1 }])`)
  await seeNothing(page)
  assert.deepEqual(complaints, [])
  await close()
})

test('VTEX SmartCheckout: the order form’s total in centavos, only read, by route, and nothing on the page of the placed order', async () => {
  const form = (value: number, more: object = {}): string =>
    JSON.stringify({ value, items: [{ id: '1' }], ...more })
  const { page, complaints, close } = await open(
    'vtex',
    '/checkout/#/cart',
    `${JQUERY}<script>window.vtexjs = { checkout: { orderForm: ${form(103_900)}, getOrderForm() { throw new Error('called') } } }</script>`,
    `<div class="summary-template-holder"></div><div id="payment-data"></div>`,
  )
  const update = (orderForm: string): Promise<unknown> =>
    page.evaluate(`jQuery(window).trigger('orderFormUpdated.vtex', [${orderForm}])`)
  await seeTotal(page, 1_039, 'cart')
  await update(form(124_000))
  await seeTotal(page, 1_240, 'cart')
  await page.evaluate(`location.hash = '#/payment'`)
  await seeTotal(page, 1_240, 'checkout')
  assert.equal(await isAfter(page, '#payment-data'), 'crediario-oferta')
  for (const none of [
    form(124_000, { items: [] }),
    form(124_000, { storePreferencesData: { currencyCode: 'USD' } }),
    'null',
  ]) {
    await update(none)
    await seeNothing(page)
    await update(form(90_000))
    await seeTotal(page, 900, 'checkout')
  }
  await page.evaluate(
    `history.replaceState({}, '', '/checkout/orderPlaced/?og=1'); document.body.append('Obrigado')`,
  )
  await page.locator('crediario-oferta').waitFor({ state: 'detached' })
  assert.deepEqual(complaints, [])
  await close()
})

/** The events of Luma's price box in the order in which the real one sends them. */
const LUMA = `<body class="catalog-product-view"><form id="product_addtocart_form"><input type="hidden" name="product" value="7"><input id="qty" name="qty" value="1"></form>
  <div class="product-info-main"><div class="price-box" data-role="priceBox" data-product-id="7"><span data-price-type="finalPrice" data-price-amount="2199.9"><span class="price">R$ 2.199,90</span></span></div></div>
  <div class="price-box" data-role="priceBox" data-product-id="8"></div>`
const priceUpdated = (amount: number, id = 7): string =>
  `jQuery('[data-product-id=${id}]').trigger('priceUpdated', { finalPrice: { amount: ${amount} }, basePrice: { amount: 1 }, oldPrice: { amount: 9999 } })`

test('Magento Luma: the last priceUpdated of a frame × quantity; neither the difference, the stale attribute nor another box', async () => {
  const { page, complaints, close } = await open('magento2', '/geladeira.html', JQUERY, LUMA)
  await seeTotal(page, 2_199.9, 'pdp')
  assert.equal(await isAfter(page, '.product-info-main .price-box'), 'crediario-oferta')
  await page.evaluate(`
    jQuery('[data-product-id=7]').trigger('updatePrice', { prices: { finalPrice: { amount: 100 } } })
    ${priceUpdated(2_299.9)}
    jQuery('[data-product-id=7]').trigger('reloadPrice')`)
  await seeTotal(page, 2_299.9, 'pdp')
  await page.evaluate(`
    qty.value = 3
    ${priceUpdated(2_199.9)}
    jQuery('[data-product-id=7]').trigger('updatePrice', { prices: { finalPrice: { amount: 100 } } })
    ${priceUpdated(2_299.9)}
    ${priceUpdated(500, 8)}`)
  await seeTotal(page, 6_899.7, 'pdp')
  const totals = new Set(lender.asked.map(({ total }) => total))
  assert.deepEqual(
    [...totals].filter(total => total === '6599.70' || total === '100.00' || total === '500.00'),
    [],
  )
  await page.evaluate(`document.querySelector('.product-info-main').outerHTML += ''`)
  await seeTotal(page, 6_899.7, 'pdp')
  assert.deepEqual(complaints, [])
  await close()
})

test('Magento Luma: a price that changed before the script came is the widget’s, not the attribute’s; cart and checkout are the quote’s', async () => {
  const widget = `jQuery('.product-info-main .price-box').data('mage-priceBox', { cache: { displayPrices: { finalPrice: { amount: 2299.9 } } } })`
  const product = await open(
    'magento2',
    '/preselected.html',
    '',
    `${LUMA}${JQUERY}<script>${widget}</script>`,
  )
  await seeTotal(product.page, 2_299.9, 'pdp')
  assert.deepEqual(product.complaints, [])
  await product.close()

  const config = {
    quoteData: { quote_currency_code: 'BRL' },
    totalsData: { grand_total: 1_000, total_segments: [{ code: 'grand_total', value: 1_240 }] },
  }
  const require = `let told; window.require = () => ({ totals: Object.assign(() => checkoutConfig.totalsData, { subscribe: act => { told = act } }) }); window.require.defined = () => true`
  const { page, complaints, close } = await open(
    'magento2',
    '/checkout/cart',
    `<script>window.checkoutConfig = ${JSON.stringify(config)}; ${require}</script>`,
    `<body class="checkout-cart-index"><div class="cart-summary"><div class="cart-totals"></div></div>`,
  )
  await seeTotal(page, 1_240, 'cart')
  await page.evaluate(`told({ grand_total: 990.5, total_segments: [] })`)
  await seeTotal(page, 990.5, 'cart')
  assert.deepEqual(complaints, [])
  await close()
})

test('Hyvä: the final price wins over the event with a difference, options and quantity are counted, the cart is the section’s', async () => {
  const { page, complaints, close } = await open(
    'magento2',
    '/hyva.html',
    '<meta itemprop="price" content="2199.9">',
    `<body class="catalog-product-view"><div class="product-info-main"><div class="price-container"></div></div>
     <form id="product_addtocart_form"><input type="hidden" name="product" value="68"></form><input name="qty" value="1">`,
  )
  const tell = (...events: readonly (readonly [string, unknown])[]): Promise<unknown> =>
    page.evaluate(
      `for (const [name, detail] of ${JSON.stringify(events)}) dispatchEvent(new CustomEvent(name, { detail }))`,
    )
  await seeTotal(page, 2_199.9, 'pdp')
  await tell(
    ['update-product-final-price', 2_299.9],
    ['update-prices-68', { finalPrice: { amount: 100 }, tierPrices: [] }],
  )
  await seeTotal(page, 2_299.9, 'pdp')
  await tell(['update-prices-68', { finalPrice: { amount: 2_399.9 }, tierPrices: [] }])
  await seeTotal(page, 2_399.9, 'pdp')
  await tell(['update-qty-68', 2], ['update-product-final-price', 2_000])
  await seeTotal(page, 4_000, 'pdp')
  await tell(
    ['update-custom-option-prices', { 2: '-25.000000', 3: '5' }],
    ['update-custom-option-active', { customOptionId: '2', active: true }],
  )
  await seeTotal(page, 3_950, 'pdp')
  assert.ok(lender.asked.every(({ total }) => total !== '100.00'))
  assert.deepEqual(complaints, [])
  await close()

  const cart = await open(
    'magento2',
    '/hyva/cart',
    '',
    `<body class="checkout-cart-index"><div id="here"></div>`,
    'data-cart="#here"',
  )
  await cart.page.locator('crediario-oferta').waitFor({ state: 'attached' })
  await cart.page.evaluate(
    `dispatchEvent(new CustomEvent('private-content-loaded', { detail: { data: { cart: { subtotalAmount: '1240.0000' } } } }))`,
  )
  await seeTotal(cart.page, 1_240, 'cart')
  assert.deepEqual(cart.complaints, [])
  await cart.close()
})

test('a page that writes its own HTML again, or loads both scripts, has one offer; the shop’s settings reach it', async () => {
  const { page, complaints, close } = await open(
    'magento2',
    '/twice.html',
    JQUERY + lender.writeTag('vtex', `data-key="${KEY}"`),
    LUMA.replace(
      'data-role="priceBox" data-product-id="7">',
      'data-role="priceBox" data-product-id="7"><i id="spot"></i>',
    ),
    'data-pdp="#spot" data-variant="card" data-theme="dark"',
  )
  await seeTotal(page, 2_199.9, 'pdp')
  assert.equal(await isAfter(page, '#spot'), 'crediario-oferta')
  await page.locator('crediario-oferta[variant=card][theme=dark]').waitFor()
  await page.evaluate(`document.querySelector('.product-info-main').innerHTML += ' '`)
  await page.waitForFunction(`document.querySelectorAll('crediario-oferta').length === 1`)
  await page.evaluate(priceUpdated(2_299.9))
  await seeTotal(page, 2_299.9, 'pdp')
  assert.deepEqual(complaints, [])
  await close()
})
