import { invitePerson } from '../../src/domains/staff/index.ts'
import { DEMO_RETAILER } from '../../test/support/app.ts'
import { newStaffUser } from '../../test/support/console.ts'
import type { Studio } from './studio.ts'

/** Who works at a shop: signing in, an invitation on a phone, Pessoas and Registro. */
export async function takeConsolePeople({ app, open }: Studio): Promise<void> {
  const owner = await newStaffUser(app, 'OWNER')
  for (const role of ['FINANCE', 'SALES', 'VIEWER'] as const) await newStaffUser(app, role)
  await owner.post('/people/invite', { email: 'caixa@loja.example', role: 'SALES' })
  const wanted = { email: 'contas@loja.example', role: 'FINANCE', retailerId: DEMO_RETAILER } as const
  const invited = await invitePerson(app.services, wanted)
  const [name = '', value = ''] = owner.cookie.split('=')
  const cookie = { name, value, url: app.url, httpOnly: true, sameSite: 'Strict' } as const
  const { page, context, goTo, shoot, close } = await open('desktop')
  await goTo('/console')
  await page.getByRole('button', { name: 'Entrar', exact: true }).waitFor()
  await shoot('console-sign-in')
  await context.addCookies([cookie])
  await goTo('/console/pessoas')
  await page.getByRole('table', { name: 'Convites em aberto' }).waitFor()
  await shoot('console-people')
  await goTo('/console/registro')
  await page.getByRole('table', { name: 'Registro da loja' }).waitFor()
  await shoot('console-audit')
  await close()
  if (invited === 'known') return
  const phone = await open('phone')
  await phone.goTo(`/console/convite#${invited.link.split('#')[1]}`)
  await phone.page.getByRole('img', { name: 'QR code para o aplicativo autenticador' }).waitFor()
  await phone.shoot('console-invitation-phone')
  await phone.close()
}
