import { packJson, unpackJson } from '../../platform/crypto/packed-text.ts'
import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Message, MessageContent } from './message.ts'

/** Everything personal of a message; the columns beside it say only what kind of message it is. */
export interface MessageBox extends MessageContent, Pick<Message, 'attachment'> {
  readonly code?: string
  /** Of the customer's phone: an e-mail, too, leaves in hours of the place where its recipient is. */
  readonly areaCode?: string
}

export function sealMessage(secrets: Secrets, id: string, message: Message): Buffer {
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
