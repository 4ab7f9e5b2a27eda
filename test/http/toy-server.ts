import assert from 'node:assert/strict'
import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { FIRST_VERSION } from '../../src/contract/versions.ts'
import type { Database, Statement } from '../../src/platform/db/database.ts'
import { addHealthRoutes } from '../../src/platform/http/health.ts'
import type { RequestCrypto } from '../../src/platform/http/idempotency-store.ts'
import { openPresence } from '../../src/platform/http/presence.ts'
import { type Caller, getCaller } from '../../src/platform/http/request-context.ts'
import { createServer, type ServerOptions } from '../../src/platform/http/server.ts'
import { stopServer } from '../../src/platform/http/stop-server.ts'
import { createHealth } from '../../src/platform/processes/joint-health.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { createMetrics } from '../../src/platform/telemetry/metrics.ts'
import type { TestDatabase } from '../support/database.ts'

export const KEY = 'sk_homolog_test_AAAAAAAAAAAAAAAAAAAAAAAAAAAA'
export const OTHER_KEY = 'sk_homolog_test_BBBBBBBBBBBBBBBBBBBBBBBBBBBB'
export const SLOW_KEY = 'sk_homolog_test_CCCCCCCCCCCCCCCCCCCCCCCCCCCC'
const RETAILER = '0123456789abcdef00000001'
const OTHER_RETAILER = '0123456789abcdef00000002'

const callers = new Map<string, Caller>([
  [
    KEY,
    {
      retailerId: RETAILER,
      keyId: `${RETAILER.slice(0, 23)}a`,
      scopes: ['toy'],
      rateLimitPerSecond: 100_000,
      apiVersion: FIRST_VERSION,
    },
  ],
  [
    OTHER_KEY,
    {
      retailerId: OTHER_RETAILER,
      keyId: `${RETAILER.slice(0, 23)}b`,
      scopes: ['toy'],
      rateLimitPerSecond: 100_000,
      apiVersion: FIRST_VERSION,
    },
  ],
  [
    SLOW_KEY,
    {
      retailerId: RETAILER,
      keyId: `${RETAILER.slice(0, 23)}c`,
      scopes: [],
      rateLimitPerSecond: 20,
      apiVersion: FIRST_VERSION,
    },
  ],
])

/** Fixed, so that servers in different processes share it. */
const secret = Buffer.alloc(32, 7)
const crypto: RequestCrypto = {
  hash: text => createHash('sha256').update(secret).update(text).digest(),
  seal(context, plain) {
    const nonce = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(Buffer.from(context))
    const body = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([nonce, cipher.getAuthTag(), body])
  },
  open(context, box) {
    const decipher = createDecipheriv('aes-256-gcm', secret, box.subarray(0, 12)).setAAD(Buffer.from(context))
    decipher.setAuthTag(box.subarray(12, 28))
    return Buffer.concat([decipher.update(box.subarray(28)), decipher.final()])
  },
}

const ToyBody = Type.Object({
  apiKey: Type.Optional(Type.String()),
  name: Type.String({ minLength: 1, maxLength: 64 }),
  amount: Type.Integer({ minimum: 1, maximum: 100 }),
  note: Type.Optional(Type.String()),
})

export interface ToyServer {
  readonly app: FastifyInstance
  readonly port: number
  readonly url: string
  /** Everything logged so far. */
  readonly logged: () => string
  /** How many times the toy handlers ran. */
  readonly runs: () => number
  stop(): Promise<void>
}

/** A real server with a few toy routes, on loopback. */
export async function startToyServer(
  { database, connection }: Pick<TestDatabase, 'database' | 'connection'>,
  overrides: Partial<ServerOptions> = {},
  addRoutes: (app: FastifyInstance) => void = () => {},
): Promise<ToyServer> {
  const lines: string[] = []
  const metrics = createMetrics()
  const presence = await openPresence({ connection, onError: () => {} })
  const app = createServer({
    database,
    presence,
    crypto,
    log: createLog({ level: 'trace', destination: { write: line => void lines.push(line) } }),
    metrics,
    formats: {},
    findCaller: async key => callers.get(key),
    unknownKeyLimitPerMinute: 20,
    requestsAtOnce: 100_000,
    trustedProxies: [],
    ...overrides,
  })
  addHealthRoutes(app, {
    health: createHealth({ checkReady: () => database.ping().then(() => []), metrics }, undefined),
    metricsType: metrics.contentType,
    metricsReader: 'anybody',
  })
  const runs = addToyRoutes(app, database)
  addRoutes(app)
  try {
    await app.listen({ host: '127.0.0.1', port: 0 })
  } catch (error) {
    await presence.close()
    throw error
  }
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    app,
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    logged: () => lines.join(''),
    runs,
    async stop() {
      await stopServer(app, 2_000)
      await presence.close()
    },
  }
}

const insertToy: Statement = { name: 'insert_toy', text: 'INSERT INTO toys (name) VALUES ($1)' }
const createToys: Statement = { name: 'create_toys', text: 'CREATE TABLE IF NOT EXISTS toys (name text)' }

/** Rows that the handlers of POST /effect/:id committed. */
export async function countToys(database: Database, name: string): Promise<number> {
  const countByName: Statement = { name: 'count_toys', text: 'SELECT FROM toys WHERE name = $1' }
  return (await database.run(countByName, [name])).length
}

export async function prepareToys(database: Database): Promise<void> {
  await database.run(createToys, [])
}

function addToyRoutes(app: FastifyInstance, database: Database): () => number {
  let count = 0
  const config = { scope: 'toy' }

  app.post('/toy', { config, schema: { body: ToyBody } }, async request => {
    count += 1
    return { ran: count, seen: request.body, retailerId: getCaller(request).retailerId }
  })

  app.post('/bare/:id', { config }, async request => ({ ran: ++count, body: request.body }))

  app.get('/thing/:id', { config }, async () => ({ found: true }))

  app.post('/slow', { config }, async (_request, reply) => {
    count += 1
    await delay(400)
    return reply.send({ ran: count })
  })

  app.post('/broken', { config }, async () => {
    count += 1
    throw new Error('secret detail of CPF 529.982.247-25')
  })

  app.post<{ Params: { id: string }; Body: { fail?: string; padding?: string } }>(
    '/effect/:id',
    { config },
    async (request, reply) => {
      count += 1
      const body = JSON.stringify({ ran: count, id: request.params.id, padding: request.body.padding })
      await database.transaction(async tx => {
        await tx.run(insertToy, [request.params.id])
        await request.idempotency?.complete(tx, 200, body)
        if (request.body.fail === 'before commit') throw new Error('rolled back')
        if (request.body.fail === 'slowly') await delay(1_000)
      })
      if (request.body.fail === 'after commit') throw new Error('too late')
      return reply.type('application/json').send(body)
    },
  )
  return () => count
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Record<string, unknown>
}

export async function post(
  server: ToyServer,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const response = await fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
  })
  return readAnswer(response)
}

async function readAnswer(response: Response): Promise<Answer> {
  return { status: response.status, headers: response.headers, body: JSON.parse(await response.text()) }
}

export async function get(
  server: ToyServer,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Answer> {
  return readAnswer(await fetch(server.url + path, { method, headers }))
}

/** Asserts the common error body and the headers that every answer has. */
export function expectError(answer: Answer, status: number, code: string, message: string): void {
  const { code: gotCode, message: gotMessage, error, trackId } = answer.body
  assert.deepEqual([answer.status, gotCode, gotMessage, error], [status, code, message, true])
  assert.match(String(trackId), /^[0-9a-f]{24}$/)
  assert.equal(answer.headers.get('x-track-id'), trackId)
  assert.ok(Array.isArray(answer.body.details))
  assert.deepEqual(Object.keys(answer.body).sort(), ['code', 'details', 'error', 'message', 'trackId'])
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8')
  assert.equal(answer.headers.get('cache-control'), 'no-store')
  assert.equal(answer.headers.get('x-content-type-options'), 'nosniff')
}

/** Sends raw bytes and returns the answer up to the server's close or the deadline. */
export async function sendRaw(
  server: ToyServer,
  text: string | Buffer,
  waitMs = 1_000,
): Promise<{ text: string; isClosed: boolean }> {
  const socket: Socket = connect(server.port, '127.0.0.1')
  const chunks: Buffer[] = []
  socket.on('data', chunk => chunks.push(chunk))
  socket.on('error', () => {})
  const closed = once(socket, 'close').then(() => true)
  socket.write(text)
  const isClosed = await Promise.race([closed, delay(waitMs, false, { ref: false })])
  socket.destroy()
  return { text: Buffer.concat(chunks).toString(), isClosed }
}
