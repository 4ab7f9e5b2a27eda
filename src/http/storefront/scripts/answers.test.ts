import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type FastifyInstance, fastify } from 'fastify'
import { sendError } from '../../../platform/http/errors.ts'
import { openStorefrontFiles } from '../../../platform/http/storefront-files.ts'
import { addScriptRoutes } from './route.ts'

const folder = mkdtempSync(join(tmpdir(), 'crediario-storefront-'))
const FILE = 'oferta-0a1b2c3d.js'
const CODE = 'customElements.define("crediario-oferta", class extends HTMLElement {})'
const MANIFEST = { 'oferta.js': { file: FILE, integrity: 'sha384-x', size: CODE.length, gzip: 60 } }
let app: FastifyInstance

before(async () => {
  app = fastify()
  app.setErrorHandler(sendError)
  addScriptRoutes(
    app,
    openStorefrontFiles(() => folder),
  )
  await app.ready()
})
after(async () => {
  await app.close()
  rmSync(folder, { recursive: true })
})

test('without a build every address is 404 in the usual shape, and a build that comes later is found', async () => {
  for (const url of ['/storefront/manifest.json', `/storefront/${FILE}`]) {
    const answer = await app.inject({ url })
    assert.deepEqual([answer.statusCode, answer.json().code], [404, 'route_not_found'])
  }
  writeFileSync(join(folder, FILE), CODE)
  writeFileSync(join(folder, 'secret.txt'), 'not named')
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(MANIFEST))
  assert.equal((await app.inject({ url: `/storefront/${FILE}` })).statusCode, 200)
})

test('a script may be loaded by any page, is kept for ever, and has the type of a script', async () => {
  const { body, headers } = await app.inject({ url: `/storefront/${FILE}` })
  assert.equal(body, CODE)
  assert.equal(headers['content-type'], 'text/javascript; charset=utf-8')
  assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
  assert.equal(headers['access-control-allow-origin'], '*')
  assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
})

test('the manifest is kept shortly and tells the files with their integrity', async () => {
  const answer = await app.inject({ url: '/storefront/manifest.json' })
  assert.deepEqual(answer.json(), MANIFEST)
  assert.equal(answer.headers['cache-control'], 'public, max-age=60')
  assert.equal(answer.headers['access-control-allow-origin'], '*')
  const headers = { 'if-none-match': String(answer.headers.etag) }
  assert.equal((await app.inject({ url: '/storefront/manifest.json', headers })).statusCode, 304)
})

test('what the manifest does not name is not served', async () => {
  for (const name of ['secret.txt', '..%2fpackage.json', 'oferta.js', '%2e%2e', FILE.toUpperCase()])
    assert.equal((await app.inject({ url: `/storefront/${name}` })).statusCode, 404, name)
})
