import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import {
  CONSOLE_ROLES,
  type ConsoleAction,
  type ConsoleRole,
  mayDoInConsole,
} from '../../src/contract/console.ts'
import { setTextSize } from '../links/legibility.ts'
import { newLink } from '../links/link-calls.ts'
import { DEMO_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, PHONE } from '../support/browser.ts'
import { newStaffUser } from '../support/console.ts'
import { buyOpen, moveClock } from '../support/purchase-http.ts'
import { listTransfersOf } from '../support/statements.ts'
import { createEndpoint } from '../support/webhooks.ts'
import { openConsole } from './console-visit.ts'
import { checkReflow, seeHeading } from './shopper.ts'

interface ConsolePage {
  readonly path: string
  readonly action: ConsoleAction
  /** Its place in the rail, where it has one. */
  readonly tab?: string
  /** Shows prices to those who sell, too. */
  readonly hasPrices?: true
}

let app: TestApp
let browser: Browser
let pages: readonly ConsolePage[]
before(async () => {
  ;[app, browser] = await Promise.all([startTestApp(), launchBrowser()])
  await app.services.retailers.allowOrigin(DEMO_RETAILER, app.url)
  const { transactionId } = await buyOpen(app)
  await moveClock(app, 'P1D')
  const link = await newLink(app, { description: 'Sofá de três lugares', orderId: 'PED-2001' })
  const endpoint = await createEndpoint(app, 'https://loja.example/webhooks')
  const [transfer] = (await listTransfersOf(app)).data
  pages = [
    { path: '', action: 'session.read', tab: 'Início' },
    { path: '/pedidos', action: 'orders.read', tab: 'Pedidos' },
    { path: `/pedidos/${transactionId}`, action: 'orders.read' },
    { path: '/dinheiro', action: 'money.read', tab: 'Dinheiro' },
    { path: `/dinheiro/${transfer?.transferId}`, action: 'money.read' },
    { path: '/extrato', action: 'money.read' },
    { path: '/conta', action: 'account.read' },
    { path: '/links', action: 'links.read', tab: 'Links', hasPrices: true },
    { path: `/links/${link.id}`, action: 'links.read', hasPrices: true },
    { path: '/links?novo', action: 'links.change', hasPrices: true },
    { path: '/simular', action: 'simulate', tab: 'Simular', hasPrices: true },
    { path: '/integracao', action: 'integration.read', tab: 'Integração' },
    { path: `/integracao/${endpoint.id}`, action: 'integration.read' },
    { path: '/marca', action: 'brand.read', tab: 'Marca', hasPrices: true },
    { path: '/registro', action: 'audit.read', tab: 'Registro' },
    { path: '/pessoas', action: 'people.read', tab: 'Pessoas' },
    { path: '/acesso', action: 'session.read', tab: 'Meu acesso' },
    { path: '/chaves', action: 'passkey.read', tab: 'Chaves de acesso' },
  ]
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

/** Everything that it asks for is there. */
async function visitPage(page: Page, path: string): Promise<void> {
  await page.goto(`${app.url}/console${path}`)
  await seeHeading(page, /./)
  await page.locator('.skeleton').first().waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('heading', { name: 'Página não encontrada' }).count(), 0, path)
  assert.equal(await page.getByRole('alert').count(), 0, path)
}

for (const role of CONSOLE_ROLES)
  test(`${role}: every page passes axe by day and by night, on a computer and a phone, with text of 200 %`, async () => {
    const user = await newStaffUser(app, role)
    const seen = pages.filter(({ action }) => mayDoInConsole(role, action))
    for (const [kind, screen] of [
      ['desktop', DESKTOP],
      ['phone', PHONE],
    ] as const) {
      const { page, complaints, close } = await openConsole(app, browser, user, screen)
      for (const { path, hasPrices } of seen) {
        await visitPage(page, path)
        const name = `console-${role.toLowerCase()}${path.replaceAll(/\W+/g, '-')}-${kind}`
        await inspectPage(page, name)
        if (!hasPrices && !seesMoney(role))
          assert.doesNotMatch(await page.locator('main').innerText(), /R\$/, name)
        if (screen !== PHONE) continue
        await checkReflow(page, name)
        await setTextSize(page, 32)
        assert.equal(
          await page.evaluate('document.documentElement.scrollWidth'),
          PHONE.width,
          `${name}, 200 %`,
        )
        await setTextSize(page, 16)
      }
      assert.deepEqual(complaints, [], `${role}, ${kind}`)
      await close()
    }
  })

const seesMoney = (role: ConsoleRole): boolean => mayDoInConsole(role, 'money.read')

test('the rail has exactly the pages that the role may see, and a page of this list for each place', async () => {
  for (const role of CONSOLE_ROLES) {
    const { page, close } = await openConsole(app, browser, await newStaffUser(app, role), DESKTOP)
    await visitPage(page, '')
    const places = await page.getByRole('navigation').first().getByRole('link').allInnerTexts()
    const wanted = pages.flatMap(({ tab, action }) =>
      tab !== undefined && mayDoInConsole(role, action) ? [tab] : [],
    )
    assert.deepEqual(places.map(each => each.trim()).sort(), wanted.sort(), role)
    await close()
  }
})

test('Ctrl and K find a page by its name and an order by its number, with the keyboard alone', async () => {
  const { orderId } = await buyOpen(app)
  const { page, complaints, close } = await openConsole(
    app,
    browser,
    await newStaffUser(app, 'SALES'),
    DESKTOP,
  )
  await visitPage(page, '')
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Buscar em tudo' })
  await field.and(page.locator(':focus')).waitFor()
  await page.keyboard.type('simul')
  await page.getByRole('option', { name: 'Simular', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await seeHeading(page, 'Simular')

  await page.keyboard.press('Control+k')
  await page.keyboard.type('dinheiro')
  await page.getByRole('option', { name: /Buscar “dinheiro”/ }).waitFor()
  assert.equal(await page.getByRole('option', { name: 'Dinheiro', exact: true }).count(), 0)
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+k')
  await page.keyboard.type(orderId)
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: `Pedidos com “${orderId}”` }).waitFor()
  await inspectPage(page, 'console-palette')
  await page.keyboard.press('Enter')
  await seeHeading(page, 'Pedidos')
  await page.getByRole('link', { name: orderId, exact: true }).waitFor()
  assert.deepEqual(complaints, [])
  await close()
})
