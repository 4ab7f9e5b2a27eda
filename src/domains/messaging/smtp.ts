import type { SecureContextOptions } from 'node:tls'
import type { MessageFailure } from '../../contract/messages.ts'
import type { Delivery, MessageTransport, OutgoingMessage } from './message.ts'

interface SmtpAddress {
  /** smtps://user:password@host:465, or smtp://… with STARTTLS. */
  readonly url: string
  /** The sender, whose domain the mail server may send for. */
  readonly from: string
}

interface SmtpOptions extends SmtpAddress {
  /** Certificates that the mail server's is checked against, if not the usual ones. */
  readonly trusted?: Pick<SecureContextOptions, 'ca'>
  readonly deadlineMs?: number
}

const STEP_TIMEOUT_MS = 10_000
const DEADLINE_MS = 30_000
const MAX_CONNECTIONS = 4

/** Sends e-mails by a mail server, over connections that are kept. Only a server on this machine may do without TLS. */
export function createSmtpTransport({
  url,
  from,
  trusted,
  deadlineMs = DEADLINE_MS,
}: SmtpOptions): MessageTransport {
  const { hostname, port, protocol, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const settings = {
    pool: true as const,
    host: hostname.replaceAll(/[[\]]/g, ''),
    port: Number(port || (secure ? 465 : 587)),
    secure,
    requireTLS: !secure && !isThisMachine(hostname),
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    ...(trusted && { tls: trusted }),
    maxConnections: MAX_CONNECTIONS,
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    dnsTimeout: STEP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  // Only a program that sends e-mails loads the library, and before the first of them.
  const opening = import('nodemailer').then(({ createTransport }) => createTransport(settings))
  const domain = from
    .slice(from.lastIndexOf('@') + 1)
    .replaceAll('>', '')
    .trim()
  return {
    async deliver(message) {
      try {
        const { messageId } = await withDeadline(
          opening.then(mailer => mailer.sendMail(composeMail(message, from, domain))),
          deadlineMs,
        )
        return { outcome: 'handed-over', providerId: messageId }
      } catch (error) {
        return refuseOrThrow(error)
      }
    },
    close: () => void opening.then(mailer => mailer.close()),
  }
}

/** Message-ID is the id of the message, so a mailbox that gets it twice can show it once. */
function composeMail(message: OutgoingMessage, from: string, domain: string) {
  const { id, to, subject, text, html, attachment } = message
  return {
    from,
    to: { name: '', address: to },
    subject: subject ?? '',
    text,
    ...(html === undefined ? {} : { html }),
    messageId: `<${id}@${domain}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(attachment && {
      attachments: [{ filename: attachment.name, contentType: attachment.type, content: attachment.bytes }],
    }),
  }
}

interface SmtpError {
  readonly code?: unknown
  readonly command?: unknown
  readonly responseCode?: unknown
}

/**
 * A reply of 5xx to the recipient or to the message is for good; 4xx is a request to try later (RFC 5321, 4.2.1). Any
 * other failure, a rejected password included, says nothing about the message.
 */
function refuseOrThrow(error: unknown): Delivery {
  const { code, command, responseCode } = error as SmtpError
  const isPermanent = typeof responseCode === 'number' && responseCode >= 500
  const failure = isPermanent ? FAILURES[String(command)] : undefined
  if (failure !== undefined) return { outcome: 'refused', failure }
  // An invalid address never reaches a server.
  if (code === 'EENVELOPE' && responseCode === undefined)
    return { outcome: 'refused', failure: 'ADDRESS_INVALID' }
  const reason = [code, command, responseCode].filter(
    each => typeof each === 'string' || typeof each === 'number',
  )
  throw new Error(`the mail server did not take the message: ${reason.join(' ') || 'unknown'}`)
}

const FAILURES: Readonly<Record<string, MessageFailure>> = {
  'RCPT TO': 'ADDRESS_INVALID',
  DATA: 'BLOCKED',
}

/** A server that sends its answers byte by byte passes every time-out of a single step. */
async function withDeadline<Result>(sending: Promise<Result>, deadlineMs: number): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('deadline passed')), deadlineMs)
  try {
    return await Promise.race([sending, promise])
  } finally {
    clearTimeout(timer)
    void sending.catch(() => {})
  }
}

function isThisMachine(hostname: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
}
