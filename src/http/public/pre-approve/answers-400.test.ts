import { after, before, test } from 'node:test'
import { DEMO_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { newPerson, preApproveBody } from '../../../../test/support/people.ts'

let app: TestApp

before(async () => {
  app = await startTestApp()
})
after(() => app.stop())

const good = preApproveBody(DEMO_KEY, newPerson(), 1000)
const priceSentence = 'price must be a number greater than 0 and at most 10000000'

/** Values are JSON text, because JavaScript cannot represent some of them. */
const WRONG: readonly (readonly [field: string, message: string, values: readonly string[]])[] = [
  [
    'cpf',
    'cpf is not a valid CPF',
    [
      '"000.000.000-00"',
      '"111.111.111-11"',
      '"529.982.247-24"',
      '"5299822472"',
      '"529982247250"',
      '"abcdefghijk"',
      '"５２９９８２２４７２５"',
      '""',
    ],
  ],
  [
    'cpf',
    'cpf must be a string of 11 digits',
    ['52998224725', '1234567890', 'null', '["52998224725"]', '{}'],
  ],
  [
    'phone',
    'phone is not a valid Brazilian number: area code and number, such as (11) 98765-1234',
    ['"abc"', '"98765"', '"+1 212 555 0100"', '"11187654321"', '""', '"(11) 98765-43211"'],
  ],
  ['phone', 'phone must be a string', ['11987654321', 'null', 'true']],
  [
    'email',
    'email is not valid',
    [
      '"a@"',
      `"${'a'.repeat(400)}@b.com"`,
      '"a@b.com\\r\\nBcc: c@d.com"',
      '"a@b.com,c@d.com"',
      '"a@b.com c@d.com"',
      '""',
    ],
  ],
  ['email', 'email must be a string', ['1', 'null', '["a@b.com"]']],
  [
    'zipCode',
    'zipCode is not valid: 8 digits, such as 01310-100',
    ['"0131010"', '"0131010a"', '"00000-000"', '""'],
  ],
  ['zipCode', 'zipCode must be a string of 8 digits', ['1310100', 'null']],
  [
    'source',
    'source must be one of checkout, pdp, site, tdv, guide, app',
    ['"Checkout"', '""', '"admin"', '["checkout"]', 'null', '1'],
  ],
  ['price', 'price must be greater than 0', ['-1', '0', '-0', '0.004', '-1e308']],
  ['price', priceSentence, ['1e309', '-1e309', '1e15', '10000000.01', '"100"', 'true', '[100]', '{}']],
]

for (const [field, message, values] of WRONG) {
  test(`${message}, whatever it was instead`, async () => {
    for (const value of values) {
      const text = JSON.stringify({ ...good, [field]: '@' }).replace('"@"', value)
      expectError(await app.post('/preApprove', text), {
        code: 'invalid_parameters',
        message,
        fields: [field],
      })
    }
  })
}

test('all missing parameters are named at once, in one sentence and one by one', async () => {
  const fields = ['cpf', 'phone', 'email', 'zipCode', 'source']
  expectError(await app.post('/preApprove', { apiKey: DEMO_KEY }), {
    code: 'missing_parameters',
    message: `Missing parameters: ${fields.join(', ')}`,
    fields,
  })
  for (const field of fields) {
    expectError(await app.post('/preApprove', { ...good, [field]: undefined }), {
      code: 'missing_parameters',
      message: `Missing parameters: ${field}`,
      fields: [field],
    })
  }
})

test('all wrong parameters are named at once', async () => {
  expectError(await app.post('/preApprove', { ...good, cpf: '1', email: '2', price: 0 }), {
    code: 'invalid_parameters',
    message: 'cpf is not a valid CPF',
    fields: ['cpf', 'email', 'price'],
  })
})
