import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { open } from '../../../src/platform/crypto/sealed-box.ts'
import { DEMO_KEY, PLAIN_KEY, PUBLISHABLE_KEY, query, startTestApp, type TestApp } from '../../support/app.ts'
import {
  newOrdinaryPerson,
  newPerson,
  optionsBody,
  type Person,
  preApproveBody,
} from '../../support/people.ts'

let app: TestApp
const answers: string[] = []
const errors: string[] = []
let dump = ''

const STREET = 'Rua das Laranjeiras Imperiais'
const COMPLEMENT = 'Bloco Jacarandá'
const CITY = 'Pindamonhangaba'
const PRODUCT = 'Cadeira de Balanço Colonial'
const SELLER = 'Vendedora Josefina'
const SESSION = 'sessao-muito-particular'
const CARD = '4111 1111 1111 1111'
const people: Person[] = [
  newPerson('001'),
  newPerson('002'),
  newPerson('007'),
  newOrdinaryPerson(),
  newOrdinaryPerson(),
]

const mask = (cpf: string): string => cpf.replace(/^(\d{3})(\d{3})(\d{3})(\d{2})$/, '$1.$2.$3-$4')

/** Values that must not be found anywhere, in every format in which they were sent. */
const SECRETS = [
  ...people.flatMap(({ cpf, phone, email }) => [
    cpf,
    mask(cpf),
    phone,
    `(${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`,
    email,
    email.toUpperCase(),
  ]),
  ...[STREET, COMPLEMENT, CITY, PRODUCT, SELLER, SESSION, 'Jacarandá', 'Laranjeiras', 'Josefina'],
  ...[CARD, CARD.replaceAll(' ', ''), '52998224725', '529.982.247-25'],
  ...[DEMO_KEY, PLAIN_KEY, 'sk_homolog_wrong_key_of_somebody'],
  'pedido-confidencial',
]

function bodyOf(key: string, person: Person): Record<string, unknown> {
  return optionsBody(key, person, 1500, {
    cpf: mask(person.cpf),
    email: person.email.toUpperCase(),
    addressStreet: STREET,
    addressComplement: COMPLEMENT,
    city: CITY,
    seller: SELLER,
    sellerCpf: '529.982.247-25',
    sessionId: SESSION,
    products: [{ id: 'sku', name: `${PRODUCT} ${CARD}`, amount: 1, value: 1500, category: CARD }],
  })
}

async function sendEverything(): Promise<void> {
  const idempotent = { 'idempotency-key': 'pedido-confidencial' }
  for (const [at, person] of people.entries()) {
    const key = at % 2 === 0 ? DEMO_KEY : PLAIN_KEY
    answers.push((await app.post('/preApprove', preApproveBody(key, person, 1500))).text)
    answers.push((await app.post('/options', bodyOf(key, person), at < 2 ? idempotent : {})).text)
    const { apiKey: _, ...keyless } = bodyOf(key, person)
    for (const wrong of [
      { ...bodyOf(key, person), cpf: `${person.cpf}0` },
      { ...bodyOf(key, person), phone: Number(person.phone) },
      { ...bodyOf(key, person), email: `${person.email} ` },
      { ...bodyOf(key, person), source: person.email },
      {
        ...bodyOf(key, person),
        products: [{ id: person.cpf, name: PRODUCT, amount: PRODUCT, value: STREET }],
      },
      { ...bodyOf('sk_homolog_wrong_key_of_somebody', person) },
    ])
      errors.push((await app.post('/options', wrong)).text)
    errors.push((await app.post('/options', JSON.stringify(bodyOf(key, person)).slice(0, -9))).text)
    errors.push((await app.post(`/nowhere/${person.cpf}?email=${person.email}`, keyless)).text)
    answers.push((await app.post(`/options?apiKey=${key}`, keyless)).text)
    errors.push((await app.post('/options', bodyOf(PUBLISHABLE_KEY, person))).text)
    errors.push((await app.post('/options', bodyOf(key, person), { 'x-service-apikey': 'other' })).text)
  }
  await breakOnce()
}

/** An error of the database may quote the refused row. */
async function breakOnce(): Promise<void> {
  const [person] = people
  assert.ok(person)
  await query(
    app,
    'ALTER TABLE checkouts ADD CONSTRAINT nothing_fits CHECK (purchase_centavos < 0) NOT VALID',
  )
  const { status, text } = await app.post('/options', bodyOf(DEMO_KEY, person))
  assert.equal(status, 500)
  errors.push(text)
  await query(app, 'ALTER TABLE checkouts DROP CONSTRAINT nothing_fits')
}

/** Every row of every table as text, and every sealed column also as raw bytes. */
async function dumpDatabase(): Promise<string> {
  const columns = await query<{ table: string; column: string; type: string }>(
    app,
    `SELECT table_name AS "table", column_name AS "column", data_type AS type
     FROM information_schema.columns WHERE table_schema = 'public'`,
  )
  const parts: string[] = []
  for (const table of new Set(columns.map(each => each.table))) {
    const rows = await query<{ row: string }>(app, `SELECT t::text AS row FROM ${table} t`)
    parts.push(`== ${table}`, ...rows.map(({ row }) => row))
  }
  for (const { table, column } of columns.filter(({ type }) => type === 'bytea')) {
    const rows = await query<{ bytes: Buffer | null }>(app, `SELECT ${column} AS bytes FROM ${table}`)
    for (const { bytes } of rows)
      if (bytes !== null) parts.push(bytes.toString('latin1'), bytes.toString('utf8'))
  }
  return parts.join('\n')
}

before(async () => {
  app = await startTestApp()
  await sendEverything()
  dump = await dumpDatabase()
})
after(() => app.stop())

function findSecrets(text: string): string[] {
  const lower = text.toLowerCase()
  return SECRETS.filter(secret =>
    [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ].some(writing => lower.includes(writing.toLowerCase())),
  )
}

test('the search itself finds what is there', () => {
  assert.deepEqual(findSecrets(`x ${people[0]?.email} y`), [people[0]?.email, people[0]?.email.toUpperCase()])
  assert.deepEqual(findSecrets(Buffer.from(STREET).toString('hex')), [STREET, 'Laranjeiras'])
  assert.ok(errors.length > 50 && answers.length === 15)
  assert.ok(answers.filter(text => text.includes('APPROVED')).length > 3)
})

test('a dump of the whole database holds no readable personal data, product or key', () => {
  for (const table of ['checkouts', 'credit_decisions', 'applicants', 'phone_uses', 'idempotency_keys'])
    assert.match(dump, new RegExp(`== ${table}\n\\(`), `${table} must have rows for this to mean anything`)
  assert.deepEqual(findSecrets(dump), [])
})

test('no log line holds any of it, and every line is one JSON object', () => {
  const lines = app.logged().trim().split('\n')
  assert.ok(lines.length > 50)
  for (const line of lines) assert.equal(typeof JSON.parse(line), 'object')
  assert.deepEqual(findSecrets(app.logged()), [])
})

test('no error repeats what was sent', () => {
  assert.deepEqual(findSecrets(errors.join('\n')), [])
})

test('no answer repeats who asked or what was bought', () => {
  assert.deepEqual(findSecrets(answers.join('\n')), [])
})

test('the metrics hold none of it', async () => {
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  assert.match(metrics, /http_request_duration_seconds_count\{[^}]*route="\/options"/)
  assert.deepEqual(findSecrets(metrics), [])
})

test('a card number typed into a text is gone before the text is sealed; the rest of the text stays', async () => {
  const [person] = people
  assert.ok(person)
  const spread = {
    addressStreet: CARD,
    addressNumber: '4111111111111111',
    addressComplement: `x ${CARD}`,
    city: CARD,
  }
  const products = [
    { id: 'sku', name: `${PRODUCT} ${CARD}`, amount: 1, value: 1500, category: CARD, seller: CARD },
  ]
  const { body } = await app.post('/options', {
    ...bodyOf(DEMO_KEY, person),
    ...spread,
    seller: CARD,
    products,
  })
  const [row] = await query<{ salt: Buffer; details: Buffer }>(
    app,
    `SELECT a.key_salt AS salt, c.details FROM checkouts c JOIN applicants a USING (cpf_index, retailer_id)
     WHERE c.id = $1`,
    [body.checkoutId],
  )
  assert.ok(row)
  const dataKey = app.services.secrets.deriveDataKey(row.salt)
  const details = open(dataKey, `checkouts.details:${body.checkoutId}`, row.details).toString()
  assert.doesNotMatch(details, /4111/)
  assert.ok(details.includes(PRODUCT))
  assert.ok(details.includes(person.cpf))
})
