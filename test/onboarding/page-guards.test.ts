import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ONBOARDING_HEADER } from '../../src/contract/onboarding.ts'
import { query, startTestApp, type TestApp } from '../support/app.ts'
import { buy, cancel } from '../support/purchase-http.ts'
import { CustomerDevice, expectDone, readDeviceAnswer } from './customer-device.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const JSON_HEADERS = { 'content-type': 'application/json', [ONBOARDING_HEADER]: '1' }

test('the page shows what was bought before any script runs, and nothing about the buyer', async () => {
  const products = [{ id: 'x', name: '<script>alert("xss")</script> & Cia', amount: 2, value: 700 }]
  const bought = await buy(app, { products })
  const page = await fetch(bought.authorized.returnUrl.replace(/^https?:\/\/[^/]+/, app.url))
  assert.equal(page.status, 200)
  const text = await page.text()
  assert.ok(text.includes('&lt;script>alert'))
  assert.ok(!text.includes('<script>alert'))
  assert.match(text, /CET/)
  assert.match(text, /R\$\s1\.400,00/)
  const { cpf, phone, email } = bought.person
  for (const personal of [cpf, phone, email, 'Avenida Paulista']) assert.ok(!text.includes(personal))
})

test('every answer behind the link forbids framing, caching, referrers, sniffing and being found', async () => {
  const bought = await buy(app)
  const device = new CustomerDevice(app, bought)
  const answers = [
    await device.request(''),
    await device.request('/state'),
    await device.request('/contract.pdf'),
    await fetch(`${app.url}/onboarding/${'x'.repeat(32)}`),
    await fetch(`${app.url}/onboarding/${'x'.repeat(32)}/state`),
  ]
  for (const { headers, url } of answers) {
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /default-src 'none'/, url)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval|https?:|\*/)
    assert.equal(headers.get('cache-control'), 'no-store')
    assert.equal(headers.get('referrer-policy'), 'no-referrer')
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(headers.get('x-robots-tag'), 'noindex, nofollow')
  }
  const [page] = answers
  assert.match(page?.headers.get('permissions-policy') ?? '', /camera=\(self\)/)
  assert.equal(page?.headers.get('cross-origin-opener-policy'), 'same-origin')
})

test('wrong, truncated, used and expired links, and tokens of other kinds, get the same answer', async () => {
  const used = await buy(app)
  await cancel(app, used.transactionId)
  const billet = await buy(app, { downPayment: true })
  const billetToken = billet.authorized.downPaymentLink?.split('/').at(-1)
  const living = (await buy(app)).authorized.onboardingToken
  const tokens = [
    'x'.repeat(32),
    living.slice(0, -1),
    `${living}x`,
    living.toUpperCase(),
    used.authorized.onboardingToken,
    billetToken,
    used.transactionId,
    '%00',
    '..%2f..',
    'a'.repeat(4_000),
  ]
  const pages = new Set<string>()
  for (const token of tokens) {
    const page = await fetch(`${app.url}/onboarding/${token}`)
    pages.add(`${page.status} ${await page.text()}`)
    const state = await fetch(`${app.url}/onboarding/${token}/state`)
    const { trackId: _, ...body } = (await state.json()) as Record<string, unknown>
    assert.deepEqual(
      [state.status, body],
      [404, { error: true, code: 'onboarding_not_found', message: 'Onboarding not found', details: [] }],
      token,
    )
  }
  assert.equal(pages.size, 1)
  assert.match([...pages][0] ?? '', /^404 [\s\S]*Link não encontrado/)
})

test('a request from another site has no effect, whatever its form', async () => {
  const device = new CustomerDevice(app, await buy(app))
  const own = new URL(app.url).host
  const crossSite: Record<string, string>[] = [
    { 'content-type': 'application/json' },
    { 'content-type': 'text/plain' },
    { 'content-type': 'application/x-www-form-urlencoded' },
    { 'content-type': 'application/json', [ONBOARDING_HEADER]: '0' },
    { ...JSON_HEADERS, origin: 'https://evil.example' },
    { ...JSON_HEADERS, origin: 'null' },
    { ...JSON_HEADERS, origin: `http://${own}.evil.example` },
    { ...JSON_HEADERS, 'sec-fetch-site': 'cross-site' },
    { ...JSON_HEADERS, 'sec-fetch-site': 'same-site' },
    { ...JSON_HEADERS, 'sec-fetch-site': 'none' },
  ]
  for (const headers of crossSite) {
    const answer = await readDeviceAnswer(
      await device.request('/open', { method: 'POST', headers, body: '{}' }),
    )
    assert.deepEqual([answer.status, answer.error.code], [403, 'cross_site_request'], JSON.stringify(headers))
  }
  const asked = await device.request('/open', {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  })
  assert.equal(asked.headers.get('access-control-allow-origin'), null)
  assert.equal((await device.state()).state.step, 'WAITING')
  const ours = { ...JSON_HEADERS, origin: app.url, 'sec-fetch-site': 'same-origin' }
  const opened = await device.request('/open', {
    method: 'POST',
    headers: ours,
    body: '{"name":"Maria Souza"}',
  })
  assert.equal(opened.status, 200)
})

test('over https the cookies are ones that only this host can set', async () => {
  const secure = await startTestApp({
    sharing: app,
    env: { ROLE: 'api', PUBLIC_URL: 'https://credito.example' },
  })
  try {
    const device = new CustomerDevice(secure, await buy(app))
    expectDone(await device.begin())
    const { headers } = await device.confirm('phone')
    const [session = '', browser = '', ...more] = headers.getSetCookie()
    assert.match(
      session,
      /^__Host-onboarding-[0-9a-f]{12}=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    )
    assert.match(
      browser,
      /^__Host-crediario_aparelho=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    )
    assert.deepEqual(more, [])
    assert.equal((await device.state()).state.needsConfirmation, false)
    // The cookie without the `__Host-` prefix, which a sibling host could set, is ignored.
    const [[name = '', value = ''] = []] = device.cookies
    device.cookies.clear()
    device.cookies.set(name.replace('__Host-', ''), value)
    assert.equal((await device.state()).state.needsConfirmation, true)
  } finally {
    await secure.stop()
  }
})

test('a session ends after thirty days, and every confirmation makes a new one', async () => {
  const device = new CustomerDevice(app, await buy(app))
  expectDone(await device.begin())
  const planted = 'B'.repeat(43)
  expectDone(await device.confirm('phone'))
  const [[name = '', first = ''] = []] = device.cookies
  device.cookies.set(name, planted)
  expectDone(await device.confirm('device'))
  const second = device.cookies.get(name)
  assert.ok(second !== planted && second !== first)
  // A real purchase would be abandoned long before; this tests the session alone.
  await query(app, `UPDATE onboarding_sessions SET expires_at = created_at - interval '1 day'`)
  assert.equal((await device.state()).state.needsConfirmation, true)
})

test('tokens, codes, sessions and what customers sent are in no log line', async () => {
  const bought = await buy(app)
  const device = new CustomerDevice(app, bought)
  expectDone(await device.begin())
  expectDone(await device.post('code', { purpose: 'phone' }))
  const code = await device.readCode()
  expectDone(await device.post('confirm', { code }))
  expectDone(await device.show('front'))
  await device.request('/contract.pdf')
  const logged = app.logged()
  assert.match(logged, /\/onboarding\/:token\/confirm/)
  const secrets = [bought.authorized.onboardingToken, ...device.cookies.values(), `"${code}"`]
  for (const secret of [...secrets, bought.person.cpf, bought.person.phone, bought.person.email])
    assert.ok(!logged.includes(secret), secret)
})
