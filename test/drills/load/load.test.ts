import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { findRecovery, summarize } from './figures.ts'
import { type LoadReport, listProblems } from './load-run.ts'
import { type Outcome, openPool, runOpenLoop } from './open-loop.ts'

const STALL_MS = 1_500

test('open-loop requests are sent and timed from when they are due, also while the server stalls', async () => {
  const begunAt = performance.now()
  const server = createServer(async (_request, response) => {
    const left = STALL_MS - (performance.now() - begunAt)
    if (left > 0) await delay(left)
    response.end('{}')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const pool = await openPool(port, { connections: 10, giveUpMs: 30_000 })
  const outcomes = await runOpenLoop({
    pools: [pool],
    perSecond: 100,
    durationMs: 2_000,
    next: () => ({ bytes: Buffer.from('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n') }),
  })
  pool.close()
  server.close()
  assert.equal(outcomes.length, 200)
  assert.ok(outcomes.every(({ status }) => status === 200))
  // Ten connections carry ten requests: the latency of the other hundred must include their wait.
  const late = outcomes.filter(({ latencyMs }) => latencyMs > 200)
  assert.ok(late.length > 50, `${late.length} were late`)
})

test('a request sent on a connection that the server just closed as idle is repeated once on another', async () => {
  let connections = 0
  const server = createTcpServer(socket => {
    const isUnused = ++connections === 1
    socket.on('error', () => {})
    socket.once('data', () => {
      if (isUnused)
        socket.end('HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n')
      else socket.write('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const pool = await openPool((server.address() as AddressInfo).port, { connections: 1, giveUpMs: 5_000 })
  const { status } = await pool.exchange({ bytes: Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n') })
  pool.close()
  server.close()
  assert.deepEqual([status, connections], [200, 2])
})

const served = (atSeconds: number, latencyMs = 50, status = 200): Outcome => ({
  act: 'play',
  atSeconds,
  status,
  latencyMs,
  answeredMs: latencyMs,
  hasRetryAfter: status === 503,
})

test('late answers do not count as served, refusals do not count as errors, and unsent requests are counted separately', () => {
  const outcomes = [
    ...Array.from({ length: 98 }, () => served(0)),
    served(0, 9_000),
    served(0, 40, 404),
    served(0, 30, 503),
    { ...served(0, 20, 503), hasRetryAfter: false },
    served(0, 100, 500),
    served(0, 10_000, 0),
    { ...served(0, 10_000, 0), answeredMs: undefined },
  ]
  const { offeredPerSecond, p50Ms, ...rest } = summarize(outcomes, 1_000)
  assert.deepEqual([offeredPerSecond, p50Ms], [105, 50])
  assert.deepEqual(rest, {
    goodPerSecond: 99,
    p99Ms: 9_000,
    refused: 2,
    refusedP99Ms: 30,
    refusedWithoutRetryAfter: 1,
    errors: 2,
    errorsOf: { play: 2 },
    unsent: 1,
  })
})

test('recovery is the second from which every second is served', () => {
  const seconds = (...sound: boolean[]): Outcome[] => sound.map((is, at) => served(at, is ? 50 : 3_000))
  assert.equal(findRecovery(seconds(true, true, true), 3), 0)
  assert.equal(findRecovery(seconds(true, false, true, true), 4), 2)
  assert.equal(findRecovery(seconds(true, true, false), 3), undefined)
  assert.equal(findRecovery(seconds(true, true), 3), undefined)
})

test('every load target is checked', () => {
  const calm = { ...summarize([], 1_000), goodPerSecond: 100 }
  const good: Omit<LoadReport, 'problems'> = {
    cores: 4,
    peak: calm,
    day: calm,
    residentMegabytes: [],
    overload: { ...calm, goodPerSecond: 80, refused: 10, refusedP99Ms: 900 },
    recoveredAfterSeconds: 29,
    twoProcesses: { goodPerSecond: 170, ratio: 1.7 },
    deliveries: 1,
  }
  assert.deepEqual(listProblems(good), [])
  const broken: Partial<typeof good>[] = [
    { day: { ...calm, errors: 1 } },
    { day: { ...calm, refused: 1 } },
    { overload: { ...good.overload, goodPerSecond: 79 } },
    { overload: { ...good.overload, errors: 1 } },
    { overload: { ...good.overload, refused: 0 } },
    { overload: { ...good.overload, refusedP99Ms: 1_001 } },
    { overload: { ...good.overload, refusedWithoutRetryAfter: 1 } },
    { recoveredAfterSeconds: undefined },
    { twoProcesses: { goodPerSecond: 160, ratio: 1.6 } },
    { deliveries: 0 },
  ]
  for (const part of broken) assert.equal(listProblems({ ...good, ...part }).length, 1, JSON.stringify(part))
  const onTwoCores = { cores: 2, twoProcesses: { goodPerSecond: 100, ratio: 1 } }
  assert.deepEqual(listProblems({ ...good, ...onTwoCores }), [])
})
