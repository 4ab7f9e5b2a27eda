export { type MessageBox, openMessage } from './box.ts'
export type { CollectionTemplateName, RemindedInstallment } from './collection-templates.ts'
export { composeMessage, listChannels } from './compose-message.ts'
export { createGatewayTransport } from './gateway.ts'
export { messagingJobs } from './jobs.ts'
export { type ListedMessage, listMessagesAbout } from './list-messages.ts'
export type { MessagePort, MessageTransport, MessageTransports } from './message.ts'
export {
  computeNotBefore,
  type FormalNotice,
  type FormalNoticeKind,
  findCureEnd,
  findEarliestListing,
  listDueNotices,
} from './notices/notice.ts'
export {
  insertFormalNotice,
  listFormalNotices,
  listUnprovenNotices,
  type NoticeProof,
  saveNoticeProof,
} from './notices/store.ts'
export { type Address, computeRecipientIndex, optIn, optOut, parseAddress } from './opt-outs.ts'
export { createOutbox } from './outbox.ts'
export { computeSendTime } from './quiet-hours.ts'
export { createReceiptFinder, type FindReceipt } from './receipts.ts'
export { createMessageSender, type SendMessage } from './sender.ts'
export { createSmtpTransport } from './smtp.ts'
export { forgetMessageRows, listContacts, listPosted, removeOldMessages, type SentRow } from './store.ts'
export type { CreditedPart, RefundPlace, TemplateFacts, TemplateName } from './templates.ts'
