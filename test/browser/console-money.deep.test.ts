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
import { buy, buyOpen, cancel, centavos, moveClock } from '../support/purchase-http.ts'
import { listTransfersOf, readStatementOf } from '../support/statements.ts'
import { checkReflow, focusByKeyboard, seeHeading } from './shopper.ts'

let app: TestApp
let browser: Browser
const users = new Map<string, StaffUser>()
before(async () => {
  app = await startTestApp()
  browser = await launchBrowser()
  for (const role of ['OWNER', 'FINANCE', 'SALES', 'VIEWER'] as const)
    users.set(role, await newStaffUser(app, role))
  // Some days of a shop: sales, a cancellation after its transfer, and what is kept from the next one.
  const ended = await buyOpen(app, { value: 900 })
  await moveClock(app, 'P1D')
  await buyOpen(app, { value: 1_800 })
  await moveClock(app, 'P1D')
  await cancel(app, ended.transactionId)
  await buyOpen(app, { value: 2_400 })
  await buy(app)
  await moveClock(app, 'P1D')
  await buyOpen(app, { value: 700 })
})
after(async () => {
  await browser?.close()
  await app.stop()
})

async function open(role: string, screen: Screen, path: string, title: string | RegExp): Promise<Visit> {
  const visit = await openVisit(browser, screen)
  const [name = '', value = ''] = (users.get(role)?.cookie ?? '').split('=')
  await visit.context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Strict' }])
  await visit.page.goto(app.url + path)
  await seeHeading(visit.page, title)
  return visit
}

const readAmount = (text: string | null): number =>
  Number(
    (text ?? '')
      .replaceAll(/[^\d,−-]/g, '')
      .replace('−', '-')
      .replace(',', ''),
  )

async function readTable(page: Page, caption: string): Promise<string[][]> {
  const rows = page.getByRole('table', { name: caption }).locator('tbody tr')
  await rows.first().waitFor()
  return rows.evaluateAll(found =>
    found.map(row => [...row.querySelectorAll('td')].map(cell => cell.innerText.trim())),
  )
}

test('an owner sees the shop’s figures with its money, what waits for it and the first steps', async () => {
  for (const screen of [DESKTOP, PHONE]) {
    const visit = await open('OWNER', screen, '/console', 'Início')
    const { page } = visit
    await page.getByRole('heading', { name: 'Precisa de você' }).waitFor()
    await page.getByRole('heading', { name: 'Primeiros passos' }).waitFor()
    await page.getByText('A receber', { exact: true }).waitFor()
    await page.getByRole('slider', { name: /Valor vendido em cada dia/ }).waitFor()
    await inspectPage(page, `console-home-${screen.width}`)
    await page.getByRole('button', { name: /^Tabela/ }).click()
    const days = await page
      .getByRole('table', { name: 'Valor vendido em cada dia' })
      .locator('tbody tr')
      .count()
    assert.equal(days, 30)
    assert.deepEqual(visit.complaints, [])
    await visit.close()
  }
})

test('who sells or only looks sees no amount on Início, and neither the page Dinheiro nor its place in the rail', async () => {
  for (const role of ['SALES', 'VIEWER']) {
    const visit = await open(role, DESKTOP, '/console', 'Início')
    const { page } = visit
    await page.getByRole('slider', { name: /Vendas em cada dia/ }).waitFor()
    assert.doesNotMatch(await page.locator('main').innerText(), /R\$/)
    assert.equal(await page.getByRole('link', { name: 'Dinheiro' }).count(), 0)
    await inspectPage(page, `console-home-${role.toLowerCase()}`)
    await page.goto(`${app.url}/console/dinheiro`)
    await seeHeading(page, 'Página não encontrada')
    assert.deepEqual(visit.complaints, [])
    await visit.close()
  }
})

test('finance goes by keyboard from the balance to a transfer and its orders, whose sum is the transfer', async () => {
  const visit = await open('FINANCE', DESKTOP, '/console/dinheiro', 'Dinheiro')
  const { page } = visit
  await page.getByRole('slider', { name: /^De / }).waitFor()
  const transfers = (await listTransfersOf(app)).data
  const shown = await readTable(page, 'Repasses')
  assert.equal(shown.length, transfers.length)
  await inspectPage(page, 'console-money')
  await page.getByRole('table', { name: 'Repasses' }).getByRole('link').first().press('Enter')
  await seeHeading(page, /^Repasse de /)
  await inspectPage(page, 'console-transfer-drawer')
  const lines = await readTable(page, 'Pedidos deste repasse')
  const sum = lines.reduce((total, cells) => total + readAmount(cells.at(-1) ?? ''), 0)
  assert.equal(sum, centavos(transfers[0]?.amount ?? 0))
  await page
    .getByText(transfers[0]?.bankReference ?? 'none')
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await seeHeading(page, 'Dinheiro')
  assert.deepEqual(visit.complaints, [])
  await visit.close()
})

test('the statement on the page is that of the interface, closes, and is downloaded as CSV and PDF', async () => {
  const visit = await open('FINANCE', DESKTOP, '/console/extrato', 'Extrato')
  const { page } = visit
  const shown = await readTable(page, 'Lançamentos')
  const { from, to } = await page.evaluate(async () => {
    const answer = await fetch('/console/api/money/statement')
    return answer.json() as Promise<{ from: string; to: string }>
  })
  const statement = await readStatementOf(app, { from, to })
  assert.deepEqual(
    shown.map(cells => [readAmount(cells[3] ?? ''), readAmount(cells[4] ?? '')]),
    statement.lines.map(({ amount, balance }) => [centavos(amount), centavos(balance)]),
  )
  const closing = page.locator('.figures .strong dd').first()
  assert.equal(readAmount(await closing.innerText()), centavos(statement.closingBalance))
  for (const [name, ending] of [
    ['Baixar em CSV', 'csv'],
    ['Baixar em PDF', 'pdf'],
  ] as const) {
    const started = page.waitForEvent('download')
    await page.getByRole('link', { name }).click()
    assert.equal((await started).suggestedFilename(), `statement-${from}-${to}.${ending}`)
  }
  await inspectPage(page, 'console-statement')
  await focusByKeyboard(page, 'link', 'Baixar em PDF')
  assert.deepEqual(visit.complaints, [])
  await visit.close()
})

test('a period that is chosen stays in the address', async () => {
  const visit = await open('OWNER', DESKTOP, '/console/dinheiro', 'Dinheiro')
  const { page } = visit
  await page.getByText('7 d', { exact: true }).click()
  await page.waitForURL(/de=\d{4}-\d{2}-\d{2}&ate=/)
  await page.getByRole('slider', { name: /^De / }).waitFor()
  await page.reload()
  await seeHeading(page, 'Dinheiro')
  assert.match(page.url(), /de=/)
  await visit.close()
})

test('on a phone, and with letters of 200 %, nothing is cut off and nothing scrolls sideways', async () => {
  const [transfer] = (await listTransfersOf(app)).data
  for (const [path, title, name] of [
    ['/console', 'Início', 'console-home'],
    ['/console/dinheiro', 'Dinheiro', 'console-money'],
    ['/console/extrato', 'Extrato', 'console-statement'],
    [`/console/dinheiro/${transfer?.transferId}`, /^Repasse de /, 'console-transfer'],
  ] as const) {
    const visit = await open('OWNER', PHONE, path, title)
    await visit.page.locator('.card').first().waitFor()
    await inspectPage(visit.page, `${name}-phone`)
    await checkReflow(visit.page, name)
    assert.deepEqual(visit.complaints, [])
    await visit.close()
  }
})
