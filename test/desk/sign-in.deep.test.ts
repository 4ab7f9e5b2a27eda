import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { disableOperator, findOperator, giveRole } from '../../src/domains/operators/operators.ts'
import { computeTotp, computeTotpStep } from '../../src/domains/sign-in/credentials.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import {
  askSignIn,
  countAudit,
  listAudit,
  newDeskPerson,
  newDeskUser,
  nextCode,
  signIn,
} from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const getOperator = async (email: string) => {
  const operator = await findOperator(app.database, app.services.secrets, email)
  assert.ok(operator)
  return operator
}

test('e-mail, password and code together open a session, in a cookie that no script and no other site can use', async () => {
  const person = await newDeskPerson(app, 'analyst')
  const { password } = person
  const code = nextCode(app, person)
  const answer = await askSignIn(app, { email: ` ${person.email.toUpperCase()} `, password, code })
  assert.equal(answer.status, 200)
  const [cookie = '', known = ''] = answer.headers.getSetCookie()
  assert.match(cookie, /^crediario_desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
  assert.match(
    known,
    /^crediario_known_[0-9a-f]{16}=[\w-]{22}\.\d{13}\.[\w-]{43}; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
  )
  const user = await signIn(app, person)
  const session = await user.get('/session')
  assert.equal(session.status, 200)
  assert.deepEqual((session.body.operator as Record<string, unknown>).email, person.email)
  assert.notEqual(user.cookie, cookie.split(';')[0], 'every sign-in has an id of its own')
  const id = user.cookie.split('=')[1] ?? ''
  const [row] = await query<{ found: boolean }>(
    app,
    `SELECT bool_or(s::text LIKE '%' || $1 || '%') AS found FROM operator_sessions s`,
    [id],
  )
  assert.equal(row?.found, false, 'the id itself is stored nowhere')
})

test('over https the cookie is Secure and bound to the host by its name', async () => {
  const secure = await startTestApp({
    sharing: app,
    env: { ROLE: 'api', PUBLIC_URL: 'https://desk.example' },
  })
  try {
    const person = await newDeskPerson(app, 'viewer')
    const { email, password } = person
    const answer = await askSignIn(secure, { email, password, code: nextCode(app, person) })
    const [cookie = '', known = ''] = answer.headers.getSetCookie()
    assert.match(cookie, /^__Host-crediario_desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict; Secure$/)
    assert.match(known, /^__Host-crediario_known_\w+=\S+; Path=\/; .*; HttpOnly; SameSite=Strict; Secure$/)
  } finally {
    await secure.stop()
  }
})

test('whichever of the three is wrong, and also for somebody unknown or disabled, the answer is the same', async () => {
  const person = await newDeskPerson(app, 'analyst')
  const disabled = await newDeskPerson(app, 'analyst')
  await disableOperator(app.services, await getOperator(disabled.email))
  const { email, password } = person
  const tries = [
    { email, password: `${password}x`, code: nextCode(app, person) },
    { email, password, code: '000000' },
    { email, password, code: '12345' },
    { email: 'nobody@mesa.example', password, code: '000000' },
    { email: disabled.email, password: disabled.password, code: nextCode(app, disabled) },
  ]
  const start = await countAudit(app)
  for (const each of tries) expectError(await askSignIn(app, each), { code: 'desk_sign_in_refused' })
  const noted = await listAudit(app, start)
  assert.deepEqual(
    noted.map(({ action, operatorId, details }) => [action, operatorId, details.why]),
    [
      ['sign-in.refused', person.id, 'password'],
      ['sign-in.refused', person.id, 'code'],
      ['sign-in.refused', person.id, 'code'],
      ['sign-in.refused', null, 'unknown'],
      ['sign-in.refused', disabled.id, 'disabled'],
    ],
  )
})

test('a code is accepted once, and no older one after it', async () => {
  const person = await newDeskPerson(app, 'analyst')
  const { email, password, totpSecret } = person
  const code = nextCode(app, person)
  assert.equal((await askSignIn(app, { email, password, code })).status, 200)
  expectError(await askSignIn(app, { email, password, code }), { code: 'desk_sign_in_refused' })
  const older = computeTotp(totpSecret, computeTotpStep(app.clock.now()) - 1)
  expectError(await askSignIn(app, { email, password, code: older }), { code: 'desk_sign_in_refused' })
  const parallel = nextCode(app, person)
  const answers = await Promise.all([1, 2, 3].map(() => askSignIn(app, { email, password, code: parallel })))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('after five mistakes every further one doubles the wait, also for the right password; then it is forgiven', async () => {
  const person = await newDeskPerson(app, 'analyst')
  const { email, password } = person
  const wrong = () => askSignIn(app, { email, password: 'wrong', code: '000000' })
  for (let count = 0; count < 5; count++) expectError(await wrong(), { code: 'desk_sign_in_refused' })
  for (const seconds of [2, 4, 8]) {
    expectError(await wrong(), { code: 'desk_sign_in_refused' })
    const right = await askSignIn(app, { email, password, code: '000000' })
    expectError(right, { code: 'rate_limited' })
    assert.equal(right.headers.get('retry-after'), String(seconds))
    app.clock.advance({ ms: seconds * 1_000 })
  }
  const user = await signIn(app, person)
  assert.equal((await user.get('/session')).status, 200)
  expectError(await wrong(), { code: 'desk_sign_in_refused' })
  expectError(await wrong(), { code: 'desk_sign_in_refused' })
})

test('of forty guesses sent together for one e-mail no more than six are compared', async () => {
  const person = await newDeskPerson(app, 'analyst')
  const start = await countAudit(app)
  const guess = { email: person.email, password: 'guess', code: '000000' }
  const answers = await Promise.all(Array.from({ length: 40 }, () => askSignIn(app, guess)))
  const compared = (await listAudit(app, start)).filter(({ operatorId }) => operatorId === person.id)
  assert.ok(compared.length <= 6, `${compared.length} compared`)
  assert.ok(answers.every(({ status }) => [401, 429, 503].includes(status)))
})

test('a session ends after 15 idle minutes, and after 12 hours however busy', async () => {
  const idle = await newDeskUser(app, 'viewer')
  app.clock.advance({ minutes: 14 })
  assert.equal((await idle.get('/session')).status, 200)
  app.clock.advance({ minutes: 14 })
  assert.equal((await idle.get('/session')).status, 200)
  app.clock.advance({ minutes: 15, ms: 1 })
  expectError(await idle.get('/session'), { code: 'desk_session_required' })
  const busy = await newDeskUser(app, 'viewer')
  for (let minutes = 0; minutes < 12 * 60 - 10; minutes += 10) {
    app.clock.advance({ minutes: 10 })
    assert.equal((await busy.get('/session')).status, 200)
  }
  app.clock.advance({ minutes: 10 })
  expectError(await busy.get('/session'), { code: 'desk_session_required' })
})

test('a new role, disabling and signing out each end the session at once; its cookie is then refused and audited', async () => {
  const endings: ((user: Awaited<ReturnType<typeof newDeskUser>>) => Promise<unknown>)[] = [
    async user => giveRole(app.services, await getOperator(user.email), 'viewer'),
    async user => disableOperator(app.services, await getOperator(user.email)),
    user => user.post('/sign-out'),
  ]
  for (const end of endings) {
    const user = await newDeskUser(app, 'approver')
    assert.equal((await user.get('/session')).status, 200)
    await end(user)
    const start = await countAudit(app)
    expectError(await user.get('/session'), { code: 'desk_session_required' })
    const [noted] = await listAudit(app, start)
    assert.deepEqual([noted?.action, noted?.operatorId], ['refused.session', user.id])
  }
})
