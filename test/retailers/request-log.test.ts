import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createRequestRecorder } from '../../src/domains/retailers/request-recorder.ts'
import {
  listRequests,
  type RequestRow,
  removePastRequests,
} from '../../src/domains/retailers/request-store.ts'
import { newId } from '../../src/kernel/ids.ts'
import { DEMO_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
let keyId: string
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  keyId = (await app.services.retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret' })).id
})
after(() => app.stop())

const DAY_MS = 86_400_000
const compose = (more: Partial<RequestRow> = {}): RequestRow => ({
  retailerId: DEMO_RETAILER,
  trackId: newId(),
  keyId,
  method: 'GET',
  route: '/events',
  status: 200,
  errorCode: null,
  durationMs: 3,
  ...more,
})

async function countRows(): Promise<number> {
  const [row] = await query<{ count: number }>(
    app,
    'SELECT count(*) AS count FROM api_requests WHERE key_id = $1',
    [keyId],
  )
  return row?.count ?? 0
}

test('a flood of one key costs a bounded number of rows, and its refusals have a share of their own', async () => {
  const lost: string[] = []
  const { database, log } = app.services
  const options = { database, log, perMinute: 50, onLost: (reason: string) => void lost.push(reason) }
  const recorder = createRequestRecorder(options)
  for (let count = 0; count < 500; count += 1) recorder.note(compose())
  for (let count = 0; count < 20; count += 1) recorder.note(compose({ status: 429 }))
  await recorder.stop()
  // A minute may end in between.
  const rows = await countRows()
  assert.ok(rows >= 70 && rows <= 120, String(rows))
  assert.equal(rows + lost.length, 520)
  assert.deepEqual([...new Set(lost)], ['budget'])
})

test('a database that is away costs rows, never memory or a request', async () => {
  const lost: string[] = []
  const broken = { ...app.database, run: () => Promise.reject(new Error('away')) }
  const recorder = createRequestRecorder({
    database: broken,
    log: { warn: () => {} },
    mostWaiting: 10,
    onLost: reason => void lost.push(reason),
  })
  for (let count = 0; count < 25; count += 1) recorder.note(compose())
  await recorder.stop()
  assert.deepEqual(
    [lost.filter(each => each === 'backlog').length, lost.filter(each => each === 'database').length],
    [15, 10],
  )
})

test('requests are gone after seven days, those of the last seven stay', async () => {
  const recorder = createRequestRecorder(app.services)
  const nowMs = Date.now()
  const past = Array.from({ length: 7 }, () => newId(nowMs - 7 * DAY_MS - 1_000))
  const kept = newId(nowMs - 7 * DAY_MS + 60_000)
  for (const trackId of [...past, kept]) recorder.note(compose({ trackId }))
  await recorder.stop()
  assert.equal(await removePastRequests(app.database, new Date(nowMs), { step: 3 }), 7)
  const find = (trackId: string) => listRequests(app.database, DEMO_RETAILER, { trackId, limit: 1 })
  assert.equal((await find(kept)).found.length, 1)
  for (const trackId of past) assert.equal((await find(trackId)).found.length, 0)
})

test('a rare status is found behind thousands of others, page by page', async () => {
  const atMs = Date.now() - 3 * DAY_MS
  await query(
    app,
    `INSERT INTO api_requests (retailer_id, track_id, key_id, method, route, status, duration_ms)
     SELECT $1, $2 || lpad(to_hex(n), 12, '0'), $3, 'GET', '/events', CASE n WHEN 1 THEN 204 WHEN 2 THEN 404 ELSE 200 END, 1
     FROM generate_series(1, 6000) n`,
    [DEMO_RETAILER, newId(atMs).slice(0, 12), keyId],
  )
  const upTo = newId(atMs + 1_000)
  const rare = { statuses: [204, 204] as const, limit: 10 }
  const first = await listRequests(app.database, DEMO_RETAILER, { ...rare, after: upTo })
  assert.equal(first.found.length, 0)
  const second = await listRequests(app.database, DEMO_RETAILER, { ...rare, after: first.next })
  assert.deepEqual([second.found.length, second.next], [1, undefined])
  const refused = { statuses: [404, 404] as const, limit: 10, after: upTo }
  assert.equal((await listRequests(app.database, DEMO_RETAILER, refused)).found.length, 1)
})
