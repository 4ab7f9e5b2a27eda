import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { expectError } from '../../../../test/support/expect-error.ts'
import { askJson } from '../../../../test/support/statements.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const DAY = 'must be a day that exists, written YYYY-MM-DD'
const WRONG: readonly (readonly [field: string, sentence: string, query: Record<string, string>])[] = [
  ['from', DAY, { from: 'yesterday' }],
  ['to', DAY, { to: '2026-02-30' }],
  ['from', 'must not be after to', { from: '2026-03-05', to: '2026-03-04' }],
  [
    'status',
    'must be one of ABANDONED, CANCELED, CLOSED, PENDING, PROCESSING_CANCEL, OPEN',
    { status: 'open' },
  ],
  ['limit', 'must be a whole number from 1 to 100', { limit: '0' }],
  ['limit', 'must be a whole number from 1 to 100', { limit: '101' }],
  ['q', 'must have 1 to 200 characters', { q: '' }],
  ['q', 'must have 1 to 200 characters', { q: 'x'.repeat(201) }],
  ['q', 'must not be only spaces', { q: '  ' }],
  ['format', 'must be json or csv', { format: 'xml' }],
  ['from', 'must not be after to', { format: 'csv', from: '2026-03-05', to: '2026-03-04' }],
  ['after', 'must be the `next` of an answer', { after: 'abc' }],
  ['orderId', 'must have 1 to 64 characters', { orderId: '' }],
  ['orderId', 'must have 1 to 64 characters', { orderId: 'x'.repeat(65) }],
]

test('a wrong parameter is refused by its name', async () => {
  for (const [field, sentence, query] of WRONG)
    expectError(await askJson(app, '/transactions', query), {
      code: 'invalid_parameters',
      message: `${field} ${sentence}`,
      fields: [field],
    })
})
