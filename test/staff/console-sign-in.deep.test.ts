import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { findForgedRows } from '../../src/app/upkeep/find-forged-rows.ts'
import type { ConsoleRole, ConsoleSession } from '../../src/contract/console.ts'
import { changeTerms } from '../../src/domains/retailers/index.ts'
import { computeTotp, computeTotpStep, hashPassword } from '../../src/domains/sign-in/credentials.ts'
import { invitePerson } from '../../src/domains/staff/index.ts'
import { DEMO_RETAILER, PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import {
  askConsole,
  newStaffMember,
  newStaffUser,
  nextStaffCode,
  readCookie,
  type StaffMember,
  type StaffUser,
  signInStaff,
  useCookie,
} from '../support/console.ts'
import { countAudit, listAudit, newDeskPerson, nextCode } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { waitFor } from '../support/wait-for.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api', TRUSTED_PROXIES: '127.0.0.1' } })
})
after(() => app.stop())

let addresses = 0
/** Every test has its own addresses, so that none waits for the failures of another. */
const newAddress = (): { 'x-forwarded-for': string } => {
  addresses += 1
  return { 'x-forwarded-for': `198.51.100.${addresses}` }
}
const ask = (body: object, headers: Readonly<Record<string, string>> = newAddress()) =>
  askConsole(app, '/sign-in', body, headers)
const isRefused = async (user: StaffUser): Promise<boolean> => (await user.get('/session')).status === 401
const REFUSED = { code: 'console_sign_in_refused' } as const

test('e-mail, password and code open a session in a cookie that no script and no other site can use', async () => {
  const member = await newStaffMember(app, 'VIEWER')
  const { password } = member
  const email = ` ${member.email.toUpperCase()} `
  const answer = await ask({ email, password, code: nextStaffCode(app, member) })
  assert.equal(answer.status, 200, answer.text)
  const [cookie = '', known = ''] = answer.headers.getSetCookie()
  assert.match(cookie, /^crediario_console=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
  assert.match(
    known,
    /^crediario_console_known_[0-9a-f]{16}=\S+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/,
  )
  const id = (cookie.split(';')[0] ?? '').split('=')[1] ?? ''
  const [row] = await query<{ found: boolean }>(
    app,
    `SELECT bool_or(s::text LIKE '%' || $1 || '%') AS found FROM staff_sessions s`,
    [id],
  )
  assert.equal(row?.found, false, 'the id itself is stored nowhere')
})

test('whichever is wrong, and for somebody unknown, removed everywhere or only at the desk, the answer is the same', async () => {
  const member = await newStaffMember(app, 'SALES')
  const removed = await newStaffMember(app, 'SALES', [])
  const operator = await newDeskPerson(app, 'approver')
  const { email, password } = member
  const start = await countAudit(app)
  for (const each of [
    { email, password: `${password}x`, code: nextStaffCode(app, member) },
    { email, password, code: '000000' },
    { email: 'ninguem@loja.example', password, code: '000000' },
    { email: removed.email, password: removed.password, code: nextStaffCode(app, removed) },
    { email: operator.email, password: operator.password, code: nextCode(app, operator) },
  ])
    expectError(await ask(each), REFUSED)
  const noted = await listAudit(app, start)
  assert.deepEqual(
    noted.map(({ action, details }) => [action, details.why]),
    ['password', 'code', 'unknown', 'removed', 'unknown'].map(why => ['console.sign-in-refused', why]),
  )
})

test('an unknown e-mail takes the processor as long as a known one', async () => {
  const member = await newStaffMember(app, 'SALES')
  const measure = async (email: string): Promise<number> => {
    const start = process.cpuUsage()
    for (let count = 0; count < 4; count++)
      expectError(await ask({ email, password: 'x', code: '1' }), REFUSED)
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  await measure('aquecimento@loja.example')
  const [known, unknown] = [await measure(member.email), await measure('outro@loja.example')]
  assert.ok(unknown > known / 4 && unknown < known * 4, `${known} µs known, ${unknown} µs unknown`)
})

test('a code is accepted once, and no older one after it', async () => {
  const member = await newStaffMember(app, 'SALES')
  const { email, password, totpSecret } = member
  const code = nextStaffCode(app, member)
  assert.equal((await ask({ email, password, code })).status, 200)
  expectError(await ask({ email, password, code }), REFUSED)
  const older = computeTotp(totpSecret, computeTotpStep(app.clock.now()) - 1)
  expectError(await ask({ email, password, code: older }), REFUSED)
  const parallel = nextStaffCode(app, member)
  const answers = await Promise.all([1, 2, 3].map(() => ask({ email, password, code: parallel })))
  assert.equal(answers.filter(({ status }) => status === 200).length, 1)
})

test('after five mistakes the wait doubles, also for the right password, but not from a known device', async () => {
  const member = await newStaffMember(app, 'SALES')
  const { email, password } = member
  const first = await ask({ email, password, code: nextStaffCode(app, member) })
  const device = first.headers.getSetCookie()[1]?.split(';')[0] ?? ''
  const wrong = () => ask({ email, password: 'errada', code: '000000' })
  for (let count = 0; count < 12; count++) {
    app.clock.advance({ minutes: 5 })
    await wrong()
  }
  const stranger = await ask({ email, password, code: nextStaffCode(app, member) })
  expectError(stranger, { code: 'rate_limited' })
  assert.ok(Number(stranger.headers.get('retry-after')) > 30)
  const own = await ask(
    { email, password, code: nextStaffCode(app, member) },
    { ...newAddress(), cookie: device },
  )
  assert.equal(own.status, 200, own.text)
})

test('mistakes at the desk do not count in the console, and the other way round', async () => {
  const address = newAddress()
  for (let count = 0; count < 40; count++)
    await app.post(
      '/desk/api/sign-in',
      { email: 'x@mesa.example', password: 'x', code: '000000' },
      { 'x-desk': '1', ...address },
    )
  const member = await newStaffMember(app, 'SALES')
  const { email, password } = member
  assert.equal((await ask({ email, password, code: nextStaffCode(app, member) }, address)).status, 200)
})

test('of forty guesses sent together for one e-mail no more than six are compared', async () => {
  const member = await newStaffMember(app, 'SALES')
  const start = await countAudit(app)
  const guess = { email: member.email, password: 'guess', code: '000000' }
  const answers = await Promise.all(Array.from({ length: 40 }, () => ask(guess)))
  const compared = (await listAudit(app, start)).filter(({ subject }) => subject === member.id)
  assert.ok(compared.length <= 6, `${compared.length} compared`)
  assert.ok(answers.every(({ status }) => [401, 429, 503].includes(status)))
})

test('a session ends after 15 idle minutes, and after 12 hours also when shops are switched', async () => {
  const idle = await newStaffUser(app, 'VIEWER')
  app.clock.advance({ minutes: 15, ms: 1 })
  expectError(await idle.get('/session'), { code: 'console_session_required' })
  const member = await newStaffMember(app, 'VIEWER', [DEMO_RETAILER, PLAIN_RETAILER])
  let busy = await signInStaff(app, member)
  const shops = [PLAIN_RETAILER, DEMO_RETAILER]
  for (let minutes = 0; minutes < 12 * 60 - 10; minutes += 10) {
    app.clock.advance({ minutes: 10 })
    const retailerId = shops[(minutes / 10) % 2]
    busy = useCookie(app, member, readCookie(await busy.post('/session/shop', { retailerId })))
  }
  app.clock.advance({ minutes: 10 })
  assert.equal(await isRefused(busy), true)
})

test('switching changes the shop and the role of the session, ends the one before, and leads only where the person works', async () => {
  const member = await newStaffMember(app, 'OWNER', [DEMO_RETAILER, PLAIN_RETAILER])
  const user = await signInStaff(app, member)
  const { body } = await user.get<ConsoleSession>('/session')
  assert.equal(body.shops.length, 2)
  const other = body.shop.retailerId === DEMO_RETAILER ? PLAIN_RETAILER : DEMO_RETAILER
  const there = useCookie(app, member, readCookie(await user.post('/session/shop', { retailerId: other })))
  assert.equal((await there.get<ConsoleSession>('/session')).body.shop.retailerId, other)
  assert.equal(await isRefused(user), true)
  const lonely = await newStaffUser(app, 'OWNER', [PLAIN_RETAILER])
  expectError(await lonely.post('/session/shop', { retailerId: DEMO_RETAILER }), {
    code: 'console_not_found',
  })
  expectError(await lonely.post('/session/shop', { retailerId: 'f'.repeat(24) }), {
    code: 'console_not_found',
  })
})

test('another role, a removal, signing out and ending all sessions each end a session at once', async () => {
  const owner = await newStaffUser(app, 'OWNER')
  const endings: ((user: StaffUser) => Promise<unknown>)[] = [
    user => owner.post(`/people/${user.id}/role`, { role: 'VIEWER' }),
    user => owner.post(`/people/${user.id}/remove`),
    user => owner.post(`/people/${user.id}/end-sessions`),
    user => user.post('/sign-out'),
  ]
  for (const end of endings) {
    const user = await newStaffUser(app, 'SALES')
    assert.equal(await isRefused(user), false)
    await end(user)
    assert.equal(await isRefused(user), true)
  }
})

test('own sessions are listed by browser and ended one by one or together', async () => {
  const member = await newStaffMember(app, 'VIEWER')
  const [first, second] = [await signInStaff(app, member), await signInStaff(app, member)]
  type Listed = { sessions: { id: string; isCurrent: boolean }[] }
  const { sessions } = (await second.get<Listed>('/sessions')).body
  assert.deepEqual(sessions.map(({ isCurrent }) => isCurrent).toSorted(), [false, true])
  const old = sessions.find(({ isCurrent }) => !isCurrent)
  const stranger = await newStaffUser(app, 'OWNER')
  expectError(await stranger.post(`/sessions/${old?.id}/end`), { code: 'console_not_found' })
  assert.equal((await second.post(`/sessions/${old?.id}/end`)).status, 200)
  assert.equal(await isRefused(first), true)
  const third = await signInStaff(app, member)
  assert.equal((await third.post('/sessions/end-others')).status, 200)
  assert.equal(await isRefused(second), true)
  assert.equal(await isRefused(third), false)
})

test('the last owner is neither removed nor demoted, also when two owners remove each other at once', async () => {
  const shop = PLAIN_RETAILER
  const [one, two] = [await newStaffUser(app, 'OWNER', [shop]), await newStaffUser(app, 'OWNER', [shop])]
  type People = { people: { id: string; role: ConsoleRole }[] }
  const others = (await one.get<People>('/people')).body.people.filter(
    ({ id, role }) => role === 'OWNER' && id !== one.id && id !== two.id,
  )
  for (const { id } of others) assert.equal((await one.post(`/people/${id}/remove`)).status, 200)
  const answers = await Promise.all([
    one.post(`/people/${two.id}/remove`),
    two.post(`/people/${one.id}/role`, { role: 'SALES' }),
  ])
  assert.equal(
    answers.filter(({ status }) => status === 200).length,
    1,
    answers.map(({ text }) => text).join(),
  )
  const left = answers[0]?.status === 200 ? one : two
  for (const [path, body] of [
    ['remove', {}],
    ['role', { role: 'VIEWER' }],
  ] as const)
    expectError(await left.post(`/people/${left.id}/${path}`, body), { code: 'console_last_owner' })
})

async function invite(email: string, role: ConsoleRole, retailerId: string): Promise<string> {
  const invited = await invitePerson(app.services, { email, role, retailerId })
  if (invited === 'known') assert.fail()
  return invited.link.split('#')[1] ?? ''
}

test('an invitation expires after seven days, and a withdrawn or older link opens nothing', async () => {
  const invalid = { code: 'console_invitation_invalid' } as const
  const open = (token: string) => askConsole(app, '/invitation', { token })
  const expired = await invite('prazo@loja.example', 'SALES', DEMO_RETAILER)
  app.clock.advance({ days: 7, ms: 1 })
  expectError(await open(expired), invalid)
  const older = await invite('outra@loja.example', 'SALES', DEMO_RETAILER)
  const newer = await invite('outra@loja.example', 'SALES', DEMO_RETAILER)
  expectError(await open(older), invalid)
  assert.equal((await open(newer)).status, 200)
  const owner = await newStaffUser(app, 'OWNER')
  type Invitations = { invitations: { id: string; email: string }[] }
  const { invitations } = (await owner.get<Invitations>('/people')).body
  const id = invitations.find(({ email }) => email === 'outra@loja.example')?.id
  assert.equal((await owner.post(`/people/invitations/${id}/resend`)).status, 200)
  expectError(await open(newer), invalid)
  const last = await invite('outra@loja.example', 'SALES', DEMO_RETAILER)
  assert.equal((await owner.post(`/people/invitations/${id}/withdraw`)).status, 200)
  expectError(await open(last), invalid)
  const [row] = await query<{ found: boolean }>(
    app,
    `SELECT bool_or(i::text LIKE '%' || $1 || '%') AS found FROM staff_invitations i`,
    [last],
  )
  assert.equal(row?.found, false, 'the token itself is stored nowhere')
})

test('a person of another shop accepts by signing in, and an invitation to somebody else is not accepted', async () => {
  const member = await newStaffMember(app, 'OWNER', [PLAIN_RETAILER])
  const signIn = async (who: StaffMember, invitation: string) => {
    const { email, password } = who
    const answer = await ask({ email, password, code: nextStaffCode(app, who), invitation })
    assert.equal(answer.status, 200, answer.text)
    return (await useCookie(app, who, readCookie(answer)).get<ConsoleSession>('/session')).body
  }
  const foreign = await invite('terceiro@loja.example', 'OWNER', DEMO_RETAILER)
  assert.deepEqual(
    (await signIn(member, foreign)).shops.map(({ retailerId }) => retailerId),
    [PLAIN_RETAILER],
  )
  const token = await invite(member.email, 'FINANCE', DEMO_RETAILER)
  const { shop, shops } = await signIn(member, token)
  assert.deepEqual([shop.retailerId, shop.role, shops.length], [DEMO_RETAILER, 'FINANCE', 2])
  expectError(await askConsole(app, '/invitation', { token }), { code: 'console_invitation_invalid' })
})

test('what was written by SQL opens nothing: sessions, places, roles, passwords, invitations; and it is reported', async () => {
  const owner = await newStaffUser(app, 'OWNER')
  const value = randomBytes(32).toString('base64url')
  await query(
    app,
    `INSERT INTO staff_sessions (id_hash, id, person_id, retailer_id, role, browser, opened_at, last_seen_at, mac)
     SELECT $1, reverse(id), person_id, retailer_id, role, browser, opened_at, last_seen_at, mac
     FROM staff_sessions WHERE person_id = $2 LIMIT 1`,
    [createHash('sha256').update(value).digest(), owner.id],
  )
  assert.equal(await isRefused(useCookie(app, owner, `crediario_console=${value}`)), true)

  const moved = await newStaffUser(app, 'VIEWER', [PLAIN_RETAILER])
  await query(app, `UPDATE staff_sessions SET retailer_id = $2 WHERE person_id = $1`, [
    moved.id,
    DEMO_RETAILER,
  ])
  assert.equal(await isRefused(moved), true)

  const raised = await newStaffUser(app, 'VIEWER')
  await query(app, `UPDATE staff_memberships SET role = 'OWNER' WHERE person_id = $1`, [raised.id])
  await query(app, `UPDATE staff_sessions SET role = 'OWNER' WHERE person_id = $1`, [raised.id])
  assert.equal(await isRefused(raised), true)

  const cracked = await newStaffMember(app, 'OWNER')
  await query(app, `UPDATE staff_people SET password_hash = $2 WHERE id = $1`, [
    cracked.id,
    await hashPassword('escolhida por outro'),
  ])
  const { email } = cracked
  expectError(
    await ask({ email, password: 'escolhida por outro', code: nextStaffCode(app, cracked) }),
    REFUSED,
  )

  const back = await newStaffMember(app, 'SALES')
  const before = await query(app, 'SELECT * FROM staff_memberships WHERE person_id = $1', [back.id])
  assert.equal((await owner.post(`/people/${back.id}/remove`)).status, 200)
  const [{ version, mac } = { version: 0, mac: Buffer.alloc(0) }] = before as {
    version: number
    mac: Buffer
  }[]
  await query(
    app,
    'UPDATE staff_memberships SET removed_at = NULL, version = $2, mac = $3 WHERE person_id = $1',
    [back.id, version, mac],
  )
  expectError(
    await ask({ email: back.email, password: back.password, code: nextStaffCode(app, back) }),
    REFUSED,
  )

  const token = await invite('dono-novo@loja.example', 'VIEWER', DEMO_RETAILER)
  await query(app, `UPDATE staff_invitations SET role = 'OWNER' WHERE state = 'open' AND role = 'VIEWER'`)
  expectError(await askConsole(app, '/invitation', { token }), { code: 'console_invitation_invalid' })

  await findForgedRows(app.services)
  const tables = (await listAudit(app))
    .filter(({ action }) => action === 'refused.forged-row')
    .map(({ details }) => details.table)
  for (const table of ['staff_sessions', 'staff_people', 'staff_memberships', 'staff_invitations'])
    assert.ok(tables.includes(table), `${table} is reported`)
})

test('a suspended shop is still open to its people, who are told that it sells nothing', async () => {
  const user = await newStaffUser(app, 'VIEWER', [PLAIN_RETAILER])
  const { database, services, clock } = app
  const author = { by: 'test', at: clock.now() }
  await changeTerms(database, services.secrets, PLAIN_RETAILER, { suspension: 'pendência' }, author)
  await waitFor(
    'the suspension is shown',
    async () => (await user.get<ConsoleSession>('/session')).body.isSuspended,
  )
})

test('the log of a shop has what its people did, filtered by person, and nothing of another shop', async () => {
  const owner = await newStaffUser(app, 'OWNER')
  const other = await newStaffUser(app, 'OWNER', [PLAIN_RETAILER])
  type Page = { entries: { position: number; action: string; personId?: string }[]; next?: number }
  const own = (await owner.get<Page>(`/audit?person=${owner.id}`)).body.entries
  assert.ok(own.some(({ action }) => action === 'console.sign-in'))
  assert.ok(own.every(({ personId }) => personId === owner.id))
  const foreign = (await other.get<Page>(`/audit?person=${owner.id}`)).body.entries
  assert.deepEqual(foreign, [])
  for (let count = 0; count < 60; count++) await owner.get('/audit')
  const all = (await owner.get<Page>('/audit')).body
  assert.equal(all.entries.length, 100)
  const older = (await owner.get<Page>(`/audit?before=${all.next}`)).body.entries
  assert.ok((older[0]?.position ?? 0) < (all.entries.at(-1)?.position ?? 0))
})
