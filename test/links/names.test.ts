import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { getAccountOf } from '../../src/domains/lender/accounts.ts'
import { composeRemittanceFile } from '../../src/domains/receivables/exchange-orders.ts'
import { DEMO_KEY, DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { newPerson, optionsBody } from '../support/people.ts'
import { newOrderId, pickOption, view } from '../support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

async function buyAs(quotedName: string | undefined, authorizedName?: string) {
  const person = newPerson()
  const more = quotedName === undefined ? {} : { name: quotedName }
  const quoted = await app.post('/options', optionsBody(DEMO_KEY, person, 2_000, more))
  assert.equal(quoted.status, 200, quoted.text)
  const option = pickOption({ person, options: [], body: quoted.body as never })
  const answer = await app.post('/authorize', {
    apiKey: DEMO_KEY,
    optionId: option._id,
    orderId: newOrderId(),
    ...(authorizedName === undefined ? {} : { name: authorizedName }),
  })
  assert.equal(answer.status, 200, answer.text)
  const { purchase, downPaymentBillet } = await view(app, String(answer.body.transactionId))
  return { person, purchase, downPaymentBillet }
}

const NAMES = [
  'Maria José da Conceição',
  'Ольга Петрова',
  'Ἀριστοτέλης',
  'محمد بن عبد الله',
  '李小龍',
  'O’Brien-Ñandú',
  'ก้องเกียรติ',
  'علی\u200cرضا حسینی',
  'ക്ഷ്\u200cമി അവന്\u200d',
  'श्री\u200dकृष्ण',
  'Ŵy',
  `${'Maria '.repeat(19)}Maria`,
]

test('a name in any alphabet is kept with the purchase, and none of it is readable in the database', async () => {
  for (const name of NAMES) {
    const { purchase } = await buyAs(name)
    assert.equal(purchase.customer.name, name.normalize('NFC'))
  }
  const rows = await query<{ text: string }>(
    app,
    'SELECT t::text AS text FROM transactions t UNION ALL SELECT c::text FROM checkouts c UNION ALL SELECT p::text FROM billet_payers p',
  )
  const dump = rows.map(({ text }) => text).join('\n')
  for (const name of NAMES) {
    assert.ok(!dump.includes(name), name)
    assert.ok(!dump.includes(Buffer.from(name).toString('hex')), name)
  }
})

test('the name that comes later wins, and without any the purchase has none', async () => {
  assert.equal((await buyAs('Maria', '  Maria   Silva ')).purchase.customer.name, 'Maria Silva')
  assert.equal((await buyAs(undefined, 'João')).purchase.customer.name, 'João')
  assert.equal((await buyAs('Maria')).purchase.customer.name, 'Maria')
  assert.ok(!('name' in (await buyAs(undefined)).purchase.customer))
})

test('bank files carry the name in ASCII, and the CPF where nothing of it can be written so', async () => {
  const made = [
    await buyAs('Jo\u200dsé Müller'),
    await buyAs('Ольга Петрова'),
    await buyAs('李小龍'),
    await buyAs(undefined),
  ]
  const account = await getAccountOf(app.database, app.services.secrets, DEMO_RETAILER)
  // The sandbox bank registers without a file.
  await query(app, "UPDATE bank_orders SET state = 'pending' WHERE movement = 'register'")
  const file = await composeRemittanceFile(app.services, account, app.clock.now())
  assert.ok(file)
  assert.match(file.text, /^[\x20-\x7e\r\n]*$/)
  const [latin, cyrillic, chinese, nameless] = made.map(({ person }) => person.cpf)
  const nameOf = (cpf = '') =>
    file.text
      .split('\r\n')
      .find(line => line[13] === 'Q' && line.includes(cpf))
      ?.slice(33, 73)
      .trim()
  assert.equal(nameOf(latin)?.toUpperCase(), 'JOSE MULLER')
  assert.equal(nameOf(cyrillic)?.toUpperCase(), 'OLGA PETROVA')
  assert.equal(nameOf(chinese), `CPF ${chinese}`)
  assert.match(nameOf(nameless) ?? '', /^CLIENTE CPF/i)
})

test('a name that nobody can read is refused by both endpoints, naming the field', async () => {
  const hostile = [
    '',
    ' ',
    '12345',
    'a'.repeat(121),
    'Maria\u202eSilva',
    'Maria\u200bSilva',
    'Maria\u2060Silva',
    'Maria \u200dSilva',
    'Maria\u200c\u200dSilva',
    '\u200dMaria',
    'Maria\u200c',
    '\u200d\u200c',
    'Maria\ufeff',
    'Maria\ue000',
    'Maria\nSilva',
    7,
    {},
    [],
  ]
  const message = 'name must be a name of 1 to 120 visible characters'
  for (const name of hostile) {
    const quoted = await app.post('/options', optionsBody(DEMO_KEY, newPerson(), 2_000, { name }))
    const order = { apiKey: DEMO_KEY, optionId: '0123456789abcdef01234567', orderId: 'x', name }
    const authorized = await app.post('/authorize', order)
    for (const answer of [quoted, authorized]) {
      assert.equal(answer.status, 400, answer.text)
      assert.deepEqual(answer.body.details, [{ field: 'name', message }], JSON.stringify(name))
    }
  }
})
