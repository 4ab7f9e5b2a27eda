import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type FastifyInstance, fastify } from 'fastify'
import { pino } from 'pino'
import type { Database, Transaction } from '../db/database.ts'
import type { Log } from '../telemetry/log.ts'
import { addIdempotency } from './idempotency.ts'
import type { IdempotencyStore, StoredAnswer } from './idempotency-store.ts'

/* Uses a store that only records its calls: tests what reaches it, and what callers see when it fails. */

const noted: { completed: StoredAnswer[]; released: string[]; lines: string[] } = {
  completed: [],
  released: [],
  lines: [],
}
let failures: { complete?: Error; releases: number } = { releases: 0 }
let replayed: StoredAnswer | undefined

const store: IdempotencyStore = {
  claim: async () => replayed ?? { claimId: 'claim' },
  async complete(_on, _request, _claimId, answer) {
    if (failures.complete !== undefined) throw failures.complete
    noted.completed.push(answer)
  },
  async amend(_on, _request, _claimId, answer) {
    noted.completed.push(answer)
  },
  async release(_request, claimId) {
    if (failures.releases-- > 0) throw new Error('the database is away')
    noted.released.push(claimId)
  },
}
// Never called: only a real store would use it.
const nowhere = {} as Database & Transaction

let app: FastifyInstance
let url: string

before(async () => {
  app = fastify()
  const log: Log = pino({ level: 'warn' }, { write: line => void noted.lines.push(line) })
  app.decorate('serviceLog', log)
  app.decorateRequest('caller', null)
  app.addHook('onRequest', async request => {
    if (request.url.startsWith('/public')) return
    request.caller = {
      retailerId: 'shop',
      keyId: 'key',
      scopes: [],
      rateLimitPerSecond: 1,
      apiVersion: '2026-11-01',
    }
  })
  addIdempotency(app, { store, database: nowhere, hash: text => createHash('sha256').update(text).digest() })
  app.post('/json', async () => ({ ok: true }))
  app.post('/public', async () => ({ ok: true }))
  app.get('/json', async () => ({ ok: true }))
  app.post('/bytes', async (_request, reply) => reply.type('application/pdf').send(Buffer.from([0, 255])))
  app.post('/nothing', async (_request, reply) => reply.code(204).send())
  app.post('/stream', async (_request, reply) => reply.type('text/plain').send(Readable.from(['a', 'b'])))
  app.post<{ Params: { code: string } }>('/status/:code', async (request, reply) =>
    reply.code(Number(request.params.code)).send({ ok: false }),
  )
  app.post('/declined', async request => {
    request.idempotency?.decline()
    return { ok: true }
  })
  app.post('/complete', async (request, reply) => {
    await request.idempotency?.complete(nowhere, 200, 'own words', 'text/plain')
    return reply.type('text/plain').send('own words')
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
after(() => app.close())

async function send(
  path: string,
  options: { method?: string; stored?: StoredAnswer; fail?: typeof failures } = {},
) {
  noted.completed.length = 0
  noted.released.length = 0
  noted.lines.length = 0
  replayed = options.stored
  failures = options.fail ?? { releases: 0 }
  const method = options.method ?? 'POST'
  const answer = await fetch(url + path, { method, headers: { 'idempotency-key': 'k' } })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

test('an answer is stored as it leaves: its status, its type and its bytes', async () => {
  const json = 'application/json; charset=utf-8'
  const expected: [string, number, string, Buffer][] = [
    ['/json', 200, json, Buffer.from('{"ok":true}')],
    ['/bytes', 200, 'application/pdf', Buffer.from([0, 255])],
    ['/nothing', 204, json, Buffer.from('')],
    ['/status/201', 201, json, Buffer.from('{"ok":false}')],
    ['/status/399', 399, json, Buffer.from('{"ok":false}')],
  ]
  for (const [path, status, contentType, body] of expected) {
    assert.equal((await send(path)).status, status)
    assert.deepEqual([noted.completed, noted.released], [[{ status, contentType, body }], []], path)
  }
})

test('an answer that the handler stored itself is not stored again', async () => {
  assert.equal((await send('/complete')).text, 'own words')
  assert.deepEqual(noted.completed, [
    { status: 200, contentType: 'text/plain', body: Buffer.from('own words') },
  ])
})

test('an error, a declined answer and a streamed answer release the key', async () => {
  for (const path of ['/status/400', '/status/500', '/declined', '/stream']) {
    await send(path)
    assert.deepEqual([noted.completed, noted.released], [[], ['claim']], path)
  }
})

test('a stored answer is sent again with its status and type, marked as replayed', async () => {
  const stored = { status: 201, contentType: 'text/plain', body: Buffer.from('before') }
  const { status, headers, text } = await send('/json', { stored })
  assert.deepEqual(
    [status, headers.get('content-type'), headers.get('idempotent-replayed'), text],
    [201, 'text/plain', 'true', 'before'],
  )
  assert.deepEqual([noted.completed, noted.released], [[], []])
})

test('safe methods and requests without a caller ignore the key', async () => {
  const stored = { status: 201, contentType: 'text/plain', body: Buffer.from('before') }
  for (const [path, method] of [
    ['/json', 'GET'],
    ['/public', 'POST'],
  ] as const) {
    const { status, text } = await send(path, { stored, method })
    assert.deepEqual([status, text, noted.completed], [200, '{"ok":true}', []], path)
  }
})

test('when the answer cannot be stored the caller still gets it, and the log says so', async () => {
  const fail = { complete: new Error('the disk is full'), releases: 0 }
  assert.deepEqual((await send('/json', { fail })).text, '{"ok":true}')
  const [line = '{}'] = noted.lines
  const { err, trackId, level } = JSON.parse(line)
  assert.deepEqual([err?.message, typeof trackId, level], ['the disk is full', 'string', 50])
})

test('a key that cannot be freed at once is freed a second later, without the caller waiting', async () => {
  assert.equal((await send('/status/400', { fail: { releases: 1 } })).status, 400)
  const { err, attempt } = JSON.parse(noted.lines.find(line => line.includes('not released')) ?? '{}')
  assert.deepEqual([err?.message, attempt], ['the database is away', 1])
  for (let waited = 0; noted.released.length === 0 && waited < 200; waited++) await delay(100)
  assert.deepEqual(noted.released, ['claim'])
})
