/** The catalogue's lines about the demonstration shop. */
export const storeErrors = {
  store_order_not_found: {
    status: 404,
    area: 'demonstration shop',
    message: 'Order not found',
    meaning: 'The demonstration shop has no such order.',
  },
  store_signature_refused: {
    status: 401,
    area: 'demonstration shop',
    message: 'The message was not signed with the secret of the endpoint',
    meaning:
      'The demonstration shop accepts only webhooks signed with its own secret within the last five minutes.',
  },
  store_lender_refused: {
    status: 409,
    area: 'demonstration shop',
    message: 'The lender refused what the shop asked for',
    meaning:
      'The demonstration shop asked for something that is not possible now; the message is the lender’s.',
  },
} as const
