import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { AuthenticatorSetup, ConsoleSession, ConsoleSessionList } from '../../src/contract/console.ts'
import type { FirstPasskeyCreation, PasskeyChallenge, PasskeyList } from '../../src/contract/desk-passkeys.ts'
import { computeTotp, computeTotpStep } from '../../src/domains/sign-in/credentials.ts'
import { invitePerson } from '../../src/domains/staff/index.ts'
import { type Authenticator, type Mischief, newAuthenticator } from '../desk/authenticator.ts'
import { DEMO_RETAILER, PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import {
  askConsole,
  newStaffUser,
  readBase32,
  readCookie,
  type StaffUser,
  useCookie,
} from '../support/console.ts'
import { expectError } from '../support/expect-error.ts'
import { listMails, resetBy } from './reset-links.ts'

const ORIGIN = 'https://loja.example'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api', PUBLIC_URL: `${ORIGIN}/` } })
})
after(() => app.stop())

async function invite(email: string, retailerId = DEMO_RETAILER): Promise<string> {
  const invited = await invitePerson(app.services, { email, role: 'SALES', retailerId })
  if (invited === 'known') assert.fail()
  return invited.link.split('#')[1] ?? ''
}

interface Made {
  readonly key: Authenticator
  readonly personId: string
  readonly body: Readonly<Record<string, unknown>>
}

/** What a browser sends after its authenticator has made the key. */
async function makeKey(token: string, mischief?: Mischief): Promise<Made> {
  const { body } = await askConsole<FirstPasskeyCreation>(app, '/invitation/passkey/challenge', { token })
  const personId = Buffer.from(body.user.id, 'base64url').toString()
  const key = newAuthenticator(ORIGIN, personId)
  const { label: _, ...made } = key.create(body, mischief)
  return { key, personId, body: { token, name: 'Ana da Chave', setup: body.setup, ...made } }
}

const accept = (body: object) => askConsole(app, '/invitation/passkey', body)

async function enter(email: string): Promise<Made & { readonly user: StaffUser }> {
  const made = await makeKey(await invite(email))
  const answer = await accept(made.body)
  assert.equal(answer.status, 200, answer.text)
  const member = { id: made.personId, email, name: 'Ana da Chave', password: '', totpSecret: Buffer.alloc(0) }
  return { ...made, user: useCookie(app, member, readCookie(answer)) }
}

async function signInByKey(key: Authenticator) {
  const { body } = await askConsole<PasskeyChallenge>(app, '/passkey-sign-in/challenge', {})
  return askConsole(app, '/passkey-sign-in', key.sign(body))
}

const INVALID = { code: 'console_invitation_invalid' } as const
const REFUSED = { code: 'console_passkey_invalid' } as const

test('an invited person makes a passkey, is signed in without a password, and signs in again with the key', async () => {
  const { key, personId, body, user } = await enter('chave@loja.example')
  const session = await user.get<ConsoleSession>('/session')
  assert.deepEqual([session.body.person.id, session.body.shop.role], [personId, 'SALES'])
  const listed = (await user.get<ConsoleSessionList>('/sessions')).body
  assert.deepEqual([listed.hasPassword, listed.hasAuthenticator], [false, false])
  assert.equal((await signInByKey(key)).status, 200)
  expectError(await accept(body), INVALID)
  // There is no password to guess, to change, or to be found missing.
  const typed = { password: 'uma frase comprida', code: '000000' }
  for (const email of [user.email, 'ninguem@loja.example'])
    expectError(await askConsole(app, '/sign-in', { email, ...typed }), { code: 'console_sign_in_refused' })
  expectError(await user.post('/session/password', { ...typed, newPassword: 'outra frase comprida' }), {
    code: 'console_sign_in_refused',
  })
  const [only] = (await user.get<PasskeyList>('/passkeys')).body.passkeys
  expectError(await user.post(`/passkeys/${only?.id}/remove`), { code: 'console_last_passkey' })
})

test('somebody without a password sets one with an authenticator, and accepts other invitations with the key', async () => {
  const { key, user } = await enter('semsenha@loja.example')
  const invitation = await invite(user.email, PLAIN_RETAILER)
  expectError(await accept((await makeKey(invitation)).body), { code: 'console_person_known' })
  const { body: challenge } = await askConsole<PasskeyChallenge>(app, '/passkey-sign-in/challenge', {})
  const signedIn = await askConsole(app, '/passkey-sign-in', { ...key.sign(challenge), invitation })
  const there = useCookie(app, user, readCookie(signedIn))
  assert.equal((await there.get<ConsoleSession>('/session')).body.shops.length, 2)
  const { body } = await there.post<AuthenticatorSetup>('/session/authenticator/setup')
  const totpSecret = readBase32(body.secret)
  const password = 'uma frase comprida'
  const newCode = computeTotp(totpSecret, computeTotpStep(app.clock.now()))
  const done = await there.post('/session/authenticator', { password, setup: body.setup, newCode })
  assert.equal(done.status, 200, done.text)
  app.clock.advance({ ms: 30_000 })
  const code = computeTotp(totpSecret, computeTotpStep(app.clock.now()))
  assert.equal((await askConsole(app, '/sign-in', { email: user.email, password, code })).status, 200)
})

test('somebody without a password is reset too, and makes another key by the link', async () => {
  const { key, user } = await enter('perdida@loja.example')
  const owner = await newStaffUser(app, 'OWNER')
  const token = await resetBy(app, owner, user)
  expectError(await signInByKey(key), { code: 'console_passkey_refused' })
  const { body } = await askConsole<FirstPasskeyCreation>(app, '/reset/passkey/challenge', { token })
  const next = newAuthenticator(ORIGIN, user.id)
  const { label: _, ...made } = next.create(body)
  const answers = await Promise.all([1, 2].map(() => askConsole(app, '/reset/passkey', { token, ...made })))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 404])
  assert.equal((await signInByKey(next)).status, 200)
  assert.equal((await listMails(app, 'staff-reset')).at(-1)?.to, user.email)
})

test('a key whose authenticator did not verify its user, of another invitation or another address, accepts nothing', async () => {
  const [token, other] = [await invite('torta@loja.example'), await invite('reta@loja.example')]
  for (const mischief of [
    { isUnverified: true },
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
  ] as const)
    expectError(await accept((await makeKey(token, mischief)).body), REFUSED)
  const [own, foreign] = [await makeKey(token), await makeKey(other)]
  expectError(await accept({ ...foreign.body, token }), REFUSED)
  expectError(await accept({ ...own.body, setup: foreign.body.setup }), REFUSED)
  app.clock.advance({ minutes: 6 })
  expectError(await accept(own.body), REFUSED)
  const again = await makeKey(token)
  const answers = await Promise.all([1, 2, 3].map(() => accept(again.body)))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('a key that somebody has already is refused, and leaves nobody behind', async () => {
  const { key } = await enter('primeira@loja.example')
  const token = await invite('segunda@loja.example')
  const { body } = await askConsole<FirstPasskeyCreation>(app, '/invitation/passkey/challenge', { token })
  const { label: _, ...made } = key.create(body)
  const count = async () =>
    (await query<{ n: number }>(app, 'SELECT count(*)::int AS n FROM staff_people'))[0]?.n
  const before = await count()
  expectError(await accept({ token, name: 'Segunda', setup: body.setup, ...made }), REFUSED)
  assert.equal(await count(), before)
  assert.equal((await accept((await makeKey(token)).body)).status, 200)
})
