import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { PUBLISHABLE_KEY, startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { OWN_ORIGIN } from '../../../../test/support/storefront.ts'
import type { PresentedPreview } from '../../../domains/links/preview-offer.ts'
import { LruCache } from '../../../kernel/lru-cache.ts'
import { createQuickPreview } from './quick-preview.ts'

let app: TestApp
let behindProxy: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  behindProxy = await startTestApp({
    sharing: app,
    env: { ROLE: 'api', TRUSTED_PROXIES: '127.0.0.0/8', STOREFRONT_ADDRESS_LIMIT_PER_MINUTE: '5' },
  })
})
after(async () => {
  await behindProxy.stop()
  await app.stop()
})

/** In the order of our own script, which is answered before the framework, and in the other one, which is not. */
const QUICK = `/storefront/preview?key=${PUBLISHABLE_KEY}&total=`
const usual = (total: string): string => `/storefront/preview?total=${total}&key=${PUBLISHABLE_KEY}`

async function read(target: string, headers: Record<string, string> = {}) {
  const response = await fetch(app.url + target, { headers })
  const shown = Object.fromEntries(response.headers)
  assert.match(shown['x-track-id'] ?? '', /^[0-9a-f]{24}$/)
  const { 'x-track-id': _, date: __, ...kept } = shown
  return { status: response.status, headers: kept, text: await response.text() }
}

test('the way before the framework gives the same status, headers and bytes as the usual one', async () => {
  const etag = (await read(usual('1240.00'))).headers.etag ?? ''
  for (const total of ['1240.00', '1240', '999.9', '149.99', '10000.01', '9999999.99'])
    for (const headers of [
      {},
      { origin: OWN_ORIGIN },
      { origin: 'https://evil.example' },
      { 'if-none-match': etag },
      { 'if-none-match': '"other"' },
    ]) {
      const [quick, plain] = [await read(QUICK + total, headers), await read(usual(total), headers)]
      if (quick.status >= 400) assert.equal(quick.status, plain.status)
      else assert.deepEqual(quick, plain)
    }
})

test('every answer has its line in the log and its measure, whichever way it went', async () => {
  const total = '1234.56'
  const count = async (): Promise<number> => {
    const metrics = await (await fetch(`${app.url}/metrics`)).text()
    const lines = metrics
      .split('\n')
      .filter(line => /_count\{/.test(line) && /storefront\/preview/.test(line))
    return lines
      .filter(line => line.includes('status="200"'))
      .reduce((sum, line) => sum + Number(line.split(' ').at(-1)), 0)
  }
  const [before, linesBefore] = [await count(), app.logged().split('"/storefront/preview"').length]
  const trackIds: string[] = []
  for (const target of [QUICK + total, usual(total)]) {
    const response = await fetch(app.url + target)
    await response.arrayBuffer()
    trackIds.push(response.headers.get('x-track-id') ?? '')
  }
  assert.equal(await count(), before + 2)
  assert.equal(app.logged().split('"/storefront/preview"').length, linesBefore + 2)
  const logged = app
    .logged()
    .split('\n')
    .filter(line => trackIds.some(id => id !== '' && line.includes(id)))
    .map(line => JSON.parse(line) as Record<string, unknown>)
  assert.equal(logged.length, 2)
  const members = logged.map(line => Object.keys(line).sort())
  assert.deepEqual(members[0], members[1])
  assert.ok(!app.logged().includes(PUBLISHABLE_KEY))
})

test('behind trusted proxies the budget is that of the client that they name', async () => {
  const ask = async (forwarded: string): Promise<number> =>
    (await fetch(`${behindProxy.url}${QUICK}1240.00`, { headers: { 'x-forwarded-for': forwarded } })).status
  for (let call = 0; call < 5; call++) assert.equal(await ask('198.51.100.7'), 200)
  assert.equal(await ask('198.51.100.7'), 429)
  assert.equal(await ask('203.0.113.1, 198.51.100.7'), 429)
  assert.equal(await ask('198.51.100.7, 203.0.113.9'), 200)
})

test('an address as our own script writes it is answered before the framework, any other form is not', async () => {
  const context = { ...app.services, previews: new LruCache<PresentedPreview>(1) }
  const read = createQuickPreview(context, async () => ({ kind: 'unknown key' }))
  const start = (url: string) => read.answer({ url, headers: {}, readAddress: () => '127.0.0.1' })
  for (const total of ['1', '1240', '1240.5', '1240.00', '9999999.99'])
    assert.equal(await start(QUICK + total), undefined)
  assert.ok(start(`${QUICK}1240.00`) instanceof Promise)
  const others = [
    ...[usual('1240.00'), `${QUICK}0.50`, `${QUICK}1240.001`, `${QUICK}10000000`, `${QUICK}1240.00&x=1`],
    ...['/storefront/preview', '/storefront/preview?key=sk_homolog_x&total=1', `${QUICK}1240.00%20`],
  ]
  for (const url of others) assert.ok(!(start(url) instanceof Promise), url)
})
