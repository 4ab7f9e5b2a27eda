import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seeHeading } from '../browser/shopper.ts'
import { DESKTOP, inspectPage, launchBrowser, openVisit } from '../support/browser.ts'
import { newPerson } from '../support/people.ts'
import { carryOver, makeLink, readRows, startShop, writeRow } from './hosted-shopper.ts'
import { HostedVisit } from './hosted-visit.ts'

test('every row shows installment, total, CET and first date as the offer has them, for every down payment, condition and date', async () => {
  const app = await startShop()
  const browser = await launchBrowser()
  try {
    const { url, link } = await makeLink(app)
    const device = new HostedVisit(app, link)
    const { groups = [] } = await device.identify(newPerson())
    const { page, context, close } = await openVisit(browser, DESKTOP)
    await carryOver(context, app, device)
    await page.goto(url)
    await seeHeading(page, 'Maria, escolha como pagar')
    await inspectPage(page, 'pay-11-desktop-options')
    assert.ok(groups.length > 18)
    for (const group of groups) {
      const entry = group.downPayment === 0 ? 'Sem entrada' : `${group.downPaymentPercentage}% do preço`
      await page.getByRole('radio', { name: entry }).check()
      const isAsked = groups.some(each => each.kind === 'retention' && each.downPayment === group.downPayment)
      const name = group.kind === 'retention' ? 'Oferta da loja' : 'Padrão'
      const condition = page.getByRole('radio', { name })
      assert.equal(await condition.count(), isAsked ? 1 : 0)
      if (isAsked) await condition.check()
      const start = group.graceDays === 0 ? 'prazo normal' : `${group.graceDays} dias a mais`
      await page.getByRole('radio', { name: start }).check()
      assert.deepEqual(await readRows(page), group.options.map(writeRow))
    }
    await close()
  } finally {
    await browser.close()
    await app.stop()
  }
})
