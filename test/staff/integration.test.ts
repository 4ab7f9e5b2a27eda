import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type {
  DeliveryList,
  EndpointHealth,
  EndpointList,
  EndpointWithSecret,
  FullDelivery,
  KeyList,
  OriginList,
  PlatformCredentials,
  PlatformFindings,
  PlatformList,
  PlatformPanel,
  RequestList,
  ShownKey,
} from '../../src/contract/console-integration.ts'
import { DEMO_RETAILER, PLAIN_RETAILER, query, startTestApp, type TestApp } from '../support/app.ts'
import { newStaffUser, type StaffUser } from '../support/console.ts'
import { UNKNOWN_ID } from '../support/purchase-http.ts'
import { waitFor } from '../support/wait-for.ts'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { composeEvent, emit, newTransactionId } from '../support/webhooks.ts'

let app: TestApp
let receiver: WebhookReceiver
let owner: StaffUser
let stranger: StaffUser
before(async () => {
  app = await startTestApp()
  receiver = await startReceiver()
  owner = await newStaffUser(app, 'OWNER')
  stranger = await newStaffUser(app, 'OWNER', [PLAIN_RETAILER])
})
after(async () => {
  await receiver.stop()
  await app.stop()
})

const today = (): string => app.services.clock.now().toISOString().slice(0, 10)

/** Actions in the shop's own log. */
async function listNoted(subject: string): Promise<string[]> {
  const rows = await query<{ action: string; retailerId: string; staffId: string }>(
    app,
    `SELECT action, retailer_id, staff_id FROM (
       SELECT at, action, retailer_id, staff_id, subject FROM audit_notes
       UNION ALL SELECT at, action, retailer_id, staff_id, subject FROM audit_entries) n
     WHERE subject = $1 AND staff_id IS NOT NULL`,
    [subject],
  )
  for (const row of rows) assert.deepEqual([row.retailerId, row.staffId], [DEMO_RETAILER, owner.id])
  return rows.map(({ action }) => action).toSorted()
}

async function postOk<Body>(user: StaffUser, path: string, body: object = {}): Promise<Body> {
  const answer = await user.post<Body>(`/integration${path}`, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}
async function getOk<Body>(user: StaffUser, path: string): Promise<Body> {
  const answer = await user.get<Body>(`/integration${path}`)
  assert.equal(answer.status, 200, answer.text)
  return answer.body
}

const isAccepted = async (key: string): Promise<boolean> => {
  const response = await fetch(`${app.url}/webhooks/endpoints`, { headers: { 'x-service-apikey': key } })
  await response.arrayBuffer()
  return response.status === 200
}

test('an owner creates a key that is shown once, trades it with an overlap, and revokes it; the log names who', async () => {
  const made = await postOk<ShownKey>(owner, '/keys', {
    kind: 'secret',
    scopes: ['webhooks', 'purchases'],
    expiresOn: '2026-12-31',
  })
  assert.equal(await isAccepted(made.key), true)
  const find = async (id: string) => (await getOk<KeyList>(owner, '/keys')).keys.find(each => each.id === id)
  const listed = (await find(made.id)) ?? assert.fail('not listed')
  assert.deepEqual(
    [listed.state, listed.scopes, listed.expiresAt],
    ['live', ['purchases', 'webhooks'], '2026-12-31T03:00:00.000Z'],
  )
  assert.ok(!JSON.stringify(await getOk<KeyList>(owner, '/keys')).includes(made.key))
  const next = await postOk<ShownKey>(owner, `/keys/${made.id}/rotate`, { overlapHours: 1 })
  assert.deepEqual([await isAccepted(made.key), await isAccepted(next.key)], [true, true])
  assert.ok(((await find(made.id))?.expiresAt ?? '') < '2026-03-11')
  await postOk(owner, `/keys/${next.id}/revoke`)
  assert.equal((await find(next.id))?.state, 'revoked')
  assert.deepEqual(await listNoted(made.id), ['key.create', 'key.rotate'])
  assert.deepEqual(await listNoted(next.id), ['key.revoke'])
})

test('a wrong key is refused: no scopes, a day that is past, one that does not exist', async () => {
  for (const body of [
    { kind: 'secret' },
    { kind: 'secret', scopes: ['clock', 'nothing'] },
    { kind: 'publishable', expiresOn: '2020-01-01' },
    { kind: 'publishable', expiresOn: '2026-02-30' },
  ])
    assert.equal((await owner.post('/integration/keys', body)).status, 400, JSON.stringify(body))
})

test('origins are allowed and removed', async () => {
  const origin = 'https://console.example'
  assert.deepEqual(await postOk(owner, '/origins', { origin: `${origin}/` }), { origin })
  assert.ok((await getOk<OriginList>(owner, '/origins')).origins.includes(origin))
  assert.equal((await owner.post('/integration/origins', { origin: 'loja' })).status, 400)
  await postOk(owner, '/origins/remove', { origin })
  assert.equal((await owner.post('/integration/origins/remove', { origin })).status, 404)
  assert.deepEqual(await listNoted(origin), ['origin.add', 'origin.remove'])
})

test('a receiver is registered, tested, changed, replayed by event and by days, given a new secret and removed', async () => {
  const made = await postOk<EndpointWithSecret>(owner, '/endpoints', {
    url: receiver.url,
    events: ['transaction.approved'],
  })
  const path = `/endpoints/${made.id}`
  assert.match(made.secret, /^whsec_/)
  await postOk(owner, `${path}/test`, { type: 'invoice.refused' })
  await receiver.wait(1)
  assert.equal(JSON.parse(receiver.received[0]?.body ?? '{}').test, true)
  const url = `${receiver.url}/novo`
  await postOk(owner, `${path}/change`, { url, events: ['transaction.approved', 'transaction.canceled'] })
  await emit(app, [composeEvent(newTransactionId(), 1, { type: 'transaction.approved' })])
  await receiver.wait(2)
  // One that is asked for again while it is under way is sent once.
  const isSettled = async () => (await getOk<EndpointHealth>(owner, `${path}/health`)).pending === 0
  await waitFor('the first delivery', isSettled)
  const { data } = await getOk<DeliveryList>(owner, `/deliveries?endpointId=${made.id}`)
  const [delivery] = data.filter(each => each.type === 'transaction.approved')
  const eventId = delivery?.eventId ?? assert.fail('no delivery')
  await postOk(owner, `${path}/replay`, { eventId })
  await waitFor('the replay', isSettled)
  assert.deepEqual(await postOk(owner, `${path}/replay`, { from: today(), to: today() }), { replayed: 1 })
  await receiver.wait(4)
  assert.equal((await owner.post(`/integration${path}/replay`, { from: today() })).status, 400)
  await waitFor('every attempt', async () => {
    const full = await getOk<FullDelivery>(owner, `${path}/events/${eventId}`)
    return full.attempts.length === 3
  })
  const full = await getOk<FullDelivery>(owner, `${path}/events/${eventId}`)
  assert.ok(full.body.includes(eventId) && full.attempts[0]?.requestHeaders !== undefined)
  const { endpoints } = await getOk<EndpointList>(owner, '/endpoints')
  const health = endpoints.find(({ id }) => id === made.id)?.health
  assert.equal(health?.days.at(-1)?.delivered, 4)
  const rotated = await postOk<EndpointWithSecret>(owner, `${path}/secret`)
  assert.notEqual(rotated.secret, made.secret)
  await postOk(owner, `${path}/enable`)
  await postOk(owner, `${path}/remove`)
  assert.equal((await owner.post(`/integration${path}/remove`)).status, 404)
  assert.deepEqual(await listNoted(made.id), [
    'endpoint.change',
    'endpoint.create',
    'endpoint.enable',
    'endpoint.remove',
    'endpoint.replay',
    'endpoint.replay',
    'endpoint.secret',
    'endpoint.test',
  ])
})

test('the shop’s requests are found', async () => {
  const { key } = await postOk<ShownKey>(owner, '/keys', { kind: 'secret', scopes: ['webhooks'] })
  const response = await fetch(`${app.url}/events?limit=0`, { headers: { 'x-service-apikey': key } })
  const trackId = response.headers.get('x-track-id') ?? ''
  const find = async (user: StaffUser) =>
    (await getOk<RequestList>(user, `/requests?trackId=${trackId}`)).data[0]
  await waitFor('the request', async () => (await find(owner)) !== undefined)
  assert.equal((await find(owner))?.code, 'invalid_parameters')
  assert.equal(await find(stranger), undefined)
})

test('a connector is switched on with its own key, checked, and switched off', async () => {
  assert.deepEqual(await getOk<PlatformPanel>(owner, '/platforms/vtex'), { log: [], differences: [] })
  const made = await postOk<PlatformCredentials>(owner, '/platforms/vtex/enable', { account: 'minhaloja' })
  const named = new Map(made.credentials.map(({ label, value }) => [label, value]))
  assert.equal(named.get('App Key'), `crediario-${made.accountId}`)
  const { findings } = await postOk<PlatformFindings>(owner, '/platforms/vtex/examine')
  assert.equal(findings.find(({ code }) => code === 'KEY')?.isFine, true, JSON.stringify(findings))
  await postOk(owner, '/platforms/vtex/compare')
  assert.equal(
    (await owner.post('/integration/platforms/vtex/fix', { differenceId: UNKNOWN_ID })).status,
    404,
  )
  await postOk(owner, '/platforms/vtex/disable')
  const { accounts } = await getOk<PlatformList>(owner, '/platforms')
  assert.equal(accounts.find(each => each.platform === 'vtex')?.isEnabled, false)
  assert.ok(!JSON.stringify(accounts).includes(named.get('App Token') ?? ''))
  assert.equal((await owner.post('/integration/platforms/nada/enable', { account: 'x' })).status, 404)
  assert.deepEqual(await listNoted(made.accountId), ['connector.disable', 'connector.enable'])
})

test('nothing crosses shops: the ids of one are unknown to the owner of another', async () => {
  const key = await postOk<ShownKey>(owner, '/keys', { kind: 'publishable' })
  const { id } = await postOk<EndpointWithSecret>(owner, '/endpoints', {
    url: receiver.url,
    events: ['transaction.approved'],
  })
  const { origin } = await postOk<{ origin: string }>(owner, '/origins', { origin: 'https://minha.example' })
  for (const [path, body] of [
    [`/keys/${key.id}/rotate`, { overlapHours: 0 }],
    [`/keys/${key.id}/revoke`, {}],
    ['/origins/remove', { origin }],
    [`/endpoints/${id}/change`, { url: receiver.url, events: ['transaction.denied'] }],
    [`/endpoints/${id}/remove`, {}],
    [`/endpoints/${id}/secret`, {}],
    [`/endpoints/${id}/enable`, {}],
    [`/endpoints/${id}/test`, {}],
    [`/endpoints/${id}/replay`, { from: today(), to: today() }],
    ['/platforms/vtex/examine', {}],
    ['/platforms/vtex/disable', {}],
  ] as const)
    assert.equal((await stranger.post(`/integration${path}`, body)).status, 404, path)
  for (const path of [`/deliveries?endpointId=${id}`, `/endpoints/${id}/health`])
    assert.equal((await stranger.get(`/integration${path}`)).status, 404, path)
  assert.ok(!(await stranger.get('/integration/keys')).text.includes(key.id))
  assert.ok(!(await stranger.get('/integration/endpoints')).text.includes(id))
  assert.ok(!(await stranger.get('/integration/origins')).text.includes(origin))
  assert.deepEqual((await getOk<PlatformList>(stranger, '/platforms')).accounts, [])
})

test('only owners see and change the integration', async () => {
  for (const role of ['FINANCE', 'SALES', 'VIEWER'] as const) {
    const user = await newStaffUser(app, role)
    for (const path of ['/keys', '/origins', '/endpoints', '/requests', '/platforms', '/deliveries'])
      assert.equal((await user.get(`/integration${path}`)).status, 403, `${role} ${path}`)
    for (const path of ['/keys', '/origins', '/endpoints', '/platforms/vtex/enable'])
      assert.equal((await user.post(`/integration${path}`, {})).status, 403, `${role} ${path}`)
  }
})
