import { RequestError } from '../../contract/errors.ts'
import type { MessageChannel } from '../../contract/messages.ts'
import { newId } from '../../kernel/ids.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import { enqueueJob } from '../../platform/jobs/queue.ts'
import { sealMessage } from './box.ts'
import type { MessagePort } from './message.ts'
import { computeRecipientIndex } from './opt-outs.ts'
import { computeSendTime } from './quiet-hours.ts'
import { insertMessage } from './store.ts'

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
