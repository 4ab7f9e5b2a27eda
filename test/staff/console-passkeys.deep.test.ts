import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ConsoleSession } from '../../src/contract/console.ts'
import type { PasskeyChallenge, PasskeyCreation, PasskeyList } from '../../src/contract/desk-passkeys.ts'
import { newAuthenticator } from '../desk/authenticator.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { askConsole, newStaffUser, readCookie, useCookie } from '../support/console.ts'
import { newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'

const ORIGIN = 'https://loja.example'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api', PUBLIC_URL: `${ORIGIN}/` } })
})
after(() => app.stop())

const ask = async (): Promise<PasskeyChallenge> =>
  (await askConsole<PasskeyChallenge>(app, '/passkey-sign-in/challenge', {})).body
const send = (body: object) => askConsole(app, '/passkey-sign-in', body)
const REFUSED = { code: 'console_passkey_refused' } as const

test('a passkey is registered, signs in, and opens nothing once it is removed', async () => {
  const user = await newStaffUser(app, 'SALES')
  const key = newAuthenticator(ORIGIN, user.id)
  const { body: offered } = await user.post<PasskeyCreation>('/passkeys/challenge')
  assert.equal((await user.post('/passkeys', key.create(offered))).status, 200)
  const signedIn = await send(key.sign(await ask()))
  assert.equal(signedIn.status, 200, signedIn.text)
  const again = useCookie(app, user, readCookie(signedIn))
  assert.equal((await again.get<ConsoleSession>('/session')).body.person.id, user.id)
  const [listed] = (await again.get<PasskeyList>('/passkeys')).body.passkeys
  assert.equal((await again.post(`/passkeys/${listed?.id}/remove`)).status, 200)
  expectError(await send(key.sign(await ask())), REFUSED)
})

test('a challenge is answered once, and one of the desk, or of another purpose, is of no use', async () => {
  const user = await newStaffUser(app, 'SALES')
  const key = newAuthenticator(ORIGIN, user.id)
  const { body: offered } = await user.post<PasskeyCreation>('/passkeys/challenge')
  assert.equal((await user.post('/passkeys', key.create(offered))).status, 200)
  const challenge = await ask()
  assert.equal((await send(key.sign(challenge))).status, 200)
  expectError(await send(key.sign(challenge)), REFUSED)
  const desk = await app.post<PasskeyChallenge>('/desk/api/passkey-sign-in/challenge', {}, { 'x-desk': '1' })
  expectError(await send(key.sign(desk.body)), REFUSED)
  const atDesk = key.sign(await ask())
  expectError(await app.post('/desk/api/passkey-sign-in', atDesk, { 'x-desk': '1' }), {
    code: 'desk_passkey_refused',
  })
})

test('a passkey of an operator does not open the console, and a key moved to another person by SQL opens nothing', async () => {
  const operator = await newDeskUser(app, 'approver')
  const foreign = newAuthenticator(ORIGIN, operator.id)
  const { body: offeredAtDesk } = await operator.post<PasskeyCreation>('/passkeys/challenge')
  assert.equal((await operator.post('/passkeys', foreign.create(offeredAtDesk))).status, 200)
  expectError(await send(foreign.sign(await ask())), REFUSED)
  const owner = await newStaffUser(app, 'OWNER')
  const user = await newStaffUser(app, 'VIEWER')
  const key = newAuthenticator(ORIGIN, owner.id)
  const { body: offered } = await user.post<PasskeyCreation>('/passkeys/challenge')
  assert.equal((await user.post('/passkeys', key.create(offered))).status, 200)
  await query(app, 'UPDATE staff_passkeys SET person_id = $2 WHERE person_id = $1', [user.id, owner.id])
  expectError(await send(key.sign(await ask())), REFUSED)
})

test('a key is made within ten minutes of signing in, and not after', async () => {
  const user = await newStaffUser(app, 'SALES')
  app.clock.advance({ minutes: 10 })
  expectError(await user.post('/passkeys/challenge'), { code: 'console_fresh_session_required' })
})
