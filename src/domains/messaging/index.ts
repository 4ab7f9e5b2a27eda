export type { RemindedInstallment } from './collection-templates.ts'
export { composeMessage, listChannels } from './compose-message.ts'
export { createGatewayTransport } from './gateway.ts'
export { messagingJobs } from './jobs.ts'
export type { MessagePort, MessageTransport, MessageTransports } from './message.ts'
export { createOutbox, type MessageBox, openMessage } from './outbox.ts'
export { computeSendTime } from './quiet-hours.ts'
export {
  listRequested,
  type MessageRequest,
  NOTIFY_CUSTOMER,
  postRequested,
  requestMessage,
} from './request-message.ts'
export { createMessageSender, createReceiptFinder, type FindReceipt, type SendMessage } from './sender.ts'
export { createSmtpTransport } from './smtp.ts'
export {
  type Address,
  computeRecipientIndex,
  forgetMessageRows,
  type ListedMessage,
  listContacts,
  listMessagesAbout,
  optIn,
  optOut,
  parseAddress,
  removeOldMessages,
} from './store.ts'
export type { TemplateFacts, TemplateName } from './templates.ts'
