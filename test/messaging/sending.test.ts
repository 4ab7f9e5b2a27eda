import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { RequestError } from '../../src/contract/errors.ts'
import type { MessageFailure, MessagePurpose } from '../../src/contract/messages.ts'
import { composeMessage } from '../../src/domains/messaging/compose-message.ts'
import { createGatewayTransport } from '../../src/domains/messaging/gateway.ts'
import type { Message } from '../../src/domains/messaging/message.ts'
import { createOutbox, SEND_MESSAGE } from '../../src/domains/messaging/outbox.ts'
import { createMessageSender } from '../../src/domains/messaging/sender.ts'
import {
  forgetMessageRows as forgetMessages,
  optIn,
  optOut,
  parseAddress,
  removeOldCodes,
  removeOldMessages,
} from '../../src/domains/messaging/store.ts'
import { newId } from '../../src/kernel/ids.ts'
import { deriveSecrets } from '../../src/platform/crypto/secrets.ts'
import { createJobRunner, type JobRunner } from '../../src/platform/jobs/runner.ts'
import { createLog } from '../../src/platform/telemetry/log.ts'
import { findSandboxCode, listSandboxMessages } from '../../src/sandbox/sandbox-message-store.ts'
import {
  answerStatus,
  type Behaviour,
  type BureauServer,
  inSequence,
  startBureauServer,
} from '../quoting/bureau-server.ts'
import { TestClock } from '../support/app.ts'
import { openTestDatabase, type TestDatabase } from '../support/database.ts'

const secrets = deriveSecrets(Buffer.alloc(32, 7))
const retailerId = newId()
const clock = new TestClock()
const lines: string[] = []
let db: TestDatabase
let server: BureauServer
let jobs: JobRunner

before(async () => {
  db = await openTestDatabase()
  server = await startBureauServer()
  const limits = { tryTimeoutMs: 2_000, totalDeadlineMs: 6_000, retries: 0, breakerFailures: 1_000 }
  const gateway = createGatewayTransport({ url: server.url, token: 'secret', ...limits })
  const send = createMessageSender({
    database: db.database,
    secrets,
    transports: { SMS: gateway, EMAIL: gateway },
    findAttachment: async (_, transactionId) => ({
      name: 'contrato.pdf',
      type: 'application/pdf',
      bytes: Buffer.from(`contract ${transactionId}`),
    }),
  })
  const log = createLog({ level: 'trace', destination: { write: line => void lines.push(line) } })
  jobs = createJobRunner({ database: db.database, clock, log })
  jobs.register({ [SEND_MESSAGE]: (payload, { attempt }) => send(payload, { now: clock.now(), attempt }) })
})
after(async () => {
  await server[Symbol.asyncDispose]()
  await db.close()
})

const outbox = createOutbox(secrets, ['SMS', 'EMAIL'])
let phones = 0
const newPhone = (): string => `119876${String(++phones).padStart(5, '0')}`

const answer =
  (body: unknown): Behaviour =>
  response => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
  }

function composeCode(phone: string, code = '123456', expiresAt = new Date(clock.now().getTime() + 600_000)) {
  const envelope = {
    retailerId,
    channel: 'SMS',
    to: phone,
    phone,
    code: { id: newId(), code },
    expiresAt,
  } as const
  return composeMessage('code', { code, use: 'phone' }, envelope)
}

/** There is no template for reminders yet; their hours and the list of those who want none exist. */
function composeFor(purpose: MessagePurpose, phone: string): Message {
  return { ...composeCode(phone), purpose, text: 'Oi' }
}

const post = (message: Message): Promise<void> =>
  db.database.transaction(tx => outbox.post(tx, message, clock.now()))
const list = (to: string) => listSandboxMessages(db.database, secrets, retailerId, { channel: 'SMS', to })
const countSent = (): number => server.received.length

async function run(behaviour: Behaviour): Promise<number> {
  server.behaviour = behaviour
  server.received.length = 0
  return jobs.runDueJobs()
}

test('a message waits sealed until its commit, is sent once with its id as the key, and is then HANDED_OVER', async () => {
  const phone = newPhone()
  await assert.rejects(
    db.database.transaction(async tx => {
      await outbox.post(tx, composeCode(phone), clock.now())
      throw new Error('rolled back')
    }),
    /rolled back/,
  )
  await post(composeCode(phone))
  const [queued, ...others] = await list(phone)
  assert.deepEqual([queued?.state, others.length], ['QUEUED', 0])
  const rows = await db.database.run(
    {
      name: '',
      text: 'SELECT (SELECT json_agg(m::text) FROM messages m) m, (SELECT json_agg(j::text) FROM jobs j) j',
    },
    [],
  )
  assert.doesNotMatch(JSON.stringify(rows), new RegExp(`${phone}|123456|codigo`))
  await run(answer({ id: 'provider-7' }))
  assert.equal(countSent(), 1)
  const [{ headers, body } = { headers: {}, body: '' }] = server.received
  assert.equal(headers['idempotency-key'], queued?.id)
  assert.equal(headers.authorization, 'Bearer secret')
  const sent = JSON.parse(body) as Record<string, string>
  assert.deepEqual(
    [sent.channel, sent.to, sent.purpose, Object.keys(sent).sort().join()],
    ['SMS', phone, 'CODE', 'channel,expiresAt,purpose,text,to'],
  )
  assert.match(String(sent.text), /^123456 e o seu codigo para confirmar seu celular/)
  assert.equal((await list(phone))[0]?.state, 'HANDED_OVER')
  assert.equal(await run(answer({})), 0)
})

test('an outage is retried with the same body and key; old gateways that answer anything have accepted', async () => {
  const phone = newPhone()
  await post(composeCode(phone))
  await run(inSequence(answerStatus(503), answerStatus(400), answerStatus(204)))
  assert.deepEqual([countSent(), (await list(phone))[0]?.state], [1, 'QUEUED'])
  for (const waits of [1, 2]) {
    clock.advance({ ms: 10_000 })
    await jobs.runDueJobs()
    assert.equal(countSent(), 1 + waits)
  }
  assert.equal(new Set(server.received.map(({ headers }) => headers['idempotency-key'])).size, 1)
  assert.equal(new Set(server.received.map(({ body }) => body)).size, 1)
  assert.equal((await list(phone))[0]?.state, 'HANDED_OVER')
})

test('what the gateway refuses for good fails with its kind and is not sent again', async () => {
  for (const failure of ['ADDRESS_INVALID', 'BLOCKED', 'EXPIRED'] satisfies MessageFailure[]) {
    const phone = newPhone()
    await post(composeCode(phone))
    await run(answer({ failure }))
    const [message] = await list(phone)
    assert.deepEqual([message?.state, message?.failure], ['FAILED', failure])
    assert.equal(await run(answer({})), 0)
  }
})

test('a code that has expired is not sent any more', async () => {
  const phone = newPhone()
  await post(composeCode(phone))
  clock.advance({ minutes: 10 })
  await run(answer({}))
  assert.equal(countSent(), 0)
  assert.deepEqual(
    (await list(phone)).map(({ state, failure }) => [state, failure]),
    [['FAILED', 'EXPIRED']],
  )
})

test('after the last attempt a message is UNAVAILABLE, and is sent when an operator revives its job', async () => {
  const phone = newPhone()
  const { expiresAt: _, ...message } = composeCode(phone)
  await post(message)
  server.behaviour = answerStatus(500)
  for (let attempt = 1; attempt <= 12; attempt++) {
    await jobs.runDueJobs()
    clock.advance({ hours: 2 })
  }
  assert.equal((await list(phone))[0]?.failure, 'UNAVAILABLE')
  assert.equal(await jobs.runDueJobs(), 0)
  await db.database.run(
    { name: '', text: 'UPDATE jobs SET dead_at = NULL, attempts = 0 WHERE dead_at IS NOT NULL' },
    [],
  )
  await run(answer({}))
  const [sent] = await list(phone)
  assert.deepEqual([sent?.state, sent?.failure], ['HANDED_OVER', undefined])
})

test('reminders wait for lawful hours, also when an outage has carried them into the night', async () => {
  const phone = newPhone()
  clock.advance({ ms: Date.parse('2026-06-13T14:30:00-03:00') - clock.now().getTime() })
  await post({ ...composeFor('REMINDER', phone), expiresAt: new Date('2026-06-30T12:00:00Z') })
  assert.equal(await run(answer({})), 0, 'Saturday afternoon')
  clock.advance({ ms: Date.parse('2026-06-15T07:59:59-03:00') - clock.now().getTime() })
  assert.equal(await run(answer({})), 0, 'Monday, a second too early')
  clock.advance({ ms: 1_000 })
  await run(answerStatus(503))
  assert.deepEqual([countSent(), (await list(phone))[0]?.state], [1, 'QUEUED'])
  clock.advance({ ms: Date.parse('2026-06-15T20:00:00-03:00') - clock.now().getTime() })
  await run(answer({}))
  assert.deepEqual([countSent(), (await list(phone))[0]?.state], [0, 'QUEUED'])
  clock.advance({ hours: 12 })
  await run(answer({}))
  assert.deepEqual([countSent(), (await list(phone))[0]?.state], [1, 'HANDED_OVER'])
})

test('whoever opted out gets no reminder and no collection message, but codes and contracts', async () => {
  clock.advance({ ms: Date.parse('2026-06-16T10:00:00-03:00') - clock.now().getTime() })
  const phone = newPhone()
  const address = parseAddress(`+55 (${phone.slice(0, 2)}) ${phone.slice(2, 7)}-${phone.slice(7)}`)
  assert.deepEqual(address, { channel: 'SMS', to: phone })
  assert.equal(await optOut(db.database, secrets, { channel: 'SMS', to: phone }, clock.now()), true)
  assert.equal(await optOut(db.database, secrets, { channel: 'SMS', to: phone }, clock.now()), false)
  for (const purpose of ['REMINDER', 'COLLECTION', 'CODE', 'CONTRACT'] as const)
    await post(composeFor(purpose, phone))
  await run(answer({}))
  const listed = (await list(phone)).map(({ purpose, failure }) => [purpose, failure])
  assert.deepEqual(listed, [
    ['CONTRACT', undefined],
    ['CODE', undefined],
    ['COLLECTION', 'OPTED_OUT'],
    ['REMINDER', 'OPTED_OUT'],
  ])
  assert.equal(await optIn(db.database, secrets, { channel: 'SMS', to: phone }), true)
  await post(composeFor('REMINDER', phone))
  await run(answer({}))
  assert.equal((await list(phone))[0]?.state, 'HANDED_OVER')
})

test('whom the provider reports as opted out is on our list from then on, for that channel', async () => {
  const phone = newPhone()
  await post(composeFor('REMINDER', phone))
  await run(answer({ failure: 'OPTED_OUT' }))
  await post(composeFor('REMINDER', phone))
  await run(answer({}))
  assert.equal(countSent(), 0)
  assert.deepEqual(
    (await list(phone)).map(({ failure }) => failure),
    ['OPTED_OUT', 'OPTED_OUT'],
  )
  const text = 'SELECT source, channel FROM message_opt_outs'
  assert.deepEqual(await db.database.run({ name: '', text }, []), [{ source: 'provider', channel: 'SMS' }])
  for (const bad of ['', 'maria', '123', 'a@', '(11) 98765']) assert.equal(parseAddress(bad), undefined, bad)
})

test('the same intent is one message, however often it is posted; an e-mail carries its contract', async () => {
  const phone = newPhone()
  const facts = {
    shop: 'Loja',
    customerName: 'Maria',
    accountUrl: 'https://credito.example/minha-conta',
    installments: 3,
    installmentCentavos: 1000,
    totalCentavos: 3000,
    cetPA: 12.5,
  }
  const transactionId = newId()
  const envelope = { retailerId, transactionId, channel: 'EMAIL', to: 'Maria@example.com', phone } as const
  for (const _ of [1, 2])
    await post(
      composeMessage('contract-signed', facts, { ...envelope, intent: `contract-signed:${transactionId}` }),
    )
  await run(answer({}))
  assert.equal(countSent(), 1)
  const sent = JSON.parse(server.received[0]?.body ?? '{}') as {
    subject: string
    html: string
    attachments: { name: string; content: string }[]
  }
  assert.equal(sent.subject, 'Seu contrato da compra na Loja')
  assert.match(sent.html, /^<!doctype html>/)
  assert.equal(sent.attachments[0]?.name, 'contrato.pdf')
  assert.equal(
    Buffer.from(sent.attachments[0]?.content ?? '', 'base64').toString(),
    `contract ${transactionId}`,
  )
  const byMail = await listSandboxMessages(db.database, secrets, retailerId, {
    channel: 'EMAIL',
    to: 'maria@EXAMPLE.com',
  })
  assert.deepEqual(
    byMail.map(({ template, subject }) => [template, subject]),
    [['contract-signed', 'Seu contrato da compra na Loja']],
  )
  assert.equal((await list(phone)).length, 1, 'a phone finds the e-mails to its owner')
})

test('a channel that nothing sends on is refused before anything is stored', async () => {
  const mailOnly = createOutbox(secrets, ['EMAIL'])
  const phone = newPhone()
  await assert.rejects(
    db.database.transaction(tx => mailOnly.post(tx, composeCode(phone), clock.now())),
    (error: unknown) => error instanceof RequestError && error.status === 503,
  )
  assert.deepEqual(await list(phone), [])
})

test('messages are listed newest first, for their retailer only', async () => {
  const phone = newPhone()
  for (const code of ['111111', '222222', '333333']) await post(composeCode(phone, code))
  assert.deepEqual(
    (await list(phone)).map(({ code }) => code),
    ['333333', '222222', '111111'],
  )
  assert.deepEqual(
    await listSandboxMessages(db.database, secrets, newId(), { channel: 'SMS', to: phone }),
    [],
  )
  assert.equal(await findSandboxCode(db.database, secrets, newId()), undefined)
})

test('whoever is forgotten leaves no message and no place on the list; codes are removed after a month', async () => {
  const phone = newPhone()
  await post(composeCode(phone))
  await optOut(db.database, secrets, { channel: 'SMS', to: phone }, clock.now())
  await db.database.transaction(tx => forgetMessages(tx, [secrets.computeBlindIndex('phone', phone)], []))
  assert.deepEqual(await list(phone), [])
  assert.equal(await optIn(db.database, secrets, { channel: 'SMS', to: phone }), false)
  const count = async (): Promise<unknown> =>
    (
      await db.database.run(
        { name: '', text: 'SELECT count(*)::int AS n FROM messages WHERE purpose = $1' },
        ['CODE'],
      )
    )[0]
  const later = new Date(clock.now().getTime() + 32 * 86_400_000)
  assert.ok((await removeOldCodes(db.database, later)) > 0)
  assert.deepEqual(await count(), { n: 0 })
  assert.ok((await removeOldMessages(db.database, later)) > 0)
  assert.deepEqual(await db.database.run({ name: '', text: 'SELECT id FROM messages' }, []), [])
})

test('no address, code or text of a message is in the log', () => {
  assert.match(lines.join(''), /job failed/)
  assert.doesNotMatch(lines.join(''), /119876\d{5}|123456|codigo|earlier|example\.com/i)
})
