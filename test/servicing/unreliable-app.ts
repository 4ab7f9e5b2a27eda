import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '../../src/platform/db/database.ts'
import { type Answer, DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { cutDatabase } from '../support/cutting-database.ts'
import { Dice } from './dice.ts'

/** A service whose connections break at random moments of a call, and a caller who repeats the call with its key. */
export interface UnreliableApp extends TestApp {
  /** Calls that were cut off and repeated. */
  readonly repeatedCount: number
}

const CLOCK = '/sandbox/clock'
const DEADLINE_MS = 60_000
/** Most calls send fewer statements: a later cut never happens. */
const LAST_STATEMENT = 40

export async function startUnreliableApp(seed: number): Promise<UnreliableApp> {
  const dice = new Dice(seed)
  let reliable: Database | undefined
  let current: Database | undefined
  const get = (): Database => current ?? assert.fail('no database yet')
  const app = await startTestApp({
    change(database) {
      reliable = database
      current = database
      return {
        run: (statement, values) => get().run(statement, values),
        transaction: work => get().transaction(work),
        ping: () => get().ping(),
        close: () => get().close(),
        readPool: () => get().readPool(),
        isDiskFull: false,
      }
    },
  })
  let callCount = 0
  let repeatedCount = 0

  async function post<Body>(path: string, body: unknown, headers?: Record<string, string>) {
    assert.ok(reliable)
    const deadline = performance.now() + DEADLINE_MS
    const sent = { 'idempotency-key': `life-${++callCount}`, ...headers }
    const isArmed = dice.roll(3) === 0
    if (isArmed)
      current = cutDatabase(reliable, {
        at: 1 + dice.roll(LAST_STATEMENT),
        when: dice.pick(['before', 'after']),
      })
    for (;;) {
      const answer: Answer<Body> = await app.post<Body>(path, body, sent)
      current = reliable
      const isCut = answer.status >= 500
      if (!isCut && !isRunning(answer)) {
        if (isArmed && path === CLOCK) await runLeftJobs(app)
        return answer
      }
      if (isCut) repeatedCount += 1
      assert.ok(performance.now() < deadline, answer.text)
      await delay(50)
    }
  }

  return {
    ...app,
    post,
    get repeatedCount() {
      return repeatedCount
    },
  }
}

/** A job that was cut off is tried again some seconds later, by a clock that stands still until it is moved. */
async function runLeftJobs(app: TestApp): Promise<void> {
  const answer = await app.post(CLOCK, { apiKey: DEMO_KEY, advance: 'PT10M' })
  assert.equal(answer.status, 200, answer.text)
}

/** The first request is not over yet for the service. */
const isRunning = ({ status, headers }: Answer<unknown>): boolean =>
  status === 409 && headers.has('retry-after')
