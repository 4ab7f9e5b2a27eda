import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createHttpBureau, type HttpBureauOptions } from '../../src/domains/credit/http-bureau.ts'
import { expectWithin } from '../support/measured-time.ts'
import { answerStatus, answerWell, type Behaviour, inSequence, startBureauServer } from './bureau-server.ts'

const applicant = {
  cpf: '52998224725',
  phone: '11987651234',
  email: 'maria@example.com',
  zipCode: '01310100',
}

/** Long deadlines for a busy machine; tests of time-outs set their own. */
function bureauAt(url: string, options: Partial<HttpBureauOptions> = {}) {
  return createHttpBureau({
    url,
    token: 'a-token',
    tryTimeoutMs: 10_000,
    totalDeadlineMs: 20_000,
    retries: 2,
    retryDelayMs: 5,
    breakerFailures: 100,
    ...options,
  })
}

const unavailable = (reason: string) => ({ status: 'unavailable', reason })
const goodAnswer = {
  status: 'ok',
  report: { score: 720, birthDate: '1990-05-17', suggestedLimitCentavos: 250_050, reference: 'inquiry-1' },
}
const hang: Behaviour = () => undefined
const send =
  (body: string | Buffer): Behaviour =>
  response => {
    response.setHeader('content-type', 'application/json').end(body)
  }
const resetMidBody: Behaviour = (response, request) => {
  response
    .writeHead(200, { 'content-length': '500' })
    .write('{"score": 7', () => request.socket.resetAndDestroy())
}

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return typeof address === 'object' && address !== null ? address.port : 0
}

test('a good answer becomes a report, and the person travels in the body only', async () => {
  await using server = await startBureauServer()
  assert.deepEqual(await bureauAt(server.url).fetchReport(applicant), goodAnswer)
  assert.equal(server.received.length, 1)
  const { headers, body } = server.received[0] ?? assert.fail()
  assert.deepEqual(JSON.parse(body), applicant)
  assert.equal(headers.authorization, 'Bearer a-token')
  assert.equal(headers['content-type'], 'application/json')
})

test('a report without a limit is accepted, and unknown members are ignored', async () => {
  await using server = await startBureauServer()
  for (const extra of [{}, { suggestedLimit: null }, { rating: 'AA' }]) {
    server.behaviour = send(JSON.stringify({ score: 0, birthDate: '2000-02-29', reference: 'x', ...extra }))
    assert.deepEqual(await bureauAt(server.url).fetchReport(applicant), {
      status: 'ok',
      report: { score: 0, birthDate: '2000-02-29', reference: 'x' },
    })
  }
})

test('a refused connection is unavailable, not an exception', async () => {
  const bureau = bureauAt(`http://127.0.0.1:${await closedPort()}/reports`)
  assert.deepEqual(await bureau.fetchReport(applicant), unavailable('connection'))
})

const passing: { name: string; behaviour: Behaviour }[] = [
  { name: 'a connection reset in the middle of the body', behaviour: resetMidBody },
  {
    name: 'a connection reset before any answer',
    behaviour: (_, request) => void request.socket.resetAndDestroy(),
  },
  { name: 'a 500', behaviour: answerStatus(500) },
  { name: 'a 503 with Retry-After 0', behaviour: answerStatus(503, { 'retry-after': '0' }) },
  { name: 'a 429', behaviour: answerStatus(429) },
  { name: 'a 408', behaviour: answerStatus(408) },
  { name: 'a try that hangs', behaviour: hang },
]
for (const { name, behaviour } of passing) {
  test(`${name} is tried again under the same idempotency key`, async () => {
    await using server = await startBureauServer(inSequence(behaviour, answerWell))
    const bureau = bureauAt(server.url, behaviour === hang ? { tryTimeoutMs: 400 } : {})
    assert.deepEqual(await bureau.fetchReport(applicant), goodAnswer)
    const keys = server.received.map(({ headers }) => headers['idempotency-key'])
    assert.equal(keys.length, 2)
    assert.match(String(keys[0]), /^[0-9a-f-]{36}$/)
    assert.equal(keys[0], keys[1])
  })
}

test('two inquiries never share an idempotency key', async () => {
  await using server = await startBureauServer()
  const bureau = bureauAt(server.url)
  await bureau.fetchReport(applicant)
  await bureau.fetchReport(applicant)
  assert.equal(new Set(server.received.map(({ headers }) => headers['idempotency-key'])).size, 2)
})

test('a failure that lasts is given up after the configured tries', async () => {
  await using server = await startBureauServer(answerStatus(502))
  assert.deepEqual(await bureauAt(server.url).fetchReport(applicant), unavailable('server-error'))
  assert.equal(server.received.length, 3)
})

const lasting: { name: string; behaviour: Behaviour; reason: string }[] = [
  { name: 'malformed JSON', behaviour: send('{"score": 720,'), reason: 'malformed' },
  { name: 'an empty body', behaviour: send(''), reason: 'malformed' },
  {
    name: 'a score as text',
    behaviour: send('{"score":"720","birthDate":"1990-05-17","reference":"x"}'),
    reason: 'malformed',
  },
  {
    name: 'a score past the scale',
    behaviour: send('{"score":1001,"birthDate":"1990-05-17","reference":"x"}'),
    reason: 'malformed',
  },
  {
    name: 'a day that does not exist',
    behaviour: send('{"score":720,"birthDate":"1990-02-30","reference":"x"}'),
    reason: 'malformed',
  },
  { name: 'no birth date', behaviour: send('{"score":720,"reference":"x"}'), reason: 'malformed' },
  {
    name: 'a negative limit',
    behaviour: send('{"score":720,"birthDate":"1990-05-17","reference":"x","suggestedLimit":-1}'),
    reason: 'malformed',
  },
  { name: 'null', behaviour: send('null'), reason: 'malformed' },
  { name: 'a 204', behaviour: response => void response.writeHead(204).end(), reason: 'rejected' },
  { name: 'a 400', behaviour: answerStatus(400), reason: 'rejected' },
  { name: 'a 401', behaviour: answerStatus(401), reason: 'rejected' },
  { name: 'a 404', behaviour: answerStatus(404), reason: 'rejected' },
  { name: 'a body of 5 MB', behaviour: send(Buffer.alloc(5_000_000, ' ')), reason: 'too-large' },
]
for (const { name, behaviour, reason } of lasting) {
  test(`${name} is unavailable (${reason}) and not tried again`, async () => {
    await using server = await startBureauServer(behaviour)
    assert.deepEqual(await bureauAt(server.url).fetchReport(applicant), unavailable(reason))
    assert.equal(server.received.length, 1)
  })
}

test('a body without end stops being read at the limit', async () => {
  let written = 0
  await using server = await startBureauServer(response => {
    const keepWriting = () => {
      while (!response.destroyed && response.write(Buffer.alloc(16_384, ' '))) written += 16_384
    }
    response.on('drain', keepWriting)
    keepWriting()
  })
  const bureau = bureauAt(server.url, { tryTimeoutMs: 5000, totalDeadlineMs: 5000 })
  assert.deepEqual(await bureau.fetchReport(applicant), unavailable('too-large'))
  await pause(50)
  const afterwards = written
  await pause(50)
  assert.equal(written, afterwards, 'the connection must be closed')
})

test('a redirect is not followed, so neither token nor person reach the other address', async () => {
  await using elsewhere = await startBureauServer()
  for (const status of [301, 302, 307, 308]) {
    await using server = await startBureauServer(answerStatus(status, { location: elsewhere.url }))
    assert.deepEqual(await bureauAt(server.url).fetchReport(applicant), unavailable('redirect'))
    assert.equal(server.received.length, 1)
  }
  assert.equal(elsewhere.received.length, 0)
})

test('Retry-After is respected when there is time', async () => {
  await using server = await startBureauServer(
    inSequence(answerStatus(503, { 'retry-after': '1' }), answerWell),
  )
  const startedAt = performance.now()
  assert.deepEqual(await bureauAt(server.url).fetchReport(applicant), goodAnswer)
  assert.ok(performance.now() - startedAt >= 990)
})

test('Retry-After beyond the deadline is given up at once', async () => {
  await using server = await startBureauServer(answerStatus(503, { 'retry-after': '60' }))
  let inquiries = 0
  await expectWithin(1_000, async () => {
    assert.deepEqual(await bureauAt(server.url).fetchReport(applicant), unavailable('server-error'))
    inquiries += 1
  })
  assert.equal(server.received.length, inquiries)
  const inAnHour = new Date(Date.now() + 3_600_000).toUTCString()
  server.behaviour = answerStatus(503, { 'retry-after': inAnHour })
  await bureauAt(server.url).fetchReport(applicant)
  assert.equal(server.received.length, inquiries + 1)
})

test('the total deadline holds whatever the tries and pauses would take', async () => {
  const drip: Behaviour = response => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  }
  for (const behaviour of [hang, drip])
    await expectWithin(1_200, async () => {
      await using server = await startBureauServer(behaviour)
      const bureau = bureauAt(server.url, { tryTimeoutMs: 300, totalDeadlineMs: 500, retries: 50 })
      const startedAt = performance.now()
      assert.deepEqual(await bureau.fetchReport(applicant), unavailable('timeout'))
      assert.ok(performance.now() - startedAt >= 480)
      assert.equal(server.received.length, 2)
    })
})

test('a bureau too busy to accept the connection is a time-out', async () => {
  // The kernel completes the TCP handshake, but the stopped process never accepts the connection.
  const worker = new Worker(
    `const { createServer } = require('node:net')
     const { parentPort } = require('node:worker_threads')
     const server = createServer().listen(0, '127.0.0.1', () => {
       parentPort.postMessage(server.address().port)
       setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1500), 0)
     })`,
    { eval: true },
  )
  const [port] = await once(worker, 'message')
  await pause(50)
  try {
    const bureau = bureauAt(`http://127.0.0.1:${port}/reports`, { tryTimeoutMs: 200, totalDeadlineMs: 300 })
    assert.deepEqual(await bureau.fetchReport(applicant), unavailable('timeout'))
  } finally {
    await worker.terminate()
  }
})

test('parallel inquiries each get their own answer', async () => {
  await using server = await startBureauServer((response, _, body) => {
    const { cpf } = JSON.parse(body)
    setTimeout(
      () => send(JSON.stringify({ score: 500, birthDate: '1990-05-17', reference: cpf }))(response, _, body),
      20,
    )
  })
  const bureau = bureauAt(server.url, { tryTimeoutMs: 60_000, totalDeadlineMs: 60_000 })
  const cpfs = Array.from({ length: 100 }, (_, index) => String(index).padStart(11, '0'))
  const answers = await Promise.all(cpfs.map(cpf => bureau.fetchReport({ ...applicant, cpf })))
  assert.deepEqual(
    answers.map(answer => answer.status === 'ok' && answer.report.reference),
    cpfs,
  )
  assert.equal(server.received.length, 100)
})
