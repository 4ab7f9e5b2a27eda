/** The catalogue's lines about the sandbox. */
export const sandboxErrors = {
  sandbox_people_used_up: {
    status: 409,
    area: 'sandbox',
    message: 'Every person of this persona is in use: POST /sandbox/reset frees them',
    meaning: 'All 1,000 people were given to this retailer, or have an attempt or an active purchase there.',
  },
} as const
