import { newStaffUser } from '../../test/support/console.ts'
import { buy, buyOpen, cancel, moveClock } from '../../test/support/purchase-http.ts'
import { PRODUCTS } from './scenes.ts'
import type { Studio } from './studio.ts'

/** Some days of a shop: Início and Dinheiro. */
export async function takeConsoleMoney({ app, open }: Studio): Promise<void> {
  const ended = await buyOpen(app, { value: 900 })
  for (const value of [1_800, 2_400, 1_250]) {
    await moveClock(app, 'P1D')
    await buyOpen(app, { value })
  }
  await cancel(app, ended.transactionId)
  await moveClock(app, 'P1D')
  await buyOpen(app, { products: PRODUCTS })
  await buy(app)
  const user = await newStaffUser(app, 'OWNER')
  const [name = '', value = ''] = user.cookie.split('=')
  const cookie = { name, value, url: app.url, httpOnly: true, sameSite: 'Strict' } as const
  const { page, context, goTo, shoot, close } = await open('desktop')
  await context.addCookies([cookie])
  await goTo('/console')
  await page.getByRole('slider').first().waitFor()
  await shoot('console-home')
  await goTo('/console/dinheiro')
  await page.getByRole('slider').first().waitFor()
  await shoot('console-money')
  await close()
}
