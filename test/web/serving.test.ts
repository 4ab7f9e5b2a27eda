import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { type FastifyInstance, fastify } from 'fastify'
import { ensurePages } from '../../scripts/pages/ensure-pages.ts'
import { openWebAssets, type PageEntry, sendShell } from '../../src/platform/http/web-assets.ts'

const app: FastifyInstance = fastify()
const assets = openWebAssets(() => folder)
let folder = ''

before(async () => {
  folder = await ensurePages()
  assets.addRoutes(app)
  app.get<{ Params: { entry: PageEntry } }>('/page/:entry', (request, reply) =>
    sendShell(
      reply,
      assets.renderShell({
        entry: request.params.entry,
        title: '<Loja> & "Filhos"',
        content: '<h1>Olá</h1>',
      }),
    ),
  )
})
after(() => app.close())

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

async function listAssets(entry: PageEntry): Promise<string[]> {
  const { body } = await get(`/page/${entry}`)
  return [...body.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path = '']) => path)
}

test('rules of the design come before those of customers’ pages, and these before the page’s own: the later ones win', async () => {
  for (const [entry, own] of [
    ['pay', '.offer-head'],
    ['onboarding', '.sketch'],
    ['account', '.account-top'],
  ] as const) {
    const { body } = await get(`/page/${entry}`)
    const places = ['.stack{', '.page{', `${own}{`].map(rule => body.indexOf(rule))
    assert.ok(!places.includes(-1), `${entry}: ${places}`)
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
      entry,
    )
  }
})

for (const entry of ['onboarding', 'desk', 'pay', 'store'] as const) {
  test(`the shell of ${entry} is readable before any other file is loaded`, async () => {
    const { body, headers } = await get(`/page/${entry}`)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.match(body, /<div id="app"><h1>Olá<\/h1><\/div>/)
    assert.doesNotMatch(body, /rel="stylesheet"/)
    // Without an icon link a browser requests /favicon.ico: one more round trip.
    assert.match(body, /<link rel="icon" href="data:image\/svg\+xml,[^"<>]+">/)
    assert.match(body, /<title>&#60;Loja&#62; &#38; &#34;Filhos&#34;<\/title>/)
  })

  test(`the policy of ${entry} allows its own files and its one style, and no inline script`, async () => {
    const { body, headers } = await get(`/page/${entry}`)
    const policy = String(headers['content-security-policy'])
    const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? ''
    assert.notEqual(style, '')
    assert.ok(policy.includes(`'sha256-${createHash('sha256').update(style).digest('base64')}'`))
    assert.doesNotMatch(policy, /unsafe|\*|https?:/)
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      assert.ok(policy.split('; ').includes(rule), rule)
    assert.doesNotMatch(body, /<script(?![^>]*\bsrc=)/)
    assert.doesNotMatch(body, / on\w+=| style=/)
  })

  test(`every file of ${entry} is cached for ever, and compressed as far as the browser accepts`, async () => {
    const paths = await listAssets(entry)
    assert.ok(paths.length > 0)
    for (const path of paths) {
      const plain = await get(path)
      assert.equal(plain.statusCode, 200, path)
      assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
      assert.equal(plain.headers['content-type'], 'text/javascript; charset=utf-8')
      assert.equal(plain.headers.vary, 'accept-encoding')
      const zipped = await get(path, { 'accept-encoding': 'gzip, deflate' })
      assert.equal(zipped.headers['content-encoding'], 'gzip')
      assert.equal(gunzipSync(zipped.rawPayload).toString(), plain.body)
      const brotli = await get(path, { 'accept-encoding': 'gzip, deflate, br' })
      assert.equal(brotli.headers['content-encoding'], 'br')
      assert.equal(brotliDecompressSync(brotli.rawPayload).toString(), plain.body)
      const again = await get(path, { 'if-none-match': String(plain.headers.etag) })
      assert.deepEqual([again.statusCode, again.body], [304, ''])
    }
  })
}

test('an entry without script is a page to be read: its one style, and no script is allowed or loaded', async () => {
  const { body, headers } = await get('/page/home')
  assert.match(body, /<div id="app"><h1>Olá<\/h1><\/div>/)
  assert.doesNotMatch(body, /<script|modulepreload|rel="stylesheet"/)
  const style = /<style>([\s\S]*?)<\/style>/.exec(body)?.[1] ?? ''
  assert.match(style, /--accent/)
  const policy = String(headers['content-security-policy'])
  assert.ok(policy.includes(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`))
  assert.doesNotMatch(policy, /script-src|connect-src/)
  assert.equal(headers['permissions-policy'], 'camera=(), microphone=(), geolocation=()')
})

test('the typeface of a page is preloaded from this server, kept for ever, and at most 30 kB', async () => {
  for (const entry of ['onboarding', 'pay', 'home', 'docs', 'billet'] as const) {
    const { body, headers } = await get(`/page/${entry}`)
    const [, path = ''] =
      /<link rel="preload" href="(\/assets\/[\w.-]+\.woff2)" as="font" type="font\/woff2" crossorigin>/.exec(
        body,
      ) ?? []
    assert.ok(body.includes(`url(${path})`), entry)
    assert.match(String(headers['content-security-policy']), /font-src 'self'/)
    const { headers: fontHeaders, rawPayload } = await get(path)
    assert.equal(fontHeaders['content-type'], 'font/woff2')
    assert.equal(fontHeaders['cache-control'], 'public, max-age=31536000, immutable')
    assert.ok(rawPayload.length <= 30_000, `${rawPayload.length} bytes`)
  }
})

test('only the files of the build are served', async () => {
  for (const path of [
    'nothing.js',
    '../manifest.json',
    '..%2fmanifest.json',
    'manifest.json',
    '%2e%2e/manifest.json',
    '',
  ])
    assert.equal((await get(`/assets/${path}`)).statusCode, 404, path)
})

for (const entry of ['onboarding', 'pay', 'account'] as const) {
  test(`the script of ${entry} is at most 60 kB when compressed`, async () => {
    const sizes = await Promise.all(
      (await listAssets(entry)).map(async path => {
        const { rawPayload } = await get(path, { 'accept-encoding': 'gzip' })
        return rawPayload.length
      }),
    )
    const total = sizes.reduce((sum, size) => sum + size, 0)
    assert.ok(total <= 60_000, `${total} bytes`)
  })
}
