import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { createAnswerCheck } from './check-answer.ts'
import { fuzz } from './fuzz.ts'
import { listOperations, type OpenApiDocument } from './operations.ts'
import type { FuzzedRequest } from './requests.ts'
import type { FuzzAnswer } from './send.ts'
import { listServedRoutes } from './served-routes.ts'

const SEED = 20_260_310
const REQUESTS = 500
/** Longer than the two seconds of the long run, because other tests keep the machine busy. */
const LONGEST_MS = 25_000

let app: TestApp

before(async () => {
  // With the sandbox's bank: every operation is served, also those about Pix.
  app = await startTestApp({ pixApi: 'sandbox' })
})
after(() => app.stop())

test('valid, nearly valid and hostile requests generated from the published reference get only documented answers', async t => {
  const { defects, ...figures } = await fuzz({
    port: app.port,
    requests: REQUESTS,
    seed: SEED,
    longestMs: LONGEST_MS,
    routes: await listServedRoutes(app.testDatabase.connection),
    log: () => {},
  })
  t.diagnostic(JSON.stringify(figures))
  assert.deepEqual(defects, [])
  // All but what a life begins anew with; random requests reach it in longer runs.
  assert.deepEqual(
    figures.neverServed.filter(name => name !== 'POST /sandbox/reset'),
    [],
  )
  assert.deepEqual(
    app
      .logged()
      .split('\n')
      .filter(line => line.includes('"level":"error"')),
    [],
  )
  // The run proves something only if requests are not all refused early.
  assert.ok((figures.byStatus['200'] ?? 0) > REQUESTS / 10, JSON.stringify(figures))
  assert.ok(figures.operations >= 13 && figures.unpublished >= 5)
})

test('requests that need a persona or a purchase at the desk are served too', async () => {
  const { neverServed, defects } = await fuzz({
    port: app.port,
    requests: 60,
    seed: SEED,
    longestMs: LONGEST_MS,
    routes: [],
    paths: ['/sandbox/people', '/sandbox/desk/{transactionId}'],
    log: () => {},
  })
  assert.deepEqual([neverServed, defects], [[], []])
})

async function findOperation(path: string): Promise<FuzzedRequest> {
  const document = (await (await fetch(`${app.url}/openapi.json`)).json()) as OpenApiDocument
  const operation = listOperations(document).find(each => each.path === path)
  assert.ok(operation)
  return {
    kind: 'valid',
    operation,
    method: operation.method,
    target: path,
    headers: {},
    body: '{}',
    isOddHttp: false,
  }
}

test('the answer check detects every kind of wrong answer', async () => {
  const check = createAnswerCheck(2_000)
  const request = await findOperation('/public/transaction/{transactionId}/status')
  const good: FuzzAnswer = {
    status: 200,
    contentType: 'application/json',
    text: '',
    body: { status: 'OPEN', transactionId: '0123456789abcdef01234567' },
    durationMs: 5,
  }
  const refusal = { error: true, code: 'invalid_parameters', message: 'm', details: [], trackId: 't' }
  assert.equal(check(request, good), undefined)
  assert.equal(check(request, { ...good, status: 400, body: refusal }), undefined)
  const wrong: Partial<FuzzAnswer>[] = [
    { status: 500 },
    { status: 503 },
    { status: 202 },
    { durationMs: 2_001 },
    { contentType: 'text/html' },
    { body: { status: 5, transactionId: 'x' } },
    { body: { status: 'OPEN', transactionId: 'x', cpf: 'more than was promised' } },
    { body: {} },
    { status: 400, body: undefined },
    { status: 400, body: { ...refusal, code: 'nonsense' } },
    { status: 400, body: { ...refusal, stack: 'at main.ts' } },
    { status: 409, body: refusal },
    { status: 422, body: { ...refusal, code: 'transaction_without_products' } },
  ]
  for (const part of wrong) assert.ok(check(request, { ...good, ...part }), JSON.stringify(part))
})
