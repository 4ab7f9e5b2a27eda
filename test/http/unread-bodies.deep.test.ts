import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { MAX_SLOW_PER_ADDRESS } from '../../src/platform/http/unread-bodies.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'
import { get, KEY, post, sendRaw, startToyServer, type ToyServer } from './toy-server.ts'

const MOST = 16
const SMALL_BODY_MS = 3_000
let database: TestDatabase
let server: ToyServer

before(async () => {
  database = await openTestDatabase()
  server = await startToyServer(database, {
    requestsAtOnce: MOST,
    trustedProxies: ['127.0.0.1'],
    timeouts: { smallBodyMs: SMALL_BODY_MS },
  })
})
after(async () => {
  await server.stop()
  await database.close()
})

const head = (more = '') =>
  `POST /toy HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Service-ApiKey: ${KEY}\r\n${more}`
const TOY = JSON.stringify({ name: 'toy', amount: 1 })
const sized = (body = TOY, more = '') => `${head(more)}Content-Length: ${body.length}\r\n\r\n${body}`

interface Idle {
  readonly socket: Socket
  text(): string
  readonly closed: Promise<unknown>
}

/** A client who announces a body and sends one byte of it. */
async function openIdle(client: string, bodyBytes = 100): Promise<Idle> {
  const socket = connect(server.port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', chunk => chunks.push(chunk)).on('error', () => {})
  const closed = once(socket, 'close')
  await once(socket, 'connect')
  socket.write(`${head(`X-Forwarded-For: ${client}\r\n`)}Content-Length: ${bodyBytes}\r\n\r\n{`)
  return { socket, text: () => Buffer.concat(chunks).toString(), closed }
}

const readInFlight = async (): Promise<string | undefined> =>
  /crediario_requests_in_flight (\d+)/.exec(await (await fetch(`${server.url}/metrics`)).text())?.[1]

test('four times as many idle connections as slots, with their bodies unsent, stop nobody, and end with 408 soon', async () => {
  const startedAt = performance.now()
  const idle = await Promise.all(Array.from({ length: MOST * 4 }, () => openIdle('192.0.2.1')))
  await delay(100)
  assert.equal(await readInFlight(), '0')
  for (let count = 0; count < 5; count += 1) {
    assert.equal((await post(server, '/toy', { apiKey: KEY, name: 'toy', amount: 1 })).status, 200)
    assert.equal((await get(server, '/thing/1', { 'x-service-apikey': KEY })).status, 200)
  }
  await Promise.all(idle.map(({ closed }) => closed))
  const tookMs = performance.now() - startedAt
  assert.ok(tookMs >= SMALL_BODY_MS && tookMs < SMALL_BODY_MS + 5_000, String(tookMs))
  for (const { text } of idle) assert.match(text(), /^HTTP\/1.1 408 .*connection: close.*request_timeout/is)
})

test('one client holds a bounded number of slow bodies: the rest get 503 with Retry-After, other clients behind the proxy none', async () => {
  const many = await Promise.all(
    Array.from({ length: MAX_SLOW_PER_ADDRESS + 6 }, () => openIdle('192.0.2.2')),
  )
  const other = await openIdle('192.0.2.3')
  const deadline = performance.now() + SMALL_BODY_MS - 500
  const countRefused = () => many.filter(({ text }) => text().startsWith('HTTP/1.1 503')).length
  while (countRefused() < 6 && performance.now() < deadline) await delay(50)
  assert.equal(countRefused(), 6)
  const refused = many.find(({ text }) => text() !== '')
  assert.match(refused?.text() ?? '', /retry-after: 1.*connection: close.*service_unavailable/is)
  assert.equal(other.text(), '')
  for (const { socket } of [...many, other]) socket.destroy()
})

test('an upload may take longer than a small body, and is served when it has arrived', async () => {
  const padding = 'x'.repeat(70_000)
  const body = JSON.stringify({ name: 'toy', amount: 1, note: padding })
  const slow = await openIdle('192.0.2.4', body.length)
  await delay(SMALL_BODY_MS + 600)
  assert.equal(slow.text(), '')
  slow.socket.write(body.slice(1))
  const deadline = performance.now() + 10_000
  while (slow.text() === '' && performance.now() < deadline) await delay(20)
  assert.match(slow.text(), /^HTTP\/1.1 200 /)
  slow.socket.destroy()
})

test('chunked bodies, pipelined requests and connections kept alive are served in order', async () => {
  const chunked = `${head()}Transfer-Encoding: chunked\r\n\r\n${TOY.length.toString(16)}\r\n${TOY}\r\n0\r\n\r\n`
  const last = sized(TOY, 'Connection: close\r\n')
  const { text, isClosed } = await sendRaw(server, sized() + chunked + sized() + last, 10_000)
  assert.ok(isClosed)
  assert.equal(text.split('HTTP/1.1 200 ').length, 5, text)
  assert.equal(await readInFlight(), '0')
})

test('a request behind a slow answer on its connection is not mistaken for it: both get their own answer', async () => {
  const held = `POST /slow HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nX-Service-ApiKey: ${KEY}\r\nContent-Length: 2\r\n\r\n{}`
  const { text } = await sendRaw(server, `${held}${head()}Content-Length: 50\r\n\r\n{`, SMALL_BODY_MS + 3_000)
  assert.match(text, /^HTTP\/1.1 200 .*\{"ran":\d+\}HTTP\/1.1 408 .*request_timeout/s)
})

test('the announced body of a GET does not spare it a slot', async () => {
  const slots = await startToyServer(database, { requestsAtOnce: 1 }, app => {
    app.get('/held', { config: { public: true } }, () => delay(700, { held: true }))
  })
  const bytes = 'GET /held HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 5\r\n\r\n'
  const answers = await Promise.all([1, 2, 3].map(() => sendRaw(slots, bytes, 5_000)))
  const statuses = answers.map(({ text }) => text.slice(9, 12))
  assert.deepEqual(statuses.sort(), ['200', '503', '503'])
  await slots.stop()
})

test('a body that arrives when every slot is taken is refused with 503, and runs nothing', async () => {
  const slots = await startToyServer(database, { requestsAtOnce: 1 }, app => {
    app.get('/held', { config: { public: true } }, () => delay(1_500, { held: true }))
  })
  const early = connect(slots.port, '127.0.0.1')
  early.write(`${head()}Content-Length: ${TOY.length}\r\n\r\n{`)
  await delay(200)
  const held = get(slots, '/held')
  await delay(200)
  early.write(TOY.slice(1))
  const [answer] = await once(early, 'data')
  assert.match(String(answer), /^HTTP\/1.1 503 .*retry-after: [123].*service_unavailable/is)
  assert.equal(slots.runs(), 0)
  assert.equal((await held).status, 200)
  early.destroy()
  await slots.stop()
})
