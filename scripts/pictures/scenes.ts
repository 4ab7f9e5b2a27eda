import type { Page } from 'playwright-core'
import { confirmDevice, linkOf } from '../../test/browser/shopper.ts'
import { carryOver, makeLink } from '../../test/links/hosted-shopper.ts'
import { HostedVisit } from '../../test/links/hosted-visit.ts'
import { AccountDevice } from '../../test/servicing/account-device.ts'
import type { TestApp } from '../../test/support/app.ts'
import { buyForDesk } from '../../test/support/desk.ts'
import { newPerson } from '../../test/support/people.ts'
import {
  type Bought,
  buy,
  buyOpen,
  moveClock,
  pay,
  playUntil,
  read,
} from '../../test/support/purchase-http.ts'
import type { Studio } from './studio.ts'

export const PRODUCTS = [
  { id: 'sku-1', name: 'Geladeira Frost Free 375 L', amount: 1, value: 2_199.9 },
  { id: 'sku-2', name: 'Filtro de água', amount: 1, value: 89.9 },
]

/** Pages that everybody sees. */
export async function takePublicPages({ open }: Studio): Promise<void> {
  const pages = [
    ['', 'home'],
    ['/nada-aqui', 'missing'],
    ['/design', 'design'],
    ['/docs', 'docs'],
    ['/docs/first-purchase', 'docs-guide'],
    ['/docs/preApprove', 'docs-operation'],
    ['/docs/errors', 'docs-errors'],
  ] as const
  const [desktop, phone] = [await open('desktop'), await open('phone')]
  for (const [path, name] of pages) {
    await desktop.goTo(path)
    await desktop.shoot(name)
  }
  await desktop.goTo('/docs')
  await desktop.page.keyboard.press('Control+k')
  await desktop.page.keyboard.type('estorno')
  await desktop.page.locator('.found a').first().waitFor()
  await desktop.shoot('docs-search')
  for (const [path, name] of [
    ['', 'home-phone'],
    ['/docs/preApprove', 'docs-operation-phone'],
  ] as const) {
    await phone.goTo(path)
    await phone.shoot(name)
  }
  await desktop.close()
  await phone.close()
}

/** The demonstration shop, and the element beside a price. */
export async function takeShop({ open }: Studio): Promise<void> {
  for (const kind of ['desktop', 'phone'] as const) {
    const name = kind === 'phone' ? 'store-phone' : 'store'
    const { page, goTo, shoot, close } = await open(kind)
    await goTo('/store')
    await shoot(name)
    await page.getByRole('link', { name: 'Geladeira Frost Free 375 L' }).click()
    await page.getByRole('button', { name: 'Adicionar ao carrinho' }).waitFor()
    await shoot(`${name}-product`)
    await page.getByRole('button', { name: 'Simular' }).first().click()
    await page.getByRole('dialog').waitFor()
    await shoot(kind === 'phone' ? 'element-phone' : 'element')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Adicionar ao carrinho' }).click()
    await page.getByRole('link', { name: 'Ir para o pagamento' }).waitFor()
    await shoot(`${name}-cart`)
    await page.getByRole('link', { name: 'Ir para o pagamento' }).click()
    await page.getByText(/^000\.001\.\d{3}-\d{2}$/).waitFor()
    await shoot(`${name}-checkout`)
    await close()
  }
}

const STEPS = [
  ['CONFIRMATION', 'phone'],
  ['FRONTDOC', 'document'],
  ['BACKDOC', 'document-back'],
  ['SELFIE', 'selfie'],
  ['INSURANCE', 'insurance'],
  ['SIGNATURE', 'contract'],
  ['ENTRY', 'down-payment'],
  ['COMPLETE', 'complete'],
] as const

/** The purchase on a phone: the sandbox goes from step to step, and the page shows each. */
export async function takeOnboarding({ app, open, join }: Studio): Promise<void> {
  const bought = await buy(app, { products: PRODUCTS, installments: 6 })
  const { page, goTo, shoot, close } = await open('phone')
  await goTo(new URL(linkOf(app, bought)).pathname)
  await shoot('onboarding-summary')
  for (const [step, name] of STEPS) {
    if (step === 'COMPLETE') {
      const { downPaymentBillet } = await read(app, bought.transactionId)
      await pay(app, downPaymentBillet?.id ?? '', { method: 'PIX' })
    }
    await playUntil(app, bought.transactionId, step)
    await page.reload()
    // A link alone shows nothing personal: from here on this device has confirmed the phone.
    if (step === 'FRONTDOC') {
      await shoot('onboarding-device')
      await confirm(page, app, bought)
    }
    await shoot(`onboarding-${name}`)
  }
  await close()
  await join(
    'onboarding',
    ['summary', 'document', 'insurance', 'down-payment'].map(name => `onboarding-${name}`),
  )
}

/** A purchase whose pictures a person has to look at. */
export async function takeWaiting({ app, open }: Studio): Promise<void> {
  const bought = await buyForDesk(app, { products: PRODUCTS })
  const { page, shoot, close } = await open('phone')
  await confirm(page, app, bought)
  await shoot('onboarding-waiting')
  await close()
}

async function confirm(page: Page, app: TestApp, bought: Bought): Promise<void> {
  await confirmDevice(page, app, bought)
  await page.locator('h1', { hasNotText: 'Confirme que é você' }).waitFor()
}

/** The page behind a payment link. */
export async function takePaymentLink({ app, open }: Studio): Promise<void> {
  const { url } = await makeLink(app, {
    cancelUrl: undefined,

    amount: undefined,
    description: undefined,
    products: PRODUCTS,
    shipping: 49.9,
  })
  const path = new URL(url).pathname
  const { context, goTo, shoot, close } = await open('phone')
  await goTo(path)
  await shoot('pay')
  const device = new HostedVisit(app, { url })
  await device.identify(newPerson())
  await carryOver(context, app, device)
  await goTo(path)
  await shoot('pay-options')
  await close()
}

/** What a customer sees later: a billet, and the area with every purchase. */
export async function takeCustomer({ app, open }: Studio): Promise<void> {
  const bought = await buyOpen(app, { products: PRODUCTS, installments: 6 })
  await moveClock(app, 'PT1M')
  const { installments = [] } = await read(app, bought.transactionId)
  const [first, second] = installments
  await pay(app, first?.id ?? '')
  const { page, context, goTo, shoot, close } = await open('phone')
  await goTo(new URL(second?.installmentLink ?? '', app.url).pathname)
  await shoot('billet')
  await goTo('/minha-conta')
  await shoot('account-sign-in')
  const device = new AccountDevice(app)
  await device.signIn(bought.person)
  await context.addCookies([...device.cookies].map(([name, value]) => ({ name, value, url: app.url })))
  await goTo('/minha-conta')
  await shoot('account')
  for (const [part, name] of [
    ['#compra-', 'account-purchase'],
    ['#meus-dados', 'account-data'],
  ] as const) {
    await goTo('/minha-conta')
    await page.locator(`a[href^="${part}"]`).first().click()
    await page.locator('h1', { hasNotText: 'Olá' }).waitFor()
    await shoot(name)
  }
  await close()
  await takeWideAccount({ app, open }, bought)
}

/** On a computer: what is to be paid stays beside the rest; late, and when nothing is owed any more. */
async function takeWideAccount(
  { app, open }: Pick<Studio, 'app' | 'open'>,
  { person, transactionId }: Bought,
): Promise<void> {
  const takeOne = async (name: string): Promise<void> => {
    const device = new AccountDevice(app)
    await device.signIn(person)
    const { page, context, goTo, shoot, close } = await open('desktop')
    await context.addCookies([...device.cookies].map(([key, value]) => ({ name: key, value, url: app.url })))
    // The first visit of a browser has the typeface for the second.
    await goTo('/minha-conta')
    await goTo('/minha-conta')
    await page.locator('a[href^="#compra-"]').first().click()
    await page.locator('h1', { hasNotText: 'Olá' }).waitFor()
    await shoot(name)
    await close()
  }
  await takeOne('account-wide')
  await moveClock(app, 'P70D')
  await takeOne('account-late')
  for (const { id, paymentStatus } of (await read(app, transactionId)).installments ?? [])
    if (paymentStatus !== 'PAID') await pay(app, id)
  await takeOne('account-paid')
}
