import assert from 'node:assert/strict'
import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { stopServer } from '../../src/platform/http/stop-server.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { waitFor } from '../support/wait-for.ts'
import { KEY, post, prepareToys, startToyServer, type ToyServer } from './toy-server.ts'

let testDatabase: TestDatabase

before(async () => {
  testDatabase = await openTestDatabase()
  await prepareToys(testDatabase.database)
})

after(() => testDatabase.close())

/** Longer than any machine needs: what ends before it did not wait for it. */
const FAR_MS = 60_000

/** A server with a route that answers only once it is released. */
async function startHolding() {
  const held = Promise.withResolvers<void>()
  let isHeld = false
  const server = await startToyServer(testDatabase, {}, app => {
    app.post('/held', { config: { scope: 'toy' } }, async () => {
      isHeld = true
      await held.promise
      return { held: true }
    })
  })
  return { server, release: held.resolve, waitUntilHeld: () => waitFor('the request', () => isHeld) }
}

/** Sends a part of a request, and waits until the server has read it. */
async function sendPart({ app, port }: ToyServer, part: string): Promise<Socket> {
  const accepted = once(app.server, 'connection') as Promise<[Socket]>
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(part)
  const [theirs] = await accepted
  await waitFor('a part of a request', () => theirs.bytesRead === part.length)
  return socket
}

test('a stopping server answers what is in flight, refuses new requests with Connection: close, and ends in time', async () => {
  const { server, release, waitUntilHeld } = await startHolding()
  const inFlight = post(server, '/held', { apiKey: KEY })
  await waitUntilHeld()
  // A second connection that is not idle when the stop begins: its request is half sent.
  const socket = await sendPart(server, 'GET /thing/1 HTTP/1.1\r\nHost: x\r\n')
  const received: Buffer[] = []
  socket.on('data', chunk => received.push(chunk))
  const startedAt = performance.now()
  const stopped = stopServer(server.app, FAR_MS)
  socket.write('\r\n')
  await once(socket, 'close')
  assert.match(
    Buffer.concat(received).toString(),
    /^HTTP\/1.1 503 .*connection: close.*service_unavailable/is,
  )
  release()
  const answer = await inFlight
  assert.deepEqual([answer.status, answer.headers.get('connection')], [200, 'close'])
  await stopped
  assert.ok(performance.now() - startedAt < FAR_MS)
  await assert.rejects(fetch(`${server.url}/health`))
  await server.stop()
})

test('at the deadline remaining requests are cut off, so that the process ends', async () => {
  const server = await startToyServer(testDatabase)
  const socket = await sendPart(
    server,
    'POST /toy HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
  )
  const received: Buffer[] = []
  socket.on('data', chunk => received.push(chunk))
  const closed = once(socket, 'close')
  const startedAt = performance.now()
  await stopServer(server.app, 300)
  const tookMs = performance.now() - startedAt
  assert.ok(tookMs >= 250, String(tookMs))
  // Any other limit would have answered before it closed the connection.
  await closed
  assert.equal(Buffer.concat(received).toString(), '')
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
  const { server, release, waitUntilHeld } = await startHolding()
  const agent = new Agent()
  const headers = { 'content-type': 'application/json', 'x-service-apikey': KEY }
  const leaving = request(`${server.url}/held`, { method: 'POST', agent, headers })
  leaving.on('error', () => {})
  leaving.on('response', (response: IncomingMessage) => response.resume())
  leaving.end('{}')
  await waitUntilHeld()
  leaving.destroy()
  await waitFor('the line in the log', () => /"route":"\/held","status":499/.test(server.logged()))
  release()
  await server.stop()
})
