import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { type Answer, expectError, get, post, startToyServer, type ToyServer } from './toy-server.ts'

const MOST = 16
let database: TestDatabase
let server: ToyServer
let letGo: () => void = () => {}
let waiting = 0

before(async () => {
  database = await openTestDatabase()
  server = await startToyServer(database, { requestsAtOnce: MOST }, app => {
    const released = new Promise<void>(done => {
      letGo = done
    })
    app.post('/held', { config: { public: true } }, async () => {
      waiting += 1
      await released
      return { held: true }
    })
  })
})
after(async () => {
  await server.stop()
  await database.close()
})

test('a full server refuses at once with 503 and Retry-After, still serves /health, /ready and /metrics, and recovers', async () => {
  const held: Promise<Answer>[] = []
  for (let count = 0; count < MOST; count++) held.push(post(server, '/held', {}))
  const deadline = Date.now() + 20_000
  while (waiting < MOST && Date.now() < deadline) await new Promise(done => setTimeout(done, 10))
  assert.equal(waiting, MOST)

  const refused = await post(server, '/held', { padding: 'x'.repeat(100_000) })
  expectError(refused, 503, 'service_unavailable', 'Service temporarily unavailable')
  assert.match(refused.headers.get('retry-after') ?? '', /^[123]$/)
  assert.equal(waiting, MOST)
  expectError(await get(server, '/nowhere'), 503, 'service_unavailable', 'Service temporarily unavailable')
  assert.equal((await get(server, '/health')).status, 200)
  assert.equal((await get(server, '/ready')).status, 200)
  const metrics = await (await fetch(`${server.url}/metrics`)).text()
  assert.match(metrics, new RegExp(`crediario_requests_in_flight ${MOST}\n`))
  assert.match(metrics, new RegExp(`crediario_requests_bound ${MOST}\n`))
  assert.match(metrics, /crediario_requests_refused_total 2\n/)

  letGo()
  for (const answer of await Promise.all(held)) assert.equal(answer.status, 200)
  assert.equal((await post(server, '/held', {})).status, 200)
})

test('the log holds the number of refusals, not a line for each', async () => {
  const countTold = (): number =>
    server
      .logged()
      .split('\n')
      .filter(line => line.includes('too many at once'))
      .reduce((sum, line) => sum + Number(JSON.parse(line).count), 0)
  const deadline = Date.now() + 20_000
  while (countTold() < 2 && Date.now() < deadline) await new Promise(done => setTimeout(done, 20))
  assert.equal(countTold(), 2)
})
