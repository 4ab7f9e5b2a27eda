import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { askCancel, buy, readStatus, UNKNOWN_ID } from '../../../../test/support/purchase-http.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const ACCOUNT: Readonly<Record<string, string>> = {
  numeroBanco: '237',
  agencia: '1172',
  numeroConta: '0403005',
  digitoConta: '2',
  tipoConta: 'POUPANCA',
}

const WRONG: readonly (readonly [field: string, sentence: string, values: readonly unknown[]])[] = [
  ['transactionId', 'must be a string', [1, null, [], {}, true]],
  ['numeroBanco', 'must be 3 digits', ['9999', '23', 'abc', '', 237, '２３７']],
  ['agencia', 'must be 4 digits', ['117', '11722', '11-2', 1172]],
  ['digitoAgencia', 'must be one digit or X', ['12', '', 'Y', 1]],
  ['numeroConta', 'must be 1 to 12 digits', ['', '1234567890123', '12a', 1]],
  ['digitoConta', 'must be one digit or X', ['ABC', '', '10', 2]],
  ['documentoTitular', 'must be a CPF', ['', '529982247', '529.982.247/25', 52998224725]],
  ['tipoConta', 'must be one of POUPANCA, CONTACORRENTE', ['corrente', 'poupanca', '', 1]],
]

for (const [field, sentence, values] of WRONG) {
  test(`${field} ${sentence}, whatever it was instead`, async () => {
    for (const value of values)
      expectError(await askCancel(app, UNKNOWN_ID, { ...ACCOUNT, [field]: value }), {
        code: 'invalid_parameters',
        message: `${field} ${sentence}`,
        fields: [field],
      })
  })
}

test('bank data must be complete: every missing field is named, and nothing is canceled', async () => {
  const { transactionId } = await buy(app)
  const missing = (fields: readonly string[]) => ({
    code: 'invalid_parameters' as const,
    message: `bank data must be complete: ${fields.join(', ')} missing`,
    fields,
  })
  for (const field of Object.keys(ACCOUNT))
    expectError(await askCancel(app, transactionId, { ...ACCOUNT, [field]: null }), missing([field]))
  const others = Object.keys(ACCOUNT).filter(name => name !== 'agencia')
  expectError(await askCancel(app, transactionId, { agencia: '1172' }), missing(others))
  expectError(await askCancel(app, transactionId, { digitoAgencia: '3' }), missing(Object.keys(ACCOUNT)))
  assert.equal(await readStatus(app, transactionId), 'PENDING')
})

test('an account of somebody else is refused, and nothing is canceled', async () => {
  const { transactionId, person } = await buy(app)
  const account = { ...ACCOUNT, documentoTitular: '529.982.247-25' }
  expectError(await askCancel(app, transactionId, account), {
    code: 'invalid_parameters',
    message: 'documentoTitular must be the CPF of the customer: money is given back to nobody else',
    fields: ['documentoTitular'],
  })
  assert.equal(await readStatus(app, transactionId), 'PENDING')
  const own = await askCancel(app, transactionId, { ...ACCOUNT, documentoTitular: person.cpf })
  assert.equal(own.status, 200, own.text)
})

test('the transaction id is required', async () => {
  expectError(await askCancel(app, undefined), {
    code: 'missing_parameters',
    message: 'Missing parameters: transactionId',
    fields: ['transactionId'],
  })
})
