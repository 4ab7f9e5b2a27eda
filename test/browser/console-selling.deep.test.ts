import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { deriveAccent } from '../../src/brand/accent.ts'
import { HostedVisit } from '../links/hosted-visit.ts'
import { setTextSize } from '../links/legibility.ts'
import { claim, newLink } from '../links/link-calls.ts'
import { DEMO_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import {
  DESKTOP,
  inspectPage,
  launchBrowser,
  openVisit,
  PATIENCE_MS,
  PHONE,
  type Screen,
  type Visit,
} from '../support/browser.ts'
import { newStaffUser, nextStaffCode, type StaffUser } from '../support/console.ts'
import { newPerson } from '../support/people.ts'
import { play } from '../support/purchases.ts'
import { checkReflow, seeHeading } from './shopper.ts'

let app: TestApp
let browser: Browser
before(async () => {
  ;[app, browser] = await Promise.all([startTestApp({ env: { ROLE: 'api' } }), launchBrowser()])
  await app.services.retailers.allowOrigin(DEMO_RETAILER, app.url)
  await fillWithLinks()
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

const sellerOf = (seller: string) => ({ seller, sellerCpf: '000.001.000-64', sellerPhone: '11987651234' })

/** Links at every step, of two sellers. */
async function fillWithLinks(): Promise<void> {
  await newLink(app, { ...sellerOf('Ana Souza'), description: 'Sofá de três lugares', orderId: 'PED-2001' })
  const opened = await newLink(app, { ...sellerOf('Rui Dias'), description: 'Fogão de quatro bocas' })
  await new HostedVisit(app, opened).do('open', {})
  const { purchase } = await claim(
    app,
    await newLink(app, {
      ...sellerOf('Ana Souza'),
      description: 'Geladeira Frost Free 375 L',
      orderId: 'PED-2002',
    }),
    { person: newPerson() },
  )
  await play(app, purchase.id)
}

async function openConsole(user: StaffUser, screen: Screen = DESKTOP): Promise<Visit> {
  const visit = await openVisit(browser, screen)
  const [name = '', value = ''] = user.cookie.split('=')
  await visit.context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Strict' }])
  return visit
}

async function visitPage(page: Page, path: string, title: string): Promise<void> {
  await page.goto(`${app.url}/console/${path}`)
  await seeHeading(page, title)
}

/** axe by day and by night, on a computer and a phone, and text of 200 %. */
async function inspectEverywhere(
  user: StaffUser,
  path: string,
  title: string,
  seen: (page: Page) => Promise<void>,
) {
  for (const [name, screen] of [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const) {
    const visit = await openConsole(user, screen)
    const { page, complaints } = visit
    await visitPage(page, path, title)
    await seen(page)
    const picture = `console-${path.replaceAll(/\W+/g, '-')}-${name}`
    await inspectPage(page, picture)
    if (screen === PHONE) {
      await checkReflow(page, picture)
      await checkLargeText(page, picture)
    }
    assert.deepEqual(complaints, [], picture)
    await visit.close()
  }
}

/** Letters twice as large: nothing is cut off to the side. */
async function checkLargeText(page: Page, name: string): Promise<void> {
  await setTextSize(page, 32)
  assert.equal(
    await page.evaluate('document.documentElement.scrollWidth'),
    PHONE.width,
    `${name}, text of 200 %`,
  )
  await page.screenshot({ path: `.screenshots/${name}-200.png` })
  await setTextSize(page, 16)
}

/** The buttons of all three pages in the shop's colour, once each has heard of it. */
async function seeOneColour(page: Page): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  const { accent } = deriveAccent('#ffd400').light
  const wanted = `rgb(${[1, 3, 5].map(at => Number.parseInt(accent.slice(at, at + 2), 16)).join(', ')})`
  for (;;) {
    const seen = (await page.evaluate(
      `[...document.querySelectorAll('.phone-screen .button.primary')].map(each => getComputedStyle(each).backgroundColor)`,
    )) as string[]
    if (seen.length === 3 && seen.every(each => each === wanted)) return
    assert.ok(Date.now() < deadline, `${seen.join('; ')} instead of ${wanted}`)
    await delay(50)
  }
}

test('a seller makes a link by keyboard and fields, watches the phone beside it, shows the code and sends it', async () => {
  const seller = await newStaffUser(app, 'SALES')
  const visit = await openConsole(seller)
  const { page, complaints } = visit
  await visitPage(page, 'links', 'Links')
  await page.getByRole('button', { name: 'Novo link' }).click()
  await seeHeading(page, 'Novo link')
  // Nothing is sent while something is missing: the first field that is wrong has the focus.
  await page.getByRole('button', { name: 'Criar link' }).click()
  await page.getByText('Escreva um valor, como 1.240,00.').waitFor()
  await page.locator('input:focus[aria-invalid="true"]').waitFor()
  await page.getByLabel('Valor (R$)').fill('1.899,90')
  await page.getByRole('textbox', { name: 'O que é' }).fill('Lavadora de 12 kg')
  await page.locator('.phone-screen').getByText('Lavadora de 12 kg').waitFor()
  assert.match(await page.locator('.phone-screen').innerText(), /R\$\s1\.899,90/)
  assert.equal(await page.getByLabel('Quem vende').inputValue(), seller.name)
  await page.getByLabel('E-mail (opcional)').fill('maria@example.com')
  await page.keyboard.press('Enter')
  await seeHeading(page, 'Lavadora de 12 kg')
  await page.getByText('O link está pronto.').waitFor()
  assert.match(await page.locator('code.code-box').innerText(), /\/pay\/[\w-]{32}$/)
  await page.getByRole('button', { name: 'QR code em tela cheia' }).click()
  const screen = page.getByRole('dialog')
  await screen.getByRole('img', { name: 'QR code do link de pagamento' }).waitFor()
  assert.deepEqual(await screen.boundingBox(), { x: 0, y: 0, ...DESKTOP }, 'the code has the whole screen')
  await page.screenshot({ path: '.screenshots/console-qr-screen.png' })
  await page.keyboard.press('Escape')
  await page.getByText('E-mail', { exact: true }).first().click()
  await page.getByRole('button', { name: 'Enviar', exact: true }).click()
  await page.getByText('Enviado por e-mail.').waitFor()
  await inspectPage(page, 'console-link-one')
  await page.getByRole('button', { name: 'Apagar o link' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Apagar', exact: true }).click()
  await page.getByText('Apagado').first().waitFor()
  assert.deepEqual(complaints, [])
  await visit.close()
})

test('a link of products adds up in the picture of the phone', async () => {
  const visit = await openConsole(await newStaffUser(app, 'OWNER'))
  const { page } = visit
  await visitPage(page, 'links?novo', 'Novo link')
  await page.getByText('Produtos', { exact: true }).click()
  await page.getByLabel('Nome', { exact: true }).fill('Copo')
  await page.getByLabel('Quantidade').fill('2')
  await page.getByLabel('Preço de cada um (R$)').fill('10,50')
  await page.getByRole('button', { name: 'Mais um produto' }).click()
  await page.getByLabel('Nome', { exact: true }).nth(1).fill('Jarra')
  await page.getByLabel('Preço de cada um (R$)').nth(1).fill('30')
  await page.getByLabel('Entrega (R$)').fill('9,90')
  await page
    .locator('.phone-screen')
    .getByText(/R\$\s60,90/)
    .waitFor()
  await inspectPage(page, 'console-link-products')
  await page.getByRole('button', { name: 'Criar link' }).click()
  await seeHeading(page, 'Copo e mais 1')
  await visit.close()
})

test('what was typed is still there after the session ended and the person signed in again', async () => {
  const seller = await newStaffUser(app, 'SALES')
  const visit = await openConsole(seller, PHONE)
  const { page } = visit
  await visitPage(page, 'links?novo', 'Novo link')
  await page.getByLabel('Valor (R$)').fill('350')
  await page.getByRole('textbox', { name: 'O que é' }).fill('Conserto da máquina')
  await seller.post('/sign-out')
  await page.getByRole('button', { name: 'Criar link' }).click()
  const again = page.getByRole('dialog', { name: 'Entre de novo' })
  await again.getByLabel('Senha').fill(seller.password)
  await again.getByLabel('Código do autenticador').fill(nextStaffCode(app, seller))
  await again.getByRole('button', { name: 'Entrar', exact: true }).click()
  await again.waitFor({ state: 'hidden' })
  assert.equal(await page.getByLabel('Valor (R$)').inputValue(), '350')
  await page.getByRole('button', { name: 'Criar link' }).click()
  await seeHeading(page, 'Conserto da máquina')
  await visit.close()
})

test('without a connection the form says so and keeps everything', async () => {
  const visit = await openConsole(await newStaffUser(app, 'SALES'))
  const { page, context } = visit
  await visitPage(page, 'links?novo', 'Novo link')
  await page.getByLabel('Valor (R$)').fill('350')
  await page.getByRole('textbox', { name: 'O que é' }).fill('Frete')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Criar link' }).click()
  await page.getByText('Sem resposta do servidor.').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'O que é' }).inputValue(), 'Frete')
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Criar link' }).click()
  await seeHeading(page, 'Frete')
  await visit.close()
})

test('links are listed with their funnel; who only reads sees neither prices nor anything to press', async () => {
  const owner = await newStaffUser(app, 'OWNER')
  await inspectEverywhere(owner, 'links', 'Links', async page => {
    await page.getByText('Até onde os links chegaram').waitFor()
    await page.getByText('Por vendedor', { exact: true }).click()
    await page.getByText('Rui Dias').first().waitFor()
  })
  await inspectEverywhere(owner, 'links?novo', 'Novo link', page => page.locator('.phone-screen').waitFor())
  const visit = await openConsole(await newStaffUser(app, 'VIEWER'))
  const { page } = visit
  await visitPage(page, 'links', 'Links')
  await page.getByText('Sofá de três lugares').first().waitFor()
  assert.doesNotMatch(await page.locator('main').innerText(), /R\$/)
  assert.equal(await page.getByRole('button', { name: 'Novo link' }).count(), 0)
  await page.getByRole('link', { name: 'Sofá de três lugares' }).click()
  await seeHeading(page, 'Sofá de três lugares')
  await page.getByText('O que aconteceu').waitFor()
  assert.doesNotMatch(await page.locator('.drawer').innerText(), /R\$|\/pay\/|Apagar|Enviar/)
  await inspectPage(page, 'console-link-viewer')
  await visitPage(page, 'links?novo', 'Links')
  await visit.close()
})

test('the simulation shows options, the published element with its hash, and a snippet to paste', async () => {
  await inspectEverywhere(await newStaffUser(app, 'VIEWER'), 'simular', 'Simular', async page => {
    await page.getByRole('table', { name: 'Parcelas' }).waitFor()
    await page.locator('crediario-oferta').getByRole('button', { name: 'Simular' }).waitFor()
    const script = page.locator('script[src^="/storefront/element-"]')
    assert.match((await script.getAttribute('integrity')) ?? '', /^sha384-/)
    assert.match(await page.locator('.code-block').innerText(), /integrity="sha384-.*key="pk_homolog_/s)
  })
  const visit = await openConsole(await newStaffUser(app, 'SALES'))
  const { page } = visit
  await visitPage(page, 'simular', 'Simular')
  await page.getByLabel('Preço da compra (R$)').fill('20')
  await page.getByText('Este valor não é parcelado.').waitFor()
  await page.getByLabel('Preço da compra (R$)').fill('2.000,00')
  await page.getByRole('table', { name: 'Parcelas' }).waitFor()
  await visit.close()
})

test('an owner tries colours on three pages, is warned of one like errors, and saves colour and logo', async () => {
  const owner = await newStaffUser(app, 'OWNER')
  await inspectEverywhere(owner, 'marca', 'Marca', page => page.getByText('Como fica').waitFor())
  const visit = await openConsole(owner)
  const { page, complaints } = visit
  await visitPage(page, 'marca', 'Marca')
  const colour = page.getByLabel('Cor, em #rrggbb')
  await colour.fill('#c62828')
  await page.getByText(/parecida com a que as páginas usam para erros/).waitFor()
  await colour.fill('#ffd400')
  await page.getByRole('table', { name: 'Contraste da cor' }).waitFor()
  await seeOneColour(page)
  await page.getByRole('button', { name: 'Salvar a cor' }).click()
  await page.getByRole('button', { name: 'Voltar à cor padrão' }).waitFor()
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="480" height="120"><rect width="480" height="120" fill="#fff"/>
    <circle cx="60" cy="60" r="46" fill="#ffd400"/><text x="125" y="80" font-size="54" font-weight="700" fill="#1a1a1a">Loja Demo</text></svg>`
  const logo = await sharp(Buffer.from(drawing)).png().toBuffer()
  await page
    .getByLabel('Escolher o logo')
    .setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo })
  await page.getByRole('img', { name: /^Logo de / }).waitFor()
  await page.locator('.phone-screen img').nth(2).waitFor()
  await inspectPage(page, 'console-marca-changed')
  await page
    .getByLabel('Trocar o logo')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/png', buffer: Buffer.from(drawing) })
  await page.getByText('Este arquivo não serve de logo.').waitFor()
  assert.deepEqual(complaints, [])
  await visit.close()
})

test('the rail leads nobody to a page that the role may not see', async () => {
  for (const [role, names] of [
    ['FINANCE', ['Links', 'Simular']],
    ['SALES', ['Links', 'Simular']],
    ['VIEWER', ['Links', 'Simular']],
  ] as const) {
    const visit = await openConsole(await newStaffUser(app, role))
    const { page } = visit
    await visitPage(page, 'simular', 'Simular')
    for (const name of names) await page.getByRole('link', { name, exact: true }).first().waitFor()
    assert.equal(await page.getByRole('link', { name: 'Marca', exact: true }).count(), 0, role)
    await visitPage(page, 'marca', 'Página não encontrada')
    await visit.close()
  }
})
