import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { isPersonGenuine } from '../../src/domains/staff/people.ts'
import { listPersonRows } from '../../src/domains/staff/person-store.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { newStaffMember, nextStaffCode, readCookie, signInStaff, useCookie } from '../support/console.ts'
import { expectError } from '../support/expect-error.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('a person changes the own password with the old one and a code, and every older session ends', async () => {
  const member = await newStaffMember(app, 'SALES')
  const [here, elsewhere] = [await signInStaff(app, member), await signInStaff(app, member)]
  const newPassword = 'outra frase comprida'
  const change = (password: string, code: string) =>
    here.post('/session/password', { password, code, newPassword })
  expectError(await change('senha errada', nextStaffCode(app, member)), { code: 'console_sign_in_refused' })
  expectError(await change(member.password, '000000'), { code: 'console_sign_in_refused' })
  const code = nextStaffCode(app, member)
  const changed = await change(member.password, code)
  assert.equal(changed.status, 200, changed.text)
  for (const user of [here, elsewhere])
    expectError(await user.get('/session'), { code: 'console_session_required' })
  assert.equal((await useCookie(app, member, readCookie(changed)).get('/session')).status, 200)
  await assert.rejects(signInStaff(app, member))
  const again = await signInStaff(app, { ...member, password: newPassword })
  assert.equal((await again.get('/session')).status, 200)
  const [row] = await listPersonRows(app.database, [member.id])
  assert.ok(row !== undefined && isPersonGenuine(app.services.secrets, row))
})
