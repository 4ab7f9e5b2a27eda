import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createDeferredPixApi } from '../../../src/domains/pix/http-pix-api.ts'
import { exchangeCharges } from '../../../src/domains/receivables/pix/exchange-charges.ts'
import {
  askNotifiedPix,
  computeNotificationSecret,
  registerPixWebhooks,
} from '../../../src/domains/receivables/pix/notifications.ts'
import { createLog } from '../../../src/platform/telemetry/log.ts'
import { query, startTestApp, type TestApp } from '../../support/app.ts'
import { newEndToEndId, type PspStub, startPspStub } from '../../support/psp-stub.ts'

let psp: PspStub
let app: TestApp
let starts = 0
before(async () => {
  psp = await startPspStub()
  const pixApi = createDeferredPixApi(async () => {
    starts += 1
    if (starts === 1) throw new Error('not yet')
    return psp.settings
  })
  app = await startTestApp({ pixApi, env: { ROLE: 'api' } })
})
after(async () => {
  await app.stop()
  await psp.close()
})

const path = (secret = computeNotificationSecret(app.services.secrets)): string =>
  `/pix/notices/${secret}/pix`
const countNotifications = async (): Promise<number> => (await query(app, 'SELECT FROM pix_hints')).length

test('a PSP that is not there yet is unavailable, and the next call finds it', async () => {
  const { pixApi } = app.services
  assert.ok(pixApi)
  const first = await pixApi.findPix(newEndToEndId())
  assert.ok(first.outcome === 'refused' && first.kind === 'UNAVAILABLE')
  const second = await pixApi.findPix(newEndToEndId())
  assert.ok(second.outcome === 'refused' && second.kind === 'NOT_FOUND')
})

test('a notice is answered at once and only noted, with whatever else its body says', async () => {
  const endToEndId = newEndToEndId()
  const body = { pix: [{ endToEndId, valor: '-1', txid: 'anything', horario: 'never', extra: { a: 1 } }] }
  const answer = await app.post(path(), body)
  assert.equal(answer.status, 200)
  await app.post(path().replace(/\/pix$/, ''), body)
  assert.equal(await countNotifications(), 1)
  assert.deepEqual(await query(app, 'SELECT FROM bank_notices'), [])
})

test('the probe of a PSP without any payment is answered', async () => {
  assert.equal((await app.post(path(), { evento: 'teste_webhook' })).status, 200)
})

test('a wrong secret finds nothing, and a body that is none is refused by its field', async () => {
  const before = await countNotifications()
  const body = { pix: [{ endToEndId: newEndToEndId() }] }
  for (const secret of ['x', computeNotificationSecret(app.services.secrets).slice(1), '%00'])
    assert.equal((await app.post(path(secret), body)).status, 404)
  const refused = await app.post<{ message: string }>(path(), { pix: [{ endToEndId: "E' OR 1=1" }] })
  assert.equal(refused.status, 400)
  assert.match(JSON.stringify(refused.body), /endToEndId must be 32 letters and digits/)
  assert.equal((await app.post(path(), { pix: [{}] })).status, 400)
  assert.equal((await app.post(path(), { pix: 'all' })).status, 400)
  const many = Array.from({ length: 1_001 }, () => ({ endToEndId: newEndToEndId() }))
  assert.equal((await app.post(path(), { pix: many })).status, 400)
  assert.equal((await app.post(path(), '{"pix":')).status, 400)
  assert.equal(await countNotifications(), before)
})

test('the PSP is told the address once for each key, and neither it nor any secret is logged', async () => {
  const lines: string[] = []
  const log = createLog({ level: 'trace', destination: { write: line => void lines.push(line) } })
  const { pixApi } = app.services
  assert.ok(pixApi)
  const context = { ...app.services, pixApi, log }
  await registerPixWebhooks(context)
  await registerPixWebhooks(context)
  assert.equal(psp.requests.filter(each => each.startsWith('PUT /v2/webhook')).length, 1)
  const [url] = psp.webhooks.values()
  assert.ok(url?.endsWith(path().replace(/\/pix$/, '')))
  psp.intervene = (_, target) => (target.startsWith('/v2') ? { status: 401, body: {} } : undefined)
  await askNotifiedPix(context)
  await exchangeCharges(context)
  await registerPixWebhooks({ ...context, publicUrl: 'https://other.example' })
  psp.intervene = () => undefined
  const everything = app.logged() + lines.join('')
  assert.ok(everything.length > 0)
  assert.ok(!everything.includes(computeNotificationSecret(app.services.secrets)))
  assert.doesNotMatch(everything, /no-log-may-hold|PRIVATE KEY/)
})
