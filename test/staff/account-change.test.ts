import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ConsoleAccount } from '../../src/contract/console.ts'
import { findPayee } from '../../src/domains/retailers/index.ts'
import { applyDueAccountChanges } from '../../src/domains/staff/account-changes.ts'
import { DEMO_RETAILER, PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { newStaffUser, type StaffUser } from '../support/console.ts'
import { expectError } from '../support/expect-error.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const propose = (user: StaffUser, pixKey: string) => user.post('/account/changes', { account: { pixKey } })
const readAccount = async (user: StaffUser): Promise<ConsoleAccount> =>
  (await user.get<ConsoleAccount>('/account')).body

async function findChange(user: StaffUser): Promise<string> {
  return (await readAccount(user)).change?.id ?? assert.fail('no change waits')
}

async function readKey(retailerId: string): Promise<string | undefined> {
  const { payee } = await findPayee(app.database, app.services.secrets, retailerId)
  return payee?.to.kind === 'pix-key' ? payee.to.key : undefined
}

async function countMails(template: string, retailerId: string): Promise<number> {
  const text = 'SELECT count(*)::int AS found FROM messages WHERE template = $1 AND retailer_id = $2'
  return (await query<{ found: number }>(app, text, [template, retailerId]))[0]?.found ?? 0
}

test('another owner approves an account, its proposer does not, and every owner is told twice', async () => {
  const [ana, bruno] = [await newStaffUser(app, 'OWNER'), await newStaffUser(app, 'OWNER')]
  const finance = await newStaffUser(app, 'FINANCE')
  const owners = (await readAccount(ana)).otherOwners.length + 1
  assert.equal((await propose(ana, 'financeiro@loja.example')).status, 200)
  expectError(await propose(bruno, 'outra@loja.example'), { code: 'console_account_pending' })
  const path = `/account/changes/${await findChange(bruno)}/approve`
  expectError(await ana.post(path), { code: 'console_second_owner_required' })
  expectError(await finance.post(path), { code: 'console_forbidden' })
  assert.notEqual(await readKey(DEMO_RETAILER), 'financeiro@loja.example')
  assert.equal(await countMails('staff-account-proposed', DEMO_RETAILER), owners)
  assert.equal(await countMails('staff-account-changed', DEMO_RETAILER), 0)
  assert.equal((await bruno.post(path)).status, 200)
  expectError(await bruno.post(path), { code: 'console_not_found' })
  const { changedAt } = await findPayee(app.database, app.services.secrets, DEMO_RETAILER)
  assert.equal(await readKey(DEMO_RETAILER), 'financeiro@loja.example')
  // From now on a person of the lender approves its payouts for 48 hours.
  assert.deepEqual(changedAt, app.clock.now())
  assert.equal(await countMails('staff-account-changed', DEMO_RETAILER), owners)
})

test('the only owner waits 48 hours, not a minute less', async () => {
  const carla = await newStaffUser(app, 'OWNER', [PLAIN_RETAILER])
  assert.equal((await propose(carla, 'carla@loja.example')).status, 200)
  app.clock.advance({ minutes: 48 * 60 - 1 })
  await applyDueAccountChanges(app.services)
  assert.notEqual(await readKey(PLAIN_RETAILER), 'carla@loja.example')
  app.clock.advance({ minutes: 1 })
  await applyDueAccountChanges(app.services)
  assert.equal(await readKey(PLAIN_RETAILER), 'carla@loja.example')
  const { changedAt } = await findPayee(app.database, app.services.secrets, PLAIN_RETAILER)
  assert.deepEqual(changedAt, app.clock.now())
  assert.equal(await countMails('staff-account-changed', PLAIN_RETAILER), 1)
})

test('a change that was withdrawn, or whose proposer is no owner any more, never takes effect', async () => {
  const [ana, bruno] = [await newStaffUser(app, 'OWNER'), await newStaffUser(app, 'OWNER')]
  const before = await readKey(DEMO_RETAILER)
  await propose(ana, 'retirada@loja.example')
  assert.equal((await bruno.post(`/account/changes/${await findChange(bruno)}/withdraw`)).status, 200)
  assert.equal((await readAccount(ana)).change, undefined)
  await propose(ana, 'exdona@loja.example')
  assert.equal((await bruno.post(`/people/${ana.id}/role`, { role: 'VIEWER' })).status, 200)
  app.clock.advance({ hours: 49 })
  await applyDueAccountChanges(app.services)
  assert.equal(await readKey(DEMO_RETAILER), before)
  const open = await query(app, "SELECT 1 FROM retailer_proposals WHERE state = 'proposed'")
  assert.equal(open.length, 0)
})

test('an account of another company, and one that is none, are refused before anybody is told', async () => {
  const dora = await newStaffUser(app, 'OWNER')
  const before = await countMails('staff-account-proposed', DEMO_RETAILER)
  for (const pixKey of ['ninguem', '33000167000101'])
    assert.equal((await propose(dora, pixKey)).body.code, 'invalid_parameters')
  assert.equal(await countMails('staff-account-proposed', DEMO_RETAILER), before)
})

test('a withdrawn change that is put back in the database as it was does not take effect', async () => {
  const [ana, bruno] = [await newStaffUser(app, 'OWNER'), await newStaffUser(app, 'OWNER')]
  const before = await readKey(DEMO_RETAILER)
  await propose(ana, 'ladrao@loja.example')
  const id = await findChange(ana)
  const [row] = await query<{ mac: Buffer }>(app, 'SELECT mac FROM retailer_proposals WHERE id = $1', [id])
  await ana.post(`/account/changes/${id}/withdraw`)
  await query(app, 'ALTER TABLE retailer_proposals DISABLE TRIGGER USER')
  const back =
    "UPDATE retailer_proposals SET state = 'proposed', answered_by = NULL, answered_at = NULL, mac = $2"
  await query(app, `${back} WHERE id = $1`, [id, row?.mac])
  await query(app, 'ALTER TABLE retailer_proposals ENABLE TRIGGER USER')
  expectError(await bruno.post(`/account/changes/${id}/approve`), { code: 'console_not_found' })
  app.clock.advance({ hours: 49 })
  await applyDueAccountChanges(app.services)
  assert.equal(await readKey(DEMO_RETAILER), before)
})
