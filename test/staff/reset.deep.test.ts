import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findForgedRows } from '../../src/app/upkeep/find-forged-rows.ts'
import type { AuthenticatorSetup, ConsoleSessionList } from '../../src/contract/console.ts'
import type { PasskeyChallenge, PasskeyCreation, PasskeyList } from '../../src/contract/desk-passkeys.ts'
import { computeTotp, computeTotpStep } from '../../src/domains/sign-in/credentials.ts'
import { findStaffSession, invitePerson, staffPasskeys } from '../../src/domains/staff/index.ts'
import { listPersonRows, usePersonTotpStep } from '../../src/domains/staff/person-store.ts'
import { type Authenticator, newAuthenticator } from '../desk/authenticator.ts'
import { DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import {
  askConsole,
  newStaffMember,
  newStaffUser,
  nextStaffCode,
  readBase32,
  readCookie,
  type StaffMember,
  type StaffUser,
  signInStaff,
  useCookie,
} from '../support/console.ts'
import { listAudit } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { finishWith, resetBy, scanAuthenticator } from './reset-links.ts'

const ORIGIN = 'https://loja.example'
const INVALID = { code: 'console_reset_invalid' } as const

let app: TestApp
let owner: StaffUser
before(async () => {
  app = await startTestApp({
    env: { ROLE: 'api', PUBLIC_URL: `${ORIGIN}/`, TRUSTED_PROXIES: '127.0.0.1' },
  })
})
/** Sessions end after 15 minutes: each test begins with a new one. */
const newOwner = async (): Promise<StaffUser> => {
  owner = await newStaffUser(app, 'OWNER')
  return owner
}
after(() => app.stop())

let addresses = 0
const newAddress = (): { 'x-forwarded-for': string } => {
  addresses += 1
  return { 'x-forwarded-for': `198.51.100.${addresses}` }
}

async function addPasskey(user: StaffUser): Promise<Authenticator> {
  const key = newAuthenticator(ORIGIN, user.id)
  const { body } = await user.post<PasskeyCreation>('/passkeys/challenge')
  assert.equal((await user.post('/passkeys', key.create(body))).status, 200)
  return key
}

async function signInByKey(key: Authenticator) {
  const { body } = await askConsole<PasskeyChallenge>(app, '/passkey-sign-in/challenge', {})
  return askConsole(app, '/passkey-sign-in', key.sign(body), newAddress())
}

const offerKey = async (token: string): Promise<PasskeyCreation> =>
  (await askConsole<PasskeyCreation>(app, '/reset/passkey/challenge', { token })).body

async function finishByKey(token: string, person: StaffMember): Promise<[Authenticator, StaffUser]> {
  const key = newAuthenticator(ORIGIN, person.id)
  const { label: _, ...made } = key.create(await offerKey(token))
  const { password } = person
  const answer = await askConsole(app, '/reset/passkey', { token, password, ...made }, newAddress())
  assert.equal(answer.status, 200, answer.text)
  return [key, useCookie(app, person, readCookie(answer))]
}

test('of those who use one link at the same time, one gets in', async () => {
  await newOwner()
  const person = await newStaffMember(app, 'SALES')
  const token = await resetBy(app, owner, person)
  const setups = await Promise.all([1, 2, 3].map(() => scanAuthenticator(app, token)))
  const answers = await Promise.all(
    setups.map(({ body }) =>
      askConsole(app, '/reset/finish', { token, password: person.password, ...body }, newAddress()),
    ),
  )
  const won = answers.findIndex(({ status }) => status === 200)
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
  for (const [at, answer] of answers.entries()) if (at !== won) expectError(answer, INVALID)
  await signInStaff(app, { ...person, totpSecret: setups[won]?.totpSecret ?? assert.fail() })
})

test('a link opens for 24 hours, once, and not after a newer one; its token is stored nowhere', async () => {
  await newOwner()
  const person = await newStaffMember(app, 'SALES')
  const open = (token: string) => askConsole(app, '/reset', { token })
  const older = await resetBy(app, owner, person)
  const newer = await resetBy(app, owner, person)
  expectError(await open(older), INVALID)
  assert.equal((await finishWith(app, newer, person.password)).answer.status, 200)
  expectError(await open(newer), INVALID)
  const late = await resetBy(app, owner, person)
  const { body } = await scanAuthenticator(app, late)
  app.clock.advance({ minutes: 24 * 60 })
  expectError(await open(late), INVALID)
  const typed = { token: late, password: person.password, ...body }
  expectError(await askConsole(app, '/reset/finish', typed), INVALID)
  expectError(await open('A'.repeat(43)), INVALID)
  const [row] = await query<{ found: boolean }>(
    app,
    `SELECT bool_or(r::text LIKE '%' || $1 || '%') AS found FROM staff_resets r`,
    [late],
  )
  assert.equal(row?.found, false)
})

test('guesses at the password count as at the sign-in, there and here', async () => {
  await newOwner()
  const person = await newStaffMember(app, 'SALES')
  const token = await resetBy(app, owner, person)
  for (let count = 0; count < 5; count++)
    expectError((await finishWith(app, token, 'uma senha errada', newAddress())).answer, {
      code: 'console_reset_refused',
    })
  await finishWith(app, token, 'uma senha errada', newAddress())
  const waiting = await finishWith(app, token, person.password, newAddress())
  expectError(waiting.answer, { code: 'rate_limited' })
  const { email, password } = person
  const signIn = await askConsole(app, '/sign-in', { email, password, code: '000000' }, newAddress())
  expectError(signIn, { code: 'rate_limited' })
  app.clock.advance({ minutes: 15 })
  const { answer } = await finishWith(app, token, person.password, newAddress())
  assert.equal(answer.status, 200, answer.text)
})

test('a link, a setup and a challenge are each for one thing: not for another person, an invitation, or the desk', async () => {
  await newOwner()
  const [one, two] = [await newStaffMember(app, 'SALES'), await newStaffMember(app, 'SALES')]
  const [token, other] = [await resetBy(app, owner, one), await resetBy(app, owner, two)]
  const wanted = { email: 'nova@loja.example', role: 'SALES', retailerId: DEMO_RETAILER } as const
  const invited = await invitePerson(app.services, wanted)
  if (invited === 'known') assert.fail()
  const invitation = invited.link.split('#')[1] ?? ''
  expectError(await askConsole(app, '/invitation', { token }), { code: 'console_invitation_invalid' })
  expectError(await askConsole(app, '/reset', { token: invitation }), INVALID)
  const foreign = await scanAuthenticator(app, other)
  const setup = await askConsole<AuthenticatorSetup>(app, '/invitation/authenticator', { token: invitation })
  const code = computeTotp(readBase32(setup.body.secret), computeTotpStep(app.clock.now()))
  for (const shown of [foreign.body, { setup: setup.body.setup, code }])
    expectError(await askConsole(app, '/reset/finish', { token, password: one.password, ...shown }), {
      code: 'console_invitation_code_refused',
    })
  const key = newAuthenticator(ORIGIN, one.id)
  for (const challenge of [
    await offerKey(other),
    (await askConsole<PasskeyCreation>(app, '/invitation/passkey/challenge', { token: invitation })).body,
    (await askConsole<PasskeyCreation>(app, '/passkey-sign-in/challenge', {})).body,
  ]) {
    const { label: _, ...made } = key.create(challenge)
    expectError(await askConsole(app, '/reset/passkey', { token, password: one.password, ...made }), {
      code: 'console_passkey_invalid',
    })
  }
  const { label: _, ...unverified } = key.create(await offerKey(token), { isUnverified: true })
  expectError(await askConsole(app, '/reset/passkey', { token, password: one.password, ...unverified }), {
    code: 'console_passkey_invalid',
  })
  const { label: __, ...made } = key.create(await offerKey(token))
  expectError(await askConsole(app, '/reset/passkey', { token, ...made }), {
    code: 'invalid_parameters',
    message: 'password is required',
  })
  const [, back] = await finishByKey(token, one)
  const [, id = ''] = back.cookie.split('=')
  for (const name of ['crediario_desk', '__Host-crediario_desk']) {
    const answer = await fetch(`${app.url}/desk/api/session`, { headers: { cookie: `${name}=${id}` } })
    assert.equal(answer.status, 401)
  }
})

test('passkeys end with a reset, and one takes the place of the authenticator: then it stays until there is another way in', async () => {
  await newOwner()
  const person = await newStaffUser(app, 'SALES')
  const lost = await addPasskey(person)
  const token = await resetBy(app, owner, person)
  expectError(await signInByKey(lost), { code: 'console_passkey_refused' })
  const [key, back] = await finishByKey(token, person)
  assert.equal((await signInByKey(key)).status, 200)
  // The password alone opens nothing.
  await assert.rejects(signInStaff(app, person))
  const listed = (await back.get<ConsoleSessionList>('/sessions')).body
  assert.deepEqual([listed.hasPassword, listed.hasAuthenticator], [true, false])
  const [only] = (await back.get<PasskeyList>('/passkeys')).body.passkeys
  expectError(await back.post(`/passkeys/${only?.id}/remove`), { code: 'console_last_passkey' })
  const { body } = await back.post<AuthenticatorSetup>('/session/authenticator/setup')
  const totpSecret = readBase32(body.secret)
  const setUp = (password: string) =>
    back.post('/session/authenticator', {
      password,
      setup: body.setup,
      newCode: computeTotp(totpSecret, computeTotpStep(app.clock.now())),
    })
  expectError(await setUp('uma senha errada'), { code: 'console_sign_in_refused' })
  app.clock.advance({ minutes: 10 })
  expectError(await setUp(person.password), { code: 'console_fresh_session_required' })
  const fresh = useCookie(app, person, readCookie(await signInByKey(key)))
  const again = (await fresh.post<AuthenticatorSetup>('/session/authenticator/setup')).body
  const secret = readBase32(again.secret)
  const newCode = computeTotp(secret, computeTotpStep(app.clock.now()))
  const done = await fresh.post('/session/authenticator', {
    password: person.password,
    setup: again.setup,
    newCode,
  })
  assert.equal(done.status, 200, done.text)
  const whole = await signInStaff(app, { ...person, totpSecret: secret })
  assert.equal((await whole.post(`/passkeys/${only?.id}/remove`)).status, 200)
})

test('a sign-in and a new key that were on their way when somebody was reset are refused', async () => {
  await newOwner()
  const person = await newStaffUser(app, 'SALES')
  const { session } = await findStaffSession(app.services, person.cookie.split('=')[1] ?? '')
  const [row] = await listPersonRows(app.database, [person.id])
  const { body } = await person.post<PasskeyCreation>('/passkeys/challenge')
  const made = newAuthenticator(ORIGIN, person.id).create(body)
  await resetBy(app, owner, person)
  assert.ok(row && session)
  const step = computeTotpStep(app.clock.now()) + 1
  assert.equal(await app.database.transaction(tx => usePersonTotpStep(tx, row, step)), false)
  const party = { origin: ORIGIN, rpId: 'loja.example' }
  const added = await staffPasskeys.add(app.services, session, party, made as never)
  assert.equal(added, 'sign-in again')
  for (let count = 0; count < 4; count++) {
    const member = await newStaffMember(app, 'SALES')
    const { email, password } = member
    const code = nextStaffCode(app, member)
    const [signedIn] = await Promise.all([
      askConsole(app, '/sign-in', { email, password, code }, newAddress()),
      owner.post(`/people/${member.id}/reset`),
    ])
    const user = useCookie(app, member, readCookie(signedIn))
    assert.equal((await user.get('/session')).status, 401, 'no session outlives the reset')
  }
})

test('two owners who reset each other at once both get a link, and nobody is left with the old access', async () => {
  const [one, two] = [await newStaffUser(app, 'OWNER'), await newStaffUser(app, 'OWNER')]
  const answers = await Promise.all([
    one.post(`/people/${two.id}/reset`),
    two.post(`/people/${one.id}/reset`),
  ])
  assert.ok(answers.some(({ status }) => status === 200))
  for (const [at, user] of [two, one].entries())
    if (answers[at]?.status === 200) assert.equal((await user.get('/session')).status, 401)
})

test('what was put back by SQL opens nothing and is reported: an older authenticator, and a used link', async () => {
  await newOwner()
  const person = await newStaffMember(app, 'SALES')
  type Stored = { secret: Buffer }
  const text = 'SELECT totp_secret AS secret FROM staff_people WHERE id = $1'
  const [old] = await query<Stored>(app, text, [person.id])
  const token = await resetBy(app, owner, person)
  const putBack = (secret: Buffer | undefined) =>
    query(app, 'UPDATE staff_people SET totp_secret = $2 WHERE id = $1', [person.id, secret])
  await putBack(old?.secret)
  await assert.rejects(signInStaff(app, person), 'while the link waits')
  await query(app, 'UPDATE staff_people SET totp_secret = NULL WHERE id = $1', [person.id])
  const [open] = await query<{ id: string; version: number; mac: Buffer }>(
    app,
    `SELECT id, version, mac FROM staff_resets WHERE person_id = $1 AND state = 'open'`,
    [person.id],
  )
  const { answer, totpSecret } = await finishWith(app, token, person.password)
  assert.equal(answer.status, 200, answer.text)
  const [renewed] = await query<Stored>(app, text, [person.id])
  await putBack(old?.secret)
  await assert.rejects(signInStaff(app, person), 'after the new one is set up')
  await putBack(renewed?.secret)
  await signInStaff(app, { ...person, totpSecret })
  await query(app, `UPDATE staff_resets SET state = 'open', version = $2, mac = $3 WHERE id = $1`, [
    open?.id,
    open?.version,
    open?.mac,
  ])
  expectError(await askConsole(app, '/reset', { token }), INVALID)
  await putBack(old?.secret)
  await findForgedRows(app.services)
  const reported = (await listAudit(app)).filter(({ action }) => action === 'refused.forged-row')
  const tables = reported.map(({ details }) => details.table)
  for (const table of ['staff_people', 'staff_resets']) assert.ok(tables.includes(table), table)
})
