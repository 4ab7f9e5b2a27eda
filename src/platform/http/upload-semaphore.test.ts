import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { type FastifyInstance, fastify } from 'fastify'
import { createUploadSemaphore } from './upload-semaphore.ts'

let app: FastifyInstance
let url: string
let inside = 0
let most = 0
let hold: Promise<void> | undefined

before(async () => {
  app = fastify({ bodyLimit: 1_000, forceCloseConnections: true })
  for (const [path, waitMs] of [
    ['/patient', 60_000],
    ['/hasty', 300],
  ] as const)
    app.post(path, { preParsing: createUploadSemaphore({ maxBytes: 1_000, waitMs }) }, async () => {
      inside += 1
      most = Math.max(most, inside)
      await hold
      inside -= 1
      return {}
    })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
after(() => app.close())

async function send(path: '/patient' | '/hasty', bytes: number, signal?: AbortSignal): Promise<number> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify('x'.repeat(bytes - 2)),
    ...(signal === undefined ? {} : { signal }),
  })
  await response.arrayBuffer()
  return response.status
}

test('bodies that do not fit together are read one after another, and all are served', async () => {
  most = 0
  const statuses = await Promise.all(Array.from({ length: 12 }, () => send('/patient', 600)))
  assert.deepEqual(new Set(statuses), new Set([200]))
  assert.equal(most, 1)
})

test('a request that waits too long is refused, and does not hold the others up', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  const first = send('/hasty', 600)
  while (inside === 0) await new Promise(done => setTimeout(done, 5))
  assert.equal(await send('/hasty', 600), 503)
  assert.equal(await send('/hasty', 1_001), 413)
  const small = send('/hasty', 300)
  hold = undefined
  resolve()
  assert.deepEqual(await Promise.all([first, small]), [200, 200])
})

test('a caller who disconnects leaves the queue and releases its bytes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  const gone = new AbortController()
  const first = send('/patient', 900, gone.signal).catch(() => 'gone')
  while (inside === 0) await new Promise(done => setTimeout(done, 5))
  gone.abort()
  assert.equal(await first, 'gone')
  hold = undefined
  assert.equal(await send('/patient', 900), 200)
  resolve()
})
