import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { createHttpBureau } from '../../src/domains/credit/http-bureau.ts'
import { answerStatus, answerWell, type Behaviour, startBureauServer } from './bureau-server.ts'

const applicant = {
  cpf: '52998224725',
  phone: '11987651234',
  email: 'maria@example.com',
  zipCode: '01310100',
}
const circuitOpen = { status: 'unavailable', reason: 'circuit-open' }

const OPEN_MS = 60_000

function guardedBureau(url: string, tryTimeoutMs = 10_000) {
  return createHttpBureau({
    url,
    token: 'a-token',
    tryTimeoutMs,
    totalDeadlineMs: 20_000,
    retries: 0,
    breakerFailures: 3,
    breakerOpenMs: OPEN_MS,
  })
}

/** Mocks only Date; timers keep real time. */
function letPauseEnd(t: TestContext): void {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + OPEN_MS + 1 })
}

const broken: Record<string, Behaviour> = {
  'server errors': answerStatus(500),
  'time-outs': () => undefined,
  'a refused token': answerStatus(401),
  garbage: response => void response.end('<html>'),
}
for (const [name, behaviour] of Object.entries(broken)) {
  test(`after repeated ${name} the circuit opens and the bureau is not called`, async () => {
    await using server = await startBureauServer(behaviour)
    const bureau = guardedBureau(server.url, name === 'time-outs' ? 300 : undefined)
    for (let failure = 0; failure < 3; failure++) await bureau.fetchReport(applicant)
    assert.equal(server.received.length, 3)
    const answers = await Promise.all(Array.from({ length: 20 }, () => bureau.fetchReport(applicant)))
    assert.deepEqual(answers, Array(20).fill(circuitOpen))
    assert.equal(server.received.length, 3)
  })
}

test('inquiries refused one by one never open the circuit for other people', async () => {
  await using server = await startBureauServer(answerStatus(422))
  const bureau = guardedBureau(server.url)
  for (let refusal = 0; refusal < 10; refusal++) await bureau.fetchReport(applicant)
  server.behaviour = answerWell
  assert.equal((await bureau.fetchReport(applicant)).status, 'ok')
})

test('retries count as tries: the circuit may open within one inquiry', async () => {
  await using server = await startBureauServer(answerStatus(500))
  const bureau = createHttpBureau({
    url: server.url,
    token: 't',
    retries: 10,
    retryDelayMs: 1,
    breakerFailures: 3,
  })
  assert.deepEqual(await bureau.fetchReport(applicant), circuitOpen)
  assert.equal(server.received.length, 3)
})

test('once the pause is over a single inquiry probes, and its failure opens the circuit again', async t => {
  await using server = await startBureauServer(answerStatus(500))
  const bureau = guardedBureau(server.url)
  for (let failure = 0; failure < 3; failure++) await bureau.fetchReport(applicant)
  letPauseEnd(t)
  const answers = await Promise.all(Array.from({ length: 10 }, () => bureau.fetchReport(applicant)))
  assert.equal(server.received.length, 4)
  assert.equal(
    answers.filter(answer => answer.status === 'unavailable' && answer.reason === 'circuit-open').length,
    9,
  )
})

test('a successful probe closes the circuit and everyone who waited is served', async t => {
  await using server = await startBureauServer(answerStatus(500))
  const bureau = guardedBureau(server.url)
  for (let failure = 0; failure < 3; failure++) await bureau.fetchReport(applicant)
  server.behaviour = answerWell
  assert.deepEqual(await bureau.fetchReport(applicant), circuitOpen)
  letPauseEnd(t)
  const answers = await Promise.all(Array.from({ length: 10 }, () => bureau.fetchReport(applicant)))
  assert.ok(answers.every(answer => answer.status === 'ok'))
  assert.equal(server.received.length, 13)
})
