import assert from 'node:assert/strict'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { test } from 'node:test'
import { resolveName } from './guarded-client.ts'

test('a name server that never answers is not waited for beyond the deadline', async () => {
  const silent = createSocket('udp4').bind(0, '127.0.0.1')
  await once(silent, 'listening')
  const startedAt = performance.now()
  const servers = [`127.0.0.1:${silent.address().port}`]
  await assert.rejects(resolveName('shop.example', 300, servers), { code: 'NAME_NOT_RESOLVED' })
  assert.ok(performance.now() - startedAt < 3_000)
  silent.close()
})

test('a name server that cannot be reached counts as a name without address', async () => {
  const gone = createSocket('udp4').bind(0, '127.0.0.1')
  await once(gone, 'listening')
  const { port } = gone.address()
  gone.close()
  await assert.rejects(resolveName('shop.example', 1_000, [`127.0.0.1:${port}`]), {
    code: 'NAME_NOT_RESOLVED',
  })
})
