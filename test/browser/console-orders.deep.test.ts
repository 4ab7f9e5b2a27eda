import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { startTestApp, type TestApp } from '../support/app.ts'
import {
  DESKTOP,
  inspectPage,
  launchBrowser,
  openVisit,
  PHONE,
  type Screen,
  type Visit,
} from '../support/browser.ts'
import { newStaffUser, type StaffUser } from '../support/console.ts'
import { writeInvoice } from '../support/invoices.ts'
import {
  type Bought,
  buy,
  buyOpen,
  cancel,
  moveClock,
  playUntil,
  readStatus,
} from '../support/purchase-http.ts'
import { seeHeading } from './shopper.ts'

let app: TestApp
let browser: Browser
const orders: Bought[] = []
const products = [
  { id: 'fridge', name: 'Geladeira', amount: 1, value: 1_500 },
  { id: 'kettle', name: 'Chaleira', amount: 2, value: 250 },
]
before(async () => {
  app = await startTestApp()
  browser = await launchBrowser()
  orders.push(await buyOpen(app, { products }))
  await moveClock(app, 'PT30S')
  orders.push(await buyOpen(app, { products }))
  const entry = await buy(app)
  await playUntil(app, entry.transactionId, 'ENTRY')
  const ended = await buy(app)
  await cancel(app, ended.transactionId)
  orders.push(entry, ended)
})
after(async () => {
  await browser?.close()
  await app.stop()
})

/** Enlarged to twice its size, which halves the width that there is: nothing is cut or scrolls sideways. */
async function inspectEnlarged(page: Page, name: string): Promise<void> {
  await page.evaluate(`document.documentElement.style.fontSize = '200%'`)
  await inspectPage(page, `${name}-200`)
  const width = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  )
  assert.ok(Number(width) <= 0, `${name} scrolls sideways by ${width}`)
  await page.evaluate(`document.documentElement.style.fontSize = ''`)
}

async function open(user: StaffUser, screen: Screen = DESKTOP): Promise<Visit> {
  const visit = await openVisit(browser, screen)
  const [name = '', value = ''] = user.cookie.split('=')
  await visit.context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Strict' }])
  return visit
}
const row = (page: Page, { orderId }: Bought) => page.getByRole('link', { name: orderId, exact: true })
const at = (index: number): Bought => orders[index] ?? assert.fail()

test('finance finds an order, sees why it is not paid, sends its invoice and returns a product after the preview', async () => {
  const finance = await newStaffUser(app, 'FINANCE')
  const { page, complaints, close } = await open(finance)
  await page.goto(`${app.url}/console/pedidos`)
  await seeHeading(page, 'Pedidos')
  await row(page, at(1)).waitFor()
  await inspectPage(page, 'console-orders')
  // Filters are in the address, and say how many they find.
  await page.getByRole('button', { name: 'Cancelados (1)' }).press('Enter')
  // What is found stood in the whole list, too.
  await row(page, at(1)).waitFor({ state: 'detached' })
  await row(page, at(3)).waitFor()
  await page.waitForURL('**/console/pedidos?group=CANCELED')
  await page.reload()
  await row(page, at(3)).waitFor()
  assert.equal(await row(page, at(1)).count(), 0)
  await page.getByRole('button', { name: /^Todos/ }).click()
  await page.getByLabel('Buscar pedidos').fill(at(1).person.cpf)
  await page.keyboard.press('Enter')
  await row(page, at(1)).waitFor()
  await row(page, at(0)).waitFor({ state: 'detached' })
  assert.match(page.url(), /search=/)

  await row(page, at(1)).press('Enter')
  await page.getByRole('heading', { name: at(1).orderId.replace(/^p/, 'P') }).waitFor()
  const drawer = page.locator('.drawer')
  await drawer.getByText('Linha do tempo').waitFor()
  await inspectPage(page, 'console-order-drawer')
  const chooser = page.waitForEvent('filechooser')
  await drawer.getByRole('button', { name: 'Escolher o PDF' }).press('Enter')
  const sent = page.waitForResponse(response => response.url().endsWith('/invoice'))
  await (await chooser).setFiles({
    name: 'nota.pdf',
    mimeType: 'application/pdf',
    buffer: await writeInvoice(app, at(1)),
  })
  assert.equal((await sent).status(), 200)
  await drawer.getByText('versão 1').waitFor()

  await drawer.getByRole('button', { name: 'Devolver produtos' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(/Chaleira/).check()
  await dialog.getByRole('button', { name: 'Ver as novas parcelas' }).press('Enter')
  await dialog.getByText('A loja devolve').waitFor()
  await inspectPage(page, 'console-order-removal')
  assert.equal(await readStatus(app, at(1).transactionId), 'OPEN', 'nothing has happened yet')
  await dialog.getByRole('button', { name: 'Registrar a devolução' }).press('Enter')
  await page.getByText('Devolução registrada.').waitFor()
  assert.equal(await readStatus(app, at(1).transactionId), 'CANCELED')
  assert.deepEqual(complaints, [])
  await close()
})

test('a file is refused before it is sent where it is no PDF, and dropped files are sent', async () => {
  const owner = await newStaffUser(app, 'OWNER')
  const { page, complaints, close } = await open(owner)
  await page.goto(`${app.url}/console/pedidos/${at(0).transactionId}`)
  await page.getByText('Linha do tempo').waitFor()
  const drop = async (name: string, type: string, text: string): Promise<void> => {
    // As text: the types of a browser are not those of this program.
    const transfer = await page.evaluateHandle(`(() => {
      const given = ${JSON.stringify({ name, type, text })}
      const data = new DataTransfer()
      const bytes = Uint8Array.from(atob(given.text), each => each.charCodeAt(0))
      data.items.add(new File([bytes], given.name, { type: given.type }))
      return data
    })()`)
    await page.locator('.drop').dispatchEvent('drop', { dataTransfer: transfer })
  }
  await drop('nota.png', 'image/png', 'iVBORw0=')
  await page.getByText('O arquivo não é um PDF.').waitFor()
  await drop('nota.pdf', 'application/pdf', (await writeInvoice(app, at(0))).toString('base64'))
  await page.getByText('versão 1').waitFor()
  assert.deepEqual(complaints, [])
  await close()
})

test('the file of all orders shows how far it is and has every order', async () => {
  const owner = await newStaffUser(app, 'OWNER')
  const { page, close } = await open(owner)
  await page.goto(`${app.url}/console/pedidos`)
  await row(page, at(3)).waitFor()
  const download = page.waitForEvent('download')
  const answered = Promise.withResolvers<void>()
  await page.route('**/orders/file?*', async route => {
    await answered.promise
    await route.continue()
  })
  await page.getByRole('button', { name: 'Exportar CSV' }).click()
  await page.getByText('0 pedidos no arquivo…').waitFor()
  await page.getByRole('button', { name: 'Parar' }).waitFor()
  answered.resolve()
  const file = await download
  assert.match(file.suggestedFilename(), /^pedidos-.*\.csv$/)
  const chunks: Buffer[] = []
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
  for (const { transactionId } of orders) assert.ok(Buffer.concat(chunks).includes(transactionId))
  await close()
})

test('salespeople on a phone see no amount, and cancel once an owner has set a limit', async () => {
  const [owner, sales] = [await newStaffUser(app, 'OWNER'), await newStaffUser(app, 'SALES')]
  const fresh = await buy(app, { products })
  const { page, complaints, close } = await open(sales, PHONE)
  await page.goto(`${app.url}/console/pedidos/${fresh.transactionId}`)
  await page.getByText('acima do limite de vendas').waitFor()
  assert.doesNotMatch((await page.textContent('body')) ?? '', /R\$/)
  await inspectPage(page, 'console-order-sales-phone')
  const desk = await open(owner)
  await desk.page.goto(`${app.url}/console/pedidos`)
  await desk.page.getByRole('button', { name: /Cancelamento por vendas: não permitido/ }).click()
  await desk.page.getByLabel('Até quanto, em reais').fill('9.000,00')
  await desk.page.getByRole('button', { name: 'Guardar o limite' }).click()
  await desk.page.getByRole('button', { name: /até R\$\s9\.000,00/ }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Cancelar o pedido' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Ver o que será devolvido' }).click()
  await dialog.getByRole('button', { name: 'Cancelar o pedido' }).waitFor()
  assert.equal(await readStatus(app, fresh.transactionId), 'PENDING')
  await dialog.getByRole('button', { name: 'Cancelar o pedido' }).click()
  await page.getByText('Pedido cancelado.').waitFor()
  assert.equal(await readStatus(app, fresh.transactionId), 'CANCELED')
  await page.goto(`${app.url}/console/pedidos`)
  await row(page, at(0)).waitFor()
  await inspectPage(page, 'console-orders-phone')
  assert.doesNotMatch((await page.textContent('body')) ?? '', /R\$/)
  assert.deepEqual([...complaints, ...desk.complaints], [])
  await Promise.all([close(), desk.close()])
})

test('a viewer reads only, and everything fits with text twice as large', async () => {
  const viewer = await newStaffUser(app, 'VIEWER')
  const { page, close } = await open(viewer, PHONE)
  await page.goto(`${app.url}/console/pedidos/${at(2).transactionId}`)
  await page.getByText('A entrada não foi paga').waitFor()
  for (const name of ['Cancelar o pedido', 'Escolher o PDF', 'Devolver produtos'])
    assert.equal(await page.getByRole('button', { name }).count(), 0, name)
  await inspectEnlarged(page, 'console-order-viewer')
  await page.goto(`${app.url}/console/pedidos`)
  await row(page, at(0)).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Exportar CSV' }).count(), 0)
  await inspectEnlarged(page, 'console-orders-viewer')
  await close()
})
