import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { askTransaction, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('a malformed transactionId is invalid, for any caller and any request', async () => {
  const wrong = [
    'abc',
    '0',
    'null',
    '%25',
    "'%20OR%201=1--",
    UNKNOWN_ID.toUpperCase(),
    `${UNKNOWN_ID}0`,
    '%2e%2e%2f',
  ]
  for (const id of wrong)
    for (const more of [{}, { products: ['sku-1'] }])
      expectError(await askTransaction(app, id, more), {
        code: 'transaction_id_invalid',
        message: 'transactionId is invalid',
        fields: [],
      })
})

const items = 'must have 1 to 200 items'
const WRONG: readonly (readonly [field: string, sentence: string, products: unknown])[] = [
  ['products', items, []],
  ['products', items, Array(201).fill('sku-1')],
  ['products', 'must be a list', 'sku-1'],
  ['products', 'must be a list', { id: 'sku-1' }],
  ['products[0]', 'must be a string', [1]],
  ['products[1]', 'must be a string', ['sku-1', null]],
  ['products[0]', 'must be a string', [{ id: 'sku-1' }]],
  ['products[0]', 'must have 1 to 100 characters', ['']],
  ['products[0]', 'must not contain invisible characters', ['a\u202eb']],
]

test('products must be a list of product ids', async () => {
  for (const [field, sentence, products] of WRONG)
    expectError(await askTransaction(app, UNKNOWN_ID, { products }), {
      code: 'invalid_parameters',
      message: `${field} ${sentence}`,
      fields: [field],
    })
})

test('an empty body is refused for its missing key', async () => {
  expectError(await app.post(`/public/transaction/${UNKNOWN_ID}`, {}), {
    code: 'missing_parameters',
    message: 'Missing parameters: apiKey',
    fields: ['apiKey'],
  })
})
