import { newId } from '../../kernel/ids.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { enqueueJob } from '../../platform/jobs/queue.ts'
import {
  type CallLimits,
  createJsonService,
  type ServiceAddress,
} from '../../platform/outbound/json-service.ts'
import { CODE_LIFE_MS } from './codes.ts'
import type { Message, MessagePort } from './messages.ts'

/*
 * What a service that sends messages, or the gateway in front of one, must speak:
 *
 *   POST <MESSAGES_URL>
 *   Authorization: Bearer <MESSAGES_TOKEN>
 *   Content-Type: application/json
 *   Idempotency-Key: <id>     the same whenever the same message is sent again, so the customer gets it once
 *
 *   {"channel": "SMS" | "EMAIL", "to": "11987651234", "text": "…"}
 *
 * Any of 200, 201, 202 and 204 means that the service has accepted the message.
 */
export const SEND_MESSAGE = 'send-message'

interface Envelope {
  readonly id: string
  /** Sealed, because operators can read the queue. */
  readonly box: string
  /** After this time the message is useless. */
  readonly expiresAtMs: number | null
}

/**
 * Messages are jobs, inserted in the transaction of the change that sends them: none is lost, and none is sent for a
 * change that was rolled back.
 */
export function createQueuedMessages(secrets: Secrets): MessagePort {
  return {
    async post(tx, message, now) {
      const id = newId(now.getTime())
      const { channel, to, text } = message
      const box = seal(secrets.sealing, contextOf(id), JSON.stringify({ channel, to, text })).toString(
        'base64',
      )
      const expiresAtMs = message.code === undefined ? null : now.getTime() + CODE_LIFE_MS
      const payload: Envelope = { id, box, expiresAtMs }
      await enqueueJob(tx, { kind: SEND_MESSAGE, key: id, runAt: now, payload })
    },
  }
}

export type SendMessage = (payload: unknown, now: Date) => Promise<void>

const DEFAULTS: CallLimits = {
  tryTimeoutMs: 5_000,
  totalDeadlineMs: 12_000,
  retries: 1,
  retryDelayMs: 200,
  breakerFailures: 10,
  breakerOpenMs: 5_000,
}

/** Handles the job; a failed one is retried later. */
export function createMessageSender(
  secrets: Secrets,
  options: ServiceAddress & Partial<CallLimits>,
): SendMessage {
  const service = createJsonService({
    ...DEFAULTS,
    ...options,
    parse: () => true,
    successes: [200, 201, 202, 204],
  })
  return async (payload, now) => {
    const { id, box, expiresAtMs } = payload as Envelope
    if (expiresAtMs !== null && now.getTime() >= expiresAtMs) return
    const opened = open(secrets.sealing, contextOf(id), Buffer.from(box, 'base64'))
    const { channel, to, text } = JSON.parse(opened.toString()) as Pick<Message, 'channel' | 'to' | 'text'>
    await service.ask({ channel, to, text }, id)
  }
}

const contextOf = (id: string): string => `jobs.message:${id}`
