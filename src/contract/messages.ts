/** What is shared by messages to customers, the sandbox that lists them, and the gateways that send them. */
export const MESSAGE_CHANNELS = ['SMS', 'EMAIL'] as const
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number]

/** Why a message is sent: codes and contracts leave at any time, the others in lawful hours and to whoever wants them. */
export const MESSAGE_PURPOSES = ['CODE', 'CONTRACT', 'REMINDER', 'COLLECTION'] as const
export type MessagePurpose = (typeof MESSAGE_PURPOSES)[number]

export const MESSAGE_STATES = ['QUEUED', 'HANDED_OVER', 'FAILED'] as const
export type MessageState = (typeof MESSAGE_STATES)[number]

export const MESSAGE_FAILURES = ['ADDRESS_INVALID', 'OPTED_OUT', 'BLOCKED', 'EXPIRED', 'UNAVAILABLE'] as const
export type MessageFailure = (typeof MESSAGE_FAILURES)[number]
