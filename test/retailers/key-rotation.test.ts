import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { DEMO_RETAILER, PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
})
after(() => app.stop())

const HOUR_MS = 3_600_000
const issue = (expiresAt?: Date) =>
  app.services.retailers.issueKey({ retailerId: DEMO_RETAILER, kind: 'secret', expiresAt })
const inHours = (hours: number): Date => new Date(app.clock.now().getTime() + hours * HOUR_MS)
/** As another process would find it: nothing of it is cached there. */
const isAccepted = async (key: string): Promise<boolean> => {
  const response = await fetch(`${app.url}/webhooks/endpoints`, { headers: { 'x-service-apikey': key } })
  await response.arrayBuffer()
  return response.status === 200
}

test('after a rotation the old key works until the chosen time, and the new one as before', async () => {
  const { retailers } = app.services
  const { id, key } = await issue()
  const rotated = (await retailers.rotateKey(id, { oldEndsAt: inHours(24) })) ?? assert.fail()
  assert.deepEqual([await isAccepted(key), await isAccepted(rotated.key)], [true, true])
  app.clock.advance({ hours: 24 })
  assert.deepEqual([await isAccepted(key), await isAccepted(rotated.key)], [false, true])
})

test('a rotation at once ends the old key, and none makes a key live longer', async () => {
  const { retailers } = app.services
  const { id, key } = await issue()
  assert.ok(await retailers.rotateKey(id, { oldEndsAt: app.clock.now() }))
  assert.equal(await isAccepted(key), false)
  assert.equal(await retailers.rotateKey(id), undefined)
  const expiring = await issue(inHours(1))
  assert.ok(await retailers.rotateKey(expiring.id, { oldEndsAt: inHours(24) }))
  app.clock.advance({ hours: 1 })
  assert.equal(await isAccepted(expiring.key), false)
})

test('the end of a rotated key cannot be taken back by SQL, not even with its old row', async () => {
  const { retailers } = app.services
  for (const columns of [['expires_at'], ['expires_at', 'mac'], ['expires_at', 'version', 'mac']]) {
    const { id, key } = await issue()
    const [old] = await query<{ row: string }>(
      app,
      'SELECT to_json(k)::text AS row FROM api_keys k WHERE id = $1',
      [id],
    )
    assert.ok(await retailers.rotateKey(id, { oldEndsAt: inHours(1) }))
    const changes = columns.map(column => `${column} = o.${column}`).join(', ')
    const text = `UPDATE api_keys k SET ${changes} FROM json_populate_record(NULL::api_keys, $2::json) o WHERE k.id = $1`
    await query(app, text, [id, old?.row])
    assert.equal(await isAccepted(key), false, changes)
    assert.equal((await retailers.listKeys(DEMO_RETAILER)).find(each => each.id === id)?.isGenuine, false)
  }
})

test('a rotated key can be revoked, and its row put back revives nothing', async () => {
  const { retailers } = app.services
  const { id, key } = await issue()
  assert.ok(await retailers.rotateKey(id, { oldEndsAt: inHours(9) }))
  const [{ mac } = { mac: null }] = await query<{ mac: Buffer }>(
    app,
    'SELECT mac FROM api_keys WHERE id = $1',
    [id],
  )
  assert.equal(await retailers.revokeKey(id), true)
  await query(app, 'UPDATE api_keys SET revoked_at = NULL, mac = $2 WHERE id = $1', [id, mac])
  assert.equal(await isAccepted(key), false)
})

test('a key of another retailer is neither rotated nor revoked', async () => {
  const { retailers } = app.services
  const { id, key } = await issue()
  const foreign = { retailerId: PLAIN_RETAILER }
  assert.equal(await retailers.rotateKey(id, { ...foreign, oldEndsAt: app.clock.now() }), undefined)
  assert.equal(await retailers.revokeKey(id, foreign), false)
  assert.equal(await isAccepted(key), true)
})
