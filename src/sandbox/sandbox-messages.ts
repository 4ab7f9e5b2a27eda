import type { MessageTransport } from '../domains/messaging/index.ts'

/** Accepts every message and sends none: no message leaves homologation without a service for it. */
export const sandboxTransport: MessageTransport = {
  deliver: async () => ({ outcome: 'handed-over' }),
  // Testers read a message at once.
  findReceipt: async ({ id, at }) => ({ deliveredAt: at, text: `sandbox ${id}` }),
  close() {},
}
