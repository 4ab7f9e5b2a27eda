import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { findForgedRows } from '../../src/app/upkeep/find-forged-rows.ts'
import {
  disableOperator,
  findOperator,
  giveRole,
  type Operator,
  resetOperator,
} from '../../src/domains/operators/operators.ts'
import { hashPassword } from '../../src/domains/sign-in/credentials.ts'
import { newId } from '../../src/kernel/ids.ts'
import { asAdministratorOf } from '../support/administrator.ts'
import { DEMO_RETAILER, PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import {
  askSignIn,
  type DeskUser,
  listAudit,
  newDeskPerson,
  newDeskUser,
  nextCode,
  signIn,
} from '../support/desk.ts'
import { buy } from '../support/purchase-http.ts'

/*
 * What somebody can do who may write to the database, as its administrator, but does not have ENCRYPTION_KEY: nothing
 * that gives a right or redirects money.
 */

let app: TestApp
before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const isRefused = async (user: DeskUser): Promise<boolean> => (await user.get('/suspense')).status === 401

async function listReports(subject: string): Promise<unknown[]> {
  const deadline = performance.now() + 10_000
  for (;;) {
    const found = (await listAudit(app)).filter(
      entry => entry.action === 'refused.forged-row' && entry.subject === subject,
    )
    if (found.length > 0 || performance.now() > deadline) return found.map(({ details }) => details.table)
  }
}

const findHolder = (key: string) => app.services.retailers.findKeyHolder(key)

test('a session inserted by SQL for an approver opens nothing, whichever hash of the cookie it holds', async () => {
  const approver = await newDeskUser(app, 'approver')
  const cookieValue = randomBytes(32).toString('base64url')
  const cookie = approver.cookie.replace(/=.*/, `=${cookieValue}`)
  const sha256 = createHash('sha256').update(cookieValue).digest()
  await query(
    app,
    `INSERT INTO operator_sessions (id_hash, operator_id, role, opened_at, last_seen_at, mac)
     SELECT $1, operator_id, role, opened_at, last_seen_at, mac FROM operator_sessions WHERE operator_id = $2`,
    [sha256, approver.id],
  )
  const answer = await fetch(`${app.url}/desk/api/suspense`, { headers: { cookie } })
  assert.equal(answer.status, 401)
  assert.equal(await isRefused(approver), false)
})

test('a session that was moved to another operator, given another role or opened again is refused and reported', async () => {
  const [viewer, approver] = [await newDeskUser(app, 'viewer'), await newDeskPerson(app, 'approver')]
  await query(
    app,
    `UPDATE operator_sessions SET operator_id = $2, role = 'approver' WHERE operator_id = $1`,
    [viewer.id, approver.id],
  )
  assert.equal(await isRefused(viewer), true)
  assert.deepEqual(await listReports(approver.id), ['operator_sessions'])
  const analyst = await newDeskUser(app, 'analyst')
  assert.equal((await analyst.post('/sign-out')).status, 200)
  await query(app, 'UPDATE operator_sessions SET ended_at = NULL WHERE operator_id = $1', [analyst.id])
  assert.equal(await isRefused(analyst), true)
})

test('an operator inserted by SQL cannot sign in, and one whose role, password or state was changed is locked out', async () => {
  const password = 'a password that the intruder chose'
  const known = await newDeskPerson(app, 'viewer')
  const id = newId(app.clock.now().getTime())
  const index = app.services.secrets.computeBlindIndex('operator', 'intruso@mesa.example')
  await query(
    app,
    `INSERT INTO operators (id, email_index, profile, role, password_hash, totp_secret, created_at, version, mac)
     SELECT $1, $2, profile, 'approver', $3, totp_secret, created_at, version, mac FROM operators WHERE id = $4`,
    [id, index, await hashPassword(password), known.id],
  )
  const code = nextCode(app, known)
  assert.equal((await askSignIn(app, { email: 'intruso@mesa.example', password, code })).status, 401)
  assert.deepEqual(await listReports(id), ['operators'])
  for (const change of [
    "role = 'approver'",
    `password_hash = '${await hashPassword(password)}'`,
    "disabled_at = now() - interval '1 day'",
  ]) {
    const person = await newDeskPerson(app, 'viewer')
    const user = await signIn(app, person)
    await query(app, `UPDATE operators SET ${change} WHERE id = $1`, [person.id])
    await query(app, `UPDATE operator_sessions SET role = 'approver' WHERE operator_id = $1`, [person.id])
    assert.equal(await isRefused(user), true, change)
    for (const each of [password, person.password])
      assert.equal(
        (await askSignIn(app, { ...person, password: each, code: nextCode(app, person) })).status,
        401,
        change,
      )
  }
})

test('an administrator’s change does not make a forged operator genuine; new credentials with a named role do', async () => {
  const person = await newDeskPerson(app, 'viewer')
  await query(app, `UPDATE operators SET role = 'approver' WHERE id = $1`, [person.id])
  const { database, secrets } = app.services
  const forged = await findOperator(database, secrets, person.email)
  assert.ok(forged)
  assert.equal(forged.isGenuine, false)
  await assert.rejects(giveRole(app.services, forged, 'analyst'), /was changed outside the program/)
  await assert.rejects(resetOperator(app.services, forged), /was changed outside the program/)
  await resetOperator(app.services, forged, { role: 'viewer' })
  const restored = await findOperator(database, secrets, person.email)
  assert.deepEqual([restored?.isGenuine, restored?.role], [true, 'viewer'])
})

test('a key moved to another retailer, given more time, or taken back from its revocation is refused and reported', async () => {
  const { retailers } = app.services
  const expiresAt = new Date(app.clock.now().getTime() + 3_600_000)
  for (const change of [
    `retailer_id = '${PLAIN_RETAILER}'`,
    `kind = 'publishable'`,
    `scopes = '{purchases}'`,
    `expires_at = NULL`,
    `rate_limit_per_second = 1000000`,
    'mac = NULL',
  ]) {
    const { id, key } = await retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret', expiresAt })
    await query(app, `UPDATE api_keys SET ${change} WHERE id = $1`, [id])
    assert.equal(await findHolder(key), undefined, change)
    assert.deepEqual(await listReports(id), ['api_keys'], change)
  }
  const { id, key } = await retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret' })
  await retailers.revokeKey(id)
  await query(app, 'UPDATE api_keys SET revoked_at = NULL WHERE id = $1', [id])
  assert.equal(await findHolder(key), undefined)
  assert.match(app.logged(), /forged_row/)
})

/** Puts back what a row said before, its MAC too. */
async function keep(table: string, id: string, columns: string): Promise<() => Promise<unknown>> {
  const [kept] = await query<{ row: string }>(
    app,
    `SELECT to_json(t)::text AS row FROM ${table} t WHERE id = $1`,
    [id],
  )
  return () =>
    query(
      app,
      `UPDATE ${table} t SET (${columns}) = (SELECT ${columns} FROM json_populate_record(NULL::${table}, $2::json))
       WHERE id = $1`,
      [id, kept?.row],
    )
}

test('a revoked key stays revoked when its row is put back as it was, and is reported', async () => {
  const { retailers } = app.services
  const { id, key } = await retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret' })
  const putBack = await keep('api_keys', id, 'revoked_at, mac')
  await retailers.revokeKey(id)
  await putBack()
  assert.equal(await findHolder(key), undefined)
  assert.deepEqual(await listReports(id), ['api_keys'])
  // Chained or still waiting, the log has it.
  const { id: second, key: secondKey } = await retailers.issueKey({
    retailerId: DEMO_RETAILER,
    kind: 'secret',
  })
  const putSecondBack = await keep('api_keys', second, 'revoked_at, mac')
  await retailers.revokeKey(second)
  await listAudit(app)
  await putSecondBack()
  assert.equal(await findHolder(secondKey), undefined)
})

test('an operator who was disabled, or lost a role or a password, does not get it back with the old row', async () => {
  const { services } = app
  const changes = [
    (operator: Operator) => disableOperator(services, operator),
    (operator: Operator) => giveRole(services, operator, 'viewer'),
    (operator: Operator) => resetOperator(services, operator),
  ]
  for (const change of changes) {
    const person = await newDeskPerson(app, 'approver')
    const operator = await findOperator(app.database, services.secrets, person.email)
    assert.ok(operator)
    const columns = 'role, password_hash, totp_secret, disabled_at, version, mac'
    const putBack = await keep('operators', person.id, columns)
    await change(operator)
    await putBack()
    assert.equal((await askSignIn(app, { ...person, code: nextCode(app, person) })).status, 401)
    assert.ok((await listReports(person.id)).includes('operators'))
  }
})

test('a key whose row was copied for another retailer opens nothing', async () => {
  const { retailers } = app.services
  const { id, key } = await retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret' })
  await asAdministratorOf(app.testDatabase, async client => {
    await client.query('UPDATE api_keys SET key_hash = $2 WHERE id = $1', [id, randomBytes(32)])
    await client.query(
      `INSERT INTO api_keys (id, retailer_id, kind, key_hash, hint, scopes, created_at, mac)
       SELECT $1, $2, kind, $3, hint, scopes, created_at, mac FROM api_keys WHERE id = $4`,
      [newId(app.clock.now().getTime()), PLAIN_RETAILER, app.services.secrets.hashApiKey(key), id],
    )
  })
  assert.equal(await findHolder(key), undefined)
})

test('no billet is issued for an account that an administrator of the database changed, and the change is found', async () => {
  const change = (text: string): Promise<unknown> =>
    asAdministratorOf(app.testDatabase, async client => {
      await client.query('ALTER TABLE lender_accounts DISABLE TRIGGER lender_accounts_immutable')
      await client.query(text)
      await client.query('ALTER TABLE lender_accounts ENABLE TRIGGER lender_accounts_immutable')
    })
  const [before] = await query<{ key: string }>(app, 'SELECT pix_key AS key FROM lender_accounts')
  await assert.rejects(
    query(app, `UPDATE lender_accounts SET pix_key = 'thief@example.com'`),
    /cannot change/,
  )
  await change(`UPDATE lender_accounts SET pix_key = 'thief@example.com'`)
  // The account is remembered for four seconds.
  const second = await startTestApp({ sharing: app })
  try {
    await assert.rejects(buy(second, { downPayment: true }), /500/)
    await findForgedRows(second.services)
    assert.deepEqual(await listReports('00000000000000000000000a'), ['lender_accounts'])
    await change(`UPDATE lender_accounts SET pix_key = '${before?.key}'`)
    await buy(second, { downPayment: true })
  } finally {
    await second.stop()
  }
})
