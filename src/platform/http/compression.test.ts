import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { fastify, type LightMyRequestResponse } from 'fastify'
import { addCompression, chooseEncoding } from './content-encoding.ts'

const LARGE = JSON.stringify({ rows: Array.from({ length: 200 }, (_, row) => ({ row, note: 'à vista' })) })
const JSON_TYPE = 'application/json; charset=utf-8'
const app = fastify()

before(async () => {
  addCompression(app)
  app.get('/large', (_request, reply) => reply.type(JSON_TYPE).send(LARGE))
  app.get('/bytes', (_request, reply) => reply.type(JSON_TYPE).send(Buffer.from(LARGE)))
  app.get('/page', (_request, reply) => reply.type('text/html; charset=utf-8').send(`<p>${LARGE}</p>`))
  app.get('/small', (_request, reply) => reply.type(JSON_TYPE).send('{"error":false}'))
  app.get('/picture', (_request, reply) => reply.type('image/png').send(Buffer.alloc(5_000)))
  app.get('/tagged', (_request, reply) => reply.type(JSON_TYPE).header('etag', '"a"').send(LARGE))
  app.get('/signed-in', (_request, reply) => reply.type(JSON_TYPE).header('set-cookie', 'a=b').send(LARGE))
  app.get('/varied', (_request, reply) => reply.type(JSON_TYPE).header('vary', 'Origin').send(LARGE))
  await app.ready()
})
after(() => app.close())

const ask = (
  url: string,
  accepted?: string,
  method: 'GET' | 'HEAD' = 'GET',
): Promise<LightMyRequestResponse> =>
  app.inject({ method, url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

for (const path of ['/large', '/bytes', '/page'])
  test(`${path} is plain unless asked otherwise, and the same bytes come out of br and gzip`, async () => {
    const plain = await ask(path)
    assert.equal(plain.headers['content-encoding'], undefined)
    assert.equal(plain.headers.vary, 'accept-encoding')
    const zipped = await ask(path, 'gzip')
    assert.equal(zipped.headers['content-encoding'], 'gzip')
    assert.ok(gunzipSync(zipped.rawPayload).equals(plain.rawPayload))
    const brotli = await ask(path, 'gzip, deflate, br')
    assert.equal(brotli.headers['content-encoding'], 'br')
    assert.ok(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload))
    for (const { headers, rawPayload } of [plain, zipped, brotli]) {
      assert.equal(headers['content-length'], String(rawPayload.length))
      assert.equal(headers['content-type'], plain.headers['content-type'])
    }
    assert.ok(zipped.rawPayload.length < plain.rawPayload.length / 3)
  })

test('HEAD tells the headers of GET, compressed or not, and has no body', async () => {
  for (const accepted of [undefined, 'gzip', 'br']) {
    const { headers } = await ask('/large', accepted)
    const head = await ask('/large', accepted, 'HEAD')
    assert.equal(head.body, '')
    for (const name of ['content-length', 'content-encoding', 'content-type', 'vary'])
      assert.equal(head.headers[name], headers[name], name)
  }
})

test('small answers, pictures, answers with an ETag and answers that set a cookie stay as they are', async () => {
  for (const path of ['/small', '/picture', '/tagged', '/signed-in']) {
    const [plain, asked] = [await ask(path), await ask(path, 'br, gzip')]
    assert.equal(asked.headers['content-encoding'], undefined, path)
    assert.equal(asked.headers.vary, undefined, path)
    assert.ok(asked.rawPayload.equals(plain.rawPayload), path)
  }
})

test('what an answer varies by already is kept', async () => {
  assert.equal((await ask('/varied')).headers.vary, 'Origin, accept-encoding')
  assert.equal((await ask('/varied', 'gzip')).headers.vary, 'Origin, accept-encoding')
})

for (const [accepted, encoding] of [
  [undefined, 'identity'],
  ['', 'identity'],
  ['deflate', 'identity'],
  ['gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['gzip, br', 'br'],
  ['*', 'br'],
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0 , gzip; q=0.0', 'identity'],
  ['gzip;q=0, *', 'br'],
  ['*;q=0', 'identity'],
  ['identity, gzip;q=0.5', 'identity'],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['gzip;q=high', 'identity'],
  ['gzip;q=2', 'identity'],
  ['identity;q=0, deflate', 'identity'],
] as const)
  test(`Accept-Encoding ${accepted === undefined ? 'absent' : `"${accepted}"`} gets ${encoding}`, () => {
    assert.equal(chooseEncoding(accepted), encoding)
  })
