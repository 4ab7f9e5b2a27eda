import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_KEY, PLAIN_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { buy, cancel, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'
import { newOrderId, pickOption, quote } from '../../../../test/support/purchases.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const authorize = (body: object) =>
  app.post('/authorize', { apiKey: DEMO_KEY, orderId: newOrderId(), ...body })

const order = 'must be a string of 1 to 64 characters'
const insurance = 'must be an object whose hasInsurance is a boolean'
const WRONG: readonly (readonly [field: string, sentence: string, values: readonly unknown[]])[] = [
  ['optionId', 'is invalid', ['abc', '', 'x'.repeat(1024), '../..', null, 1, [], UNKNOWN_ID.toUpperCase()]],
  ['orderId', order, ['', 'x'.repeat(65), 'x'.repeat(300), 'a\nb', 'a\u202eb', 'a\u200bb', 123, null, {}]],
  ['additionalOptions', insurance, [[], 'x', 1, true]],
]

for (const [field, sentence, values] of WRONG) {
  test(`${field} ${sentence}, whatever it was instead`, async () => {
    for (const value of values)
      expectError(await authorize({ optionId: UNKNOWN_ID, [field]: value }), {
        code: 'invalid_parameters',
        message: `${field} ${sentence}`,
        fields: [field],
      })
  })
}

test('additionalOptions.hasInsurance must be a boolean', async () => {
  for (const hasInsurance of ['yes', 'true', 1, 0, []])
    expectError(await authorize({ optionId: UNKNOWN_ID, additionalOptions: { hasInsurance } }), {
      code: 'invalid_parameters',
      message: 'additionalOptions.hasInsurance must be a boolean',
      fields: ['additionalOptions.hasInsurance'],
    })
})

test('a dotted additionalOptions.hasInsurance is refused with the right shape, whatever else is there', async () => {
  const dotted = 'additionalOptions.hasInsurance'
  for (const value of [true, false, 'true'])
    expectError(await authorize({ optionId: UNKNOWN_ID, [dotted]: value }), {
      code: 'invalid_parameters',
      message: `${dotted} must be nested: "additionalOptions": { "hasInsurance": true }`,
      fields: [dotted],
    })
  // Null counts as absent, as everywhere.
  expectError(await authorize({ optionId: UNKNOWN_ID, [dotted]: null }), { code: 'checkout_not_found' })
})

test('all missing parameters are named at once, after the key', async () => {
  expectError(await app.post('/authorize', { apiKey: DEMO_KEY }), {
    code: 'missing_parameters',
    message: 'Missing parameters: optionId, orderId',
    fields: ['optionId', 'orderId'],
  })
  expectError(await app.post('/authorize', { optionId: UNKNOWN_ID }), {
    code: 'missing_parameters',
    message: 'Missing parameters: apiKey',
    fields: ['apiKey'],
  })
})

test('an option that is not in its checkout is invalid', async () => {
  const { _id } = pickOption(await quote(app))
  for (const ordinal of ['000', 'fff'])
    expectError(await authorize({ optionId: _id.slice(0, 21) + ordinal }), {
      code: 'option_invalid',
      message: 'optionId is invalid',
    })
})

test('an option is valid for 48 hours, to the millisecond', async () => {
  const [last, late] = [pickOption(await quote(app)), pickOption(await quote(app))]
  app.clock.advance({ hours: 48, ms: -1 })
  const { status } = await authorize({ optionId: last._id })
  app.clock.advance({ ms: 1 })
  expectError(await authorize({ optionId: late._id }), {
    code: 'option_expired',
    message: 'optionId has expired; request options again',
  })
  assert.equal(status, 200, 'one millisecond earlier')
})

test('an option is good for one order, also after that order was abandoned', async () => {
  const { option, transactionId } = await buy(app)
  const refused = { code: 'option_already_used', message: 'optionId was already used' } as const
  expectError(await authorize({ optionId: option._id }), refused)
  await cancel(app, transactionId)
  expectError(await authorize({ optionId: option._id }), refused)
})

test('insurance cannot be added where none was offered, nor declined where it is part of the option', async () => {
  const plain = pickOption(await quote(app, { key: PLAIN_KEY }))
  const insured = { additionalOptions: { hasInsurance: true } }
  expectError(await authorize({ apiKey: PLAIN_KEY, optionId: plain._id, ...insured }), {
    code: 'insurance_unavailable',
    message: 'insurance is not available for this option',
  })
  const twin = pickOption(await quote(app)).insuranceOption
  const refused = await authorize({ optionId: twin?._id, additionalOptions: { hasInsurance: false } })
  expectError(refused, {
    code: 'option_invalid',
    message: 'Invalid optionId: the option has credit insurance, and hasInsurance is false',
  })
})
