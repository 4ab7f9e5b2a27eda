import type { Page } from 'playwright-core'
import { seeHeading } from '../browser/shopper.ts'
import { readCode } from '../links/hosted-visit.ts'
import type { TestApp } from '../support/app.ts'
import type { Person } from '../support/people.ts'
import { countCodes, waitForCodes } from './account-device.ts'

/** Up to the list of purchases, with a pointer. */
export async function signIn(page: Page, app: TestApp, person: Person): Promise<void> {
  const before = await countCodes(app)
  await page.goto(`${app.url}/minha-conta`)
  await page.getByRole('textbox', { name: 'Seu CPF' }).fill(person.cpf)
  await page.getByRole('button', { name: 'Receber código' }).click()
  await waitForCodes(app, before + 1)
  await page.getByRole('textbox', { name: 'Código recebido' }).fill(await readCode(app, person.phone))
  await page.getByRole('button', { name: 'Entrar' }).click()
  await seeHeading(page, /^Olá/)
}
