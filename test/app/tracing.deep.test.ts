import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parseConfig } from '../../src/app/config/config.ts'
import { type Program, startProgram } from '../../src/app/program.ts'
import { appendEvents } from '../../src/domains/webhooks/event-store.ts'
import { StartError } from '../../src/kernel/faults.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { openOtlpTracing } from '../../src/platform/telemetry/otlp-tracing.ts'
import type { TracingSettings } from '../../src/platform/telemetry/tracing.ts'
import { type BureauServer, startBureauServer } from '../quoting/bureau-server.ts'
import { DEMO_KEY } from '../support/app.ts'
import { openTestDatabase, type TestDatabase, writeDatabaseUrl } from '../support/database.ts'
import { type OtlpReceiver, startOtlpReceiver } from '../support/otlp-receiver.ts'
import { newOrdinaryPerson, preApproveBody } from '../support/people.ts'
import { startReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts'
import { composeEvent, newTransactionId } from '../support/webhooks.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const [SERVER, CLIENT, CONSUMER] = [2, 3, 5]
const lines: string[] = []
const person = newOrdinaryPerson()
let receiver: OtlpReceiver
let bureau: BureauServer
let shop: WebhookReceiver
let db: TestDatabase
let program: Program
let url = ''

before(async () => {
  receiver = await startOtlpReceiver()
  bureau = await startBureauServer()
  shop = await startReceiver()
  db = await openTestDatabase()
  const config = parseConfig({
    DATABASE_URL: writeDatabaseUrl(db.connection),
    PORT: '0',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    BUREAU_URL: bureau.url,
    BUREAU_TOKEN: 'token',
    OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=secret%20one, tenant=lender',
    OTEL_SERVICE_NAME: 'credito',
  })
  const tracing = openOtlpTracing(config.tracing ?? assert.fail())
  const destination = { write: (line: string) => void lines.push(line) }
  const log = createLog({ level: 'info', destination, readTraceId: tracing.readTraceId })
  program = await startProgram(config, log, { tracing })
  url = `http://127.0.0.1:${program.port}`
})
after(async () => {
  await program.stop()
  await db.close()
  await shop.stop()
  await bureau[Symbol.asyncDispose]()
  await receiver.close()
})

const newTraceparent = (): { traceId: string; spanId: string; traceparent: string } => {
  const [traceId, spanId] = [randomBytes(16).toString('hex'), randomBytes(8).toString('hex')]
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` }
}

async function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<number> {
  const answer = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
  await answer.arrayBuffer()
  return answer.status
}

test('a request continues its caller’s trace through statements and the bureau, and its log line names it', async () => {
  const { traceId, spanId, traceparent } = newTraceparent()
  assert.equal(await post('/preApprove', preApproveBody(DEMO_KEY, person, 1000), { traceparent }), 200)
  const request = await receiver.find('the request', span => span.traceId === traceId && span.kind === SERVER)
  assert.deepEqual(
    [request.name, request.parentSpanId, request.attributes['http.response.status_code']],
    ['POST /preApprove', spanId, '200'],
  )
  assert.equal(request.attributes['crediario.retailer_id'], '000000000000000000000001')
  assert.equal(request.resource['service.name'], 'credito')
  const call = await receiver.find('the bureau', ({ name }) => name === 'POST bureau')
  assert.deepEqual([call.traceId, call.kind, call.parentSpanId], [traceId, CLIENT, request.spanId])
  assert.equal(bureau.received[0]?.headers.traceparent, `00-${traceId}-${call.spanId}-01`)
  const statement = await receiver.find(
    'a statement',
    span => span.traceId === traceId && span.attributes['db.system.name'] === 'postgresql',
  )
  assert.match(statement.name, /^[a-z-]+\.[a-z-]+$|^BEGIN$/)
  assert.equal(statement.parentSpanId, request.spanId)
  const logged = lines.map(line => JSON.parse(line) as Record<string, unknown>)
  const line = logged.find(each => each.msg === 'request' && each.route === '/preApprove')
  assert.equal(line?.traceId, traceId)
  assert.equal(line?.trackId, request.attributes['crediario.track_id'])
})

test('a request without a trace begins one, and a broken traceparent is passed over', async () => {
  const traceparent = `00-${'0'.repeat(32)}-zz-01`
  assert.equal(await post('/no-such-path', {}, { traceparent }), 404)
  const span = await receiver.find('the unknown path', ({ name }) => name === 'any unmatched')
  assert.match(span.traceId, /^(?!0{32})[0-9a-f]{32}$/)
  assert.deepEqual([span.parentSpanId ?? '', span.status?.code ?? 0], ['', 0])
  assert.ok(!JSON.stringify(span).includes('no-such-path'))
})

test('jobs have spans with their statements as children; polling and probes have none', async () => {
  const job = await receiver.find(
    'a job',
    ({ name, kind }) => name === 'job run-payouts' && kind === CONSUMER,
  )
  await receiver.find('its statements', span => span.parentSpanId === job.spanId)
  await fetch(`${url}/ready`)
  await receiver.find(
    'a later job',
    ({ name, spanId }) => name === 'job run-payouts' && spanId !== job.spanId,
  )
  const names = new Set(receiver.spans.map(({ name }) => name))
  for (const absent of ['GET /ready', 'jobs.claim']) assert.ok(!names.has(absent), absent)
})

test('a webhook carries a traceparent whose span is the delivery', async () => {
  const endpoint = { apiKey: DEMO_KEY, url: shop.url }
  assert.equal(await post('/webhooks/endpoints', endpoint), 200)
  await db.database.transaction(async tx =>
    appendEvents(tx, [composeEvent(newTransactionId(), 1)], new Date()),
  )
  const [received] = await shop.wait(1)
  const delivery = await receiver.find('the delivery', ({ name }) => name === 'POST webhook')
  assert.equal(received?.headers.traceparent, `00-${delivery.traceId}-${delivery.spanId}-01`)
  assert.equal(delivery.attributes['http.response.status_code'], '204')
})

test('no span holds a person, a key or an address; the collector is sent its headers', async () => {
  const { cpf, phone, email } = person
  const text = receiver.bodies.join('')
  for (const secret of [cpf, phone, email, DEMO_KEY, shop.url, bureau.url, 'Bearer'])
    assert.ok(!text.includes(secret), secret)
  const [headers] = receiver.headers
  assert.deepEqual([headers?.['api-key'], headers?.tenant], ['secret one', 'lender'])
})

async function countSampled(settings: Partial<TracingSettings>, flags: '00' | '01'): Promise<number> {
  const own = await startOtlpReceiver()
  const tracing = openOtlpTracing({
    endpoint: own.url,
    headers: {},
    serviceName: 'x',
    sampler: 'parentbased_always_on',
    ratio: 1,
    ...settings,
  })
  const traceparent = newTraceparent().traceparent.replace(/01$/, flags)
  tracing.start({ name: 'a', kind: 'server' }, { traceparent }).end()
  await tracing.close()
  await own.close()
  return own.spans.length
}

test('the sampler decides alone, or the caller where it may', async () => {
  assert.equal(await countSampled({}, '01'), 1)
  assert.equal(await countSampled({}, '00'), 0)
  assert.equal(await countSampled({ sampler: 'always_on' }, '00'), 1)
  assert.equal(await countSampled({ sampler: 'always_off' }, '01'), 0)
  assert.equal(await countSampled({ sampler: 'traceidratio', ratio: 0 }, '01'), 0)
  assert.equal(await countSampled({ sampler: 'parentbased_traceidratio', ratio: 0 }, '01'), 1)
})

test('a collector that is away costs neither an error nor the end of the program', async () => {
  const tracing = openOtlpTracing({
    endpoint: 'http://127.0.0.1:9',
    headers: {},
    serviceName: 'x',
    sampler: 'always_on',
    ratio: 1,
  })
  tracing.start({ name: 'a', kind: 'server' }).end({ error: 'x' })
  const startedAtMs = performance.now()
  await tracing.close()
  assert.ok(performance.now() - startedAtMs < 10_000)
})

test('each wrong setting is one sentence, without the secret that it may hold', () => {
  const wrong: [Record<string, string>, RegExp][] = [
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, /^OTEL_EXPORTER_OTLP_ENDPOINT must be an address/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'secret-without-name' }, /^OTEL_EXPORTER_OTLP_HEADERS must be name=value/],
    [{ OTEL_EXPORTER_OTLP_HEADERS: 'a=%0d%0asecret' }, /^OTEL_EXPORTER_OTLP_HEADERS must be name=value/],
    [{ OTEL_TRACES_SAMPLER: 'sometimes' }, /^OTEL_TRACES_SAMPLER must be one of always_on, /],
    [{ OTEL_TRACES_SAMPLER_ARG: '1.5' }, /^OTEL_TRACES_SAMPLER_ARG must be a share from 0 to 1/],
  ]
  for (const [env, sentence] of wrong)
    assert.throws(
      () => parseConfig(env),
      (error: unknown) => {
        assert.ok(error instanceof StartError)
        assert.equal(error.problems.length, 1)
        assert.match(error.message, sentence)
        return !error.message.includes('secret')
      },
    )
  assert.equal(parseConfig({ OTEL_SERVICE_NAME: 'x' }).tracing, undefined)
})

test('only the tracing itself imports OpenTelemetry, and only a program that traces loads it', () => {
  const sources = globSync('src/**/*.ts', { cwd: ROOT, exclude: ['**/*.test.ts'] }).map(
    path => [path, readFileSync(join(ROOT, path), 'utf8')] as const,
  )
  const importers = sources.filter(([, text]) => text.includes("from '@opentelemetry/"))
  assert.deepEqual(
    importers.map(([path]) => path),
    ['src/platform/telemetry/otlp-tracing.ts'],
  )
  assert.deepEqual(
    sources.filter(([, text]) => /from '[^']*otlp-tracing\.ts'/.test(text)).map(([path]) => path),
    [],
  )
})
