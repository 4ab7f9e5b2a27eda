import { openCase, seePictures } from '../../test/browser/desk-visit.ts'
import { DEMO_KEY } from '../../test/support/app.ts'
import { buyForDesk, newDeskUser, sendInvoiceToDesk } from '../../test/support/desk.ts'
import { writeInvoice } from '../../test/support/invoices.ts'
import { buyOpen, pay, read } from '../../test/support/purchase-http.ts'
import { PRODUCTS } from './scenes.ts'
import type { Studio } from './studio.ts'

/** Nobody has a case or a list there yet. */
const EMPTY = ['cessoes', 'conformidade', 'especiais', 'fechamento']

/** Every tab of the desk by its address that has something to show, and the first that each of them lists. */
export async function takeDesk({ app, open }: Studio): Promise<void> {
  const cases = [await buyForDesk(app, { products: PRODUCTS }), await buyForDesk(app, { value: 1_240 })]
  const paid = await buyOpen(app, { products: PRODUCTS, installments: 6 })
  await sendInvoiceToDesk(app, paid.transactionId, 1, await writeInvoice(app, paid))
  const { installments = [] } = await read(app, paid.transactionId)
  await pay(app, installments[0]?.id ?? '', { repeat: 1, amount: 5_000 }, DEMO_KEY)
  const { page, context, goTo, shoot, close } = await open('desktop')
  await goTo('/desk')
  await shoot('desk-sign-in')
  const user = await newDeskUser(app, 'approver')
  const [name = '', value = ''] = user.cookie.split('=')
  await context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Strict' }])
  await goTo('/desk')
  await page.locator('.rail-items a').first().waitFor()
  const tabs = await page
    .locator('.rail-items a')
    .evaluateAll(links => links.map(link => link.getAttribute('href') ?? ''))
  for (const tab of tabs) {
    const word = tab.split('/')[2] ?? 'casos'
    if (EMPTY.includes(word)) continue
    await goTo(tab)
    await shoot(`desk-${word}`)
    const first = page.locator('main table a, main .table a').first()
    // A case has a picture of its own below; the audit leads to what others list.
    if (word === 'casos' || word === 'auditoria' || (await first.count()) === 0) continue
    await goTo((await first.getAttribute('href')) ?? tab)
    await shoot(`desk-${word}-one`)
  }
  await goTo(`/desk/contratos/${paid.transactionId}`)
  await shoot('desk-contratos-one')
  const [one] = cases
  if (one === undefined) throw new Error('there is no case')
  await openCase(page, app, one)
  await seePictures(page)
  await shoot('desk-case')
  await goTo('/desk')
  await page.getByRole('link', { name: one.orderId, exact: true }).click()
  await seePictures(page)
  await shoot('desk-drawer')
  await goTo('/desk')
  await page.keyboard.press('Control+k')
  await page.getByRole('option').first().waitFor()
  await shoot('desk-search')
  await close()
  const phone = await open('phone')
  await phone.context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Strict' }])
  await phone.goTo('/desk')
  await phone.page.getByRole('link', { name: one.orderId, exact: true }).waitFor()
  await phone.shoot('desk-phone')
  await phone.close()
}
