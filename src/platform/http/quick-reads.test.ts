import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type FastifyInstance, fastify } from 'fastify'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { type QuickAnswer, serveQuickReads } from './quick-reads.ts'

const lines: string[] = []
const log = createLog({ level: 'info', destination: { write: line => void lines.push(line) } })
const caller = {
  retailerId: 'a'.repeat(24),
  keyId: 'b'.repeat(24),
  scopes: [],
  rateLimitPerSecond: 1,
  apiVersion: '2026-11-01',
}
const found: QuickAnswer = { caller, headers: ['etag', '"x"'], body: 'quick' }
let app: FastifyInstance
let url = ''

before(async () => {
  app = fastify()
  serveQuickReads(app, { log, metrics: createMetrics(), trustedProxies: [] })
  app.all('/*', async () => 'framework')
  app.addQuickRead({
    route: '/quick',
    answer({ url: target }) {
      if (!target.startsWith('/quick')) return undefined
      if (target === '/quick/broken') return Promise.reject(new Error('the database is away'))
      return Promise.resolve(target === '/quick/not-here' ? undefined : found)
    },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
after(() => app.close())

const read = async (path: string, init: RequestInit = {}): Promise<string> =>
  (await fetch(url + path, init)).text()

test('a read that is found is sent with the headers of every answer, logged, and never reaches the framework', async () => {
  const response = await fetch(`${url}/quick/here`)
  assert.equal(await response.text(), 'quick')
  assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
  assert.equal(response.headers.get('etag'), '"x"')
  const trackId = response.headers.get('x-track-id') ?? ''
  const line = JSON.parse(lines.find(each => each.includes(trackId)) ?? '{}') as Record<string, unknown>
  assert.deepEqual(
    [line.route, line.status, line.bytes, line.retailerId],
    ['/quick', 200, 5, caller.retailerId],
  )
})

test('what is not found, breaks, or is not a plain read goes to the framework', async () => {
  for (const path of ['/other', '/quick/not-here', '/quick/broken'])
    assert.equal(await read(path), 'framework', path)
  assert.equal(await read('/quick/here', { method: 'POST' }), 'framework')
  assert.equal(await read('/quick/here', { headers: { 'content-encoding': 'gzip' } }), 'framework')
})
