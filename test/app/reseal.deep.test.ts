import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { Client } from 'pg'
import { parseConfig } from '../../src/app/config/config.ts'
import {
  EXCHANGE_WAITS,
  finishExchange,
  isUnfinished,
  REMOVAL_MS,
} from '../../src/app/upkeep/exchange-keys.ts'
import { seal } from '../../src/platform/crypto/sealed-box.ts'
import { deriveSecrets } from '../../src/platform/crypto/secrets.ts'
import type { Database } from '../../src/platform/db/database.ts'
import { claimDeployment } from '../../src/platform/deployment/deployment.ts'
import { type Keyring, openKeyring } from '../../src/platform/deployment/keyring.ts'
import { countBoxes } from '../../src/platform/deployment/reseal.ts'
import { SEALED_COLUMNS } from '../../src/platform/deployment/sealed-columns.ts'
import { migrate } from '../../src/schema/migrate.ts'
import { CustomerDevice, expectDone } from '../onboarding/customer-device.ts'
import { DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { openRoleDatabase, type RoleDatabase } from '../support/database-roles.ts'
import { buyForDesk, newDeskPerson, signIn } from '../support/desk.ts'
import { upload, writeInvoice } from '../support/invoices.ts'
import { partOfApp } from '../support/part-of-app.ts'
import { buy, buyOpen, cancel, pay, playUntil, read } from '../support/purchase-http.ts'
import { openAllBoxes } from '../support/sealed-boxes.ts'
import { startReceiver } from '../support/webhook-receiver.ts'
import { createEndpoint } from '../support/webhooks.ts'

const first = parseConfig({}).encryptionKey
const [second, third] = [randomBytes(32), randomBytes(32)]
const NO_WAITS = { announceMs: 0, settleMs: 0 }

let roles: RoleDatabase
let database: Database
before(async () => {
  roles = await openRoleDatabase()
  const connectionString = roles.urlOf(roles.names.migrator)
  await migrate({ connection: { connectionString }, grantsToOtherRoles: true, log: () => {} })
  database = roles.open(roles.names.app)
  await claimDeployment(database, 'homologation', deriveSecrets(first).fingerprint)
})
after(() => roles.close())

async function getKeyring(current: Buffer, previous?: Buffer, of = database): Promise<Keyring> {
  const keyring = await openKeyring(of, { current, previous, ownRootKey: false }, new Date())
  assert.ok(keyring)
  return keyring
}

const startApp = (keyring: Keyring): Promise<TestApp> => {
  const connection = roles.connectionOf(roles.names.app)
  return startTestApp({ testDatabase: { database, connection, close: async () => {} }, keyring })
}

const exchange = (keyring: Keyring, of = database) =>
  finishExchange(
    partOfApp({
      database: of,
      keyring,
      secrets: deriveSecrets(keyring.rootKey, keyring.dataKeys),
      realClock: { now: () => new Date() },
    }),
    () => {},
    NO_WAITS,
  )

/** A purchase with its pictures, contract, invoice and refund, a case of the desk, and a webhook that was answered. */
async function live(app: TestApp): Promise<{ open: string; canceled: string }> {
  const receiver = await startReceiver()
  const endpoint = await createEndpoint(app, receiver.url)
  const rotated = await app.post(`/webhooks/endpoints/${endpoint.id}/rotate`, { apiKey: DEMO_KEY })
  assert.equal(rotated.status, 200, rotated.text)
  const asked = { apiKey: DEMO_KEY, amount: 2_000, description: 'Geladeira', phone: '11987651234' }
  const linked = await app.post('/payment-links', asked, { 'idempotency-key': randomUUID() })
  assert.equal(linked.status, 200, linked.text)
  const desk = await signIn(app, await newDeskPerson(app, 'analyst'))
  const bought = await buy(app, { downPayment: true })
  const device = new CustomerDevice(app, bought)
  expectDone(await device.begin())
  expectDone(await device.confirm('phone'))
  for (const kind of ['front', 'back', 'selfie'] as const) expectDone(await device.show(kind))
  await playUntil(app, bought.transactionId, 'SIGNATURE', { acceptInsurance: true })
  expectDone(await device.sign())
  const { downPaymentBillet } = await read(app, bought.transactionId)
  await pay(app, downPaymentBillet?.id ?? '', { method: 'PIX' })
  await upload(app, bought.transactionId, await writeInvoice(app, bought))
  await cancel(app, bought.transactionId)
  const doubtful = await buyForDesk(app)
  const { version } = (await desk.get<{ version: number }>(`/cases/${doubtful.transactionId}`)).body
  const verdict = { result: 'VALIDATED', reason: 'Conferido com o documento', version }
  assert.equal((await desk.post(`/cases/${doubtful.transactionId}/decision`, verdict)).body.outcome, 'done')
  const { transactionId: open } = await buyOpen(app)
  await receiver.wait(5)
  await receiver.stop()
  return { open, canceled: bought.transactionId }
}

/** Fails from this replacement on, as if the command had been killed. */
function cutAfter(replacements: number): Database {
  let left = replacements
  return {
    ...database,
    run(statement, values) {
      if (statement.name === 'reseal.replace' && left-- <= 0) return Promise.reject(new Error('killed'))
      return database.run(statement, values)
    },
  }
}

test('with the rights of the app role every box is sealed again, over any interruption, and opens to the same', async () => {
  const before = await getKeyring(first)
  const app = await startApp(before)
  const lived = await live(app)
  const seen = [await read(app, lived.open), await read(app, lived.canceled)]
  await app.stop()
  const boxes = await openAllBoxes(database, app.services.secrets)
  assert.deepEqual([...(await countBoxes(database))], [[1, boxes.length]])
  assert.deepEqual(
    boxes.filter(({ plain }) => plain === undefined),
    [],
  )
  const columns = new Set(boxes.map(({ place }) => place.split(':')[0]))
  assert.ok(columns.size >= 20, [...columns].join(' '))

  await (await getKeyring(second, first)).rotate(new Date())
  for (const replacements of [0, 7, 40]) {
    const keyring = await getKeyring(second, undefined)
    await assert.rejects(exchange(keyring, cutAfter(replacements)), /killed/)
    assert.ok(isUnfinished(await keyring.refresh(), new Date()))
    const state = await openAllBoxes(database, deriveSecrets(keyring.rootKey, keyring.dataKeys))
    assert.deepEqual(
      state.filter(({ plain }) => plain === undefined),
      [],
    )
  }
  const counts = await countBoxes(database)
  assert.ok((counts.get(1) ?? 0) > 0 && (counts.get(2) ?? 0) >= 47, 'the exchange was cut off in the middle')
  const keyring = await getKeyring(second)
  const done = await exchange(keyring)
  assert.deepEqual([done.resealed, done.forgotten, done.damaged], [counts.get(1), 0, 0])
  assert.ok(!isUnfinished(await keyring.refresh(), new Date()))

  const alone = await getKeyring(second)
  const afterwards = await openAllBoxes(database, deriveSecrets(alone.rootKey, alone.dataKeys))
  assert.deepEqual(
    afterwards,
    boxes.map(box => ({ ...box, keyId: 2 })),
  )
  const again = await startApp(alone)
  try {
    assert.deepEqual([await read(again, lived.open), await read(again, lived.canceled)], seen)
    await live(again)
  } finally {
    await again.stop()
  }
  assert.deepEqual([...(await countBoxes(database)).keys()], [2], 'new boxes are of the new key too')
})

test('a data key is taken away a day after it was retired; whoever has only the old ENCRYPTION_KEY opens nothing', async () => {
  const keyring = await getKeyring(third, second)
  await keyring.rotate(new Date())
  await exchange(keyring)
  assert.deepEqual(
    (await keyring.refresh()).map(({ id }) => id),
    [1, 2, 3],
  )
  const later = { now: () => new Date(Date.now() + REMOVAL_MS) }
  const secrets = deriveSecrets(keyring.rootKey, keyring.dataKeys)
  assert.ok(isUnfinished(await keyring.refresh(), later.now()))
  const { removed } = await finishExchange(
    partOfApp({ database, secrets, keyring, realClock: later }),
    () => {},
    NO_WAITS,
  )
  assert.deepEqual(removed, [2])
  assert.deepEqual(
    (await keyring.refresh()).map(({ id }) => id),
    [1, 3],
  )
  const keys = { current: second, previous: first, ownRootKey: false }
  assert.equal(await openKeyring(database, keys, new Date()), undefined)
  const opened = await openAllBoxes(database, deriveSecrets(first))
  assert.ok(opened.length > 0 && opened.every(({ plain }) => plain === undefined), 'nor the root key alone')
})

test('a data key that is only announced is known to running programs before any of them seals with it', async () => {
  const running = await getKeyring(third)
  const next = randomBytes(32)
  await (await getKeyring(next, third)).rotate(new Date())
  const both = await getKeyring(next, third)
  await both.refresh()
  assert.deepEqual([both.dataKeys.knows(4), both.dataKeys.sealingId], [true, 3])
  assert.ok(EXCHANGE_WAITS.announceMs >= 10_000)
  await both.activate(4, new Date())
  await running.refresh()
  assert.equal(running.dataKeys.sealingId, 3, 'a program without the new ENCRYPTION_KEY goes on as before')
  await both.refresh()
  assert.equal(both.dataKeys.sealingId, 4)
  await exchange(both)
})

test('the database lets a box be replaced only by itself under the newest data key, and only by the app role', async () => {
  const [row] = await database.run<{ id: string; box: Buffer }>(
    { name: '', text: 'SELECT transaction_id AS id, origin_box AS box FROM signatures LIMIT 1' },
    [],
  )
  assert.ok(row)
  const refusal = { code: '42501' }
  const call = (role: string, place: string, from: Buffer, to: Buffer) => {
    const client = new Client(roles.connectionOf(role))
    return client
      .connect()
      .then(() =>
        client.query('SELECT reseal_box($1, $2, $3, $4, $5)', [
          place,
          ['transaction_id'],
          [row.id],
          from,
          to,
        ]),
      )
      .finally(() => client.end())
  }
  const { app, readonly, migrator } = roles.names
  const other = Buffer.from(row.box)
  other[other.length - 1] = (other.at(-1) ?? 0) ^ 1
  const later = Buffer.from(other)
  later.writeUInt16BE(9, 1)
  const older = Buffer.concat([Buffer.of(1), row.box.subarray(3)])
  for (const to of [other, later, older, row.box])
    await assert.rejects(call(app, 'signatures.origin_box', row.box, to), refusal)
  await assert.rejects(call(app, 'signatures.contract_hash', older, row.box), refusal)
  await assert.rejects(call(readonly, 'signatures.origin_box', older, row.box), refusal)
  const longer = seal(deriveSecrets(first).sealing, '', 'more text than there was')
  await assert.rejects(call(app, 'signatures.origin_box', longer, row.box), refusal)
  const owner = new Client(roles.connectionOf(migrator))
  await owner.connect()
  await assert.rejects(owner.query('UPDATE signatures SET origin_box = $1', [other]), refusal)
  await assert.rejects(owner.query('UPDATE signatures SET signed_at = now()'), refusal)
  await owner.end()
})

/** Columns of bytes that are no boxes of data. */
const NO_BOX =
  /_(?:hash|digest|index|salt|fingerprint|seal)$|\.(?:mac|hash|signature|sha256|fingerprint|seal|subject|key_id|wrapped_by)$/
/**
 * The offer without the person, files under their own keys, keys under ENCRYPTION_KEY, the public part of passkeys, and
 * keyed hashes of the words of names.
 */
const OTHERS = [
  'checkouts.offer',
  'data_keys.box',
  'keyring.box',
  'operator_passkeys.credential_id',
  'operator_passkeys.public_key',
  'purchase_names.word',
  'retailer_themes.logo',
  'staff_passkeys.credential_id',
  'staff_passkeys.public_key',
  'stored_files.box',
  'used_passkey_challenges.nonce',
]

test('every column of bytes holds boxes that are sealed again, or is known to hold something else', async () => {
  const found = await roles.administrate(async client => {
    const columns = await client.query<{ place: string }>(
      `SELECT table_name || '.' || column_name AS place FROM information_schema.columns
       WHERE table_schema = 'public' AND data_type = 'bytea'
         AND NOT (SELECT relispartition FROM pg_class WHERE oid = table_name::regclass) ORDER BY 1`,
    )
    const { rows } = await client.query<{ text: string }>(
      `SELECT prosrc AS text FROM pg_proc WHERE proname = 'reseal_box'`,
    )
    return { columns: columns.rows.map(({ place }) => place), text: rows[0]?.text ?? '' }
  })
  const listed = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`)
  assert.deepEqual(
    found.columns.filter(place => !NO_BOX.test(place) && !OTHERS.includes(place)).toSorted(),
    listed.toSorted(),
  )
  const allowed = /ANY \(ARRAY\[([^\]]*)\]/.exec(found.text)?.[1] ?? ''
  assert.deepEqual(
    [...allowed.matchAll(/'([a-z_.]+)'/g)].map(([, place]) => place).toSorted(),
    listed.toSorted(),
  )
})
