import type { MessageChannel } from '../../contract/messages.ts'
import type { HandedOver, MessageReceipt, MessageTransports } from './message.ts'

/**
 * Asks whoever delivered a message for the proof. `never`: nobody can prove a delivery on this channel. Undefined while it
 * is not known, also because the service cannot be reached.
 */
export type FindReceipt = (
  channel: MessageChannel,
  message: HandedOver,
) => Promise<MessageReceipt | 'never' | undefined>

export function createReceiptFinder(transports: MessageTransports): FindReceipt {
  return async (channel, message) => {
    const transport = transports[channel]
    if (transport?.findReceipt === undefined) return 'never'
    return transport.findReceipt(message).catch(() => undefined)
  }
}
