export type { CollectionTemplateName, RemindedInstallment } from './collection-templates.ts'
export { composeMessage, listChannels } from './compose-message.ts'
export { createGatewayTransport } from './gateway.ts'
export { messagingJobs } from './jobs.ts'
export type { MessagePort, MessageTransport, MessageTransports } from './message.ts'
export { createOutbox, type MessageBox, openMessage } from './outbox.ts'
export { computeSendTime } from './quiet-hours.ts'
export { createMessageSender, createReceiptFinder, type FindReceipt, type SendMessage } from './sender.ts'
export { createSmtpTransport } from './smtp.ts'
export {
  type Address,
  computeRecipientIndex,
  forgetMessageRows,
  type ListedMessage,
  listContacts,
  listMessagesAbout,
  listPosted,
  optIn,
  optOut,
  parseAddress,
  removeOldMessages,
  type SentRow,
} from './store.ts'
export type { CreditedPart, RefundPlace, TemplateFacts, TemplateName } from './templates.ts'
