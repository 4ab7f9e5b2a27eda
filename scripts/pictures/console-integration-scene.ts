import { newStaffUser } from '../../test/support/console.ts'
import { startReceiver } from '../../test/support/webhook-receiver.ts'
import { composeEvent, createEndpoint, emit, newTransactionId } from '../../test/support/webhooks.ts'
import type { Studio } from './studio.ts'

/** Keys, and a receiver with its strip and deliveries. */
export async function takeConsoleIntegration({ app, open }: Studio): Promise<void> {
  const receiver = await startReceiver()
  await createEndpoint(app, receiver.url)
  await emit(app, [
    composeEvent(newTransactionId(), 1, { type: 'transaction.approved' }),
    composeEvent(newTransactionId(), 1, { type: 'transaction.canceled' }),
  ])
  await receiver.wait(2)
  const user = await newStaffUser(app, 'OWNER')
  const [name = '', value = ''] = user.cookie.split('=')
  const cookie = { name, value, url: app.url, httpOnly: true, sameSite: 'Strict' } as const
  const { page, context, goTo, shoot, close } = await open('desktop')
  await context.addCookies([cookie])
  await goTo('/console/integracao')
  await page.getByRole('table').waitFor()
  await shoot('console-keys')
  await page.getByRole('tab', { name: 'Webhooks' }).click()
  await page.getByRole('table').waitFor()
  await page.locator('a.row-link').first().click()
  await page.getByRole('heading', { name: 'Receptor de webhooks' }).waitFor()
  await page.locator('summary').first().waitFor()
  await shoot('console-receiver')
  await close()
  await receiver.stop()
}
