import { randomBytes } from 'node:crypto'
import type { ClientConfig } from 'pg'
import { describeDifference, parseResult } from '../../src/domains/closing/compare-books.ts'
import { runClosing } from '../../src/domains/closing/run-closing.ts'
import { accrueMonths } from '../../src/domains/loans/accrue-month.ts'
import { provideMonths } from '../../src/domains/loans/provide-month.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { deriveSecrets } from '../../src/platform/crypto/secrets.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { partOfApp } from '../../test/support/part-of-app.ts'

/* The month end in a process of its own, as a worker runs it, with how its memory grew. */

const connection = JSON.parse(process.env.CLOSING_CONNECTION ?? '{}') as ClientConfig
const SAMPLE_MS = 250

const database = openDatabase({ connection, poolSize: 4, applicationName: 'bench', onError: () => {} })
const app = partOfApp({
  database,
  secrets: deriveSecrets(randomBytes(32)),
  clock: { now: () => new Date('2026-04-02T12:00:00Z') },
})
const startedAt = performance.now()
await Promise.all([accrueMonths(app, 1), accrueMonths(app, 1)])
await Promise.all([provideMonths(app, 1), provideMonths(app, 1)])
const bookedMs = performance.now() - startedAt
const megabytes: number[] = []
const sampler = setInterval(() => megabytes.push(process.memoryUsage().rss / 2 ** 20), SAMPLE_MS)
const closing = await runClosing(app, parseCalendarDate('2026-03-31'))
const closedMs = performance.now() - startedAt - bookedMs
clearInterval(sampler)
await database.close()
const { totals, differences } = parseResult(closing.result)
const early = Math.max(...megabytes.slice(0, Math.max(1, Math.ceil(megabytes.length / 4))))
process.send?.({
  contracts: totals.contracts,
  differences: differences.map(describeDifference),
  bookedMs,
  closedMs,
  earlyMegabytes: early,
  peakMegabytes: Math.max(...megabytes),
})
process.disconnect()
