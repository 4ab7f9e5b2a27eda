import { newStaffUser } from '../../test/support/console.ts'
import { writeInvoice } from '../../test/support/invoices.ts'
import { buy, buyOpen, playUntil } from '../../test/support/purchase-http.ts'
import { PRODUCTS } from './scenes.ts'
import type { Studio } from './studio.ts'

/** A shop's orders, and one of them beside its list with what it waits for. */
export async function takeConsoleOrders({ app, open }: Studio): Promise<void> {
  const bought = await buyOpen(app, { products: PRODUCTS, installments: 6 })
  const entry = await buy(app, { products: PRODUCTS })
  await playUntil(app, entry.transactionId, 'ENTRY')
  const owner = await newStaffUser(app, 'OWNER')
  const invoiceFile = (await writeInvoice(app, bought)).toString('base64')
  await owner.post(`/orders/${bought.transactionId}/invoice`, { invoiceFile })
  const [name = '', value = ''] = owner.cookie.split('=')
  const cookies = [{ name, value, url: app.url, httpOnly: true, sameSite: 'Strict' as const }]
  const { page, context, goTo, shoot, close } = await open('desktop')
  await context.addCookies(cookies)
  await goTo('/console/pedidos')
  await page.getByRole('link', { name: entry.orderId, exact: true }).waitFor()
  await shoot('console-orders')
  await page.getByRole('link', { name: entry.orderId, exact: true }).click()
  await page.locator('.drawer').getByText('A entrada não foi paga').waitFor()
  await shoot('console-order-drawer')
  await close()
  const phone = await open('phone')
  await phone.context.addCookies(cookies)
  await phone.goTo('/console/pedidos')
  await phone.page.getByRole('link', { name: entry.orderId, exact: true }).waitFor()
  await phone.shoot('console-orders-phone')
  await phone.close()
}
