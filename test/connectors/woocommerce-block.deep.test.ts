import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { readSource } from '../tidy/source-files.ts'

const require = createRequire(import.meta.url)
const umd = (name: string, file: string): string =>
  readFileSync(
    join(dirname(require.resolve(`${name}/package.json`)), 'umd', `${file}.production.min.js`),
    'utf8',
  )

/** What WordPress and WooCommerce give a script of the checkout; `wp.element` is React there as well. */
const PLATFORM = `window.wp = {
  element: React,
  htmlEntities: { decodeEntities: text => Object.assign(document.createElement('textarea'), { innerHTML: text }).textContent },
}
window.methods = []
window.wc = {
  wcSettings: { getSetting: name => name === 'crediario_data' ? window.data : {} },
  wcBlocksRegistry: { registerPaymentMethod: method => window.methods.push(method) },
}
window.data = { title: 'Crediário &amp; parcelas <b>', description: 'Você escolhe entrada e parcelas.', supports: ['products'] }`

/** Renders as the checkout block does: the label with its components, and the content of the chosen method. */
const RENDER = `const [method] = window.methods
const PaymentMethodLabel = ({ text }) => React.createElement('span', { className: 'label' }, text)
const components = { PaymentMethodLabel }
ReactDOM.createRoot(document.getElementById('root')).render(React.createElement(React.StrictMode, null,
  React.createElement('label', null,
    React.createElement('input', { type: 'radio', name: 'method', 'aria-label': method.ariaLabel }),
    React.cloneElement(method.label, { components })),
  React.cloneElement(method.content, { components, eventRegistration: {}, emitResponse: {} }),
  React.createElement('button', null, method.placeOrderButtonLabel)))`

const FILES: Readonly<Record<string, string>> = {
  '/react.js': umd('react', 'react'),
  '/react-dom.js': umd('react-dom', 'react-dom'),
  '/platform.js': PLATFORM,
  '/block.js': readSource('connectors/woocommerce/assets/block.js'),
  '/render.js': RENDER,
}
const PAGE = `<!doctype html><html lang="pt-BR"><title>Finalizar</title><body><div id="root"></div>
${Object.keys(FILES)
  .map(path => `<script src="${path}"></script>`)
  .join('')}</body>`

let browser: Browser
let url: string
const server = createServer((request, response) => {
  const file = FILES[request.url ?? '']
  response.setHeader('content-security-policy', "default-src 'self'")
  response.setHeader('content-type', file === undefined ? 'text/html; charset=utf-8' : 'text/javascript')
  response.end(file ?? PAGE)
})

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

test('the block registers once, and the real React renders its label and words as text', async () => {
  const { page, complaints, close } = await openVisit(browser, PHONE)
  await page.goto(url)
  await page.getByRole('radio', { name: 'Crediário & parcelas <b>' }).waitFor()
  assert.equal(await page.locator('.label').textContent(), 'Crediário & parcelas <b>')
  await page.getByText('Você escolhe entrada e parcelas.').waitFor()
  await page.getByRole('button', { name: 'Continuar no crediário' }).waitFor()
  assert.equal(await page.evaluate('methods.length'), 1)
  assert.deepEqual(await page.evaluate('[methods[0].name, methods[0].supports.features]'), [
    'crediario',
    ['products'],
  ])
  assert.deepEqual(complaints, [])
  await close()
})

test('the method is offered for a cart in reais that costs something, and for no other', async () => {
  const { page, close } = await openVisit(browser, PHONE)
  await page.goto(url)
  const offers = (currency: string, price: string): Promise<unknown> =>
    page.evaluate(
      `methods[0].canMakePayment({ cartTotals: { currency_code: '${currency}', total_price: '${price}' } })`,
    )
  assert.deepEqual(
    await Promise.all([offers('BRL', '231995'), offers('USD', '231995'), offers('BRL', '0')]),
    [true, false, false],
  )
  await close()
})
