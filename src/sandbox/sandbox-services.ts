import type { ListingAnswer, ListingsPort } from '../domains/collection/index.ts'
import type { InvoiceScanner } from '../domains/invoices/index.ts'
import type { MessageTransport } from '../domains/messaging/index.ts'

/** What answers in homologation where no outside service is configured. The bureau and the analysis are those of the personas. */

/** Accepts every message and sends none: no message leaves homologation without a service for it. */
export const sandboxTransport: MessageTransport = {
  deliver: async () => ({ outcome: 'handed-over' }),
  // Testers read a message at once.
  findReceipt: async ({ id, at }) => ({ deliveredAt: at, text: `sandbox ${id}` }),
  close() {},
}

/**
 * A bureau that lists and removes at once, and has no inquiries. It keeps nothing: its actions are recorded in
 * our own rows.
 */
export const sandboxListings: ListingsPort = {
  list: async ({ key }) => done('LISTED', key),
  lower: async key => done('LISTED', key),
  remove: async key => done('REMOVED', key),
  find: async key => done('NONE', key),
}

const done = (state: 'LISTED' | 'REMOVED' | 'NONE', key: string): ListingAnswer => ({
  outcome: 'done',
  listing: { state, providerId: `sandbox-${key}` },
})

/** The EICAR test file (eicar.org), split in two: otherwise scanners would flag this source file. */
export const TEST_VIRUS = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-', 'STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join(
  '',
)

export const sandboxScanner: InvoiceScanner = {
  scan: async bytes => (bytes.includes(TEST_VIRUS) ? 'infected' : 'clean'),
}
