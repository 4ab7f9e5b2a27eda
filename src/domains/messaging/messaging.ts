import type { App } from '../../app/app.ts'
import { MESSAGE_CHANNELS } from '../../contract/messages.ts'
import { createGatewayTransport } from './gateway.ts'
import type { MessagePort, MessageTransport, MessageTransports } from './message.ts'
import { createOutbox } from './outbox.ts'
import {
  createMessageSender,
  createReceiptFinder,
  type FindReceipt,
  type SenderContext,
  type SendMessage,
} from './sender.ts'
import { createSmtpTransport } from './smtp.ts'

export interface Messaging {
  readonly messages: MessagePort
  readonly sendMessage: SendMessage
  readonly findReceipt: FindReceipt
  close(): void
}

interface Services {
  readonly gateway: Parameters<typeof createGatewayTransport>[0] | undefined
  readonly mail: Parameters<typeof createSmtpTransport>[0] | undefined
  /** Where neither is configured; without it nothing can be sent. */
  readonly fallback: MessageTransport | undefined
  readonly findAttachment: SenderContext['findAttachment']
}

/** E-mails leave by the mail server where there is one, everything else by the message service. */
export function createMessaging(
  { database, secrets }: Pick<App, 'database' | 'secrets'>,
  { gateway: service, mail, fallback, findAttachment }: Services,
): Messaging {
  const gateway = service && createGatewayTransport(service)
  const sms = gateway ?? fallback
  const email = mail === undefined ? sms : createSmtpTransport(mail)
  const transports: MessageTransports = { ...(sms && { SMS: sms }), ...(email && { EMAIL: email }) }
  const channels = MESSAGE_CHANNELS.filter(channel => transports[channel] !== undefined)
  return {
    messages: createOutbox(secrets, channels),
    sendMessage: createMessageSender({ database, secrets, transports, findAttachment }),
    findReceipt: createReceiptFinder(transports),
    close() {
      for (const channel of channels) transports[channel]?.close()
    },
  }
}
