import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { MESSAGE_FAILURES } from '../../contract/messages.ts'
import {
  type CallLimits,
  createJsonService,
  type ServiceAddress,
} from '../../platform/outbound/json-service.ts'
import { parseJson } from '../../platform/outbound/oauth-session.ts'
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
const Receipt = Compile(Type.Object({ state: Type.Literal('DELIVERED'), deliveredAt: Type.String() }))

/** Undefined for anything that does not say when the message was delivered. */
function parseReceipt(text: string): MessageReceipt | undefined {
  const body = parseJson(text)
  if (!Receipt.Check(body)) return undefined
  const deliveredAt = new Date(body.deliveredAt)
  return Number.isNaN(deliveredAt.getTime())
    ? undefined
    : { deliveredAt, text: text.slice(0, LONGEST_RECEIPT) }
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
const Failed = Compile(
  Type.Object({ failure: Type.Exclude(Type.Enum(MESSAGE_FAILURES), Type.Literal('UNAVAILABLE')) }),
)
const WithId = Compile(Type.Object({ id: Type.String() }))

/** A gateway that answers 202 has accepted the message, whatever its body says. */
export function parseGatewayAnswer(text: string): Delivery {
  const body = parseJson(text)
  if (Failed.Check(body)) return { outcome: 'refused', failure: body.failure }
  return {
    outcome: 'handed-over',
    ...(WithId.Check(body) && { providerId: body.id.slice(0, MAX_ID_LENGTH) }),
  }
}
