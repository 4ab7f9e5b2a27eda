import type { Browser, Page } from 'playwright-core'
import { titleOrder } from '../../web/design/order-name.ts'
import type { TestApp } from '../support/app.ts'
import { DESKTOP, openVisit, type Screen, type Visit } from '../support/browser.ts'
import { type DeskPerson, type DeskUser, nextCode } from '../support/desk.ts'
import type { Bought } from '../support/purchase-http.ts'
import { seeHeading } from './shopper.ts'

/** A browser with a ready session: the sign-in page has its own test. */
export async function openDesk(
  browser: Browser,
  app: TestApp,
  user: DeskUser,
  screen: Screen = DESKTOP,
): Promise<Visit> {
  const visit = await openVisit(browser, screen)
  const [name = '', value = ''] = user.cookie.split('=')
  await visit.context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Strict' }])
  return visit
}

export async function fillSignIn(page: Page, app: TestApp, person: DeskPerson): Promise<void> {
  await page.getByLabel('E-mail').fill(person.email)
  await page.getByLabel('Senha').fill(person.password)
  await page.getByLabel('Código do autenticador').fill(nextCode(app, person))
}

/** Opens a screen by its address. */
export async function visitScreen(
  page: Page,
  app: TestApp,
  path: string,
  title: string | RegExp,
): Promise<void> {
  await page.goto(`${app.url}${path}`)
  await seeHeading(page, title)
}

/** Opens a free case and waits until it is claimed for this operator. */
export async function openCase(page: Page, app: TestApp, { transactionId, orderId }: Bought): Promise<void> {
  const claimed = page.waitForResponse(response => response.url().endsWith('/desk/api/claims'))
  await visitScreen(page, app, `/desk/casos/${transactionId}`, titleOrder(orderId))
  await claimed
}

/** Waits until all three pictures of a case are loaded. */
export async function seePictures(page: Page): Promise<void> {
  await page.locator('.pictures img').nth(2).waitFor()
}

/** Answers the dialog that is open. */
export async function giveReason(page: Page, reason: string, confirm: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(reason)
  await dialog.getByRole('button', { name: confirm, exact: true }).click()
}
