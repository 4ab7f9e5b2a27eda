import { open, seal } from '../../platform/crypto/sealed-box.ts'
import type { Secrets } from '../../platform/crypto/secrets.ts'
import type { Message, MessageContent } from './message.ts'

/** Everything personal of a message; the columns beside it say only what kind of message it is. */
export interface MessageBox extends MessageContent, Pick<Message, 'attachment'> {
  readonly code?: string
}

export function sealMessage(secrets: Secrets, id: string, message: Message): Buffer {
  const { channel, to, text, subject, html, attachment, code } = message
  const content: MessageBox = {
    channel,
    to,
    text,
    ...(subject === undefined ? {} : { subject }),
    ...(html === undefined ? {} : { html }),
    ...(attachment && { attachment }),
    ...(code && { code: code.code }),
  }
  return seal(secrets.sealing, `messages.box:${id}`, JSON.stringify(content))
}

export function openMessage(secrets: Secrets, { id, box }: { id: string; box: Buffer }): MessageBox {
  return openBox(secrets, `messages.box:${id}`, box)
}

/** Messages that the sandbox kept, and those that waited as jobs, before there was a table for all of them. */
export function openFormerMessage(
  secrets: Secrets,
  place: 'sandbox_messages.box' | 'jobs.message',
  { id, box }: { id: string; box: Buffer },
): MessageBox {
  return openBox(secrets, `${place}:${id}`, box)
}

function openBox(secrets: Secrets, context: string, box: Buffer): MessageBox {
  return JSON.parse(open(secrets.sealing, context, box).toString()) as MessageBox
}
