import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { type FastifyInstance, type FastifyRequest, fastify } from 'fastify'
import { RequestError } from '../../contract/errors.ts'
import { createUploadSemaphore } from './upload-semaphore.ts'

let app: FastifyInstance
let url: string
let inside = 0
let most = 0
let hold: Promise<void> | undefined

const findOwner = async ({ headers }: FastifyRequest, beginning?: Buffer): Promise<string | undefined> => {
  if (headers['x-owner'] === 'wrong') throw new RequestError('invalid_api_key')
  return headers['x-owner']?.toString() ?? /owner-(\w+)/.exec(beginning?.toString() ?? '')?.[1]
}

before(async () => {
  app = fastify({ bodyLimit: 1_000, forceCloseConnections: true })
  for (const [path, waitMs] of [
    ['/patient', 60_000],
    ['/hasty', 300],
  ] as const)
    app.post(
      path,
      { preParsing: createUploadSemaphore({ maxBytes: 1_000, waitMs, findOwner }) },
      async () => {
        inside += 1
        most = Math.max(most, inside)
        await hold
        inside -= 1
        return {}
      },
    )
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
})
after(() => app.close())

async function send(
  path: '/patient' | '/hasty',
  bytes: number,
  { signal, owner }: { readonly signal?: AbortSignal; readonly owner?: string } = {},
): Promise<number> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(owner === undefined ? {} : { 'x-owner': owner }) },
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
  const first = send('/patient', 900, { signal: gone.signal }).catch(() => 'gone')
  while (inside === 0) await new Promise(done => setTimeout(done, 5))
  gone.abort()
  assert.equal(await first, 'gone')
  hold = undefined
  assert.equal(await send('/patient', 900), 200)
  resolve()
})

/** Announces a body and sends only its beginning. */
async function announce(bytes: number, beginning = '"'): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  const head = `POST /hasty HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`
  socket.write(head + beginning)
  return socket
}

test('announced bodies that do not come hold nothing of what others need, with or without their first bytes', async () => {
  const silent = await Promise.all(Array.from({ length: 20 }, () => announce(1_000, '')))
  assert.equal(await send('/hasty', 900), 200)
  const begun = await Promise.all(Array.from({ length: 20 }, () => announce(1_000)))
  await new Promise(done => setTimeout(done, 50))
  assert.deepEqual(
    await Promise.all(['shop', 'mall'].map(owner => send('/hasty', 900, { owner }))),
    [200, 200],
  )
  for (const socket of [...silent, ...begun]) socket.destroy()
})

test('one client cannot hold all places: another is served at once, told by its headers or by its first bytes', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  const first = Array.from({ length: 8 }, () => send('/patient', 900, { owner: 'greedy' }))
  while (inside === 0) await new Promise(done => setTimeout(done, 5))
  const others = [send('/patient', 900, { owner: 'modest' })]
  while (inside < 2) await new Promise(done => setTimeout(done, 5))
  hold = undefined
  resolve()
  assert.deepEqual(new Set(await Promise.all([...first, ...others])), new Set([200]))
  const written = await announce(900, '"owner-mall')
  assert.equal(await send('/hasty', 900), 200)
  written.destroy()
})

test('a wrong key is refused before its body is read', async () => {
  assert.equal(await send('/hasty', 900, { owner: 'wrong' }), 401)
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const head = 'POST /hasty HTTP/1.1\r\nHost: x\r\nX-Owner: wrong\r\nContent-Type: application/json\r\n'
  socket.write(`${head}Content-Length: 9\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  assert.match(String(answer), /^HTTP\/1.1 401 /)
  socket.destroy()
})
