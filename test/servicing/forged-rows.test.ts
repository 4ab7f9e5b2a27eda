import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { findForgedRows } from '../../src/app/upkeep/find-forged-rows.ts'
import { newId } from '../../src/kernel/ids.ts'
import { richDemonstrationPolicy } from '../../src/sandbox/demonstration-policies.ts'
import { HostedVisit, readCode } from '../links/hosted-visit.ts'
import { newLink } from '../links/link-calls.ts'
import { CustomerDevice, expectDone } from '../onboarding/customer-device.ts'
import { PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { listAudit } from '../support/desk.ts'
import { newPerson } from '../support/people.ts'
import { type Bought, buy, buyOpen, playUntil } from '../support/purchase-http.ts'
import { AccountDevice, countCodes, waitForCodes } from './account-device.ts'

/*
 * What somebody can do to customers who may write to the database as the program does, but does not have ENCRYPTION_KEY:
 * open no account, read no personal data, and set no conditions.
 */

let app: TestApp
let victim: Bought
before(async () => {
  app = await startTestApp()
  victim = await buyOpen(app)
})
after(() => app.stop())

/** As SQL writes it. */
const indexOf = (kind: 'cpf' | 'phone'): string =>
  `'\\x${app.services.secrets.computeBlindIndex(kind, victim.person[kind]).toString('hex')}'`

async function listReports(table: string): Promise<(string | null | undefined)[]> {
  const entries = await listAudit(app)
  return entries
    .filter(({ action, details }) => action === 'refused.forged-row' && details.table === table)
    .map(({ subject }) => subject)
}

const readState = (device: AccountDevice) => device.do('state')

test('a session of the customer area that SQL gave another owner, or a longer life, opens nothing', async () => {
  const intruder = await buyOpen(app)
  for (const change of [
    `cpf_index = ${indexOf('cpf')}, phone_index = ${indexOf('phone')}`,
    `cpf_index = ${indexOf('cpf')}`,
    `opened_at = opened_at + interval '1 hour'`,
  ]) {
    const device = new AccountDevice(app)
    await device.signIn(intruder.person)
    assert.ok((await readState(device)).account)
    await query(app, `UPDATE customer_sessions SET ${change}`)
    assert.equal((await readState(device)).account, undefined, change)
    assert.ok((await listReports('customer_sessions')).length > 0)
    await findForgedRows(app.services)
    await query(app, 'DELETE FROM customer_sessions')
    await query(app, 'DELETE FROM customer_challenges')
  }
})

test('a code for one CPF does not open the account of another, nor on another device or for longer', async () => {
  const intruder = await buyOpen(app)
  for (const change of [
    `cpf_index = ${indexOf('cpf')}, phone_index = ${indexOf('phone')}`,
    `cpf_index = ${indexOf('cpf')}`,
    `expires_at = expires_at + interval '1 second'`,
  ]) {
    await query(app, 'DELETE FROM customer_challenges')
    const device = new AccountDevice(app)
    await device.do('code', { cpf: intruder.person.cpf })
    await waitForCodes(app, 1)
    await query(app, `UPDATE customer_challenges SET ${change}`)
    const answer = await device.ask('confirm', { code: await readCode(app, intruder.person.phone) })
    assert.equal(answer.body.code, 'code_refused', change)
  }
})

test('a code is compared with five guesses, also when SQL takes its tries back', async () => {
  await query(app, 'DELETE FROM customer_challenges')
  const device = new AccountDevice(app)
  await device.do('code', { cpf: victim.person.cpf })
  await waitForCodes(app, 1)
  const code = await readCode(app, victim.person.phone)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  for (let guess = 0; guess < 5; guess++) {
    assert.equal((await device.ask('confirm', { code: wrong })).body.code, 'code_refused')
    await query(app, 'UPDATE customer_challenges SET tries = 0')
  }
  assert.equal((await device.ask('confirm', { code })).body.code, 'code_refused')
  const bought = await buy(app)
  const customer = new CustomerDevice(app, bought)
  expectDone(await customer.begin())
  expectDone(await customer.post('code', { purpose: 'phone' }))
  const other = await customer.readCode()
  const missed = String((Number(other) + 1) % 1_000_000).padStart(6, '0')
  for (let guess = 0; guess < 5; guess++) {
    assert.equal((await customer.post('confirm', { code: missed })).error.code, 'code_refused')
    await query(app, 'UPDATE one_time_codes SET tries = 0')
  }
  assert.equal((await customer.post('confirm', { code: other })).error.code, 'code_refused')
})

test('the codes of a customer go to the phone of a signature, not to one of a purchase that SQL calls signed', async () => {
  await query(app, 'DELETE FROM customer_challenges')
  await query(app, 'UPDATE credit_contracts SET is_living = false')
  const intruder = { ...newPerson(), cpf: victim.person.cpf }
  const begun = await buy(app, { person: intruder })
  await query(
    app,
    'UPDATE transactions SET signed_at = created_at, move_count = move_count + 1, replaces_id = $2 WHERE id = $1',
    [begun.transactionId, victim.transactionId],
  )
  const before = await countCodes(app)
  const device = new AccountDevice(app)
  await device.do('code', { cpf: victim.person.cpf })
  await waitForCodes(app, before + 1)
  await assert.rejects(readCode(app, intruder.phone))
  assert.ok(await readCode(app, victim.person.phone))
})

test('a session of an onboarding that SQL made or moved reads nothing of the purchase', async () => {
  const bought = await buy(app)
  await playUntil(app, bought.transactionId, 'SIGNATURE')
  const [inserted, moved, led] = [1, 2, 3].map(() => new CustomerDevice(app, bought))
  assert.ok(inserted && moved && led)
  const name = `onboarding-${bought.transactionId.slice(0, 12)}`
  const expectClosed = async (device: CustomerDevice, what: string): Promise<void> => {
    assert.equal((await device.state()).state.needsConfirmation, true, what)
    assert.notEqual((await device.request('/contract.pdf')).status, 200, what)
  }
  const cookie = randomBytes(32).toString('base64url')
  await query(
    app,
    `INSERT INTO onboarding_sessions (session_hash, root_id, created_at, expires_at, mac)
     SELECT $1, $2, now(), now() + interval '1 day', mac FROM onboarding_sessions LIMIT 1`,
    [createHash('sha256').update(cookie).digest(), bought.transactionId],
  )
  inserted.cookies.set(name, cookie)
  await expectClosed(inserted, 'inserted')
  // A session of the intruder's own purchase, led to the victim's, and then the victim's purchase to it.
  const own = await buy(app)
  const intruder = new CustomerDevice(app, own)
  expectDone(await intruder.begin())
  expectDone(await intruder.confirm('phone'))
  for (const [cookieName, value] of intruder.cookies) {
    if (!cookieName.startsWith('onboarding-')) continue
    moved.cookies.set(name, value)
    led.cookies.set(`onboarding-${own.transactionId.slice(0, 12)}`, value)
  }
  await query(app, 'UPDATE onboardings SET root_id = $2 WHERE transaction_id = $1', [
    bought.transactionId,
    own.transactionId,
  ])
  await expectClosed(led, 'its onboarding led to another')
  await query(app, 'UPDATE onboardings SET root_id = $1 WHERE transaction_id = $1', [bought.transactionId])
  await query(app, 'UPDATE onboarding_sessions SET root_id = $2 WHERE root_id = $1', [
    own.transactionId,
    bought.transactionId,
  ])
  await expectClosed(moved, 'moved')
  assert.ok((await listReports('onboarding_sessions')).length > 0)
})

test('a link to a purchase of one’s own, whose hash SQL gives to another purchase, shows nothing', async () => {
  const [own, other] = [await buy(app), await buy(app)]
  const swap = (id: string, hash: Buffer) =>
    query(app, 'UPDATE transactions SET token_hash = $2, move_count = move_count + 1 WHERE id = $1', [
      id,
      hash,
    ])
  const hash = createHash('sha256').update(own.authorized.onboardingToken).digest()
  await swap(own.transactionId, randomBytes(32))
  await swap(other.transactionId, hash)
  assert.equal((await new CustomerDevice(app, own).state()).status, 404)
  assert.ok((await listReports('transactions')).includes(other.transactionId))
})

test('a visit to a payment link that SQL gave to another device, and a link that SQL changed, are not found', async () => {
  const link = await newLink(app)
  const visitor = new HostedVisit(app, link)
  assert.equal((await visitor.identify(newPerson())).screen, 'options')
  const [[name = '', cookie = ''] = []] = visitor.cookies
  assert.ok(cookie)
  const stolen = randomBytes(32).toString('base64url')
  const intruder = new HostedVisit(app, link)
  intruder.cookies.set(name, stolen)
  const [kept] = await query<{ hash: Buffer }>(
    app,
    'SELECT session_hash AS hash FROM payment_link_visits WHERE link_id = $1',
    [link.id],
  )
  const give = (hash: Buffer | undefined) =>
    query(app, 'UPDATE payment_link_visits SET session_hash = $2 WHERE link_id = $1', [link.id, hash])
  await give(createHash('sha256').update(stolen).digest())
  assert.equal((await intruder.do('state')).screen, 'who')
  await give(kept?.hash)
  await query(app, 'UPDATE payment_link_visits SET checkout_id = $2 WHERE link_id = $1', [link.id, newId()])
  assert.equal((await visitor.do('state')).screen, 'who')
  assert.equal((await listReports('payment_link_visits')).length, 1)
  for (const change of ['amount_centavos = 100', `retailer_id = '${PLAIN_RETAILER}'`]) {
    const changed = await newLink(app)
    await query(app, `UPDATE payment_links SET ${change} WHERE id = $1`, [changed.id])
    assert.equal((await new HostedVisit(app, changed).ask('state')).status, 404, change)
    assert.ok((await listReports('payment_links')).includes(changed.id))
  }
})

async function createRetailer(): Promise<string> {
  const id = newId()
  await app.services.retailers.createRetailer({
    id,
    name: 'Loja Nova',
    gracePeriodEnabled: true,
    retentionEnabled: false,
    insuranceEnabled: false,
    scriptEnabled: false,
    isPublished: false,
  })
  return id
}

test('a policy that SQL wrote is not in force, nor is the one before it', async () => {
  const { credit } = app.services
  const retailerId = await createRetailer()
  await credit.policies.publish(retailerId, richDemonstrationPolicy)
  const forged = newId()
  await query(
    app,
    `INSERT INTO credit_policies (id, retailer_id, version, document, created_at, mac)
     SELECT $2, retailer_id, version + 1, jsonb_set(document::jsonb, '{minimumApproved}', '1'), created_at, mac
     FROM credit_policies WHERE retailer_id = $1`,
    [retailerId, forged],
  )
  await assert.rejects(credit.policies.getCurrent(retailerId), /policy/i)
  assert.deepEqual(await listReports('credit_policies'), [forged])
})

test('a policy before the newest is not in force again when the newest is taken away', async () => {
  const { credit } = app.services
  const retailerId = await createRetailer()
  const first = await credit.policies.publish(retailerId, richDemonstrationPolicy)
  const { id } = await credit.policies.publish(retailerId, richDemonstrationPolicy)
  await query(app, 'DELETE FROM credit_policies WHERE id = $1', [id])
  await assert.rejects(credit.policies.getCurrent(retailerId), /policy/i)
  assert.ok((await listReports('credit_policies')).includes(first.id))
})
