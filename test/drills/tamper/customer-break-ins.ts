import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { findEmails } from '../../../src/domains/customers/customer-purchases.ts'
import { readCode } from '../../links/hosted-visit.ts'
import { CustomerDevice } from '../../onboarding/customer-device.ts'
import { AccountDevice } from '../../servicing/account-device.ts'
import { type Bought, buy, buyOpen } from '../../support/purchase-http.ts'
import type { Stage } from './stage.ts'

/** An account, a key, a session or a right that the intruder has not, tried with rows alone. */
export interface BreakIn {
  readonly table: string
  readonly what: string
  /** Returns whether it opened, after the same was shown to open for whom it belongs to. */
  attempt(stage: Stage): Promise<boolean>
}

const SENDING = ['send-account-code', 'send-message'] as const
export const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

const buyAs = (stage: Stage): Promise<Bought> => buyOpen(stage.app, { person: stage.newPerson() })

async function askCode(
  stage: Stage,
  device: AccountDevice,
  { cpf }: { readonly cpf: string },
): Promise<void> {
  // So that no limit of codes is met.
  stage.app.clock.advance({ minutes: 2 })
  await device.do('code', { cpf })
  await stage.runQueued(SENDING)
}

async function enter(stage: Stage, { person }: Bought): Promise<AccountDevice> {
  const device = new AccountDevice(stage.app)
  await askCode(stage, device, person)
  await device.do('confirm', { code: await readCode(stage.app, person.phone) })
  return device
}

async function shows(device: AccountDevice, { transactionId }: Bought): Promise<boolean> {
  return (await device.ask('state')).text.includes(transactionId)
}

/** The intruder is a customer too: with a session of their own, and a victim. */
async function enterBeside(stage: Stage): Promise<{ device: AccountDevice; victim: Bought }> {
  const [own, victim] = [await buyAs(stage), await buyAs(stage)]
  const device = await enter(stage, own)
  assert.ok(await shows(device, own), 'a customer sees their own purchase')
  return { device, victim }
}

const INDEXES = `cpf_index = (SELECT cpf_index FROM transactions WHERE id = $1),
  phone_index = (SELECT u.phone_index FROM phone_uses u JOIN transactions t ON t.cpf_index = u.cpf_index WHERE t.id = $1 LIMIT 1)`
const LATEST_SESSION = `session_hash = (SELECT session_hash FROM customer_sessions ORDER BY opened_at DESC, ctid DESC LIMIT 1)`

/** Copies a row, with its MAC if it has one. */
export const copyRow = (table: string, changes: string, where: string): string =>
  `INSERT INTO ${table} SELECT (jsonb_populate_record(r, ${changes})).* FROM ${table} r WHERE ${where}`

async function openLink(stage: Stage): Promise<{ bought: Bought; device: CustomerDevice }> {
  const bought = await buy(stage.app, { person: stage.newPerson() })
  const device = new CustomerDevice(stage.app, bought)
  stage.app.clock.advance({ minutes: 2 })
  await device.begin()
  assert.equal((await device.post('code', { purpose: 'phone' })).status, 200)
  return { bought, device }
}

const needsConfirmation = async (device: CustomerDevice): Promise<boolean> =>
  (await device.state()).state.needsConfirmation

export const CUSTOMER_BREAK_INS: readonly BreakIn[] = [
  {
    table: 'customer_sessions',
    what: 'own session given the victim’s indexes',
    async attempt(stage) {
      const { device, victim } = await enterBeside(stage)
      await stage.intruder.query(`UPDATE customer_sessions SET ${INDEXES} WHERE ${LATEST_SESSION}`, [
        victim.transactionId,
      ])
      return shows(device, victim)
    },
  },
  {
    table: 'customer_sessions',
    what: 'row inserted under the hash of a known session, with the victim’s indexes',
    async attempt(stage) {
      const { device, victim } = await enterBeside(stage)
      const { rows } = await stage.intruder.query<{ row: object }>(
        `DELETE FROM customer_sessions r WHERE ${LATEST_SESSION} RETURNING to_jsonb(r) AS row`,
      )
      await stage.intruder.query(
        `INSERT INTO customer_sessions SELECT * FROM jsonb_populate_record(NULL::customer_sessions, $1::jsonb)`,
        [rows[0]?.row],
      )
      await stage.intruder.query(`UPDATE customer_sessions SET ${INDEXES} WHERE ${LATEST_SESSION}`, [
        victim.transactionId,
      ])
      return shows(device, victim)
    },
  },
  {
    table: 'customer_sessions',
    what: 'expired session given a new time',
    async attempt(stage) {
      const own = await buyAs(stage)
      const device = await enter(stage, own)
      stage.app.clock.advance({ hours: 3 })
      assert.equal(await shows(device, own), false, 'a session ends')
      const now = stage.app.clock.now()
      await stage.intruder.query(
        `UPDATE customer_sessions SET opened_at = $1, last_seen_at = $1 WHERE ${LATEST_SESSION}`,
        [now],
      )
      return shows(device, own)
    },
  },
  {
    table: 'customer_challenges',
    what: 'own challenge given the victim’s CPF',
    async attempt(stage) {
      const [own, victim] = [await buyAs(stage), await buyAs(stage)]
      const device = new AccountDevice(stage.app)
      await askCode(stage, device, own.person)
      await stage.intruder.query(
        `UPDATE customer_challenges SET ${INDEXES} WHERE id = (SELECT id FROM customer_challenges WHERE code_hash IS NOT NULL ORDER BY id DESC LIMIT 1)`,
        [victim.transactionId],
      )
      await device.ask('confirm', { code: await readCode(stage.app, own.person.phone) })
      return shows(device, victim)
    },
  },
  {
    table: 'customer_challenges',
    what: 'code hash of an own challenge in the victim’s',
    async attempt(stage) {
      const [own, victim] = [await buyAs(stage), await buyAs(stage)]
      await askCode(stage, new AccountDevice(stage.app), own.person)
      const device = new AccountDevice(stage.app)
      await askCode(stage, device, victim.person)
      await stage.intruder.query(
        `UPDATE customer_challenges SET code_hash = (SELECT code_hash FROM customer_challenges
           WHERE cpf_index = (SELECT cpf_index FROM transactions WHERE id = $2) ORDER BY id DESC LIMIT 1)
         WHERE cpf_index = (SELECT cpf_index FROM transactions WHERE id = $1)`,
        [victim.transactionId, own.transactionId],
      )
      await device.ask('confirm', { code: await readCode(stage.app, own.person.phone) })
      return shows(device, victim)
    },
  },
  {
    table: 'customer_emails',
    what: 'own address in the victim’s row',
    async attempt(stage) {
      const { device, victim } = await enterBeside(stage)
      const email = 'intruso@exemplo.com.br'
      assert.equal((await device.ask('email', { email })).status, 200)
      await stage.intruder.query(
        `INSERT INTO customer_emails SELECT (jsonb_populate_record(e, jsonb_build_object('transaction_id', t.id, 'cpf_index', t.cpf_index))).*
         FROM customer_emails e, transactions t WHERE t.id = $1 LIMIT 1`,
        [victim.transactionId],
      )
      const { database, secrets } = stage.app.services
      const found = await findEmails(database, secrets, [victim.transactionId]).catch(() => new Map())
      return found.get(victim.transactionId) === email
    },
  },
  {
    table: 'onboarding_sessions',
    what: 'row inserted with the hash of a known session',
    async attempt(stage) {
      const victim = await buy(stage.app, { person: stage.newPerson() })
      const own = new CustomerDevice(stage.app, victim)
      stage.app.clock.advance({ minutes: 2 })
      await own.begin()
      assert.equal((await own.confirm('phone')).status, 200)
      assert.equal(await needsConfirmation(own), false)
      const device = new CustomerDevice(stage.app, victim)
      assert.equal(await needsConfirmation(device), true)
      const session = randomBytes(32).toString('base64url')
      for (const name of own.cookies.keys()) device.cookies.set(name, session)
      await stage.intruder.query(
        copyRow('onboarding_sessions', `jsonb_build_object('session_hash', $2::bytea)`, 'root_id = $1'),
        [victim.transactionId, sha256(session)],
      )
      return !(await needsConfirmation(device))
    },
  },
  {
    table: 'onboarding_sessions',
    what: 'own session moved to the victim’s purchase',
    async attempt(stage) {
      const [own, victim] = [
        await buy(stage.app, { person: stage.newPerson() }),
        await buy(stage.app, { person: stage.newPerson() }),
      ]
      const mine = new CustomerDevice(stage.app, own)
      const theirs = new CustomerDevice(stage.app, victim)
      for (const device of [mine, theirs]) {
        stage.app.clock.advance({ minutes: 2 })
        await device.begin()
        assert.equal((await device.confirm('phone')).status, 200)
      }
      const device = new CustomerDevice(stage.app, victim)
      for (const [name, value] of mine.cookies) device.cookies.set(name, value)
      const { rows } = await stage.intruder.query<{ row: object }>(
        'DELETE FROM onboarding_sessions r WHERE root_id = $1 RETURNING to_jsonb(r) AS row',
        [own.transactionId],
      )
      await stage.intruder.query(
        'INSERT INTO onboarding_sessions SELECT * FROM jsonb_populate_record(NULL::onboarding_sessions, $1::jsonb)',
        [{ ...rows[0]?.row, root_id: victim.transactionId }],
      )
      return !(await needsConfirmation(device))
    },
  },
  {
    table: 'one_time_codes',
    what: 'own code moved to the victim’s purchase',
    async attempt(stage) {
      const [own, victim] = [await openLink(stage), await openLink(stage)]
      const now = stage.app.clock.now()
      await stage.intruder.query('UPDATE one_time_codes SET replaced_at = $2 WHERE transaction_id = $1', [
        victim.bought.transactionId,
        now,
      ])
      await stage.intruder.query('UPDATE one_time_codes SET transaction_id = $1 WHERE transaction_id = $2', [
        victim.bought.transactionId,
        own.bought.transactionId,
      ])
      await victim.device.post('confirm', { code: await own.device.readCode() })
      return !(await needsConfirmation(victim.device))
    },
  },
  {
    table: 'one_time_codes',
    what: 'hash of an own code in the victim’s',
    async attempt(stage) {
      const [own, victim] = [await openLink(stage), await openLink(stage)]
      await stage.intruder.query(
        'UPDATE one_time_codes SET code_hash = (SELECT code_hash FROM one_time_codes WHERE transaction_id = $2 LIMIT 1) WHERE transaction_id = $1',
        [victim.bought.transactionId, own.bought.transactionId],
      )
      await victim.device.post('confirm', { code: await own.device.readCode() })
      return !(await needsConfirmation(victim.device))
    },
  },
  {
    table: 'transactions',
    what: 'personal data of an own purchase in the victim’s, so that codes go to an own phone',
    async attempt(stage) {
      const [own, victim] = [await buyAs(stage), await buyAs(stage)]
      await stage.intruder.query(
        `UPDATE transactions v SET details = o.details, key_salt = o.key_salt, move_count = v.move_count + 1
         FROM transactions o WHERE o.id = $2 AND v.id = $1`,
        [victim.transactionId, own.transactionId],
      )
      const device = new AccountDevice(stage.app)
      await askCode(stage, device, victim.person)
      const code = await readCode(stage.app, own.person.phone).catch(() => '000000')
      await device.ask('confirm', { code })
      return shows(device, victim)
    },
  },
]
