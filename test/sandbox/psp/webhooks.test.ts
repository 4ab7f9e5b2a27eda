import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import type { TLSSocket } from 'node:tls'
import { openAccessFiles } from '../../../src/sandbox/psp/access-files.ts'
import { type Received, startReceiver, type WebhookReceiver } from '../../support/webhook-receiver.ts'
import { checkConforms } from './conforming.ts'
import { behave, cob, newTxid, PIX_KEY, type PspAnswer, startTestPsp, type TestPsp } from './test-psp.ts'

let bank: TestPsp
let receiver: WebhookReceiver

before(async () => {
  bank = await startTestPsp()
})
after(() => bank.stop())
beforeEach(async t => {
  receiver = await startReceiver()
  await bank.call('PUT', `/v2/webhook/${PIX_KEY}`, { body: { webhookUrl: receiver.url } })
  await behave(bank, {})
  ;(t as { after(work: () => Promise<void>): void }).after(() => receiver.stop())
})

async function payNew(): Promise<string> {
  const txid = newTxid()
  await bank.call('PUT', `/v2/cob/${txid}`, { body: cob() })
  const outcome = await bank.psp.payCharge(txid)
  assert.ok('endToEndId' in outcome)
  return outcome.endToEndId
}

const readPix = ({ body }: Received): Record<string, unknown> => {
  const call = JSON.parse(body) as { pix: Record<string, unknown>[] }
  checkConforms('WebhookCall', call)
  return call.pix[0] ?? {}
}
const listIds = (): unknown[] => receiver.received.map(each => readPix(each).endToEndId)

test('a payment is told of at the address with /pix, as it can be read', async () => {
  const endToEndId = await payNew()
  await bank.jobs.runDueJobs()
  assert.deepEqual(listIds(), [endToEndId])
  const [first] = receiver.received
  assert.ok(first)
  assert.deepEqual(readPix(first), (await bank.call('GET', `/v2/pix/${endToEndId}`)).body)
})

test('the end of a refund is told of with its payment', async () => {
  const endToEndId = await payNew()
  await bank.call('PUT', `/v2/pix/${endToEndId}/devolucao/a`, { body: { valor: '1.00' } })
  bank.clock.advance({ ms: 1_000 })
  await bank.jobs.runDueJobs()
  const last = receiver.received.at(-1)
  assert.ok(last)
  assert.deepEqual(listIds(), [endToEndId, endToEndId])
  assert.deepEqual(
    (readPix(last).devolucoes as { status: string }[]).map(({ status }) => status),
    ['DEVOLVIDO'],
  )
})

test('webhooks are lost, repeated and delayed as the retailer’s bank behaves', async () => {
  await behave(bank, { loseWebhooks: true })
  await payNew()
  await bank.jobs.runDueJobs()
  assert.deepEqual(listIds(), [])
  await behave(bank, { repeatWebhooks: 2 })
  const repeated = await payNew()
  await bank.jobs.runDueJobs()
  assert.deepEqual(listIds(), [repeated, repeated, repeated])
  await behave(bank, { delaySeconds: 60 })
  const delayed = await payNew()
  bank.clock.advance({ ms: 59_999 })
  await bank.jobs.runDueJobs()
  assert.equal(receiver.received.length, 3)
  bank.clock.advance({ ms: 1 })
  await bank.jobs.runDueJobs()
  assert.deepEqual(listIds(), [repeated, repeated, repeated, delayed])
})

test('reordered webhooks overtake each other, and none is lost', async () => {
  await behave(bank, { reorder: true })
  const first = await payNew()
  const second = await payNew()
  await bank.jobs.runDueJobs()
  assert.deepEqual(listIds(), [second])
  bank.clock.advance({ ms: 3_000 })
  await bank.jobs.runDueJobs()
  assert.deepEqual(listIds(), [second, first])
})

test('what the receiver does not take is sent again, and given up in the end without a dead job', async () => {
  receiver.respond = (_, response) => response.writeHead(500).end()
  await payNew()
  for (let round = 0; round < 15; round += 1) {
    await bank.jobs.runDueJobs()
    bank.clock.advance({ hours: 1 })
  }
  assert.equal(receiver.received.length, 10)
  assert.deepEqual(await bank.database.run({ name: '', text: 'SELECT kind FROM jobs' }, []), [])
})

test('a webhook survives the end of the process that settled the payment', async () => {
  const endToEndId = await payNew()
  const another = bank.openAnother()
  const { [Object.keys(another.jobHandlers)[0] ?? '']: handler } = another.jobHandlers
  assert.ok(handler)
  const [job] = await bank.database.run<{ payload: unknown }>(
    { name: '', text: 'SELECT payload FROM jobs' },
    [],
  )
  await handler(job?.payload, { attempt: 1, signal: AbortSignal.timeout(10_000) })
  assert.deepEqual(listIds(), [endToEndId])
  await bank.jobs.runDueJobs()
})

test('a receiver over https is shown the bank’s certificate', async t => {
  const { ca, server } = await openAccessFiles(join(bank.dataDir, 'psp'))
  const seen: unknown[] = []
  const https = createServer(
    { ca, cert: server.certificate, key: server.key, requestCert: true, rejectUnauthorized: true },
    (request, response) => {
      const socket = request.socket as TLSSocket
      seen.push([socket.authorized, socket.getPeerCertificate().subject.CN, request.url])
      response.writeHead(200).end()
    },
  )
  https.listen(0, '127.0.0.1')
  await once(https, 'listening')
  t.after(() => https.close())
  const { port } = https.address() as AddressInfo
  await bank.call('PUT', `/v2/webhook/${PIX_KEY}`, {
    body: { webhookUrl: `https://127.0.0.1:${port}/s3cret/` },
  })
  await payNew()
  await bank.jobs.runDueJobs()
  assert.deepEqual(seen, [[true, 'Crediario sandbox bank', '/s3cret/pix']])
  https.closeAllConnections()
})

test('a webhook is registered, read, listed, replaced and deleted; without one nothing is sent', async () => {
  const path = `/v2/webhook/${PIX_KEY}`
  const read = await bank.call('GET', path)
  assert.deepEqual([read.body.webhookUrl, read.body.chave], [receiver.url, PIX_KEY])
  const { body } = await bank.call('GET', '/v2/webhook')
  assert.deepEqual(body.webhooks, [read.body])
  const empty = await bank.call('GET', '/v2/webhook?inicio=2020-01-01T00:00:00Z&fim=2020-01-02T00:00:00Z')
  assert.deepEqual(empty.body.webhooks, [])
  assert.equal(
    (await bank.call('PUT', path, { body: { webhookUrl: 'https://other.example/x' } })).status,
    200,
  )
  assert.equal((await bank.call('GET', path)).body.webhookUrl, 'https://other.example/x')
  const removed = await bank.call('DELETE', path)
  assert.deepEqual([removed.status, removed.text], [204, ''])
  for (const method of ['GET', 'DELETE'] as const) assert.equal((await bank.call(method, path)).status, 404)
  await payNew()
  await bank.jobs.runDueJobs()
  assert.equal(receiver.received.length, 0)
})

test('an address that would carry webhooks in the clear, and a key of somebody else, are refused', async () => {
  const register = (chave: string, webhookUrl: unknown): Promise<PspAnswer> =>
    bank.call('PUT', `/v2/webhook/${chave}`, { body: { webhookUrl } })
  for (const url of [
    undefined,
    7,
    'ftp://x.example',
    'http://x.example/hook',
    'https://a:b@x.example',
    'https://x.example/?a=1',
    `https://x.example/${'x'.repeat(500)}`,
  ]) {
    const refused = await register(PIX_KEY, url)
    assert.equal(refused.status, 400, String(url))
    assert.match(refused.text, /webhook\.webhookUrl/)
  }
  const foreign = await register('71cdf9ba-c695-4e3c-b010-abb521a3f1be', 'https://x.example')
  assert.deepEqual(
    [foreign.status, foreign.body.type],
    [400, 'https://pix.bcb.gov.br/api/v2/error/WebhookOperacaoInvalida'],
  )
  const list = await bank.call('GET', '/v2/webhook?inicio=x&fim=2026-01-01T00:00:00Z')
  assert.equal(list.body.type, 'https://pix.bcb.gov.br/api/v2/error/WebhookConsultaInvalida')
})
