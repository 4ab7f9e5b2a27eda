import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Event } from './generated.ts'

/** Anything that holds headers: of fetch, of node:http, of a framework. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface VerifyOptions {
  /** How old or how far ahead a message may be; five minutes when absent. */
  readonly toleranceSeconds?: number
  readonly now?: Date
}

/** The message cannot be trusted, or is too old. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

const PREFIX = 'whsec_'
const TOLERANCE_SECONDS = 300

/**
 * The event, when the message was signed with the endpoint's secret within the last minutes. `body` is what arrived, to the byte: parsing
 * and writing it again changes it. While a secret is being replaced, both may be given.
 */
export function verifyWebhook(
  headers: WebhookHeaders,
  body: string | Uint8Array,
  secret: string | readonly string[],
  { toleranceSeconds = TOLERANCE_SECONDS, now = new Date() }: VerifyOptions = {},
): Event {
  const id = readHeader(headers, 'webhook-id')
  const timestamp = readHeader(headers, 'webhook-timestamp')
  const signatures = readHeader(headers, 'webhook-signature')
  if (!/^[0-9]{1,12}$/.test(timestamp)) throw new WebhookError('webhook-timestamp is not a number of seconds')
  const ageSeconds = now.getTime() / 1_000 - Number(timestamp)
  if (Math.abs(ageSeconds) > toleranceSeconds)
    throw new WebhookError(ageSeconds > 0 ? 'the message is too old' : 'the message is from the future')
  const expected = [secret].flat().map(each => sign(each, `${id}.${timestamp}.`, body))
  const given = signatures.split(' ').flatMap(each => (each.startsWith('v1,') ? [decode(each.slice(3))] : []))
  // All are compared with all: how long it takes tells nothing.
  const matches = given.flatMap(one => expected.map(other => isSame(one, other)))
  if (!matches.includes(true)) throw new WebhookError('no signature fits the message')
  return parseEvent(body)
}

function readHeader(headers: WebhookHeaders, name: string): string {
  const value = isGetter(headers) ? headers.get(name) : findHeader(headers, name)
  const [first, ...more] = [value ?? []].flat()
  if (first === undefined || first === '') throw new WebhookError(`${name} is missing`)
  if (more.length > 0) throw new WebhookError(`${name} appears twice`)
  return first
}

function isGetter(headers: WebhookHeaders): headers is { get(name: string): string | null } {
  return typeof headers.get === 'function'
}

function findHeader(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  name: string,
): string | readonly string[] | undefined {
  return Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]
}

function sign(secret: string, head: string, body: string | Uint8Array): Uint8Array {
  const key = Buffer.from(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret, 'base64')
  if (key.length === 0) throw new TypeError('the secret of an endpoint begins with whsec_')
  return createHmac('sha256', key).update(head).update(body).digest()
}

const decode = (text: string): Uint8Array => Buffer.from(text, 'base64')

const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && timingSafeEqual(one, other)

function parseEvent(body: string | Uint8Array): Event {
  try {
    return JSON.parse(typeof body === 'string' ? body : Buffer.from(body).toString()) as Event
  } catch {
    throw new WebhookError('the message is not JSON')
  }
}
