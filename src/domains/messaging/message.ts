import type { MessageChannel, MessageFailure, MessagePurpose } from '../../contract/messages.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { TemplateName } from './templates.ts'

/** A message for a service to send. */
export interface MessageContent {
  readonly channel: MessageChannel
  /** Phone digits or an e-mail address. */
  readonly to: string
  readonly text: string
  /** E-mails only. */
  readonly subject?: string
  readonly html?: string
}

export interface Message extends MessageContent {
  readonly template: TemplateName
  readonly purpose: MessagePurpose
  readonly retailerId: string
  readonly transactionId?: string
  /** The customer's phone, even when the message goes to another address; empty when it is not known. */
  readonly phone: string
  /** Set when the message carries a one-time code. */
  readonly code?: { readonly id: string; readonly code: string }
  /** After this time the message is useless. */
  readonly expiresAt?: Date
  /** What the message is about: a second one about the same is not stored. */
  readonly intent?: string
  /** Opened when the message is sent, and not stored with it. */
  readonly attachment?: AttachmentKind
}

/** Accepts messages within a transaction: they are sent after the commit, and not at all after a rollback. */
export interface MessagePort {
  canSend(channel: MessageChannel): boolean
  /** Throws `service_unavailable` where nothing sends on this channel. */
  post(tx: Transaction, message: Message, now: Date): Promise<void>
}

/** The contract, the statement of its release, an addendum, or that nothing is owed any more. */
export type AttachmentKind = 'contract' | 'release' | 'addendum' | 'discharge'

export interface Attachment {
  readonly name: string
  readonly type: string
  readonly bytes: Buffer
}

export interface OutgoingMessage extends MessageContent {
  readonly id: string
  readonly purpose: MessagePurpose
  readonly expiresAt: Date | undefined
  readonly attachment: Attachment | undefined
}

export interface HandedOver {
  readonly id: string
  /** Where the service named one. */
  readonly providerId: string | undefined
  readonly at: Date
}

export type Delivery =
  | { readonly outcome: 'handed-over'; readonly providerId?: string | undefined }
  /** For good: the same message would be refused again. */
  | { readonly outcome: 'refused'; readonly failure: MessageFailure }

/** What the service knows of a message that it took over. */
export interface MessageReceipt {
  readonly deliveredAt: Date
  /** As the service wrote it. */
  readonly text: string
}

/** Hands messages to the service that delivers them. Throws when a retry may work; the error says nothing about the person. */
export interface MessageTransport {
  deliver(message: OutgoingMessage): Promise<Delivery>
  /** Undefined while the delivery is not known. Absent where nobody can prove one. Throws as `deliver`. */
  findReceipt?(message: HandedOver): Promise<MessageReceipt | undefined>
  close(): void
}

export type MessageTransports = Readonly<Partial<Record<MessageChannel, MessageTransport>>>
