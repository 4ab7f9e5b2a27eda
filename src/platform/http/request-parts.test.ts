import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { computeCanonicalJson } from '../../kernel/canonical-json.ts'
import { computeClientAddress } from './client-address.ts'
import { KnownPaths } from './opening-checks.ts'

test('an IPv6 client is its /64 network, an IPv4 client its address, however written', () => {
  const cases: [string, string][] = [
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:DB8:1:2::9', '2001:db8:1:2'],
    ['2001:0db8:0001:0002:ffff::', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
    ['', ''],
  ]
  for (const [address, expected] of cases) assert.equal(computeClientAddress(address), expected, address)
})

test('the methods of a known path are found by its pattern', () => {
  const paths = new KnownPaths()
  paths.add('/toy', 'POST')
  paths.add('/thing/:id', ['GET', 'HEAD'])
  paths.add('/thing/:id', 'DELETE')
  paths.add('/thing/:id/part', 'POST')
  paths.add('/docs/*', 'GET')
  const cases: [string, string | undefined][] = [
    ['/toy', 'POST'],
    ['/toy?x=1', 'POST'],
    ['/%74oy', 'POST'],
    ['/toy/', undefined],
    ['//toy', undefined],
    ['/thing/5', 'DELETE, GET, HEAD'],
    ['/thing/', undefined],
    ['/thing/5/part', 'POST'],
    ['/docs/a/b', 'GET'],
    ['/thing/%zz', 'DELETE, GET, HEAD'],
    ['*', undefined],
  ]
  for (const [url, allowed] of cases) assert.equal(paths.findAllowed(url), allowed, url)
})

test('the canonical text does not depend on the order of members, and differs for different values', () => {
  fc.assert(
    fc.property(fc.jsonValue(), value => {
      assert.equal(computeCanonicalJson(reverse(value)), computeCanonicalJson(value))
      assert.deepEqual(JSON.parse(computeCanonicalJson(value)), JSON.parse(JSON.stringify(value)))
    }),
  )
})

function reverse(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reverse)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .map(([name, each]) => [name, reverse(each)])
      .reverse(),
  )
}
