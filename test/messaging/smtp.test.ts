import assert from 'node:assert/strict'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { createSmtpTransport } from '../../src/domains/messaging/smtp.ts'
import { newId } from '../../src/kernel/ids.ts'
import { LOCALHOST_AUTHORITY, LOCALHOST_CERTIFICATE, LOCALHOST_KEY } from '../support/certificate.ts'

interface Received {
  readonly to: string[]
  readonly isSecure: boolean
  readonly user: string | undefined
  readonly source: string
}

const received: Received[] = []
const replies = new Map<string, number>()
let dataReply: number | undefined
let server: SMTPServer
let port: number

before(async () => {
  server = new SMTPServer({
    key: LOCALHOST_KEY,
    cert: LOCALHOST_CERTIFICATE,
    authOptional: true,
    disableReverseLookup: true,
    onAuth: ({ username, password }, _, done) =>
      password === 'pass:word' ? done(null, { user: username }) : done(failure(535)),
    onRcptTo({ address }, _, done) {
      const code = replies.get(address)
      done(code === undefined ? null : failure(code, address))
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        received.push({
          to: session.envelope.rcptTo.map(({ address }) => address),
          isSecure: session.secure,
          user: session.user as string | undefined,
          source: Buffer.concat(chunks).toString(),
        })
        done(dataReply === undefined ? null : failure(dataReply))
      })
    },
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  port = (server.server.address() as AddressInfo).port
})
after(() => new Promise<void>(resolve => server.close(resolve)))

function failure(responseCode: number, quoted = 'no'): Error {
  return Object.assign(new Error(`<${quoted}> refused`), { responseCode })
}

const FROM = 'Crediário <nao-responda@credito.example>'
const connect = (url: string, more: object = {}) =>
  createSmtpTransport({ url, from: FROM, trusted: { ca: LOCALHOST_AUTHORITY }, ...more })

function compose(to: string) {
  return {
    id: newId(),
    channel: 'EMAIL',
    purpose: 'CONTRACT',
    to,
    subject: 'Seu contrato da compra em São João',
    text: 'Olá, Maria!',
    html: '<p>Ol&#225;, Maria!</p>',
    expiresAt: undefined,
    attachment: { name: 'contrato.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.7 contract') },
  } as const
}

test('an e-mail goes over STARTTLS with both parts, its contract, our Message-ID and no reply wanted', async () => {
  const transport = connect(`smtp://maria%40loja:pass%3Aword@localhost:${port}`)
  const message = compose('maria@example.com')
  const delivery = await transport.deliver(message)
  transport.close()
  assert.deepEqual(delivery, { outcome: 'handed-over', providerId: `<${message.id}@credito.example>` })
  const [mail] = received.splice(0)
  assert.deepEqual([mail?.to, mail?.isSecure, mail?.user], [['maria@example.com'], true, 'maria@loja'])
  const source = mail?.source ?? ''
  for (const line of [
    new RegExp(`^Message-ID: <${message.id}@credito\\.example>`, 'm'),
    /^Auto-Submitted: auto-generated/m,
    /^From: =\?UTF-8\?\S+ <nao-responda@credito\.example>/m,
    /^Subject: =\?UTF-8\?/m,
    /^Content-Type: text\/plain; charset=utf-8/m,
    /^Content-Type: text\/html; charset=utf-8/m,
    /^Content-Type: application\/pdf; name=contrato\.pdf/m,
  ])
    assert.match(source, line)
  assert.ok(source.includes(message.attachment.bytes.toString('base64')))
})

test('a refused recipient and a refused message are refused for good, each with its kind', async () => {
  const transport = connect(`smtp://localhost:${port}`)
  replies.set('nobody@example.com', 550)
  assert.deepEqual(await transport.deliver(compose('nobody@example.com')), {
    outcome: 'refused',
    failure: 'ADDRESS_INVALID',
  })
  dataReply = 554
  assert.deepEqual(await transport.deliver(compose('maria@example.com')), {
    outcome: 'refused',
    failure: 'BLOCKED',
  })
  dataReply = undefined
  transport.close()
})

test('a full mailbox, a busy server and a wrong password may work later, and the error quotes no address', async () => {
  replies.set('full@example.com', 452)
  const full = connect(`smtp://localhost:${port}`)
  const wrong = connect(`smtp://maria:guess@localhost:${port}`)
  dataReply = undefined
  const errors = await Promise.all(
    [full.deliver(compose('full@example.com')), wrong.deliver(compose('maria@example.com'))].map(each =>
      each.then(
        () => assert.fail('delivered'),
        (error: unknown) => error,
      ),
    ),
  )
  dataReply = 451
  errors.push(await full.deliver(compose('maria@example.com')).catch((error: unknown) => error))
  dataReply = undefined
  for (const error of errors) {
    assert.ok(error instanceof Error && error.cause === undefined)
    assert.match(error.message, /^the mail server did not take the message: E\w+ [\w ]+ (452|451|535)$/)
  }
  full.close()
  wrong.close()
})

test('a certificate that nobody trusts, or an absent server, hands nothing over', async () => {
  received.length = 0
  const stranger = createSmtpTransport({ url: `smtp://localhost:${port}`, from: FROM })
  await assert.rejects(
    stranger.deliver(compose('maria@example.com')),
    /did not take the message: ESOCKET|ETLS/,
  )
  const absent = connect('smtp://127.0.0.1:1')
  await assert.rejects(absent.deliver(compose('maria@example.com')), /did not take the message: ESOCKET/)
  stranger.close()
  absent.close()
  assert.deepEqual(received, [])
})

test('a server that answers byte by byte is given up at the deadline', async () => {
  const sockets = new Set<Socket>()
  const slow = createServer(socket => {
    sockets.add(socket)
    const timer = setInterval(() => socket.write('2'), 20)
    socket.on('error', () => {}).on('close', () => clearInterval(timer))
  })
  await new Promise<void>(resolve => slow.listen(0, '127.0.0.1', resolve))
  const { port: slowPort } = slow.address() as AddressInfo
  const transport = connect(`smtp://127.0.0.1:${slowPort}`, { deadlineMs: 300 })
  await assert.rejects(
    transport.deliver(compose('maria@example.com')),
    /the mail server did not take the message/,
  )
  transport.close()
  for (const socket of sockets) socket.destroy()
  await new Promise<void>(resolve => slow.close(() => resolve()))
})
