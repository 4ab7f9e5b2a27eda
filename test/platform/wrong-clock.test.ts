import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startTestApp, type TestApp } from '../support/app.ts'
import { waitFor } from '../support/wait-for.ts'

const DAY_MS = 86_400_000
let app: TestApp
let aheadMs = 0

before(async () => {
  app = await startTestApp({
    machineClock: { now: () => new Date(Date.now() + aheadMs) },
    env: { ROLE: 'all' },
  })
})
after(() => app.stop())

test('a process whose clock is wrong says so at /ready, in its metrics and its log, and is itself again', async () => {
  const ask = async (): Promise<{ status: number; text: string }> => {
    const answer = await fetch(`${app.url}/ready`)
    return { status: answer.status, text: await answer.text() }
  }
  await waitFor('a ready process', async () => (await ask()).status === 200)
  // Nothing runs with a wrong clock: the chores have their first run before it goes wrong.
  const readMetrics = async (): Promise<string> => (await fetch(`${app.url}/metrics`)).text()
  const ran = /^crediario_chore_seconds_since_success\{chore="expire-stale"\} \d/m
  await waitFor('a first run', async () => ran.test(await readMetrics()))
  aheadMs = 5 * DAY_MS
  // What the database takes to answer is no skew: a busy one shows less.
  let seconds = 0
  await waitFor('a refusal', async () => {
    const { status, text } = await ask()
    const [, told] = /The clock of this machine is (\d+) s ahead of the database’s/.exec(text) ?? []
    seconds = Number(told)
    return status === 503 && told !== undefined
  })
  assert.ok(seconds > 431_900 && seconds <= 432_000, String(seconds))
  const metrics = await readMetrics()
  const [, skew] = /^crediario_clock_skew_seconds (\S+)$/m.exec(metrics) ?? []
  assert.ok(Number(skew) > 431_900 && Number(skew) < 432_010, skew)
  assert.match(metrics, ran)
  await waitFor('a log line', () => app.logged().includes('differs from the database’s'))
  await delay(1_500)
  assert.equal(app.logged().split('differs from the database’s').length, 2, 'once a minute, not more often')
  aheadMs = 0
  await waitFor('a ready process again', async () => (await ask()).status === 200)
  await waitFor('a second line', () => app.logged().includes('is right again'))
})
