import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, test } from 'node:test'
import { TestClock } from '../../../test/support/app.ts'
import { openTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { deriveSecrets } from '../../platform/crypto/secrets.ts'
import { createRetailers, type Retailers } from './retailers.ts'
import type { Retailer } from './store.ts'

let testDatabase: TestDatabase
let retailers: Retailers
const clock = new TestClock()

const shop: Retailer = {
  id: '0123456789abcdef01234567',
  name: 'Loja',
  gracePeriodEnabled: true,
  retentionEnabled: false,
  insuranceEnabled: true,
  scriptEnabled: false,
  isPublished: false,
  cnpj: '12ABC34501DE35',
}

before(async () => {
  testDatabase = await openTestDatabase()
  retailers = createRetailers({
    database: testDatabase.database,
    secrets: deriveSecrets(randomBytes(32)),
    environment: 'homologation',
    realClock: clock,
    defaultRateLimitPerSecond: 300,
    storefrontRateLimitPerSecond: 2000,
    reportForgery: () => assert.fail('no row was forged'),
  })
  await retailers.createRetailer(shop)
})
after(() => testDatabase.close())

test('a retailer is read back as created, and creating it again changes nothing', async () => {
  const today = { ...shop, legalName: undefined, isSuspended: false }
  assert.deepEqual(await retailers.getRetailer(shop.id), today)
  await retailers.createRetailer({ ...shop, name: 'Outra', gracePeriodEnabled: false })
  assert.deepEqual(await retailers.listRetailers(), [shop])
  await assert.rejects(retailers.getRetailer('f'.repeat(24)))
})

test('a key identifies its holder, with its scopes and its limit', async () => {
  const usual = await retailers.issueKey({ retailerId: shop.id, kind: 'secret' })
  assert.deepEqual(await retailers.findKeyHolder(usual.key), {
    keyId: usual.id,
    retailerId: shop.id,
    scopes: ['preapproval', 'checkout', 'purchases', 'webhooks', 'sandbox'],
    rateLimitPerSecond: 300,
    apiVersion: '2026-11-01',
  })
  const limited = await retailers.issueKey({
    retailerId: shop.id,
    kind: 'publishable',
    rateLimitPerSecond: 7,
  })
  assert.deepEqual(await retailers.findKeyHolder(limited.key), {
    keyId: limited.id,
    retailerId: shop.id,
    scopes: ['storefront'],
    rateLimitPerSecond: 7,
    apiVersion: '2026-11-01',
  })
  assert.equal(await retailers.findKeyHolder(`${usual.key}x`), undefined)
  assert.equal(await retailers.findKeyHolder(''), undefined)
})

test('a rotated key has the rights, the limit and the expiry of the first one', async () => {
  const expiresAt = new Date(clock.now().getTime() + 3_600_000)
  const first = await retailers.issueKey({
    retailerId: shop.id,
    kind: 'secret',
    scopes: ['checkout'],
    rateLimitPerSecond: 9,
    expiresAt,
  })
  const second = await retailers.rotateKey(first.id)
  assert.ok(second && second.key !== first.key)
  const [one, two] = [await retailers.findKeyHolder(first.key), await retailers.findKeyHolder(second.key)]
  assert.deepEqual({ ...two, keyId: '' }, { ...one, keyId: '' })
  clock.advance({ hours: 1 })
  for (const { key } of [first, second]) assert.equal(await retailers.findKeyHolder(key), undefined)
})

test('an unknown or revoked key can be neither rotated nor revoked', async () => {
  const { id } = await retailers.issueKey({ retailerId: shop.id, kind: 'secret' })
  assert.equal(await retailers.revokeKey(id), true)
  const revokedAt = (await retailers.listKeys(shop.id)).find(key => key.id === id)?.revokedAt
  clock.advance({ days: 1 })
  assert.equal(await retailers.revokeKey(id), false)
  assert.deepEqual((await retailers.listKeys(shop.id)).find(key => key.id === id)?.revokedAt, revokedAt)
  assert.equal(await retailers.rotateKey(id), undefined)
  assert.equal(await retailers.rotateKey('f'.repeat(24)), undefined)
  assert.equal(await retailers.revokeKey('f'.repeat(24)), false)
})

test('keys are listed of one retailer, or of all', async () => {
  const other = { ...shop, id: '1123456789abcdef01234567' }
  await retailers.createRetailer(other)
  const { id } = await retailers.issueKey({ retailerId: other.id, kind: 'secret' })
  const ofOther = await retailers.listKeys(other.id)
  assert.deepEqual(
    ofOther.map(key => key.id),
    [id],
  )
  const ofShop = await retailers.listKeys(shop.id)
  assert.ok(ofShop.length > 0)
  assert.deepEqual(await retailers.listKeys(undefined), [...ofShop, ...ofOther])
})

test('with another encryption key none of the keys is known', async () => {
  const { key } = await retailers.issueKey({ retailerId: shop.id, kind: 'secret' })
  const other = createRetailers({
    database: testDatabase.database,
    secrets: deriveSecrets(randomBytes(32)),
    environment: 'homologation',
    realClock: clock,
    defaultRateLimitPerSecond: 300,
    storefrontRateLimitPerSecond: 2000,
    reportForgery: () => assert.fail('no row was forged'),
  })
  assert.equal(await other.findKeyHolder(key), undefined)
  assert.ok(await retailers.findKeyHolder(key))
})

test('a key is pinned to the version it was made under, a rotated one to that of the first, and no row can be moved', async () => {
  const { id, key } = await retailers.issueKey({
    retailerId: shop.id,
    kind: 'secret',
    apiVersion: '2025-01-01',
  })
  assert.equal((await retailers.findKeyHolder(key))?.apiVersion, '2025-01-01')
  const rotated = await retailers.rotateKey(id)
  assert.equal((await retailers.findKeyHolder(rotated?.key ?? ''))?.apiVersion, '2025-01-01')
  const move = { name: 'move-key', text: `UPDATE api_keys SET api_version = '2026-11-01' WHERE id = $1` }
  await testDatabase.database.run(move, [id])
  const moved = (await retailers.listKeys(shop.id)).find(each => each.id === id)
  assert.deepEqual([moved?.apiVersion, moved?.isGenuine], ['2026-11-01', false])
})
