import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { CrediarioError } from '../../clients/typescript/src/crediario-error.ts'
import { API_VERSION, type Operations } from '../../clients/typescript/src/generated.ts'
import { createClient } from '../../clients/typescript/src/index.ts'
import { DEMO_KEY, startTestApp, type TestApp } from '../support/app.ts'
import { newPerson } from '../support/people.ts'
import { newOrderId } from '../support/purchases.ts'

let app: TestApp
let client: Operations

before(async () => {
  app = await startTestApp({ env: { ROLE: 'api' } })
  client = createClient({ baseUrl: `${app.url}/`, apiKey: DEMO_KEY })
})
after(() => app.stop())

async function quote() {
  const { downPaymentOptions = [] } = await client.options({
    ...newPerson(),
    zipCode: '01310-100',
    addressStreet: 'Avenida Paulista',
    addressNumber: '1000',
    addressComplement: '',
    city: 'São Paulo',
    state: 'SP',
    source: 'checkout',
    device: 'mobile',
    products: [{ id: 'sku-1', name: 'Geladeira', amount: 1, value: 2_000 }],
    shipping: 0,
  })
  const group = downPaymentOptions.find(({ downPaymentPercentage }) => downPaymentPercentage > 0)
  return group?.options[0] ?? assert.fail('an option with a down payment')
}

test('a whole purchase goes through the client, from the option to the invoice, the events and the last installment', async () => {
  const { _id: optionId } = await quote()
  const orderId = newOrderId()
  const { transactionId, onboardingToken } = await client.authorize({ optionId, orderId })
  const { onboardingLink } = await client.getOnboardingLink(transactionId)
  assert.ok(onboardingLink.endsWith(onboardingToken))
  const { step } = await client.sandboxPlayCustomer(transactionId, { until: 'ENTRY' })
  assert.equal(step, 'ENTRY')
  const { downPaymentBillet } = await client.readTransaction(transactionId)
  await client.sandboxPayBillet(downPaymentBillet?.id ?? '', { method: 'PIX' })
  assert.equal((await client.readStatus(transactionId)).status, 'OPEN')
  const pdf = await client.downloadBillets(transactionId, { layout: 'booklet' })
  assert.equal(Buffer.from(pdf.subarray(0, 5)).toString(), '%PDF-')
  const sent = await client.sendInvoice(transactionId, await client.sandboxComposeInvoice(transactionId))
  await client.sandboxAdvanceClock({ advance: 'PT1S' })
  for (const { id } of (await client.readTransaction(transactionId)).installments ?? [])
    await client.sandboxPayBillet(id)
  const { data } = await client.listEvents({ limit: '100' })
  const types = data.filter(event => event.transactionId === transactionId).map(({ type }) => type)
  assert.ok(types.includes('transaction.approved') && types.includes('transaction.closed'))
  assert.equal(data.find(({ type }) => type === 'invoice.validated')?.invoiceId, sent.invoiceId)
})

test('a refusal is an error with its code, its fields and its trackId', async () => {
  const { _id: optionId } = await quote()
  await assert.rejects(client.authorize({ optionId, orderId: '' }), error => {
    assert.ok(error instanceof CrediarioError)
    assert.deepEqual([error.status, error.code], [400, 'invalid_parameters'])
    assert.deepEqual(
      error.details.map(({ field }) => field),
      ['orderId'],
    )
    assert.match(error.trackId ?? '', /^[0-9a-f]{24}$/)
    return true
  })
  const stranger = createClient({ baseUrl: app.url, apiKey: 'sk_homolog_nobody' })
  await assert.rejects(stranger.readStatus('../../x?y'), { name: 'CrediarioError', code: 'invalid_api_key' })
  await assert.rejects(client.readStatus('../../x?y'), { status: 404, code: 'transaction_not_found' })
})

test('an idempotency key makes a repetition the same call', async () => {
  const { _id: optionId } = await quote()
  const { transactionId } = await client.authorize({ optionId, orderId: newOrderId() })
  const options = { idempotencyKey: 'cancelar-1' }
  const first = await client.cancel({ transactionId }, options)
  assert.deepEqual(await client.cancel({ transactionId }, options), first)
  await assert.rejects(client.cancel({ transactionId: 'x' }, options), { code: 'idempotency_key_reused' })
})

test('webhook endpoints are created, listed, rotated and deleted', async () => {
  const { id, secret } = await client.createEndpoint({ url: 'http://127.0.0.1:9/hook' })
  assert.match(secret, /^whsec_/)
  const { data } = await client.listEndpoints()
  assert.deepEqual(
    data.map(endpoint => endpoint.id),
    [id],
  )
  assert.notEqual((await client.rotateEndpoint(id)).secret, secret)
  assert.deepEqual(await client.deleteEndpoint(id), { id, deleted: true })
})

test('a time-out, an unreadable answer and a redirect are errors, and do not block the caller', async () => {
  const server = createServer((request, response) => {
    if (request.url?.endsWith('/status')) return
    if (request.url === '/preApprove') response.writeHead(502, { 'retry-after': '7' }).end('<html>')
    else response.writeHead(302, { location: `${app.url}${request.url}` }).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const broken = createClient({ baseUrl, apiKey: DEMO_KEY, timeoutMs: 300, retries: 0 })
  await assert.rejects(broken.readStatus('1'), { name: 'TimeoutError' })
  await assert.rejects(broken.readStatus('1', { timeoutMs: 60_000, signal: AbortSignal.abort() }), {
    name: 'AbortError',
  })
  const body = { source: 'checkout', cpf: '', phone: '', email: '', zipCode: '' } as const
  const patient = { timeoutMs: 60_000, retries: 0 }
  await assert.rejects(broken.preApprove(body, patient), {
    status: 502,
    code: 'unreadable_answer',
    retryAfterSeconds: 7,
  })
  await assert.rejects(broken.cancel({ transactionId: '1' }, patient), TypeError)
  server.closeAllConnections()
  server.close()
})

async function listen(...answers: readonly RequestListener[]) {
  const seen: IncomingMessage[] = []
  const server = createServer((request, response) => {
    seen.push(request.resume())
    answers[Math.min(seen.length, answers.length) - 1]?.(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const stop = (): void => {
    server.closeAllConnections()
    server.close()
  }
  return { seen, stop, client: createClient({ baseUrl, apiKey: DEMO_KEY, timeoutMs: 300 }) }
}

const fine: RequestListener = (_, response) => response.writeHead(200).end('{}')
const refuse =
  (status: number, headers: Record<string, string>): RequestListener =>
  (_, response) =>
    response.writeHead(status, headers).end('{}')

test('a call without an answer is repeated with one Idempotency-Key, a read without any, and the version goes along', async () => {
  const {
    seen,
    stop,
    client: caller,
  } = await listen(
    () => {},
    (request, _) => request.socket.destroy(),
    fine,
  )
  await caller.cancel({ transactionId: '1' })
  const keys = new Set(seen.map(({ headers }) => headers['idempotency-key']))
  assert.deepEqual([seen.length, keys.size], [3, 1])
  assert.match(String([...keys][0]), /^[0-9a-f-]{36}$/)
  for (const { headers } of seen) assert.equal(headers['x-service-version'], API_VERSION)
  stop()
  const silent = await listen(() => {})
  await assert.rejects(silent.client.readStatus('1', { retries: 1 }), { name: 'TimeoutError' })
  assert.deepEqual(
    silent.seen.map(({ headers }) => headers['idempotency-key']),
    [undefined, undefined],
  )
  silent.stop()
})

test('refusals that pass are waited for as they say, others and long waits are not repeated, and an abort ends the wait', async () => {
  const patient = await listen(refuse(409, { 'retry-after': '1' }), refuse(503, {}), fine)
  const startedAt = performance.now()
  await patient.client.readStatus('1')
  assert.ok(performance.now() - startedAt > 1_000)
  assert.equal(patient.seen.length, 3)
  patient.stop()
  for (const [status, headers] of [
    [409, {}],
    [429, { 'retry-after': '3600' }],
    [500, {}],
  ] as const) {
    const other = await listen(refuse(status, headers))
    await assert.rejects(other.client.readStatus('1'), { status })
    assert.equal(other.seen.length, 1)
    other.stop()
  }
  const busy = await listen(refuse(503, { 'retry-after': '20' }))
  await assert.rejects(busy.client.readStatus('1', { signal: AbortSignal.timeout(200) }), {
    name: 'TimeoutError',
  })
  assert.equal(busy.seen.length, 1)
  busy.stop()
})
