import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, test } from 'node:test'
import { ANALYSE_DOCUMENTS, analyseDocuments } from '../../src/domains/onboarding/analyse-documents.ts'
import { createHttpAnalysis } from '../../src/domains/onboarding/analysis.ts'
import type { Purchase } from '../../src/domains/purchases/purchase.ts'
import {
  answerStatus,
  type Behaviour,
  type BureauServer,
  inSequence,
  startBureauServer,
} from '../quoting/bureau-server.ts'
import { query } from '../support/app.ts'
import { openStage, type Stage } from './onboarding-stage.ts'

let stage: Stage
let server: BureauServer

before(async () => {
  stage = await openStage()
  server = await startBureauServer()
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await stage.app.stop()
})

const answer =
  (body: unknown): Behaviour =>
  response => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  }
const patience = { tryTimeoutMs: 2_000, totalDeadlineMs: 6_000, retries: 1, retryDelayMs: 10 }

async function waitForAnalysis(): Promise<Purchase> {
  const purchase = await stage.play(await stage.authorize(), 'ASYNC_ANALYSE')
  assert.equal(purchase.step, 'ASYNC_ANALYSE')
  return purchase
}

async function analyse(purchase: Purchase, behaviour: Behaviour, attempt = 1): Promise<Purchase> {
  server.behaviour = behaviour
  server.received.length = 0
  const analysis = createHttpAnalysis({ url: server.url, token: 'secret', ...patience })
  const payload = { transactionId: purchase.id, retailerId: purchase.retailerId }
  await analyseDocuments({ ...stage.services, analysis }, payload, attempt)
  return stage.reload(purchase)
}

test('the analysis is sent the pictures that were stored, and its answer moves the purchase', async () => {
  const steps = { passed: 'INSURANCE', unsure: 'DESK' } as const
  for (const [result, step] of Object.entries(steps)) {
    const moved = await analyse(await waitForAnalysis(), answer({ result, more: 'to come' }))
    assert.equal(moved.step, step)
  }
  const refused = await analyse(await waitForAnalysis(), answer({ result: 'refused' }))
  assert.deepEqual([refused.status, refused.cancelReason], ['CANCELED', 'ONBOARDING_REFUSED'])
  const [{ headers, body } = { headers: {}, body: '{}' }] = server.received
  assert.equal(headers.authorization, 'Bearer secret')
  const sent = JSON.parse(body) as {
    transactionId: string
    cpf: string
    documents: { kind: string; sha256: string; content: string }[]
  }
  assert.deepEqual([sent.transactionId, sent.cpf], [refused.id, refused.customer.cpf])
  assert.deepEqual(sent.documents.map(({ kind }) => kind).sort(), ['back', 'front', 'selfie'])
  for (const { sha256, content } of sent.documents)
    assert.equal(createHash('sha256').update(Buffer.from(content, 'base64')).digest('hex'), sha256)
})

test('an analysis that fails once is retried with the same key; one that keeps failing leaves the purchase waiting', async () => {
  const once = await analyse(
    await waitForAnalysis(),
    inSequence(answerStatus(503), answer({ result: 'passed' })),
  )
  assert.equal(once.step, 'INSURANCE')
  assert.equal(new Set(server.received.map(({ headers }) => headers['idempotency-key'])).size, 1)
  assert.equal(server.received.length, 2)
  for (const behaviour of [answerStatus(500), answerStatus(401), answer({ result: 'maybe' }), answer([])]) {
    const purchase = await waitForAnalysis()
    await assert.rejects(analyse(purchase, behaviour), /the service is unavailable/)
    assert.equal((await stage.reload(purchase)).step, 'ASYNC_ANALYSE')
  }
})

test('after a quarter of an hour without an answer a person looks at the case', async () => {
  const purchase = await waitForAnalysis()
  await assert.rejects(analyse(purchase, answerStatus(500), 8))
  assert.equal((await analyse(purchase, answerStatus(500), 9)).step, 'DESK')
})

test('the analysis job exists as soon as the selfie does, and only once', async () => {
  const purchase = await waitForAnalysis()
  const jobs = await query(stage.app, 'SELECT id FROM jobs WHERE kind = $1 AND intent = $2', [
    ANALYSE_DOCUMENTS,
    purchase.id,
  ])
  assert.equal(jobs.length, 1)
})
