export type { RemindedInstallment } from './collection-templates.ts'
export { composeMessage, listChannels } from './compose-message.ts'
export { messagingJobs } from './jobs.ts'
export type { MessageTransport } from './message.ts'
export { createMessaging, type Messaging } from './messaging.ts'
export { openMessage } from './outbox.ts'
export { computeSendTime } from './quiet-hours.ts'
export {
  computeNoticeTime,
  listRequested,
  type MessageRequest,
  NOTIFY_CUSTOMER,
  postRequested,
  requestMessage,
} from './request-message.ts'
export {
  computeRecipientIndex,
  forgetMessageRows,
  listContacts,
  listMessagesAbout,
  listPosted,
  optIn,
  optOut,
  parseAddress,
  removeOldMessages,
  type UnsentMessage,
  wasNotSent,
} from './store.ts'
export type { TemplateFacts, TemplateName } from './templates.ts'
