import { type AuthenticatorSetup, CONSOLE_HEADER } from '../../../src/contract/console.ts'
import type { DemonstrationOwner } from '../../../src/sandbox/demonstration-staff.ts'
import type { Person } from '../../support/people.ts'
import type { FlowRecord } from './every-flow.ts'
import { MAIL_MARK, NAME_MARK } from './seeded-people.ts'

/**
 * An owner who reads every page, searches by CPF and invites people whose e-mails and names are searched for afterwards;
 * `token` is that of an invitation, whose person begins to accept it.
 */
export async function workInConsole(
  url: string,
  { email, password, code }: DemonstrationOwner,
  token: string,
  people: readonly Person[],
  record: FlowRecord,
): Promise<void> {
  let cookie = ''

  async function call(path: string, body?: object): Promise<unknown> {
    const response = await fetch(`${url}/console/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { cookie, [CONSOLE_HEADER]: '1', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status >= 400) record.errors.push(text)
    else record.served += 1
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
    return response.headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : undefined
  }

  await call('/sign-in', { email: people[0]?.email, password: people[0]?.cpf, code: '000000' })
  await call('/sign-in', { email, password, code })
  for (const each of [cookie.split('=').at(-1), password, token]) if (each) record.tokens.add(each)
  for (const path of ['/session', '/sessions', '/people', '/audit', '/home', '/orders', '/links', '/money'])
    await call(path)
  for (const { cpf } of people.slice(0, 10)) await call(`/orders?q=${cpf}`)
  await call('/people/invite', { email: `vendas${MAIL_MARK}`, role: 'SALES' })
  await call('/invitation', { token })
  const { secret, setup } = (await call('/invitation/authenticator', { token })) as AuthenticatorSetup
  for (const each of [secret, setup]) record.tokens.add(each)
  const typed = { token, name: `Rita ${NAME_MARK}`, password: `senha de ${NAME_MARK}`, setup }
  await call('/invitation/accept', { ...typed, code: '000000' })
}
