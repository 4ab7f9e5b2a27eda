import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { PasskeyChallenge, PasskeyCreation, PasskeyList } from '../../src/contract/desk-passkeys.ts'
import { disableOperator, findOperator, resetOperator } from '../../src/domains/operators/operators.ts'
import { removeOldAttempts } from '../../src/domains/sign-in/index.ts'
import { query, readAnswer, startTestApp, type TestApp } from '../support/app.ts'
import { countAudit, type DeskUser, listAudit, newDeskUser } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { type Authenticator, type Mischief, newAuthenticator } from './authenticator.ts'

const ORIGIN = 'https://mesa.example'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api', PUBLIC_URL: `${ORIGIN}/` } })
})
after(() => app.stop())

const ask = async () =>
  (await app.post<PasskeyChallenge>('/desk/api/passkey-sign-in/challenge', {}, { 'x-desk': '1' })).body
const send = (body: unknown) => app.post('/desk/api/passkey-sign-in', body, { 'x-desk': '1' })
const list = async (user: DeskUser) => (await user.get<PasskeyList>('/passkeys')).body.passkeys
const offer = async (user: DeskUser) => (await user.post<PasskeyCreation>('/passkeys/challenge')).body

async function register(user: DeskUser): Promise<Authenticator> {
  const authenticator = newAuthenticator(ORIGIN, user.id)
  const answer = await user.post('/passkeys', authenticator.create(await offer(user)))
  assert.equal(answer.status, 200, answer.text)
  return authenticator
}

const getOperator = async ({ email }: DeskUser) => {
  const operator = await findOperator(app.database, app.services.secrets, email)
  assert.ok(operator)
  return operator
}

test('a passkey is registered, signs in, is listed with its last use, and opens nothing once removed', async () => {
  const user = await newDeskUser(app, 'analyst')
  const start = await countAudit(app)
  const offered = await offer(user)
  assert.deepEqual([offered.rpId, offered.user.name, offered.known], ['mesa.example', user.email, []])
  const authenticator = await register(user)
  assert.equal((await offer(user)).known.length, 1)
  const signedIn = await send(authenticator.sign(await ask()))
  assert.equal(signedIn.status, 200, signedIn.text)
  const [session = '', known = ''] = signedIn.headers.getSetCookie()
  assert.match(session, /^__Host-crediario_desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
  assert.match(known, /^__Host-crediario_known_/, 'a complete sign-in')
  const cookie = session.split(';')[0] ?? ''
  const seen = await readAnswer(await fetch(`${app.url}/desk/api/session`, { headers: { cookie } }))
  assert.equal((seen.body.operator as Record<string, unknown>).id, user.id)
  const [passkey] = await list(user)
  assert.ok(passkey?.lastUsedAt)
  assert.equal(passkey.label, 'Chave de teste')
  const [row] = await query<{ found: boolean }>(
    app,
    `SELECT bool_or(p::text ILIKE '%' || encode('Chave de teste', 'hex') || '%') AS found FROM operator_passkeys p`,
  )
  assert.equal(row?.found, false, 'labels are sealed')
  assert.equal((await user.post(`/passkeys/${passkey.id}/remove`)).status, 200)
  assert.deepEqual(await list(user), [])
  expectError(await send(authenticator.sign(await ask())), { code: 'desk_passkey_refused' })
  const noted = await listAudit(app, start)
  assert.deepEqual(
    noted.map(({ action, operatorId, details }) => [action, operatorId, details.why ?? details.method]),
    [
      ['passkey.add', user.id, undefined],
      ['sign-in', user.id, 'passkey'],
      ['passkey.list', user.id, undefined],
      ['row.version', null, undefined],
      ['passkey.remove', user.id, undefined],
      ['passkey.list', user.id, undefined],
      ['sign-in.refused', null, 'unknown passkey'],
    ],
  )
})

const MISCHIEFS: readonly (readonly [what: string, mischief: Mischief])[] = [
  ['another origin', { origin: 'https://mesa.example.evil' }],
  ['plain http', { origin: 'http://mesa.example' }],
  ['another relying party', { rpId: 'evil.example' }],
  ['no verified user', { isUnverified: true }],
  ['another ceremony', { type: 'webauthn.other' }],
]

for (const [what, mischief] of MISCHIEFS)
  test(`an answer with ${what} neither registers a passkey nor signs in`, async () => {
    const user = await newDeskUser(app, 'analyst')
    const authenticator = newAuthenticator(ORIGIN, user.id)
    const start = await countAudit(app)
    expectError(await user.post('/passkeys', authenticator.create(await offer(user), mischief)), {
      code: 'desk_passkey_invalid',
    })
    const [noted] = await listAudit(app, start)
    assert.deepEqual([noted?.action, noted?.operatorId], ['passkey.refused', user.id])
    const right = await register(user)
    expectError(await send(right.sign(await ask(), mischief)), { code: 'desk_passkey_refused' })
    assert.equal((await send(right.sign(await ask()))).status, 200)
  })

test('a challenge is answered once, within five minutes, for what it was issued, and only one of ours', async () => {
  const user = await newDeskUser(app, 'analyst')
  const other = await newDeskUser(app, 'analyst')
  const authenticator = await register(user)
  const refused = async (challenge: PasskeyChallenge) =>
    expectError(await send(authenticator.sign(challenge)), { code: 'desk_passkey_refused' })
  const challenge = await ask()
  const answers = await Promise.all([1, 2, 3].map(() => send(authenticator.sign(challenge))))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1, 'one of three at once')
  await refused(challenge)
  const late = await ask()
  app.clock.advance({ minutes: 5 })
  await refused(late)
  await refused({ ...late, challenge: Buffer.alloc(56).toString('base64url') })
  const foreign = await offer(other)
  await refused(foreign)
  const stranger = newAuthenticator(ORIGIN, user.id)
  expectError(await user.post('/passkeys', stranger.create(foreign)), { code: 'desk_passkey_invalid' })
  expectError(await user.post('/passkeys', stranger.create(await ask())), { code: 'desk_passkey_invalid' })
  const once = await offer(user)
  assert.equal((await user.post('/passkeys', stranger.create(once))).status, 200)
  const second = newAuthenticator(ORIGIN, user.id)
  expectError(await user.post('/passkeys', second.create(once)), { code: 'desk_passkey_invalid' })
  await removeOldAttempts(app.database, app.clock.now())
  const [row] = await query<{ count: number }>(
    app,
    'SELECT count(*)::integer AS count FROM used_passkey_challenges WHERE expires_at < $1',
    [app.clock.now()],
  )
  assert.equal(row?.count, 0)
})

test('a passkey whose count does not grow was copied: it is refused and audited', async () => {
  const user = await newDeskUser(app, 'analyst')
  const authenticator = await register(user)
  assert.equal((await send(authenticator.sign(await ask(), { counter: 9 }))).status, 200)
  const start = await countAudit(app)
  for (const counter of [9, 3, 0])
    expectError(await send(authenticator.sign(await ask(), { counter })), { code: 'desk_passkey_refused' })
  const noted = await listAudit(app, start)
  assert.deepEqual(
    noted.map(({ action, operatorId, details }) => [action, operatorId, details.why]),
    Array.from({ length: 3 }, () => ['sign-in.refused', user.id, 'passkey copied']),
  )
  assert.equal((await send(authenticator.sign(await ask(), { counter: 10 }))).status, 200)
})

test('an authenticator that does not count signs in again and again', async () => {
  const user = await newDeskUser(app, 'viewer')
  const authenticator = newAuthenticator(ORIGIN, user.id)
  const counter = 0
  assert.equal(
    (await user.post('/passkeys', authenticator.create(await offer(user), { counter }))).status,
    200,
  )
  for (const _ of [1, 2]) assert.equal((await send(authenticator.sign(await ask(), { counter }))).status, 200)
})

test('a row written past the program, or given to another operator, opens nothing', async () => {
  const user = await newDeskUser(app, 'viewer')
  const approver = await newDeskUser(app, 'approver')
  const authenticator = await register(user)
  await query(app, 'UPDATE operator_passkeys SET operator_id = $1 WHERE operator_id = $2', [
    approver.id,
    user.id,
  ])
  for (const userHandle of [user.id, approver.id])
    expectError(await send(authenticator.sign(await ask(), { userHandle })), { code: 'desk_passkey_refused' })
})

test('a passkey that was removed opens nothing when its row is written back', async () => {
  const user = await newDeskUser(app, 'viewer')
  const authenticator = await register(user)
  const [kept] = await query<{ row: string }>(
    app,
    'SELECT to_json(p)::text AS row FROM operator_passkeys p WHERE operator_id = $1',
    [user.id],
  )
  assert.ok(kept)
  const [passkey] = await list(user)
  assert.equal((await user.post(`/passkeys/${passkey?.id}/remove`)).status, 200)
  await query(
    app,
    'INSERT INTO operator_passkeys SELECT * FROM json_populate_record(NULL::operator_passkeys, $1::json)',
    [kept.row],
  )
  expectError(await send(authenticator.sign(await ask())), { code: 'desk_passkey_refused' })
})

test('disabling refuses the passkeys of an operator, and a reset removes them', async () => {
  const user = await newDeskUser(app, 'analyst')
  const authenticator = await register(user)
  await disableOperator(app.services, await getOperator(user))
  expectError(await send(authenticator.sign(await ask())), { code: 'desk_passkey_refused' })
  const lost = await newDeskUser(app, 'analyst')
  await register(lost)
  await resetOperator(app.services, await getOperator(lost))
  const rows = await query(app, 'SELECT FROM operator_passkeys WHERE operator_id = $1', [lost.id])
  assert.equal(rows.length, 0)
})

test('a passkey is added within ten minutes of signing in, ten at most, and nobody removes another’s', async () => {
  const user = await newDeskUser(app, 'analyst')
  const other = await newDeskUser(app, 'approver')
  await register(user)
  const [mine] = await list(user)
  expectError(await other.post(`/passkeys/${mine?.id}/remove`), { code: 'desk_not_found' })
  for (let count = 1; count < 10; count++) await register(user)
  expectError(await user.post('/passkeys/challenge'), { code: 'desk_passkeys_full' })
  const waiting = await offer(other)
  app.clock.advance({ minutes: 10 })
  for (const path of ['/passkeys/challenge', '/passkeys']) {
    const body = path === '/passkeys' ? newAuthenticator(ORIGIN, other.id).create(waiting) : {}
    expectError(await other.post(path, body), { code: 'desk_fresh_session_required' })
  }
})

test('whatever strangers get wrong from an address, a passkey signs in from it; refusals are limited', async () => {
  const user = await newDeskUser(app, 'analyst')
  const authenticator = await register(user)
  const start = await countAudit(app)
  const stranger = newAuthenticator(ORIGIN, user.id)
  let limited = 0
  for (let count = 0; count < 40; count++)
    limited += (await send(stranger.sign(await ask()))).status === 429 ? 1 : 0
  assert.ok(limited > 0)
  assert.ok((await countAudit(app)) - start <= 32, 'and do not fill the audit log')
  assert.equal((await send(authenticator.sign(await ask()))).status, 200)
})

test('an address without a name offers no passkeys, and says so', async () => {
  const plain = await startTestApp({ sharing: app, env: { ROLE: 'api' } })
  try {
    const answer = await plain.post('/desk/api/passkey-sign-in/challenge', {}, { 'x-desk': '1' })
    expectError(answer, { code: 'desk_passkeys_unavailable' })
    const user = await newDeskUser(plain, 'viewer')
    assert.equal((await user.get<PasskeyList>('/passkeys')).body.isOffered, false)
  } finally {
    await plain.stop()
  }
})
