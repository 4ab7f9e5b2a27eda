/** The catalogue's lines about the customer's area. */
export const accountErrors = {
  signed_out: {
    status: 401,
    area: 'customer area',
    message: 'Not signed in',
    meaning: 'The session of this device has ended, or there was none: ask for a code and confirm it.',
  },
  addendum_not_found: {
    status: 404,
    area: 'customer area',
    message: 'The contract has no such document',
    meaning: 'The purchase has no addendum or release statement, or the page showed another one.',
  },
  request_limit: {
    status: 409,
    area: 'customer area',
    message: 'Too many requests wait for an answer',
    meaning: 'At most five requests of one customer are open at the same time.',
  },
} as const
