import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { staffCommands } from '../../src/cli/staff.ts'
import type { ConsolePeople, ConsoleSession, ResetView } from '../../src/contract/console.ts'
import { computeTotp, computeTotpStep } from '../../src/domains/sign-in/credentials.ts'
import { DEMO_RETAILER, PLAIN_RETAILER, startTestApp, type TestApp } from '../support/app.ts'
import {
  askConsole,
  newStaffMember,
  newStaffUser,
  nextStaffCode,
  readBase32,
  readCookie,
  type StaffUser,
  signInStaff,
  useCookie,
} from '../support/console.ts'
import { countAudit, listAudit } from '../support/desk.ts'
import { expectError } from '../support/expect-error.ts'
import { finishWith, listMails, resetBy } from './reset-links.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const runReset = (email: string, options: Record<string, string | boolean> = {}): Promise<string> => {
  const command = staffCommands['retailers reset-access'] ?? assert.fail()
  return command.run(app.services, { words: ['retailers', 'reset-access'], options: { email, ...options } })
}
const readToken = (printed: string): string => /#([\w-]{43})/.exec(printed)?.[1] ?? assert.fail(printed)
const INVALID = { code: 'console_reset_invalid' } as const

test('an owner resets a person: old authenticator and sessions end at once, and link and password set up a new one', async () => {
  const [owner, other] = [await newStaffUser(app, 'OWNER'), await newStaffUser(app, 'OWNER')]
  const person = await newStaffUser(app, 'FINANCE')
  const start = await countAudit(app)
  const token = await resetBy(app, owner, person)
  expectError(await person.get('/session'), { code: 'console_session_required' })
  await assert.rejects(signInStaff(app, person), 'the lost authenticator opens nothing')
  const told = await listMails(app, 'staff-reset-told')
  for (const { email } of [owner, other])
    assert.equal(told.filter(({ to, retailerId }) => to === email && retailerId === DEMO_RETAILER).length, 1)
  assert.ok(told.every(({ to, token: found }) => to !== person.email && found === ''))
  const view = await askConsole<ResetView>(app, '/reset', { token })
  assert.deepEqual([view.body.email, view.body.hasPassword], [person.email, true])
  const findWaiting = async () => {
    const { people } = (await owner.get<ConsolePeople>('/people')).body
    return people.flatMap(({ id, reset }) => (reset === undefined ? [] : [{ id, ...reset }]))
  }
  const { expiresAt } = view.body
  assert.deepEqual(await findWaiting(), [{ id: person.id, expiresAt, isExpired: false }])
  expectError((await finishWith(app, token, 'uma senha errada')).answer, { code: 'console_reset_refused' })
  const { answer, totpSecret } = await finishWith(app, token, person.password)
  assert.equal(answer.status, 200, answer.text)
  const back = useCookie(app, person, readCookie(answer))
  assert.equal((await back.get<ConsoleSession>('/session')).body.person.id, person.id)
  await assert.rejects(signInStaff(app, person), 'the old one still opens nothing')
  await signInStaff(app, { ...person, totpSecret })
  assert.deepEqual(await findWaiting(), [], 'a new access is set up')
  expectError(await askConsole(app, '/reset', { token }), INVALID)
  const noted = (await listAudit(app, start)).filter(({ action }) => /^person\.re/.test(action))
  assert.deepEqual(
    noted.map(({ action, subject }) => [action, subject]),
    [
      ['person.reset', person.id],
      ['person.restore', person.id],
    ],
  )
})

test('nobody resets somebody who works at a shop of which they are no owner, nor themselves', async () => {
  const owner = await newStaffUser(app, 'OWNER')
  const elsewhere = await newStaffUser(app, 'SALES', [DEMO_RETAILER, PLAIN_RETAILER])
  const both = await newStaffUser(app, 'OWNER', [DEMO_RETAILER, PLAIN_RETAILER])
  const stranger = await newStaffUser(app, 'SALES', [PLAIN_RETAILER])
  const reset = (who: StaffUser, person: StaffUser) => who.post(`/people/${person.id}/reset`)
  for (const person of [elsewhere, both, owner])
    expectError(await reset(owner, person), { code: 'console_reset_by_lender' })
  expectError(await reset(owner, stranger), { code: 'console_not_found' })
  const finance = await newStaffUser(app, 'FINANCE')
  expectError(await reset(finance, elsewhere), { code: 'console_forbidden' })
  for (const person of [elsewhere, both, owner, stranger])
    assert.equal((await person.get('/session')).status, 200)
  // An owner of both shops may, from either one.
  await resetBy(app, both, elsewhere)
  expectError(await elsewhere.get('/session'), { code: 'console_session_required' })
})

test('the command resets whom no owner can, and every owner of every shop of the person is told', async () => {
  const ana = await newStaffUser(app, 'OWNER', [PLAIN_RETAILER])
  const both = await newStaffUser(app, 'OWNER', [DEMO_RETAILER, PLAIN_RETAILER])
  const before = (await listMails(app, 'staff-reset-told')).length
  const start = await countAudit(app)
  const token = readToken(await runReset(` ${both.email.toUpperCase()} `))
  expectError(await both.get('/session'), { code: 'console_session_required' })
  const told = (await listMails(app, 'staff-reset-told')).slice(before)
  assert.ok(told.some(({ to, retailerId }) => to === ana.email && retailerId === PLAIN_RETAILER))
  assert.ok(told.some(({ retailerId }) => retailerId === DEMO_RETAILER))
  assert.equal((await listAudit(app, start)).filter(({ action }) => action === 'person.reset').length, 2)
  const { answer, totpSecret } = await finishWith(app, token, both.password)
  assert.equal(answer.status, 200, answer.text)
  const nobody = await newStaffMember(app, 'OWNER', [])
  for (const email of ['ninguem@loja.example', nobody.email])
    await assert.rejects(runReset(email), /works at no retailer/)
  // A forgotten password is set again by the link, and the one before opens nothing.
  const again = readToken(await runReset(both.email, { 'forget-password': true }))
  assert.equal((await askConsole<ResetView>(app, '/reset', { token: again })).body.hasPassword, false)
  const renewed = await finishWith(app, again, 'uma frase bem nova')
  assert.equal(renewed.answer.status, 200, renewed.answer.text)
  await assert.rejects(signInStaff(app, { ...both, totpSecret }))
  await signInStaff(app, { ...both, password: 'uma frase bem nova', totpSecret: renewed.totpSecret })
})

test('a person replaces the own authenticator with the password and a code of the one in use, and every older session ends', async () => {
  const member = await newStaffMember(app, 'SALES')
  const [here, elsewhere] = [await signInStaff(app, member), await signInStaff(app, member)]
  type Setup = { secret: string; setup: string }
  const { body } = await here.post<Setup>('/session/authenticator/setup')
  const totpSecret = readBase32(body.secret)
  const replace = (user: StaffUser, more: object) => {
    const code = nextStaffCode(app, member)
    const newCode = computeTotp(totpSecret, computeTotpStep(app.clock.now()))
    const typed = { password: member.password, code, newCode, setup: body.setup, ...more }
    return user.post('/session/authenticator', typed)
  }
  expectError(await replace(here, { newCode: '000000' }), { code: 'console_invitation_code_refused' })
  expectError(await replace(here, { password: 'senha errada' }), { code: 'console_sign_in_refused' })
  expectError(await replace(here, { code: '000000' }), { code: 'console_sign_in_refused' })
  // The setup is of one session: that of another one is of no use.
  expectError(await replace(elsewhere, {}), { code: 'console_invitation_code_refused' })
  const replaced = await replace(here, {})
  assert.equal(replaced.status, 200, replaced.text)
  for (const user of [here, elsewhere])
    expectError(await user.get('/session'), { code: 'console_session_required' })
  assert.equal((await useCookie(app, member, readCookie(replaced)).get('/session')).status, 200)
  await assert.rejects(signInStaff(app, member))
  await signInStaff(app, { ...member, totpSecret })
})
