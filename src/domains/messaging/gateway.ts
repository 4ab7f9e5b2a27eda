import { MESSAGE_FAILURES } from '../../contract/messages.ts'
import {
  type CallLimits,
  createJsonService,
  type ServiceAddress,
} from '../../platform/outbound/json-service.ts'
import type { Delivery, MessageReceipt, MessageTransport, OutgoingMessage } from './message.ts'

/*
 * What a service that sends messages, or the gateway in front of one, must speak; docs/ports/messages.json describes
 * the same for programs:
 *
 *   POST <MESSAGES_URL>
 *   Authorization: Bearer <MESSAGES_TOKEN>
 *   Content-Type: application/json
 *   Idempotency-Key: <id>     the same whenever the same message is sent again, so the customer gets it once
 *
 *   {"channel": "SMS" | "EMAIL", "to": "11987651234", "text": "…", "purpose": "CODE" | "CONTRACT" | …,
 *    "subject"?, "html"?, "expiresAt"?, "attachments"?: [{"name", "type", "content" (base64)}]}
 *
 * Any of 200, 201, 202 and 204 means that the service has accepted the message. The answer may be empty, or
 * {"id"?: "the service's own", "failure"?: "ADDRESS_INVALID" | "OPTED_OUT" | "BLOCKED" | "EXPIRED"}: with a failure the
 * message is not sent again. Every other status is an outage, and the message is sent again later.
 *
 *   POST <MESSAGES_URL>/receipts
 *   {"key": "the Idempotency-Key of the message", "id"?: "the service's own"}
 *
 * 200 with {"state": "DELIVERED", "deliveredAt": "2026-04-27T12:00:00Z", …} proves the delivery: the answer is stored as
 * it is. Any other state, and 404, says that it is not known. Only formal notices are asked for.
 */
const DEFAULTS: CallLimits = {
  tryTimeoutMs: 5_000,
  totalDeadlineMs: 12_000,
  retries: 1,
  retryDelayMs: 200,
  breakerFailures: 10,
  breakerOpenMs: 5_000,
}

export function createGatewayTransport(options: ServiceAddress & Partial<CallLimits>): MessageTransport {
  const service = createJsonService({
    ...DEFAULTS,
    ...options,
    parse: parseGatewayAnswer,
    successes: [200, 201, 202, 204],
  })
  const receipts = createJsonService({
    ...DEFAULTS,
    ...options,
    url: `${options.url.replace(/\/+$/, '')}/receipts`,
    parse: text => ({ receipt: parseReceipt(text) }),
    successes: [200, 404],
  })
  return {
    deliver: message => service.ask(composeGatewayRequest(message), message.id),
    async findReceipt({ id: key, providerId: id }) {
      return (await receipts.ask({ key, ...(id === undefined ? {} : { id }) }, key)).receipt
    },
    close() {},
  }
}

const LONGEST_RECEIPT = 2_000

/** Undefined for anything that does not say when the message was delivered. */
function parseReceipt(text: string): MessageReceipt | undefined {
  const { state, deliveredAt } = parseObject(text)
  const at = typeof deliveredAt === 'string' ? new Date(deliveredAt) : undefined
  if (state !== 'DELIVERED' || at === undefined || Number.isNaN(at.getTime())) return undefined
  return { deliveredAt: at, text: text.slice(0, LONGEST_RECEIPT) }
}

function composeGatewayRequest(message: OutgoingMessage): Readonly<Record<string, unknown>> {
  const { channel, to, text, purpose, subject, html, expiresAt, attachment } = message
  return {
    channel,
    to,
    text,
    purpose,
    ...(subject === undefined ? {} : { subject }),
    ...(html === undefined ? {} : { html }),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
    ...(attachment && {
      attachments: [
        { name: attachment.name, type: attachment.type, content: attachment.bytes.toString('base64') },
      ],
    }),
  }
}

const MAX_ID_LENGTH = 200

/** A gateway that answers 202 has accepted the message, whatever its body says. */
export function parseGatewayAnswer(text: string): Delivery {
  const { id, failure } = parseObject(text)
  const known = MESSAGE_FAILURES.find(each => each === failure && each !== 'UNAVAILABLE')
  if (known !== undefined) return { outcome: 'refused', failure: known }
  return { outcome: 'handed-over', ...(typeof id === 'string' && { providerId: id.slice(0, MAX_ID_LENGTH) }) }
}

function parseObject(text: string): {
  readonly id?: unknown
  readonly failure?: unknown
  readonly state?: unknown
  readonly deliveredAt?: unknown
} {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
