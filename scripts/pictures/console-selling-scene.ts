import { changeTheme } from '../../src/domains/retailers/index.ts'
import { newLink } from '../../test/links/link-calls.ts'
import { DEMO_RETAILER } from '../../test/support/app.ts'
import { newStaffUser } from '../../test/support/console.ts'
import { PRODUCTS } from './scenes.ts'
import type { Studio } from './studio.ts'

/** The console's links, and a new one beside what the customer will see. */
export async function takeConsoleSelling({ app, open }: Studio): Promise<void> {
  const seller = { seller: 'Ana Souza', sellerCpf: '000.001.000-64', sellerPhone: '11987651234' }
  await newLink(app, { ...seller, description: 'Sofá de três lugares', orderId: 'PED-1041' })
  const products = { amount: undefined, description: undefined, products: PRODUCTS, shipping: 49.9 }
  await newLink(app, { ...seller, ...products, orderId: 'PED-1042' })
  const author = { by: 'pictures', at: app.services.clock.now() }
  await changeTheme(app.services.database, DEMO_RETAILER, { accent: '#7a1fa2' }, author)
  const user = await newStaffUser(app, 'OWNER')
  const [name = '', value = ''] = user.cookie.split('=')
  const cookie = { name, value, url: app.url, httpOnly: true, sameSite: 'Strict' } as const
  const { page, context, goTo, shoot, close } = await open('desktop')
  await context.addCookies([cookie])
  await goTo('/console/links')
  await page.getByText('Até onde os links chegaram').waitFor()
  await shoot('console-links')
  await goTo('/console/links?novo')
  await page.getByLabel('Valor (R$)').fill('1.899,90')
  await page.getByRole('textbox', { name: 'O que é' }).fill('Lavadora de 12 kg')
  await page.locator('.phone-screen').getByText('Lavadora de 12 kg').waitFor()
  await shoot('console-new-link')
  await close()
}
