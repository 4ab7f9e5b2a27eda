import type { ListingAnswer, ListingsPort } from '../domains/collection/index.ts'

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

/** Without a bureau nothing is listed: requests wait until one is configured. */
export const noListings: ListingsPort = {
  list: async () => ({ outcome: 'unknown', code: 'NOT_CONFIGURED' }),
  lower: async () => ({ outcome: 'unknown', code: 'NOT_CONFIGURED' }),
  remove: async () => ({ outcome: 'unknown', code: 'NOT_CONFIGURED' }),
  find: async () => ({ outcome: 'unknown', code: 'NOT_CONFIGURED' }),
}

const done = (state: 'LISTED' | 'REMOVED' | 'NONE', key: string): ListingAnswer => ({
  outcome: 'done',
  listing: { state, providerId: `sandbox-${key}` },
})
