import { RequestError } from '../../contract/errors.ts'
import type { MessageChannel } from '../../contract/messages.ts'
import { newId } from '../../kernel/ids.ts'
import { packJson, unpackJson } from '../../platform/crypto/packed-text.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { enqueueJob } from '../../platform/jobs/queue.ts'
import type { Message, MessageContent, MessagePort } from './message.ts'
import { computeSendTime } from './quiet-hours.ts'
import { computeRecipientIndex, insertMessage } from './store.ts'

export const SEND_MESSAGE = 'send-message'

/**
 * Messages are rows with a job each, inserted in the transaction of the change that sends them: none is lost, and none
 * is sent for a change that was rolled back.
 */
export function createOutbox(secrets: Secrets, channels: readonly MessageChannel[]): MessagePort {
  return {
    canSend: channel => channels.includes(channel),
    async post(tx, message, now) {
      const { channel, purpose, phone } = message
      if (!channels.includes(channel))
        throw new RequestError('service_unavailable', {
          message: 'Codes cannot be sent: no message service is configured',
          retryAfterSeconds: 60,
        })
      const id = newId(now.getTime())
      const isNew = await insertMessage(tx, {
        id,
        retailerId: message.retailerId,
        transactionId: message.transactionId ?? null,
        intent: message.intent ?? null,
        template: message.template,
        purpose,
        channel,
        phoneIndex: phone === '' ? null : secrets.computeBlindIndex('phone', phone),
        toIndex: computeRecipientIndex(secrets, message),
        codeId: message.code?.id ?? null,
        box: sealMessage(secrets, id, message),
        queuedAt: now,
        expiresAt: message.expiresAt ?? null,
      })
      const runAt = computeSendTime(purpose, now, phone)
      if (isNew) await enqueueJob(tx, { kind: SEND_MESSAGE, key: id, runAt, payload: { id } })
    },
  }
}

/** Everything personal of a message; the columns beside it say only what kind of message it is. */
export interface MessageBox extends MessageContent, Pick<Message, 'attachment'> {
  readonly code?: string
  /** Of the customer's phone: an e-mail, too, leaves in hours of the place where its recipient is. */
  readonly areaCode?: string
}

function sealMessage(secrets: Secrets, id: string, message: Message): Buffer {
  const { channel, to, text, subject, html, attachment, code, phone } = message
  const content: MessageBox = {
    channel,
    to,
    text,
    ...(subject === undefined ? {} : { subject }),
    ...(html === undefined ? {} : { html }),
    ...(attachment && { attachment }),
    ...(code && { code: code.code }),
    ...(phone !== '' && { areaCode: phone.slice(0, 2) }),
  }
  // An e-mail has its text twice, once among markup: a fifth of it is left.
  return seal(secrets.sealing, `messages.box:${id}`, packJson(JSON.stringify(content)))
}

export function openMessage(secrets: Secrets, { id, box }: { id: string; box: Buffer }): MessageBox {
  return JSON.parse(unpackJson(open(secrets.sealing, `messages.box:${id}`, box))) as MessageBox
}
