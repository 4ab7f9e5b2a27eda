import { randomBytes } from 'node:crypto'
import type { ClientConfig } from 'pg'
import { accrueMonths } from '../../src/domains/loans/accrue-month.ts'
import { deriveSecrets } from '../../src/platform/crypto/secrets.ts'
import { openDatabase } from '../../src/platform/db/database.ts'
import { partOfApp } from '../../test/support/part-of-app.ts'

/*
 * The chore in a process of its own, as a worker runs it. It reports how many loan-months it booked, how long that took
 * and how its memory grew; SIGTERM ends it between two steps.
 */

const connection = JSON.parse(process.env.ACCRUAL_CONNECTION ?? '{}') as ClientConfig
const today = new Date(process.env.ACCRUAL_NOW ?? '')
const accrualDuty = process.env.ACCRUAL_DUTY === undefined ? undefined : Number(process.env.ACCRUAL_DUTY)
const SAMPLE_MS = 250

class Stopped extends Error {}

let isStopped = false
process.on('SIGTERM', () => {
  isStopped = true
})

const database = openDatabase({ connection, poolSize: 2, applicationName: 'bench', onError: () => {} })
const megabytes: number[] = []
const sampler = setInterval(() => megabytes.push(process.memoryUsage().rss / 2 ** 20), SAMPLE_MS)
const startedAt = performance.now()
const clock = {
  now(): Date {
    if (isStopped) throw new Stopped()
    return today
  },
}
const accrued = await accrueMonths(
  partOfApp({ database, secrets: deriveSecrets(randomBytes(32)), clock }),
  accrualDuty,
).catch(error => {
  if (!(error instanceof Stopped)) throw error
  return 0
})
const elapsedMs = performance.now() - startedAt
clearInterval(sampler)
await database.close()
const early = Math.max(...megabytes.slice(0, Math.max(1, Math.ceil(megabytes.length / 4))))
process.send?.({ accrued, elapsedMs, earlyMegabytes: early, peakMegabytes: Math.max(...megabytes) })
process.disconnect()
