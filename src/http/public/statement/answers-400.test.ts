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
  ['from', DAY, { from: '', to: '2026-03-10' }],
  ['from', DAY, { from: '10/03/2026', to: '2026-03-10' }],
  ['from', DAY, { from: '2026-02-30', to: '2026-03-10' }],
  ['from', DAY, { from: "2026-03-01' OR 1=1--", to: '2026-03-10' }],
  ['to', DAY, { from: '2026-03-01', to: '2026-13-01' }],
  ['to', DAY, { from: '2026-03-01', to: '2026-03-10T00:00:00Z' }],
  ['to', 'must not be after today', { from: '2026-03-01', to: '2026-03-11' }],
  ['from', 'must not be after to', { from: '2026-03-05', to: '2026-03-04' }],
  ['from', 'must be at most 366 days before the end of to', { from: '2025-03-09', to: '2026-03-10' }],
  ['format', 'must be json, csv or pdf', { from: '2026-03-01', to: '2026-03-10', format: 'xml' }],
]

test('a wrong day or format is refused by its name', async () => {
  for (const [field, sentence, query] of WRONG)
    expectError(await askJson(app, '/statement', query), {
      code: 'invalid_parameters',
      message: `${field} ${sentence}`,
      fields: [field],
    })
})

test('missing days are named together', async () => {
  expectError(await askJson(app, '/statement'), {
    code: 'missing_parameters',
    message: 'Missing parameters: from, to',
    fields: ['from', 'to'],
  })
})
