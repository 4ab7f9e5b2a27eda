import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { newPerson, optionsBody } from '../../../../test/support/people.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const good = optionsBody(DEMO_KEY, newPerson(), 1000)
const product = { id: 'sku-1', name: 'Geladeira', amount: 1, value: 1000 }
const items = 'must have 1 to 200 items'
const quantity = 'must be a whole number from 1 to 10000'
const price = 'must be a number greater than 0 and at most 10000000'
const link = 'must be an http(s) link of at most 2048 characters'
const fee = 'must be a number ≥ 0 and at most 10000000'
const phone = 'is not a valid Brazilian number: area code and number, such as (11) 98765-1234'
const invisible = 'must not contain invisible characters'
const tooMany = JSON.stringify(Array(201).fill(product))
const badLinks = [
  '"javascript:alert(1)"',
  '"data:text/html,x"',
  '"ftp://a.b/c"',
  '"//a.b/c"',
  `"https://a.b/${'x'.repeat(8192)}"`,
  '"https://user:word@a.b/"',
  '"https://a.b/\\u0007"',
  '1',
]

const WRONG: readonly (readonly [field: string, sentence: string, values: readonly string[]])[] = [
  ['cpf', 'is not a valid CPF', ['"111.111.111-11"', '"5299822472"', '"529.982.247-24"']],
  ['cpf', 'must be a string of 11 digits', ['52998224725']],
  ['phone', phone, ['"abc"', '"12345"', '"+1 212 555 0100"']],
  ['email', 'is not valid', ['"a@"', '"a@b.com\\r\\nX: 1"', '"a@b.com;c@d.com"']],
  ['zipCode', 'is not valid: 8 digits, such as 01310-100', ['"0131010"', '"ABCDE-FGH"', '"00000-000"']],
  ['zipCode', 'must be a postal code of the state SP', ['"20040-002"', '"88010001"']],
  ['source', 'must be one of checkout, pdp, site, tdv, guide, app', ['"Checkout"', '""', '["pdp"]']],
  ['device', 'must be one of desktop, mobile, app', ['"tv"', '""', '1']],
  ['state', 'must be one of the 27 Brazilian states', ['"ZZ"', '"São Paulo"', '""']],
  ['city', 'must have 1 to 100 characters', [`"${'x'.repeat(5000)}"`, '""']],
  ['addressStreet', 'must have 1 to 200 characters', ['""', `"${'x'.repeat(201)}"`]],
  ['addressNumber', 'must be a string', ['1578', 'null']],
  ['addressComplement', 'must be a string', ['null', '1']],
  ['products', items, ['[]', '{}', '"x"', 'null', tooMany]],
  ['shipping', fee, ['-10', '-0.01', 'null', '"0"', '1e309', '10000000.01', 'true']],
  ['hasGracePeriod', 'must be a boolean', ['"true"', '1', '[]']],
  ['sellerCpf', 'is not a valid CPF', ['"111.111.111-11"', '"1"']],
  ['sellerPhone', phone, ['"12"']],
  ['sessionId', invisible, ['"a\\u202eb"', '"a\\u200bb"', '"a\\nb"']],
  ['skuNumber', invisible, ['"\\u2066x"']],
  ['productImage', link, badLinks],
  ['productUrl', link, badLinks],
  ['productPrice', price, ['"1"', '1e309']],
  ['productPrice', 'must be greater than 0', ['-1', '0']],
  ['products[0].amount', quantity, ['0', '-1', '1.5', '1e9', '"1"', 'null', '1e309']],
  ['products[0].value', 'must be greater than 0', ['-5', '0', '-0', '0.001']],
  ['products[0].value', price, ['"5"', '1e15', '1e309', 'null', 'true']],
  ['products[0].id', 'must be a string', ['1', 'null']],
  ['products[0].id', invisible, ['"a\\u200db"', '"\\u202e"']],
  ['products[0].name', 'must have 1 to 500 characters', ['""', `"${'x'.repeat(501)}"`]],
  ['products[0].image', link, badLinks],
  ['products[0].url', link, badLinks],
  ['products[0]', 'must be an object', ['1', 'null', '"x"', '[]']],
]

function writeBody(field: string, value: string): string {
  const member = /^products\[0\]\.?(.*)$/.exec(field)?.[1]
  const body =
    member === undefined
      ? { ...good, [field]: '@' }
      : { ...good, products: [member === '' ? '@' : { ...product, [member]: '@' }] }
  return JSON.stringify(body).replace('"@"', () => value)
}

for (const [field, sentence, values] of WRONG) {
  test(`${field} ${sentence}, whatever it was instead`, async () => {
    for (const value of values) {
      const message = `${field} ${sentence}`
      expectError(await app.post('/options', writeBody(field, value)), {
        code: 'invalid_parameters',
        message,
        fields: [field],
      })
    }
  })
}

test('all missing parameters are named at once', async () => {
  const fields = [
    'addressComplement',
    'addressNumber',
    'addressStreet',
    'city',
    'state',
    'zipCode',
    'cpf',
    'email',
  ]
  const all = [...fields, 'phone', 'device', 'source', 'products', 'shipping']
  expectError(await app.post('/options', { apiKey: DEMO_KEY }), {
    code: 'missing_parameters',
    message: `Missing parameters: ${all.join(', ')}`,
    fields: all,
  })
})

test('a product without its required members is named by its index', async () => {
  const { status, body } = await app.post('/options', { ...good, products: [product, { id: 'sku-2' }] })
  assert.equal(status, 400)
  assert.ok(Array.isArray(body.details))
  assert.deepEqual(
    body.details.map(({ message }) => message),
    ['products[1].amount is required', 'products[1].name is required', 'products[1].value is required'],
  )
})

test('a total beyond ten million is refused, also when every single amount is accepted', async () => {
  const message = 'total is too large: products and shipping may add up to at most 10000000'
  const huge = { ...product, value: 10_000_000, amount: 10_000 }
  for (const body of [
    { ...good, products: Array(200).fill(huge) },
    { ...good, products: [{ ...product, value: 5_000_000, amount: 2 }], shipping: 0.01 },
  ])
    expectError(await app.post('/options', body), {
      code: 'invalid_parameters',
      message,
      fields: ['products'],
    })
})
