import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Browser, Locator, Page } from 'playwright-core'
import { type Colour, computeContrast } from '../../src/brand/colour.ts'
import { COLOURS } from '../../src/brand/tokens.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit, PHONE } from '../support/browser.ts'
import { newDeskUser } from '../support/desk.ts'
import { buyOpen, moveClock } from '../support/purchase-http.ts'
import { openDesk, visitScreen } from './desk-visit.ts'
import { checkReflow, seeHeading } from './shopper.ts'

let app: TestApp
let browser: Browser
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  browser = await launchBrowser()
})
after(async () => {
  await browser?.close()
  await app?.stop()
})

const findChart = (page: Page, title: string): Locator =>
  page.locator('figure.chart', { has: page.getByText(title, { exact: true }) })

const readValue = (chart: Locator): Promise<string | null> =>
  chart.getByRole('slider').getAttribute('aria-valuetext')

/** Presses a key on the shape, and sees the same point said aloud and written beside the shape. */
async function press(chart: Locator, key: string): Promise<string> {
  await chart.getByRole('slider').press(key)
  const value = (await readValue(chart)) ?? ''
  const [name = '', ...rest] = value.split(': ')
  const written = (await chart.locator('.chart-number').innerText()).replaceAll(/\s+/g, ' ')
  assert.equal(written, `${rest.join(': ')} ${name}`.replaceAll(/\s+/g, ' '))
  return value
}

/** Every chart of the gallery: its first and last points, and what stands in its table. */
const CHARTS = [
  { title: 'Vendas por mês', first: /^out: /, last: /^mar: /, rows: 6, cells: ['R$ 1.180.000,00', 'dez'] },
  { title: 'Carteira em atraso', first: /^out: /, last: /^mar: /, rows: 6, cells: ['R$ 51.000,00', 'jan'] },
  { title: 'Decisões por dia', first: /^seg: 31$/, last: /^dom: 5$/, rows: 7, cells: ['52', 'qui'] },
  { title: 'Do vendido ao repassado', first: /^Vendido: /, last: /^Repasse: /, rows: 5, cells: ['Reservas'] },
  { title: 'Pedidos por hora', first: /^seg, 8h: 4$/, last: /^sáb, 20h: 0$/, rows: 6, cells: ['31', 'sex'] },
] as const

test('every chart is read by arrow keys point by point, and by one button as a table', async () => {
  const { page, complaints, close } = await openVisit(browser, DESKTOP)
  await page.goto(`${app.url}/design`)
  await seeHeading(page, /.+/)
  for (const { title, first, last, rows, cells } of CHARTS) {
    const chart = findChart(page, title)
    const shape = chart.getByRole('slider')
    const headline = await chart.locator('.chart-number').innerText()
    assert.match(await press(chart, 'Home'), first, title)
    assert.match(await press(chart, 'End'), last, title)
    const [before, after] = [await press(chart, 'ArrowLeft'), await press(chart, 'ArrowRight')]
    assert.notEqual(before, after)
    assert.equal(await press(chart, 'ArrowRight'), after, 'the last point is the end')
    await shape.press('Escape')
    assert.equal(await chart.locator('.chart-number').innerText(), headline, 'the number beside the shape')

    const table = chart.getByRole('table')
    assert.equal(await table.count(), 0)
    const button = chart.getByRole('button', { name: 'Tabela' })
    await button.press('Enter')
    assert.equal(await button.getAttribute('aria-pressed'), 'true')
    assert.equal(await table.locator('tbody tr').count(), rows, title)
    for (const name of cells) await table.getByRole('cell', { name, exact: true }).first().waitFor()
    assert.equal(await shape.count(), 0)
    await button.press('Space')
    await shape.waitFor()
    assert.equal(await table.count(), 0)
  }
  // Points that stand in rows: up and down move by a row.
  const heat = findChart(page, 'Pedidos por hora')
  await press(heat, 'Home')
  assert.equal(await press(heat, 'ArrowDown'), 'ter, 8h: 3')
  assert.equal(await press(heat, 'ArrowUp'), 'seg, 8h: 4')
  assert.deepEqual(complaints, [])
  await close()
})

test('by day and by night shapes have the colours of their series, at least 3:1 on what they stand on', async () => {
  const { page, close } = await openVisit(browser, DESKTOP)
  await page.goto(`${app.url}/design`)
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await findChart(page, 'Vendas por mês').locator('.chart-line').first().waitFor()
    const drawn = await page.evaluate(
      `[...document.querySelectorAll('#line .chart-line')].map(line => getComputedStyle(line).stroke)`,
    )
    const expected = [COLOURS['chart-1'][scheme], COLOURS['chart-2'][scheme]]
    assert.deepEqual((drawn as string[]).map(toHex), expected, scheme)
    for (const colour of expected)
      assert.ok(computeContrast(colour, COLOURS.card[scheme]) >= 3, `${scheme}: ${colour}`)
  }
  await close()
})

function toHex(colour: string): Colour {
  const parts = colour.match(/\d+/g)?.map(part => Number(part).toString(16).padStart(2, '0')) ?? []
  return `#${parts.join('')}`
}

test('the desk shows how many contracts are late by bands, as a shape and as a table, on both screens', async () => {
  await buyOpen(app)
  await moveClock(app, 'P45D')
  const analyst = await newDeskUser(app, 'analyst')
  for (const screen of [DESKTOP, PHONE]) {
    const { page, complaints, close } = await openDesk(browser, app, analyst, screen)
    await visitScreen(page, app, '/desk/contratos', 'Contratos')
    const chart = findChart(page, 'Por dias de atraso da parcela mais antiga')
    await chart.getByText('contrato em atraso').waitFor()
    assert.equal(await press(chart, 'Home'), '1–14 dias: 0')
    assert.equal(await press(chart, 'ArrowRight'), '15–30: 1')
    assert.equal(await press(chart, 'End'), '91 ou mais: 0')
    await inspectPage(page, `desk-70-delays-${screen.width}`)
    await chart.getByRole('button', { name: 'Tabela' }).press('Enter')
    await chart.getByRole('table').getByText('15–30', { exact: true }).waitFor()
    await inspectPage(page, `desk-71-delays-table-${screen.width}`)
    assert.deepEqual(complaints, [])
    await close()
  }
  const { page, close } = await openDesk(browser, app, analyst, PHONE)
  await visitScreen(page, app, '/desk/contratos', 'Contratos')
  await findChart(page, 'Por dias de atraso da parcela mais antiga').waitFor()
  await checkReflow(page, 'desk-72-delays')
  await close()
})
