import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SHOP_PLATFORMS } from '../contract/shop-platforms.ts'
import { judgeShopConnector, type ShopConnectorFacts } from './examine-shop-connector.ts'

const NOW = new Date('2026-03-10T15:00:00.000Z')
const before = (hours: number): Date => new Date(NOW.getTime() - hours * 3_600_000)

const KEY = {
  id: 'a'.repeat(24),
  retailerId: 'demo',
  kind: 'secret',
  hint: 'sk_homolog_abc…wxyz',
  scopes: ['purchases', 'webhooks'],
  rateLimitPerSecond: null,
  createdAt: before(900),
  expiresAt: null,
  revokedAt: null,
  apiVersion: '2026-11-01',
  isGenuine: true,
  usedAt: before(1),
} satisfies ShopConnectorFacts['key']

const RECEIVER = {
  url: 'https://loja.example/crediario/webhook/index',
  status: 'enabled',
  events: [...SHOP_PLATFORMS.magento2.events],
  failingSince: null,
  days: [{ delivered: 90, failed: 90 }, ...Array.from({ length: 7 }, () => ({ delivered: 2, failed: 1 }))],
} satisfies ShopConnectorFacts['receiver']

const GOOD: ShopConnectorFacts = {
  platform: SHOP_PLATFORMS.magento2,
  address: 'https://loja.example/br',
  key: KEY,
  receiver: RECEIVER,
  origins: ['https://loja.example'],
  now: NOW,
}

const listWrong = (change: Partial<ShopConnectorFacts>): string[] =>
  judgeShopConnector({ ...GOOD, ...change }).flatMap(({ code, isFine }) => (isFine ? [] : [code]))

test('nothing is wrong with a shop that calls, listens and accepts, and the last call and the last week are told', () => {
  const findings = judgeShopConnector(GOOD)
  assert.deepEqual(
    findings.map(({ code, isFine }) => [code, isFine]),
    ['KEY', 'SCOPES', 'CALLS', 'WEBHOOKS', 'EVENTS', 'DELIVERIES', 'ORIGIN'].map(code => [code, true]),
  )
  const text = findings.map(({ message }) => message).join('\n')
  assert.match(text, /10\/03\/2026,? 11:00/)
  assert.match(text, /14 entregas aceitas e 7 recusadas/)
})

test('a key that is gone, revoked, expired, forged or without a scope is wrong', () => {
  for (const key of [
    undefined,
    { ...KEY, revokedAt: NOW },
    { ...KEY, expiresAt: NOW },
    { ...KEY, isGenuine: false },
  ])
    assert.deepEqual(listWrong({ key }), ['KEY'])
  assert.deepEqual(listWrong({ key: { ...KEY, scopes: ['purchases'] } }), ['SCOPES'])
})

test('a shop that never called is wrong; one that fell silent only where its timers ask all the time', () => {
  assert.deepEqual(listWrong({ key: { ...KEY, usedAt: null } }), ['CALLS'])
  const silent = { key: { ...KEY, usedAt: before(3) } }
  assert.deepEqual(listWrong(silent), ['CALLS'])
  assert.deepEqual(listWrong({ ...silent, platform: SHOP_PLATFORMS.medusa }), [])
})

test('a receiver that is missing, disabled, incomplete or that only refuses is wrong', () => {
  assert.deepEqual(listWrong({ receiver: undefined }), ['WEBHOOKS'])
  assert.deepEqual(listWrong({ receiver: { ...RECEIVER, status: 'disabled' } }), ['WEBHOOKS'])
  assert.deepEqual(listWrong({ receiver: { ...RECEIVER, events: ['transaction.approved'] } }), ['EVENTS'])
  assert.deepEqual(listWrong({ receiver: { ...RECEIVER, failingSince: before(5) } }), ['DELIVERIES'])
})

test('the shop’s own origin must be allowed; of Medusa, whose pages are elsewhere, any', () => {
  const origins = ['https://vitrine.example']
  assert.deepEqual(listWrong({ origins }), ['ORIGIN'])
  assert.deepEqual(listWrong({ origins, platform: SHOP_PLATFORMS.medusa }), [])
  assert.deepEqual(listWrong({ origins: [], platform: SHOP_PLATFORMS.medusa }), ['ORIGIN'])
})
