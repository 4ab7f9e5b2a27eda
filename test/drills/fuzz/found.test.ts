import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_KEY, startTestApp, type TestApp } from '../../support/app.ts'
import { listOperations, type OpenApiDocument } from './operations.ts'

let app: TestApp

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('a NUL in a path or a query string is refused like any malformed value, on every route', async () => {
  const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as OpenApiDocument
  let asked = 0
  for (const { method, path, query } of listOperations(document)) {
    const target = path.replaceAll(/\{\w+\}/g, '%00')
    const asking = query.map(({ name }) => `${name}=a%00b`).join('&')
    if (target === path && asking === '') continue
    const response = await fetch(`${app.url}${target}?${asking}`, {
      method,
      headers: { 'content-type': 'application/json', 'x-service-apikey': DEMO_KEY },
      ...(method === 'GET' ? {} : { body: '{"amount":1,"until":"COMPLETE"}' }),
    })
    asked += 1
    assert.ok(response.status >= 400 && response.status < 500, `${method} ${path}: ${await response.text()}`)
  }
  assert.ok(asked >= 6)
})

test('a NUL in a key of the query string is an invalid key', async () => {
  const response = await fetch(`${app.url}/cancel?apiKey=${DEMO_KEY}%00`, { method: 'POST' })
  assert.equal(response.status, 401)
})

test('an unknown page of the documentation gets the common 404', async () => {
  const response = await fetch(`${app.url}/docs/static/nothing.js/`)
  assert.equal(response.status, 404)
  const { code, trackId } = (await response.json()) as { code: string; trackId: string }
  assert.deepEqual([code, trackId], ['route_not_found', response.headers.get('x-track-id')])
})
