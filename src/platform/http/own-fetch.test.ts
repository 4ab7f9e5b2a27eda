import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { listHeader } from './opening-checks.ts'
import { guardAgainstOverload } from './overload.ts'
import { createOwnFetch } from './own-fetch.ts'

test('what a request asks of its own process is answered where that request took the last place', async () => {
  const app = Fastify()
  guardAgainstOverload(app, {
    most: 1,
    smallBodyMs: 1_000,
    readPeer: () => '',
    log: createLog({ level: 'silent' }),
    metrics: createMetrics(),
  })
  const own = createOwnFetch(app)
  app.get('/inner', async () => ({ inner: true }))
  app.get('/by-network', async request => (await fetch(`http://${request.headers.host}/inner`)).status)
  app.get('/by-itself', async () => (await own('http://shop.example/inner')).json())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    assert.equal(await (await fetch(`${url}/by-network`)).text(), '503')
    assert.deepEqual(await (await fetch(`${url}/by-itself`)).json(), { inner: true })
  } finally {
    await app.close()
  }
})

test('method, address, headers and body arrive as they were sent, and status, headers and body come back', async () => {
  const app = Fastify()
  app.post<{ Params: object }>('/echo/:id', async (request, reply) =>
    reply
      .code(409)
      .header('x-seen', listHeader(request.raw, 'idempotency-key').join())
      .send({ body: request.body, query: request.query, params: request.params }),
  )
  app.delete('/echo', async (_request, reply) => reply.code(204).send())
  const own = createOwnFetch(app)
  const headers = { 'content-type': 'application/json', 'Idempotency-Key': 'a, b' }
  const body = JSON.stringify({ name: 'João' })
  const answer = await own('http://shop.example:8080/echo/7?q=a%20b', { method: 'POST', headers, body })
  assert.deepEqual([answer.status, answer.ok, answer.headers.get('x-seen')], [409, false, 'a, b'])
  assert.deepEqual(await answer.json(), { body: { name: 'João' }, query: { q: 'a b' }, params: { id: '7' } })
  const empty = await own('http://shop.example/echo', { method: 'DELETE' })
  assert.deepEqual([empty.status, await empty.text()], [204, ''])
  await app.close()
})

test('a call that is given up ends at once', async () => {
  const app = Fastify()
  app.get('/slow', () => new Promise(() => {}))
  const ending = new AbortController()
  setTimeout(() => ending.abort(), 20)
  await assert.rejects(createOwnFetch(app)('http://shop.example/slow', { signal: ending.signal }))
})
