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
type Wrong = readonly [field: string, sentence: string, query: Record<string, string>]
const WRONG: Readonly<Record<string, readonly Wrong[]>> = {
  '/figures': [
    ['from', DAY, { from: '2026-02-30', to: '2026-03-10' }],
    ['to', DAY, { from: '2026-03-01', to: 'today' }],
    ['to', 'must not be after today', { from: '2026-03-01', to: '2026-03-11' }],
    ['from', 'must not be after to', { from: '2026-03-05', to: '2026-03-04' }],
    ['from', 'must be at most 366 days before the end of to', { from: '2025-03-09', to: '2026-03-10' }],
  ],
  '/statement/summary': [
    ['from', DAY, { from: '', to: '2026-03-10' }],
    ['from', 'must be at most 92 days before the end of to', { from: '2025-12-08', to: '2026-03-10' }],
  ],
  '/transfers': [
    ['from', DAY, { from: 'yesterday' }],
    ['to', DAY, { to: '2026-02-30' }],
    ['from', 'must not be after to', { from: '2026-03-05', to: '2026-03-04' }],
    ['limit', 'must be a whole number from 1 to 100', { limit: '0' }],
    ['after', 'must be the `next` of an answer', { after: "' OR 1=1--" }],
  ],
}

for (const [path, cases] of Object.entries(WRONG))
  test(`${path}: a wrong parameter is refused by its name`, async () => {
    for (const [field, sentence, query] of cases)
      expectError(await askJson(app, path, query), {
        code: 'invalid_parameters',
        message: `${field} ${sentence}`,
        fields: [field],
      })
  })
