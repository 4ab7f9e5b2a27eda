import type { Browser, Page } from 'playwright-core'
import { computeTotp, computeTotpStep } from '../../src/domains/sign-in/credentials.ts'
import type { TestApp } from '../support/app.ts'
import { openVisit, type Screen, type Visit } from '../support/browser.ts'
import { readBase32, type StaffUser } from '../support/console.ts'
import { focusByKeyboard } from './shopper.ts'

/** A browser in which this person of a shop is signed in already. */
export async function openConsole(
  app: TestApp,
  browser: Browser,
  { cookie }: StaffUser,
  screen: Screen,
): Promise<Visit> {
  const visit = await openVisit(browser, screen)
  const [name = '', value = ''] = cookie.split('=')
  await visit.context.addCookies([{ name, value, url: app.url, httpOnly: true, sameSite: 'Strict' }])
  return visit
}

/** The page that the link of an invitation opens, by the keyboard alone: who comes, a password, and the authenticator. */
export async function acceptInvitation(
  page: Page,
  app: TestApp,
  { name, password }: { readonly name: string; readonly password: string },
): Promise<{ readonly totpSecret: Buffer }> {
  await page.getByRole('img', { name: 'QR code para o aplicativo autenticador' }).waitFor()
  const totpSecret = readBase32(await page.locator('code.breakable').innerText())
  for (const [label, text] of [
    ['Seu nome', name],
    ['Senha', password],
    ['Código do autenticador', computeTotp(totpSecret, computeTotpStep(app.clock.now()))],
  ] as const) {
    await focusByKeyboard(page, 'textbox', label)
    await page.keyboard.type(text)
  }
  await page.keyboard.press('Enter')
  return { totpSecret }
}
