import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { createCallMetrics } from './call-metrics.ts'
import { createJsonService, ServiceUnavailable } from './json-service.ts'

test('calls are reported by service and outcome, and the breaker while it is open', async t => {
  let status = 200
  const server = createServer((_request, response) => response.writeHead(status).end('{}'))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  const calls = createCallMetrics()
  const seen: string[] = []
  calls.follow((service, { outcome, durationMs }) => {
    assert.ok(durationMs > 0)
    seen.push(`${service} ${outcome}`)
  })
  const service = createJsonService({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token: 'token',
    tryTimeoutMs: 5_000,
    totalDeadlineMs: 5_000,
    retries: 0,
    retryDelayMs: 1,
    breakerFailures: 2,
    breakerOpenMs: 50,
    parse: () => 'parsed',
    observer: calls.observe('bureau'),
  })
  const ask = () => service.ask({}, 'key')
  assert.equal(await ask(), 'parsed')
  assert.deepEqual([...calls.breakers], [['bureau', false]])
  status = 400
  await assert.rejects(ask(), ServiceUnavailable)
  status = 500
  for (let count = 0; count < 3; count++) await assert.rejects(ask(), ServiceUnavailable)
  assert.deepEqual([...calls.breakers], [['bureau', true]])
  status = 200
  const deadline = Date.now() + 10_000
  while (calls.breakers.get('bureau') && Date.now() < deadline) await ask().catch(() => {})
  assert.deepEqual([...calls.breakers], [['bureau', false]])
  assert.deepEqual(seen.slice(0, 5), [
    'bureau ok',
    'bureau refused',
    'bureau failed',
    'bureau failed',
    'bureau failed',
  ])
  assert.equal(seen.at(-1), 'bureau ok')
})
