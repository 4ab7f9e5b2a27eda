import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'
import { after, before, test } from 'node:test'
import { type EndpointRow, endpointMac } from '../../src/domains/webhooks/endpoint-store.ts'
import { createGuardedClient } from '../../src/platform/outbound/guarded-client.ts'
import { DEMO_KEY, query, startTestApp, type TestApp } from '../support/app.ts'
import { expectError } from '../support/expect-error.ts'
import { startReceiver } from '../support/webhook-receiver.ts'
import {
  composeEvent,
  createEndpoint,
  emit,
  listDeliveries,
  newTransactionId,
  openDeliverer,
} from '../support/webhooks.ts'

let app: TestApp
let canaries: Server[]
let port: number
let touches = 0

/** Listens on forbidden addresses: any connection at all is a failure. */
async function startCanary(host: string, wanted: number): Promise<Server> {
  const server = createServer(socket => {
    touches += 1
    socket.destroy()
  })
  server.unref()
  server.listen(wanted, host)
  await once(server, 'listening')
  return server
}

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api', WEBHOOK_ALLOW_PRIVATE: 'false' } })
  const first = await startCanary('127.0.0.1', 0)
  const address = first.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
  canaries = [first]
  // Not every machine has IPv6.
  await startCanary('::1', port).then(
    server => canaries.push(server),
    () => {},
  )
})
after(async () => {
  for (const canary of canaries) canary.close()
  await app.stop()
})

const PRIVATE = [
  '127.0.0.1',
  '127.255.255.254',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '198.18.0.1',
  '192.0.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
]

/** Every known way to spell an IPv4 address. */
function spell(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  const number = ((a * 256 + b) * 256 + c) * 256 + d
  const hex = number.toString(16).padStart(8, '0')
  const words = `${hex.slice(0, 4)}:${hex.slice(4)}`
  const parts = [a, b, c, d]
  return [
    address,
    `${address}.`,
    String(number),
    `0x${hex}`,
    `0${number.toString(8)}`,
    parts.map(part => `0x${part.toString(16)}`).join('.'),
    parts.map(part => `0${part.toString(8)}`).join('.'),
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `0x${a.toString(16)}.${b}.0${c.toString(8)}.${d}`,
    address.replaceAll('.', '。'),
    address.replaceAll(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit))),
    address.replaceAll('.', '%2e'),
    `[::ffff:${address}]`,
    `[::ffff:${words}]`,
    `[::${address}]`,
    `[::ffff:0:${words}]`,
    `[64:ff9b::${words}]`,
    `[64:ff9b:1::${words}]`,
    `[2002:${words}::1]`,
  ]
}

const NAMES = [
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ⓛocalhost',
  'a.localhost',
  'router.local',
  'metadata.google.internal',
  'intranet',
  'db.corp',
  'nas.home.arpa',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[2001::1]',
  '[100::1]',
  '[5f00::1]',
  '168.63.129.16',
]

function listHostileUrls(): string[] {
  const hosts = [...PRIVATE.flatMap(spell), ...NAMES]
  return [
    ...hosts.map(host => `https://${host}:${port}/hook`),
    ...NAMES.map(host => `http://${host}:${port}/`),
    ...PRIVATE.map(host => `http://${host}:${port}/`),
    `https://user:pass@shop.example:${port}/`,
    `https://user@shop.example/`,
    `https://@shop.example/`,
    `https://shop.example:443@127.0.0.1:${port}/`,
    `https://127.0.0.1:${port}\\@shop.example/`,
    `https://shop.example#@127.0.0.1:${port}/`,
    'http://shop.example/',
    'https://shop.example:22/',
    'https://shop.example:25/',
    'https://shop.example:80/',
    'https://shop.example/#fragment',
    'file:///etc/passwd',
    'ftp://shop.example/',
    'gopher://127.0.0.1:6379/_SET',
    'javascript:alert(1)',
    'data:text/plain,x',
    'ws://shop.example/',
    'unix:/var/run/postgresql',
    '//shop.example/',
    '/webhooks',
    'shop.example',
    'https://',
    'https:///',
    'https://shop.example /',
    'https://shop\t.example/',
    'https://shop.example/\n',
    ' https://shop.example/',
    'https://[::1',
    'https://%31%32%37.0.0.1/',
    'https://shop..example:99999/',
    `https://shop.example/${'x'.repeat(2_048)}`,
    '',
  ]
}

test('more than 300 hostile addresses are refused at registration and when sending, and the canary gets no connection', async () => {
  const urls = [...new Set(listHostileUrls())]
  assert.ok(urls.length >= 300, `${urls.length} addresses`)
  const client = createGuardedClient({ allowLoopback: false, connectMs: 500, totalMs: 1_000 })
  const tryUrl = async (url: string): Promise<void> => {
    const answer = await app.post('/webhooks/endpoints', { apiKey: DEMO_KEY, url })
    if (url.length > 2_048) assert.equal(answer.status, 400)
    else expectError(answer, { code: 'url_not_allowed', message: 'URL is not allowed', fields: ['url'] })
    if (!URL.canParse(url)) return
    const sent = await client.post({ url: new URL(url), headers: [], body: '{}' })
    // The URL parser may read an odd spelling as a public address or a name, which then is not this machine.
    if (!/shop/.test(url)) assert.equal(sent.error, 'address refused', url)
    assert.equal(sent.status, undefined, url)
  }
  while (urls.length > 0) await Promise.all(urls.splice(0, 25).map(tryUrl))
  await client.close()
  assert.equal(touches, 0)
  assert.deepEqual(await query(app, 'SELECT url FROM webhook_endpoints'), [])
})

test('a name that resolves to a private address is refused, whatever other addresses it has and however often it changes', async () => {
  const answers: Record<string, string[]> = {
    'loopback.example': ['127.0.0.1'],
    'mixed.example': ['203.0.114.7', '127.0.0.1'],
    'six.example': ['::1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'cloud.example': ['169.254.169.254'],
    'empty.example': [],
    'odd.example': ['0x7f.1'],
  }
  let looks = 0
  const client = createGuardedClient({
    allowLoopback: false,
    connectMs: 300,
    totalMs: 600,
    // DNS rebinding: public at registration, private from then on.
    resolve: async name =>
      name === 'rebinding.example'
        ? looks++ === 0
          ? ['203.0.114.7']
          : ['127.0.0.1']
        : (answers[name] ?? []),
  })
  for (const name of Object.keys(answers)) {
    const url = `https://${name}:${port}/`
    assert.equal(await client.findObjection(url), 'must lead to a public address', name)
    assert.equal(
      (await client.post({ url: new URL(url), headers: [], body: '{}' })).error,
      'address refused',
      name,
    )
  }
  const url = `https://rebinding.example:${port}/`
  assert.equal(await client.findObjection(url), undefined)
  assert.equal((await client.post({ url: new URL(url), headers: [], body: '{}' })).error, 'address refused')
  await client.close()
  assert.equal(touches, 0)
})

test('a forbidden endpoint that was stored anyway is not reached, nor is one behind a redirect', async () => {
  const sharing = await startTestApp({ sharing: app, env: { ROLE: 'api' } })
  const receiver = await startReceiver((_, response) =>
    response.writeHead(302, { location: `http://127.0.0.1:${port}/` }).end(),
  )
  await createEndpoint(sharing, receiver.url)
  const slipped = await createEndpoint(sharing, `http://127.0.0.1:${port}/`)
  await emit(app, [composeEvent(newTransactionId(), 1)])
  const strict = openDeliverer(app, { client: app.services.outbound })
  await strict.deliver()
  const [refused] = (await listDeliveries(app, `endpointId=${slipped.id}`)).data
  assert.equal(refused?.attempts[0]?.error, 'address refused')
  assert.equal(receiver.received.length, 0)
  await query(app, 'UPDATE webhook_deliveries SET due_at = created_at')
  const [stored] = await query<EndpointRow>(
    app,
    `SELECT id, retailer_id AS "retailerId", events, created_at AS "createdAt" FROM webhook_endpoints WHERE id = $1`,
    [slipped.id],
  )
  assert.ok(stored)
  const mac = endpointMac.compute(app.services.secrets, { ...stored, url: receiver.url })
  await query(app, 'UPDATE webhook_endpoints SET url = $1, mac = $3 WHERE id = $2', [
    receiver.url,
    slipped.id,
    mac,
  ])
  const lax = openDeliverer(sharing)
  await lax.deliver()
  assert.ok(receiver.received.length > 0)
  assert.equal(touches, 0)
  await lax.stop()
  await strict.stop()
  await sharing.stop()
  await receiver.stop()
})
