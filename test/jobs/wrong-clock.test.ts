import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { startTestApp, type TestApp } from '../support/app.ts'

const DAY_MS = 86_400_000
const WAIT_MS = 60_000
let app: TestApp
let aheadMs = 0

before(async () => {
  app = await startTestApp({
    machineClock: { now: () => new Date(Date.now() + aheadMs) },
    env: { ROLE: 'all' },
  })
})
after(() => app.stop())

async function waitFor(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + WAIT_MS
  while (!(await isTrue())) {
    assert.ok(performance.now() < deadline, `in vain: ${what}`)
    await delay(50)
  }
}

test('a process whose clock is wrong says so at /ready, in its metrics and its log, and is itself again', async () => {
  const ask = async (): Promise<{ status: number; text: string }> => {
    const answer = await fetch(`${app.url}/ready`)
    return { status: answer.status, text: await answer.text() }
  }
  assert.equal((await ask()).status, 200)
  aheadMs = 5 * DAY_MS
  const refused = await ask()
  assert.equal(refused.status, 503)
  assert.match(refused.text, /The clock of this machine is 432000 s ahead of the database’s/)
  const metrics = await (await fetch(`${app.url}/metrics`)).text()
  assert.match(
    metrics,
    /^crediario_clock_skew_seconds 43200\d\.?\d*$|^crediario_clock_skew_seconds 43199\d\.?\d*$/m,
  )
  assert.match(metrics, /^crediario_chore_seconds_since_success\{chore="expire-stale"\} \d/m)
  await waitFor('a log line', async () => app.logged().includes('differs from the database’s'))
  await delay(1_500)
  assert.equal(app.logged().split('differs from the database’s').length, 2, 'once a minute, not more often')
  aheadMs = 0
  assert.equal((await ask()).status, 200)
  await waitFor('a second line', async () => app.logged().includes('is right again'))
})
