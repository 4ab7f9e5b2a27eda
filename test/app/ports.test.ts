import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { Compile } from 'typebox/schema'
import { createHttpListings, parseListingAnswer } from '../../src/domains/collection/http-listings.ts'
import { CPF_STATUSES } from '../../src/domains/credit/bureau.ts'
import { createHttpBureau, parseBureauResponse } from '../../src/domains/credit/http-bureau.ts'
import { createGatewayTransport, parseGatewayAnswer } from '../../src/domains/messaging/gateway.ts'
import { createHttpAnalysis, parseAnalysisAnswer } from '../../src/domains/onboarding/analysis.ts'
import { parseCalendarDate } from '../../src/kernel/calendar-date.ts'
import { type BureauServer, startBureauServer } from '../quoting/bureau-server.ts'

type Port = 'bureau' | 'analysis' | 'messages' | 'listings'

interface Operation {
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: object } } }
  readonly responses: Readonly<
    Record<string, { readonly content?: { readonly 'application/json': { readonly schema: object } } }>
  >
}

const folder = join(import.meta.dirname, '../../docs/ports')
const applicant = {
  cpf: '52998224725',
  phone: '11987651234',
  email: 'maria@example.com',
  zipCode: '01310100',
}
const picture = Buffer.from('a picture')
const document = {
  id: '0123456789abcdef01234567',
  kind: 'front',
  mediaType: 'image/jpeg',
  sha256: createHash('sha256').update(picture).digest('hex'),
  bytes: picture.length,
  receivedAt: new Date(),
} as const
const about = {
  transactionId: 'abcdefabcdefabcdefabcdef',
  cpf: applicant.cpf,
  name: 'Maria',
  documents: [document],
  openPicture: async () => picture,
}
const message = {
  id: '0123456789abcdef01234567',
  channel: 'EMAIL',
  purpose: 'CONTRACT',
  to: 'maria@example.com',
  subject: 'Seu contrato',
  text: 'Olá',
  html: '<p>Olá</p>',
  expiresAt: new Date(Date.now() + 60_000),
  attachment: { name: 'contrato.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF') },
} as const

const debt = {
  key: '0123456789abcdef01234568',
  cpf: applicant.cpf,
  name: 'Maria',
  contract: about.transactionId,
  contractDate: parseCalendarDate('2026-03-10'),
  dueDate: parseCalendarDate('2026-04-09'),
  amountCentavos: 20_261,
  noticedAt: new Date('2026-04-24T15:00:00Z'),
}

let gateway: ChildProcess
let base: string
let recorder: BureauServer

before(async () => {
  recorder = await startBureauServer()
  const env = { ...process.env, PORT: '0', TOKEN: 'secret' }
  gateway = spawn(process.execPath, [join(folder, 'reference-gateway.mjs')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  assert.ok(gateway.stdout)
  const [line] = (await once(gateway.stdout, 'data', { signal: AbortSignal.timeout(20_000) })) as [Buffer]
  base = /http:\S+/.exec(line.toString())?.[0] ?? ''
})
after(async () => {
  gateway.kill()
  await recorder[Symbol.asyncDispose]()
})

function readOperation(port: Port): Operation {
  const text = readFileSync(join(folder, `${port}.json`), 'utf8')
  const { openapi, paths } = JSON.parse(text) as {
    openapi: string
    paths: Record<string, { post: Operation }>
  }
  assert.match(openapi, /^3\.1\./)
  const operation = paths[`/${port}`]?.post
  assert.ok(operation)
  return operation
}

const compileRequest = (port: Port) =>
  Compile(readOperation(port).requestBody.content['application/json'].schema)
const compileAnswer = (port: Port) =>
  Compile(readOperation(port).responses['200']?.content?.['application/json'].schema ?? {})

const calls: Record<Port, (url: string) => Promise<unknown>[]> = {
  bureau: url => [createHttpBureau({ url, token: 'secret', retries: 0 }).fetchReport(applicant)],
  analysis(url) {
    const analysis = createHttpAnalysis({ url, token: 'secret', retries: 0 })
    const { name: _, ...unnamed } = about
    return [
      analysis.analyse(about),
      analysis.analyse(unnamed),
      analysis.followUp(about.transactionId, 'case-7'),
    ]
  },
  messages(url) {
    const transport = createGatewayTransport({ url, token: 'secret', retries: 0 })
    const { id, purpose, to, text } = message
    const plain = {
      id,
      purpose,
      to,
      text,
      channel: 'SMS',
      expiresAt: undefined,
      attachment: undefined,
    } as const
    return [transport.deliver(message), transport.deliver(plain)]
  },
  listings(url) {
    const listings = createHttpListings({ url, token: 'secret', retries: 0 })
    const { name: _, ...unnamed } = debt
    return [
      listings.list(debt),
      listings.list({ ...unnamed, name: undefined }),
      listings.remove(debt.key),
      listings.find(debt.key),
    ]
  },
}

for (const port of ['bureau', 'analysis', 'messages', 'listings'] as const)
  test(`every request to the port ${port} is one of its contract, which refuses any other member`, async () => {
    const request = compileRequest(port)
    recorder.received.length = 0
    recorder.behaviour = response => void response.writeHead(400).end()
    await Promise.allSettled(calls[port](recorder.url))
    assert.ok(recorder.received.length > 0)
    for (const { body, headers } of recorder.received) {
      const sent = JSON.parse(body) as object
      assert.ok(request.Check(sent), body)
      assert.ok(!request.Check({ ...sent, extra: 1 }))
      assert.match(String(headers['idempotency-key']), /^.{1,200}$/)
    }
  })

test('the reference gateway answers the adapters, and its answers are those of the contracts', async () => {
  const bureau = createHttpBureau({ url: `${base}/bureau`, token: 'secret' })
  const answer = await bureau.fetchReport(applicant)
  assert.ok(answer.status === 'ok', JSON.stringify(answer))
  assert.deepEqual(
    [answer.report.cpfStatus, answer.report.name, answer.report.isPep, answer.report.fraudAlerts],
    ['REGULAR', 'Maria da Conceição Araújo', false, []],
  )
  const analysis = createHttpAnalysis({ url: `${base}/analysis`, token: 'secret' })
  const pending = await analysis.analyse(about)
  assert.ok(pending.status === 'PENDING')
  const done = await analysis.followUp(about.transactionId, pending.reference)
  assert.ok(done.status === 'DONE')
  assert.deepEqual([done.result, done.checks.faceMatch, done.checks.nameMatch], ['passed', 'pass', undefined])
  const transport = createGatewayTransport({ url: `${base}/messages`, token: 'secret' })
  assert.deepEqual(await transport.deliver(message), {
    outcome: 'handed-over',
    providerId: `example-${message.id}`,
  })
  const receipt = await transport.findReceipt?.({ id: message.id, providerId: undefined, at: new Date() })
  assert.match(receipt?.text ?? '', /DELIVERED/)
  assert.ok(receipt && Math.abs(receipt.deliveredAt.getTime() - Date.now()) < 60_000)
  const listings = createHttpListings({ url: `${base}/listings`, token: 'secret' })
  const states: string[] = []
  for (const step of [
    listings.find,
    () => listings.list(debt),
    listings.find,
    listings.remove,
    listings.find,
  ]) {
    const listed = await step(debt.key)
    states.push(listed.outcome === 'done' ? listed.listing.state : listed.outcome)
  }
  assert.deepEqual(states, ['NONE', 'LISTED', 'LISTED', 'REMOVED', 'REMOVED'])
  const bodies: Record<Port, object> = {
    bureau: applicant,
    analysis: { transactionId: 'x', cpf: applicant.cpf, documents: [] },
    messages: { channel: 'SMS', to: '11987651234', text: 'Oi' },
    listings: { operation: 'FIND', key: debt.key },
  }
  for (const port of ['bureau', 'analysis', 'messages', 'listings'] as const) {
    const ask = (token: string) =>
      fetch(`${base}/${port}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': `key-${port}` },
        body: JSON.stringify(bodies[port]),
      })
    const given: unknown = await (await ask('secret')).json()
    assert.ok(compileAnswer(port).Check(given), JSON.stringify(given))
    assert.equal((await ask('guess')).status, 401)
  }
  assert.equal((await fetch(`${base}/other`, { method: 'POST' })).status, 404)
})

test('the reference gateway does not send a message again whose request is repeated', async () => {
  const transport = createGatewayTransport({ url: `${base}/messages`, token: 'secret' })
  const expiring = { ...message, id: 'a'.repeat(24), expiresAt: new Date(Date.now() + 2_000) }
  const first = await transport.deliver(expiring)
  assert.equal(first.outcome, 'handed-over')
  await new Promise(resolve => setTimeout(resolve, 2_100))
  assert.deepEqual(await transport.deliver(expiring), first)
  const late = { ...expiring, id: 'b'.repeat(24) }
  assert.deepEqual(await transport.deliver(late), { outcome: 'refused', failure: 'EXPIRED' })
})

test('what a contract allows is what the parsers read, and what it requires they require', () => {
  const old = { score: 700, birthDate: '1990-05-17', reference: 'r' }
  const bureau = compileAnswer('bureau')
  for (const cpfStatus of [...CPF_STATUSES, 'UNKNOWN']) {
    assert.ok(bureau.Check({ ...old, cpfStatus }))
    const report = parseBureauResponse(JSON.stringify({ ...old, cpfStatus }))
    assert.equal(report?.cpfStatus, cpfStatus === 'UNKNOWN' ? undefined : cpfStatus)
  }
  for (const member of Object.keys(old)) {
    const { [member as keyof typeof old]: _, ...less } = old
    assert.ok(!bureau.Check(less))
    assert.equal(parseBureauResponse(JSON.stringify(less)), undefined)
  }
  const analysis = compileAnswer('analysis')
  for (const body of [{ result: 'passed' }, { status: 'PENDING', reference: 'x' }]) {
    assert.ok(analysis.Check(body))
    assert.ok(parseAnalysisAnswer(JSON.stringify(body)))
  }
  for (const body of [{}, { result: 'maybe' }, { status: 'PENDING' }, { status: 'PENDING', reference: '' }]) {
    assert.ok(!analysis.Check(body), JSON.stringify(body))
    assert.equal(parseAnalysisAnswer(JSON.stringify(body)), undefined)
  }
  const messages = compileAnswer('messages')
  for (const failure of ['ADDRESS_INVALID', 'OPTED_OUT', 'BLOCKED', 'EXPIRED'] as const) {
    assert.ok(messages.Check({ failure }))
    assert.deepEqual(parseGatewayAnswer(JSON.stringify({ failure })), { outcome: 'refused', failure })
  }
  const listings = compileAnswer('listings')
  for (const state of ['LISTED', 'REMOVED', 'NONE', 'REFUSED']) {
    const body = { key: debt.key, state }
    assert.ok(listings.Check(body))
    assert.equal(parseListingAnswer(JSON.stringify(body))?.answeredKey, debt.key)
  }
  for (const body of [
    {},
    { state: 'LISTED' },
    { key: debt.key, state: 'MAYBE' },
    { key: 7, state: 'NONE' },
  ]) {
    assert.ok(!listings.Check(body), JSON.stringify(body))
    assert.equal(parseListingAnswer(JSON.stringify(body)), undefined)
  }
  for (const text of ['', 'ok', '[]', 'null', '{"failure":"UNAVAILABLE"}', '{"failure":7}'])
    assert.equal(parseGatewayAnswer(text).outcome, 'handed-over', text)
})
