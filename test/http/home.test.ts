import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { fastify } from 'fastify'
import sharp from 'sharp'
import { ensurePages } from '../../scripts/pages/ensure-pages.ts'
import { addHomeRoutes } from '../../src/http/home/routes.ts'
import { prefersHtml } from '../../src/platform/http/server.ts'
import { openWebAssets } from '../../src/platform/http/web-assets.ts'
import { PROVEN } from '../../web/home/proven.ts'
import { newLink } from '../links/link-calls.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { readSource } from '../tidy/source-files.ts'

const NAVIGATION = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8'
const PROGRAMS = [
  '*/*',
  'application/json',
  'application/json, text/plain, */*',
  'application/json, text/html',
]

let app: TestApp
before(async () => {
  await ensurePages()
  app = await startTestApp()
})
after(() => app.stop())

const visit = (path: string, more: RequestInit = {}) =>
  fetch(app.url + path, { headers: { accept: NAVIGATION }, redirect: 'manual', ...more })

/** The one script that the home page loads: the storefront's element, which asks this service. */
const ELEMENT =
  /<script type="module" crossorigin src="\/storefront\/element-[\w-]+\.js" integrity="sha384-[^"]+"><\/script>/

const listPaths = (page: string) =>
  new Set([...page.matchAll(/<a[^>]* href="(\/[^"#]*)/g)].map(([, path = '']) => path))

/** What holds for every page that is only read. */
async function readPage(response: Response, hasElement = false): Promise<string> {
  const page = await response.text()
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8')
  const policy = response.headers.get('content-security-policy') ?? ''
  const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
  const digest = createHash('sha256').update(style).digest('base64')
  assert.equal(
    policy,
    `default-src 'none'; ${hasElement ? "script-src 'self'; connect-src 'self'; " : ''}style-src 'sha256-${digest}'; img-src 'self' data:; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  )
  assert.equal(ELEMENT.test(page), hasElement)
  assert.doesNotMatch(page.replace(ELEMENT, ''), /<script| on\w+=| style=/)
  assert.match(page, /<html lang="pt-BR">/)
  assert.match(page, /<link rel="icon" href="data:image\/svg\+xml,/)
  return page
}

test('the home page says which environment this is and leads only to what is served', async () => {
  const response = await visit('/')
  const page = await readPage(response, true)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('cache-control'), 'public, max-age=300')
  assert.match(page, /Homologação/)
  const paths = listPaths(page)
  assert.deepEqual(paths, new Set(['/store', '/docs', '/docs/proof', '/minha-conta', '/desk']))
  for (const path of paths) assert.ok((await visit(path)).status < 400, path)
})

test('the home page leads to the shop when there is one, and in production neither to it nor to the desk', async () => {
  const pages = openWebAssets(() => folder)
  const folder = await ensurePages()
  for (const [isHomologation, expected] of [
    [true, ['/store', '/docs', '/docs/proof', '/minha-conta', '/desk']],
    [false, ['/minha-conta', '/docs']],
  ] as const) {
    const server = fastify()
    server.get('/store', async () => '')
    addHomeRoutes(server, { ...pages, isHomologation })
    const { body } = await server.inject('/')
    assert.deepEqual(listPaths(body), new Set(expected))
    assert.equal(/Homologação|teste|demonstra|mesa/i.test(body), isHomologation)
    await server.close()
  }
})

test('every figure of the home page stands where it is proven, in the documentation and in the newest results', async () => {
  const page = await (await visit('/')).text()
  const proof = await (await visit('/docs/proof')).text()
  const results = readSource('docs/proof.md') + readSource('docs/concepts/speed.md')
  for (const { figure, proof: heading } of PROVEN) {
    assert.ok(page.includes(`<strong>${figure}</strong>`), figure)
    assert.ok(page.includes(`href="/docs/proof#${heading}"`), heading)
    const [, section = ''] = proof.split(`<h2 id="${heading}">`)
    assert.ok(section.split('<h2')[0]?.includes(figure), `${heading}: ${figure}`)
  }
  for (const result of [
    '1,767 orders',
    '45 kills of API processes, 16 of workers, 8 of PostgreSQL',
    '1.04 µs',
  ])
    assert.ok(results.includes(result), result)
})

test('a link to a public page has a card: a sentence, and a picture with an absolute address that is served', async () => {
  const link = await newLink(app)
  const pay = `/pay/${link.url.slice(-32)}`
  for (const path of ['/', pay, '/docs', '/docs/en', '/docs/webhooks', '/docs/options', '/docs/events']) {
    const page = await (await visit(path)).text()
    const read = (name: string): string =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)">`).exec(page)?.[1] ?? ''
    assert.ok(read('description').length > 40, path)
    assert.equal(read('og:description'), read('description'))
    assert.ok(page.includes(`<title>${read('og:title')}</title>`), path)
    const picture = new URL(read('og:image'))
    const answer = await fetch(app.url + picture.pathname)
    assert.equal(answer.headers.get('content-type'), 'image/png')
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    assert.deepEqual([String(width), String(height)], [read('og:image:width'), read('og:image:height')])
  }
})

test('a person at an unknown address gets a page in Portuguese that repeats nothing of the address', async () => {
  const page = await readPage(await visit('/nothing-here<b>?x=<i>secret'))
  assert.match(page, /<h1[^>]*>Página não encontrada<\/h1>/)
  assert.match(page, /href="\/"/)
  assert.doesNotMatch(page, /nothing-here|secret/)
  for (const path of ['/%zz', '/desk/api/nothing', '/docs/nothing', '/assets/nothing.js', '/__proto__']) {
    const response = await visit(path)
    assert.equal(response.status, 404, path)
    assert.equal(response.headers.get('cache-control'), 'no-store', path)
    assert.match(await readPage(response), /Página não encontrada/, path)
  }
})

test('a link without its code says what is missing and what to do', async () => {
  for (const [path, title] of [
    ['/billet', 'Falta uma parte do link do boleto'],
    ['/onboarding', 'Falta uma parte do link da compra'],
    ['/pay', 'Falta uma parte do link de pagamento'],
  ] as const) {
    const response = await visit(path)
    assert.equal(response.status, 404)
    const page = await readPage(response)
    assert.ok(page.includes(`>${title}</h1>`), page)
    assert.match(page, /Abra de novo o link da mensagem, ou peça para a loja enviar/)
  }
})

test('a link with an unknown code is a page for everybody, as before, with words that say what to do', async () => {
  for (const path of ['/billet/', '/onboarding/', '/pay/'])
    for (const accept of [NAVIGATION, '*/*']) {
      const response = await fetch(`${app.url}${path}${'A'.repeat(22)}`, { headers: { accept } })
      assert.equal(response.status, 404, path)
      const page = await response.text()
      assert.match(page, /não encontrado<\/h1>/, path)
      assert.match(page, /Abra de novo o link da mensagem que você recebeu, ou peça outro para a loja/)
    }
})

test('a person at an address for programs is led to the reference', async () => {
  const response = await visit('/preApprove')
  assert.equal(response.status, 405)
  assert.equal(response.headers.get('allow'), 'POST')
  assert.match(await readPage(response), /<h1[^>]*>Este endereço é para programas<\/h1>[\s\S]*href="\/docs"/)
})

test('a person at a page that fails gets a page, a program gets JSON, and both the same status', async () => {
  const path = `/pay/${'A'.repeat(32)}`
  await query(app, 'ALTER TABLE payment_links RENAME TO payment_links_away')
  try {
    const response = await visit(path)
    assert.equal(response.status, 500)
    assert.equal(response.headers.get('cache-control'), 'no-store')
    const page = await readPage(response)
    assert.match(page, /<h1[^>]*>Algo deu errado do nosso lado<\/h1>[\s\S]*href="\?"[\s\S]*SAC/)
    assert.doesNotMatch(page, /AAAA|payment_links|relation/)
    for (const accept of PROGRAMS) {
      const answer = await fetch(app.url + path, { headers: { accept } })
      assert.equal(answer.status, 500)
      assert.equal(((await answer.json()) as { code: string }).code, 'internal_error', accept)
    }
  } finally {
    await query(app, 'ALTER TABLE payment_links_away RENAME TO payment_links')
  }
})

test('programs get the same JSON as ever, whatever the address', async () => {
  for (const accept of PROGRAMS)
    for (const [path, status, code, message] of [
      ['/nothing', 404, 'route_not_found', 'Route not found'],
      ['/billet', 404, 'route_not_found', 'Route not found'],
      ['/onboarding', 404, 'route_not_found', 'Route not found'],
      ['/pay', 404, 'route_not_found', 'Route not found'],
      ['/%zz', 404, 'route_not_found', 'Route not found'],
      ['/preApprove', 405, 'method_not_allowed', 'Method not allowed'],
    ] as const) {
      const response = await fetch(app.url + path, { headers: { accept } })
      const trackId = response.headers.get('x-track-id')
      assert.equal(response.status, status, `${accept} ${path}`)
      assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8')
      assert.equal(response.headers.get('vary'), null)
      assert.equal(
        await response.text(),
        `{"error":true,"code":"${code}","message":"${message}","details":[],"trackId":"${trackId}"}`,
      )
    }
})

test('a key or another method marks a program, even one that claims to prefer HTML', async () => {
  const withKey = await visit('/nothing', { headers: { accept: NAVIGATION, 'x-service-apikey': 'sk_x' } })
  assert.equal(withKey.headers.get('content-type'), 'application/json; charset=utf-8')
  const posted = await visit('/nothing', { method: 'POST' })
  assert.equal(posted.headers.get('content-type'), 'application/json; charset=utf-8')
})

test('HEAD tells the type and the length that GET would send', async () => {
  for (const path of ['/', '/nothing', '/billet', '/favicon.ico']) {
    // fetch asks for compressed answers by itself and shows them unpacked.
    const headers = { accept: NAVIGATION, 'accept-encoding': 'identity' }
    const whole = await visit(path, { headers })
    const head = await visit(path, { method: 'HEAD', headers })
    assert.equal(head.status, whole.status, path)
    assert.equal(head.headers.get('content-type'), whole.headers.get('content-type'), path)
    assert.equal(head.headers.get('content-length'), String((await whole.arrayBuffer()).byteLength), path)
    assert.equal((await head.arrayBuffer()).byteLength, 0)
  }
})

test('the icon is one that every browser reads, and is cached', async () => {
  const response = await fetch(`${app.url}/favicon.ico`)
  const icon = Buffer.from(await response.arrayBuffer())
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'image/x-icon')
  assert.equal(response.headers.get('cache-control'), 'public, max-age=86400')
  assert.deepEqual([icon.readUInt16LE(0), icon.readUInt16LE(2)], [0, 1])
  for (let index = 0; index < icon.readUInt16LE(4); index++) {
    const row = 6 + 16 * index
    const [bytes, offset] = [icon.readUInt32LE(row + 8), icon.readUInt32LE(row + 12)]
    const picture = icon.subarray(offset, offset + bytes)
    assert.equal(picture.subarray(1, 4).toString(), 'PNG')
    assert.equal(picture.readUInt32BE(16), icon.readUInt8(row))
  }
})

test('HTML is preferred only where it is named, and before JSON', () => {
  for (const accept of [
    NAVIGATION,
    'text/html',
    'TEXT/HTML;q=0.5, */*;q=0.1',
    'text/html, application/json;q=0.9',
  ])
    assert.equal(prefersHtml(accept), true, accept)
  for (const accept of [...PROGRAMS, '', undefined, 'text/*', 'text/html;q=0', 'text/html;q=x', 'image/*'])
    assert.equal(prefersHtml(accept), false, accept)
})
