import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { stopServer } from '../../src/platform/http/stop-server.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { KEY, post, prepareToys, startToyServer } from './toy-server.ts'

let testDatabase: TestDatabase

before(async () => {
  testDatabase = await openTestDatabase()
  await prepareToys(testDatabase.database)
})

after(() => testDatabase.close())

test('a stopping server answers what is in flight, refuses new requests with Connection: close, and ends in time', async () => {
  const server = await startToyServer(testDatabase)
  const inFlight = post(server, '/slow', { apiKey: KEY })
  // A second connection that is not idle when the stop begins: its request is half sent.
  const socket = connect(server.port, '127.0.0.1')
  const received: Buffer[] = []
  socket.on('data', chunk => received.push(chunk))
  socket.write('GET /thing/1 HTTP/1.1\r\nHost: x\r\n')
  await delay(150)
  const startedAt = performance.now()
  const stopped = server.stop()
  await delay(20)
  socket.write('\r\n')
  await once(socket, 'close')
  assert.match(
    Buffer.concat(received).toString(),
    /^HTTP\/1.1 503 .*connection: close.*service_unavailable/is,
  )
  const answer = await inFlight
  assert.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close'])
  await stopped
  assert.ok(performance.now() - startedAt < 1_500)
  await assert.rejects(fetch(`${server.url}/health`))
})

test('at the deadline remaining requests are cut off, so that the process ends', async () => {
  const server = await startToyServer(testDatabase)
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    'POST /toy HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
  )
  await delay(100)
  const startedAt = performance.now()
  await stopServer(server.app, 300)
  const tookMs = performance.now() - startedAt
  assert.ok(tookMs >= 250 && tookMs < 2_000, String(tookMs))
  await server.stop()
})

test('no key, CPF, phone, e-mail or value of any part of a request appears in the log', async () => {
  const server = await startToyServer(testDatabase)
  const canaries = {
    cpf: '529.982.247-25',
    phone: '(11) 98765-1234',
    email: 'maria@example.com',
    name: 'Maria Canaria',
  }
  const inUrl = Object.values(canaries).map(encodeURIComponent).join('/')
  await post(server, `/toy?apiKey=${KEY}&cpf=52998224725`, { ...canaries, amount: 'bad' })
  await post(
    server,
    '/toy',
    { apiKey: KEY, ...canaries, amount: 1 },
    { 'user-agent': canaries.email, cookie: canaries.cpf },
  )
  await post(server, '/broken', { apiKey: KEY, ...canaries })
  await post(server, `/${inUrl}`, canaries)
  await post(server, '/toy', '{"email":"maria@example.com"', { 'idempotency-key': canaries.cpf })
  await post(server, '/toy', { apiKey: 'sk_live_unknownunknownunknownunknown', ...canaries })
  await fetch(`${server.url}/thing/52998224725%zz?email=maria@example.com`)
  await server.stop()
  const logged = server.logged()
  const forbidden = [
    KEY,
    'sk_live_unknown',
    '52998224725',
    '529.982',
    '98765',
    'maria',
    'Maria',
    'Canaria',
    'user-agent',
  ]
  for (const text of forbidden) assert.ok(!logged.includes(text), `${text} in ${logged}`)
  const lines = logged
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line))
  const requests = lines.filter(line => line.msg === 'request')
  assert.equal(requests.length, 7)
  for (const line of requests) {
    assert.match(line.trackId, /^[0-9a-f]{24}$/)
    assert.deepEqual(
      ['method', 'route', 'status', 'durationMs', 'bytes'].filter(field => line[field] === undefined),
      [],
    )
  }
  const served = requests.find(line => line.status === 200)
  assert.deepEqual([served.route, served.method], ['/toy', 'POST'])
  assert.match(served.retailerId, /^[0-9a-f]{24}$/)
})

test('a client that goes away is recorded as such and keeps no timer', async () => {
  const server = await startToyServer(testDatabase)
  const agent = new Agent()
  const headers = { 'content-type': 'application/json', 'x-service-apikey': KEY }
  const leaving = request(`${server.url}/slow`, { method: 'POST', agent, headers })
  leaving.on('error', () => {})
  leaving.on('response', (response: IncomingMessage) => response.resume())
  leaving.end('{}')
  await delay(150)
  leaving.destroy()
  await delay(500)
  await server.stop()
  assert.match(server.logged(), /"route":"\/slow","status":499/)
})
