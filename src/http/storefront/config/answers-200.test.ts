import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../../../../test/support/app.ts'
import { askStorefront, OWN_ORIGIN } from '../../../../test/support/storefront.ts'
import { richDemonstrationPolicy } from '../../../sandbox/demonstration-policies.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

test('a script learns the name of its shop and which prices are financed, and may keep that for a while', async () => {
  const { status, body, headers } = await askStorefront(app, 'config', {}, { origin: OWN_ORIGIN })
  assert.equal(status, 200)
  assert.deepEqual(body, { showScript: true, name: 'Loja Demonstração', minTotal: 150, maxTotal: 10_000 })
  assert.equal(headers.get('cache-control'), 'public, max-age=300')
  assert.equal(headers.get('access-control-allow-origin'), OWN_ORIGIN)
  const etag = headers.get('etag') ?? ''
  const again = await fetch(`${app.url}/storefront/config?key=pk_homolog_demo_0000000000000000000000000000`, {
    headers: { 'if-none-match': etag },
  })
  assert.equal(again.status, 304)
})

test('a shop that shows no offers is told apart by showScript', async () => {
  const { retailers, credit } = app.services
  const id = 'abcdefabcdefabcdefabcdef'
  const off = { gracePeriodEnabled: false, retentionEnabled: false, insuranceEnabled: false }
  await retailers.createRetailer({ id, name: 'A "B"', ...off, scriptEnabled: false, isPublished: true })
  await credit.policies.publish(id, richDemonstrationPolicy)
  const { key } = await retailers.issueKey({ retailerId: id, kind: 'publishable' })
  const { body } = await askStorefront(app, 'config', { key })
  assert.deepEqual(body, { showScript: false, name: 'A "B"', minTotal: 150, maxTotal: 10_000 })
})
