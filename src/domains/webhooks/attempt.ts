import type { KeyObject } from 'node:crypto'
import type { Clock } from '../../kernel/clock.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { GuardedClient } from '../../platform/outbound/guarded-client.ts'
import type { OutboundAnswer } from '../../platform/outbound/receive-answer.ts'
import { type EndpointRow, endpointMac } from './endpoint-store.ts'
import { describeLostLane } from './lane-store.ts'
import type { DueDelivery, Outcome } from './queue-store.ts'
import { computeWaitMs, parseRetryAfterMs } from './schedule.ts'
import { computeSignature, openSecrets, readSigningKey } from './signature.ts'

export interface AttemptContext {
  readonly secrets: Secrets
  readonly clock: Clock
  readonly client: GuardedClient
}

/** An endpoint with everything that sending to it needs. */
export interface Receiver {
  readonly endpoint: EndpointRow
  readonly url: URL
  readonly keys: readonly KeyObject[]
}

export interface Attempted {
  readonly delivery: DueDelivery
  readonly outcome: Outcome
  readonly isGone: boolean
}

const GONE = 410
/** Enough to diagnose a failure. Lists show the first of them. */
const KEPT_ANSWER_BYTES = 4_096
const LISTED_ANSWER_BYTES = 1_024
const KEPT_HEADER_CHARACTERS = 1_024
const USER_AGENT = 'Crediario-Webhooks/1'

/** Undefined for an endpoint that somebody made or changed outside the program: nothing is sent there. */
export function findReceiver(secrets: Secrets, endpoint: EndpointRow, now: Date): Receiver | undefined {
  if (!endpointMac.isGenuine(secrets, endpoint)) return undefined
  try {
    const keys = openSecrets(secrets, endpoint, now).map(readSigningKey)
    return { endpoint, url: new URL(endpoint.url), keys }
  } catch {
    // The secret of another endpoint, or none at all.
    return undefined
  }
}

/** Throws when `maySend` forbade it: then there is no outcome. */
export async function attemptDelivery(
  context: AttemptContext,
  { url, keys, endpoint }: Receiver,
  delivery: DueDelivery,
  maySend: () => boolean,
): Promise<Attempted> {
  const { eventId: id, body } = delivery
  // Receivers compare it with their own clock, so it is real time even where the deployment's clock was moved.
  const timestampSeconds = Math.floor(Date.now() / 1000)
  const attemptedAt = context.clock.now()
  const headers = [
    'content-type',
    'application/json',
    'user-agent',
    USER_AGENT,
    'webhook-id',
    id,
    'webhook-timestamp',
    String(timestampSeconds),
    'webhook-signature',
    computeSignature(keys, { id, timestampSeconds, body }),
  ]
  const answer = await context.client.post({ url, body, maySend, headers })
  if (answer.wasSent === false) throw describeLostLane()
  const outcome = {
    eventId: id,
    attemptedAt,
    durationMs: answer.durationMs,
    httpStatus: answer.status,
    error: describeFailure(answer),
    answer: sealAnswer(context.secrets, endpoint.id, id, answer.body),
    headersBox: sealHeaders(context.secrets, endpoint.id, id, {
      sent: headers,
      received: listHeaders(answer.headers),
    }),
    ...decide(answer, delivery, context.clock),
  }
  return { delivery, outcome, isGone: answer.status === GONE }
}

function isGood({ status, error }: OutboundAnswer): boolean {
  return error === undefined && status !== undefined && status >= 200 && status < 300
}

function describeFailure(answer: OutboundAnswer): string | undefined {
  if (answer.error !== undefined) return answer.error
  if (isGood(answer)) return undefined
  const { status = 0 } = answer
  return status >= 300 && status < 400 ? 'redirects are not followed' : `answered ${status}`
}

function decide(
  answer: OutboundAnswer,
  { tries }: DueDelivery,
  clock: Clock,
): Pick<Outcome, 'status' | 'dueAt'> {
  if (isGood(answer)) return { status: 'delivered', dueAt: undefined }
  const waitMs = computeWaitMs(tries + 1, {
    chance: Math.random(),
    retryAfterMs: parseRetryAfterMs(answer.retryAfter, Date.now()),
  })
  if (answer.status === GONE || waitMs === undefined) return { status: 'failed', dueAt: undefined }
  return { status: 'pending', dueAt: new Date(clock.now().getTime() + waitMs) }
}

const answerContext = (endpointId: string, eventId: string): string =>
  `webhook_attempts.answer:${endpointId}:${eventId}`

function sealAnswer(
  secrets: Secrets,
  endpointId: string,
  eventId: string,
  body: Buffer | undefined,
): Buffer | undefined {
  if (body === undefined || body.length === 0) return undefined
  return seal(secrets.sealing, answerContext(endpointId, eventId), body.subarray(0, KEPT_ANSWER_BYTES))
}

export function openAnswer(secrets: Secrets, endpointId: string, eventId: string, box: Buffer): Buffer {
  return open(secrets.sealing, answerContext(endpointId, eventId), box)
}

/** As much as lists show. */
export function openListedAnswer(secrets: Secrets, endpointId: string, eventId: string, box: Buffer): string {
  return openAnswer(secrets, endpointId, eventId, box).subarray(0, LISTED_ANSWER_BYTES).toString('utf8')
}

/** Names and values, alternating. */
export interface ExchangedHeaders {
  readonly sent: readonly string[]
  readonly received: readonly string[]
}

const headersContext = (endpointId: string, eventId: string): string =>
  `webhook_attempts.headers:${endpointId}:${eventId}`

function sealHeaders(
  secrets: Secrets,
  endpointId: string,
  eventId: string,
  headers: ExchangedHeaders,
): Buffer {
  return seal(secrets.sealing, headersContext(endpointId, eventId), JSON.stringify(headers))
}

export function openHeaders(
  secrets: Secrets,
  endpointId: string,
  eventId: string,
  box: Buffer,
): ExchangedHeaders {
  const text = open(secrets.sealing, headersContext(endpointId, eventId), box).toString('utf8')
  return JSON.parse(text) as ExchangedHeaders
}

/** As many as fit: a receiver may send anything. */
function listHeaders(headers: OutboundAnswer['headers'] = {}): string[] {
  let room = KEPT_HEADER_CHARACTERS
  return Object.entries(headers)
    .flatMap(([name, value]) => [value ?? []].flat().map(each => [name, each] as const))
    .filter(([name, value]) => {
      room -= name.length + value.length
      return room >= 0
    })
    .flat()
}
