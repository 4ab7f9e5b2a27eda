export type { CollectionTemplateName, RemindedInstallment } from './collection-templates.ts'
export { composeMessage, listChannels } from './compose-message.ts'
export { createGatewayTransport } from './gateway.ts'
export { type ListedMessage, listMessagesAbout } from './list-messages.ts'
export type { Attachment, Message, MessagePort, MessageTransport, MessageTransports } from './message.ts'
export { type Address, computeRecipientIndex, optIn, optOut, parseAddress } from './opt-outs.ts'
export { createOutbox, SEND_MESSAGE } from './outbox.ts'
export { computeSendTime } from './quiet-hours.ts'
export { createReceiptFinder, type FindReceipt } from './receipts.ts'
export {
  findSandboxCode,
  listSandboxMessages,
  type SentMessage,
  sandboxTransport,
} from './sandbox-messages.ts'
export { createMessageSender, type SendMessage } from './sender.ts'
export { createSmtpTransport, type SmtpAddress } from './smtp.ts'
export {
  forgetMessageRows as forgetMessages,
  listContacts,
  listPosted,
  removeOldCodes,
  removeOldMessages,
  type SentRow,
} from './store.ts'
export type { BilletFacts, CreditedPart, RefundPlace, TemplateFacts, TemplateName } from './templates.ts'
