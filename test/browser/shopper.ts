import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { DEMO_KEY, type TestApp } from '../support/app.ts'
import type { Bought } from '../support/purchase-http.ts'

/** Where the link of a purchase leads on this test's server. */
export function linkOf(app: TestApp, { authorized }: Bought): string {
  return app.url + new URL(authorized.returnUrl).pathname
}

export async function seeHeading(page: Page, title: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
}

/** A new screen must move the focus to its heading, so that a screen reader announces it. */
export async function arriveAt(page: Page, title: string | RegExp): Promise<void> {
  await page.getByRole('heading', { level: 1, name: title }).and(page.locator(':focus')).waitFor()
}

/** The first screen, with the name that the shop has not given. */
export async function fillName(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Nome completo' }).fill('Maria José da Conceição')
}

/** The digits of the message that came last. */
export async function readCode(app: TestApp, { person }: Bought): Promise<string> {
  const query = new URLSearchParams({ phone: person.phone })
  const response = await fetch(`${app.url}/sandbox/messages?${query}`, {
    headers: { 'x-service-apikey': DEMO_KEY },
  })
  const { messages } = (await response.json()) as { messages: { code?: string }[] }
  const code = messages.find(message => message.code !== undefined)?.code
  assert.ok(code, 'no message with a code')
  return code
}

/** Presses by keyboard: tabs until the focus is on the element. */
export async function pressByKeyboard(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await focusByKeyboard(page, 'button', name)
  await page.keyboard.press(key)
}

export async function focusByKeyboard(
  page: Page,
  role: 'button' | 'textbox' | 'searchbox' | 'radio' | 'link' | 'combobox' | 'region' | 'tab',
  name: string | RegExp,
): Promise<void> {
  const target = page.getByRole(role, { name })
  await target.waitFor()
  const focused = target.and(page.locator(':focus'))
  for (let places = 0; places < 60; places++) {
    if ((await focused.count()) > 0) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`no way to ${name} by the keyboard`)
}

/** Asks for a code and enters it, with a pointer. */
export async function enterCode(
  page: Page,
  app: TestApp,
  bought: Bought,
  words: { ask: string; submit: string },
) {
  await page.getByRole('button', { name: words.ask }).click()
  const field = page.getByRole('textbox', { name: 'Código recebido por SMS' })
  await field.waitFor()
  await field.fill(await readCode(app, bought))
  await page.getByRole('button', { name: words.submit }).click()
}

export const PHONE_WORDS = { ask: 'Enviar código por SMS', submit: 'Confirmar' }
export const SIGN_WORDS = { ask: 'Receber código para assinar', submit: 'Assinar contrato' }

/** A device that has confirmed the phone, at the step that the purchase is at. */
export async function confirmDevice(page: Page, app: TestApp, bought: Bought): Promise<void> {
  await page.goto(linkOf(app, bought))
  await seeHeading(page, 'Confirme que é você')
  await enterCode(page, app, bought, PHONE_WORDS)
}

export async function takePicture(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Abrir a câmera' }).click()
  await page.locator('button[aria-disabled=false]', { hasText: 'Tirar foto' }).click()
  await page.getByRole('button', { name: 'Usar esta foto' }).click()
}

export async function chooseFile(
  page: Page,
  button: string,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ])
  await chooser.setFiles(file)
}

/** On the narrowest phones, or enlarged to twice its size on others, nothing is cut off to the side. */
export async function checkReflow(page: Page, name: string): Promise<void> {
  const before = page.viewportSize() ?? assert.fail('the page has no size')
  await page.setViewportSize({ width: 320, height: 568 })
  let widest: unknown
  // Charts are drawn again for the room there is.
  for (let round = 0; round < 50 && widest !== 320; round += 1) {
    widest = await page.evaluate('document.documentElement.scrollWidth')
    if (widest !== 320) await page.waitForTimeout(100)
  }
  assert.equal(widest, 320, name)
  await page.setViewportSize(before)
}
