import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { test } from 'node:test'
import fc from 'fast-check'
import { fastify } from 'fastify'
import { createPeerReader } from './client-address.ts'

test('the client told before the framework is the one that the framework tells', async () => {
  const proxies = ['10.0.0.0/8', '192.0.2.1', 'fd00::/8', '::1']
  const addresses = ['10.1.2.3', '192.0.2.1', '192.0.2.2', 'fd00::7', '2001:db8::1', '::ffff:10.9.9.9', '::1']
  const forwarded = fc.option(
    fc.array(fc.constantFrom(...addresses, 'unknown', '300.1.1.1'), { minLength: 1, maxLength: 4 }),
    { nil: undefined },
  )
  for (const trusted of [[], proxies]) {
    const app = fastify({ trustProxy: trusted.length === 0 ? false : trusted })
    app.get('/', async request => request.ip)
    const readPeer = createPeerReader(trusted)
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...addresses), forwarded, async (remoteAddress, list) => {
        const headers = list === undefined ? {} : { 'x-forwarded-for': list.join(', ') }
        const { body } = await app.inject({ url: '/', remoteAddress, headers })
        const request = { headers, socket: { remoteAddress } } as unknown as IncomingMessage
        assert.equal(readPeer(request), body)
      }),
    )
    await app.close()
  }
})
