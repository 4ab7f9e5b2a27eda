import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { DESKTOP, launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { readSource } from '../tidy/source-files.ts'

const require = createRequire(import.meta.url)
const WEB = 'connectors/magento2/view/frontend/web'
const own = (path: string): string => readSource(`${WEB}/${path}`)

/** Magento's own base of a payment method, as far as the renderer and its template use it; the order is placed by a call of the page. */
const BASE = `define(['ko'], function (ko) {
  var allowed = ko.observable(true)
  var checked = ko.observable(null)
  var proto = {
    redirectAfterPlaceOrder: true,
    isPlaceOrderActionAllowed: allowed,
    isChecked: checked,
    getCode: function () { return 'crediario' },
    getTitle: function () { return 'Crediário <b>' },
    isRadioButtonVisible: function () { return true },
    selectPaymentMethod: function () { checked('crediario'); return true },
    afterPlaceOrder: function () {},
    placeOrder: function (data, event) {
      var self = this
      if (event) event.preventDefault()
      if (!allowed()) return false
      allowed(false)
      fetch('/place', { method: 'POST' }).then(function (answer) {
        if (!answer.ok) { allowed(true); return }
        self.afterPlaceOrder()
        if (self.redirectAfterPlaceOrder) location.href = '/success'
      })
      return true
    },
  }
  function extend(more) {
    var merged = Object.assign({}, this.prototype_ || proto, more)
    var made = function () { return Object.create(merged) }
    made.prototype_ = merged
    made.extend = extend
    return made
  }
  return { extend: extend }
})`

const PAGE = `<!doctype html><html lang="pt-BR"><title>Finalizar</title><body><h1>Finalizar</h1>
<form onsubmit="return false"><div id="method"></div></form><script src="/require.js"></script><script src="/start.js"></script></body>`

const START = `window.checkoutConfig = { payment: { crediario: { redirectUrl: '/crediario/redirect/start' } } }
require.config({ baseUrl: '/', paths: { ko: 'knockout', 'Crediario_Payment/js': '/own/js', 'Magento_Checkout/js': '/magento' } })
require(['ko', 'Magento_Checkout/js/model/payment/renderer-list', 'Crediario_Payment/js/view/payment/crediario'], function (ko, list) {
  require([list()[0].component], function (Component) {
    window.registered = list()
    fetch('/own/template/payment/crediario.html').then(function (a) { return a.text() }).then(function (html) {
      var place = document.getElementById('method')
      place.innerHTML = html
      window.renderer = new Component()
      window.template = window.renderer.defaults.template
      ko.applyBindings(window.renderer, place)
      document.body.dataset.ready = 'yes'
    })
  })
})`

let browser: Browser
let url: string
let placed: number
let isRefused: boolean
const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://shop').pathname
  if (path === '/place') {
    placed++
    return void response.writeHead(isRefused ? 400 : 200).end('{}')
  }
  const script = SCRIPTS[path] ?? (path.startsWith('/own/') ? own(path.slice(5)) : undefined)
  const type = path.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8'
  // As Magento serves its checkout: nothing inline. Knockout compiles its bindings, which Magento allows.
  response.setHeader('content-security-policy', "default-src 'self'; script-src 'self' 'unsafe-eval'")
  response.setHeader('content-type', type)
  response.end(script ?? `<!doctype html><title>${path}</title><h1>${path}</h1>`)
})
const SCRIPTS: Readonly<Record<string, string>> = {
  '/checkout': PAGE.replace(' onsubmit="return false"', ''),
  '/start.js': START,
  '/require.js': readFileSync(require.resolve('requirejs/require.js'), 'utf8'),
  '/knockout.js': readFileSync(require.resolve('knockout/build/output/knockout-latest.js'), 'utf8'),
  '/uiComponent.js': 'define([], function () { return { extend: function (more) { return more } } })',
  '/magento/view/payment/default.js': BASE,
  '/magento/model/payment/renderer-list.js': `define(['ko'], function (ko) { return ko.observableArray() })`,
}

before(async () => {
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  server.closeAllConnections()
  server.close()
})

async function open(screen = DESKTOP) {
  placed = 0
  isRefused = false
  const visit = await openVisit(browser, screen)
  await visit.page.goto(`${url}/cart`)
  await visit.page.goto(`${url}/checkout`)
  await visit.page.locator('body[data-ready]').waitFor()
  return visit
}

const button = (page: Page) => page.getByRole('button', { name: 'Continuar no crediário' })

test('the real requirejs loads the renderer, and the real knockout binds its template, without a script in the page', async () => {
  const { page, complaints, close } = await open(PHONE)
  assert.deepEqual(await page.evaluate('registered'), [
    { type: 'crediario', component: 'Crediario_Payment/js/view/payment/method-renderer/crediario-method' },
  ])
  assert.equal(await page.evaluate('template'), 'Crediario_Payment/payment/crediario')
  // The title is text, whatever the shop writes into it.
  await page.getByRole('radio', { name: 'Crediário <b>' }).waitFor()
  assert.equal(await button(page).isDisabled(), true)
  await page.getByText('só confirma depois de ver todos os custos').waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('the order is placed once however often the button is pressed, and the browser goes on to the page of the purchase', async () => {
  const { page, complaints, close } = await open()
  await page.getByRole('radio').check()
  await button(page).evaluate((each: { click(): void }) => {
    for (let press = 0; press < 5; press++) each.click()
  })
  await page.waitForURL('**/crediario/redirect/start')
  assert.equal(placed, 1)
  // Back leads to the cart, not to a checkout that places the order again.
  await page.goBack()
  assert.equal(page.url(), `${url}/cart`)
  assert.deepEqual(complaints, [])
  await close()
})

test('an order that is refused stays on the page, and the button works again', async () => {
  const { page, close } = await open()
  isRefused = true
  await page.getByRole('radio').check()
  await button(page).click()
  await page.waitForFunction('renderer.isPlaceOrderActionAllowed()')
  assert.equal(page.url(), `${url}/checkout`)
  isRefused = false
  await button(page).click()
  await page.waitForURL('**/crediario/redirect/start')
  assert.equal(placed, 2)
  await close()
})
