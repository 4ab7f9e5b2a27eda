import type { Page } from 'playwright-core'
import { composePicture } from '../../../src/sandbox/sandbox-picture.ts'
import { chooseFile, seeHeading } from '../../browser/shopper.ts'
import { readCode } from '../../links/hosted-visit.ts'
import type { TestApp } from '../../support/app.ts'
import type { Person } from '../../support/people.ts'
import { waitFor } from '../../support/wait-for.ts'
import type { LenderSide } from './lender-side.ts'

const PICTURES = [
  ['front', 'Foto da frente do documento'],
  ['back', 'Foto do verso do documento'],
  ['selfie', 'Agora, uma selfie'],
] as const

/** From the page of the link to the paid down payment, as a customer of whom the shop knows everything but the CPF. */
export async function buyInBrowser(
  page: Page,
  app: TestApp,
  lender: LenderSide,
  person: Person,
): Promise<void> {
  const link = page.url()
  await page.getByRole('textbox', { name: 'CPF' }).fill(person.cpf)
  await page.getByRole('textbox', { name: 'Nome completo' }).fill('Maria da Silva')
  await page.getByRole('button', { name: 'Receber código por SMS' }).click()
  await enterCode(page, app, person.phone, '', 'Confirmar')
  await seeHeading(page, /escolha como pagar$/)
  await page
    .getByRole('radio', { name: /do preço/ })
    .first()
    .check()
  await page.getByRole('button', { name: 'Continuar' }).click()
  for (const [kind, title] of PICTURES) {
    await seeHeading(page, title)
    const buffer = composePicture(kind)
    await chooseFile(page, 'Escolher um arquivo', { name: 'foto.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByRole('button', { name: 'Usar esta foto' }).click()
  }
  await seeHeading(page, /^(?:Quer um seguro|Leia e assine)/)
  if ((await page.getByRole('radio', { name: /^Sem seguro/ }).count()) > 0) {
    await page.getByRole('radio', { name: /^Sem seguro/ }).check()
    await page.getByRole('button', { name: 'Continuar' }).click()
  }
  await seeHeading(page, 'Leia e assine o contrato')
  await page.getByRole('button', { name: 'Ler o contrato' }).click()
  const before = await readCode(app, person.phone)
  await page.getByRole('button', { name: 'Receber código para assinar' }).click()
  await enterCode(page, app, person.phone, before, 'Assinar contrato')
  await seeHeading(page, /^Pague a entrada de/)
  await lender.finish(await lender.findPurchase(link))
  await seeHeading(page, 'Pronto, compra concluída!')
}

async function enterCode(
  page: Page,
  app: TestApp,
  phone: string,
  before: string,
  button: string,
): Promise<void> {
  const field = page.getByRole('textbox', { name: 'Código recebido por SMS' })
  await field.waitFor()
  await waitFor('another code', async () => (await readCode(app, phone)) !== before)
  await field.fill(await readCode(app, phone))
  await page.getByRole('button', { name: button }).click()
}
