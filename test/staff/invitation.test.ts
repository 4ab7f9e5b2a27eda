import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AuthenticatorSetup, ConsoleSession, InvitationView } from '../../src/contract/console.ts'
import { computeTotp, computeTotpStep } from '../../src/domains/sign-in/credentials.ts'
import { invitePerson } from '../../src/domains/staff/index.ts'
import { DEMO_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import {
  askConsole,
  newStaffMember,
  readBase32,
  readCookie,
  signInStaff,
  useCookie,
} from '../support/console.ts'
import { expectError } from '../support/expect-error.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

async function invite(email: string): Promise<string> {
  const invited = await invitePerson(app.services, { email, role: 'OWNER', retailerId: DEMO_RETAILER })
  if (invited === 'known') assert.fail()
  const [address, token = ''] = invited.link.split('#')
  assert.match(String(address), /\/console\/convite$/)
  return token
}

test('an invited person sets a password and an authenticator, is signed in, and signs in again with both', async () => {
  const token = await invite('dona@loja.example')
  const view = await askConsole<InvitationView>(app, '/invitation', { token })
  assert.equal(view.body.email, 'dona@loja.example')
  assert.equal(view.body.isKnown, false)
  const setup = await askConsole<AuthenticatorSetup>(app, '/invitation/authenticator', { token })
  const totpSecret = readBase32(setup.body.secret)
  const code = computeTotp(totpSecret, computeTotpStep(app.clock.now()))
  const typed = { token, name: 'Dona da Loja', password: 'uma frase comprida', setup: setup.body.setup, code }
  expectError(await askConsole(app, '/invitation/accept', { ...typed, code: '000000' }), {
    code: 'console_invitation_code_refused',
  })
  const accepted = await askConsole(app, '/invitation/accept', typed)
  assert.equal(accepted.status, 200, accepted.text)
  const member = { id: '', email: view.body.email, name: typed.name, password: typed.password, totpSecret }
  const user = useCookie(app, member, readCookie(accepted))
  const session = await user.get<ConsoleSession>('/session')
  assert.deepEqual(session.body.shop, { retailerId: DEMO_RETAILER, name: 'Loja Demonstração', role: 'OWNER' })
  await signInStaff(app, member)
  expectError(await askConsole(app, '/invitation/accept', typed), { code: 'console_invitation_invalid' })
})

test('somebody who was not invited does not get in, and nobody without a session reads anything', async () => {
  const member = await newStaffMember(app, 'VIEWER')
  const wrong = { email: member.email, password: member.password, code: '000000' }
  expectError(await askConsole(app, '/sign-in', wrong), { code: 'console_sign_in_refused' })
  expectError(await useCookie(app, member, '').get('/session'), { code: 'console_session_required' })
})
