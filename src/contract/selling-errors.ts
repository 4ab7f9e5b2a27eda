/** The catalogue's lines about payment links and the page behind them. */
export const sellingErrors = {
  link_not_found: {
    status: 404,
    area: 'payment link',
    message: 'Payment link not found',
    meaning: 'This retailer has no such payment link, or the address of the page is wrong.',
  },
  order_already_linked: {
    status: 409,
    area: 'payment link',
    message: 'orderId already has another payment link',
    meaning:
      'With `oncePerOrder`: the order has a payment link that is valid or was used, and that differs from this request in what the details name. Delete it first, or use another orderId.',
  },
  link_completed: {
    status: 409,
    area: 'payment link',
    message: 'Payment link was used already',
    meaning: 'Its purchase is complete: cancel the transaction instead.',
  },
  link_ended: {
    status: 409,
    area: 'payment link',
    message: 'Payment link is no longer valid',
    meaning: 'The link was used, deleted or is expired.',
  },
  link_claimed: {
    status: 409,
    area: 'payment link',
    message: 'Somebody is already buying with this payment link',
    meaning:
      'One link is one purchase, and somebody else was faster. It is free again if that purchase ends early.',
  },
  link_locked: {
    status: 409,
    area: 'payment link',
    message: 'Payment link is locked',
    meaning: 'Five different people were refused on it: create a new one.',
  },
  link_send_limit: {
    status: 429,
    area: 'payment link',
    message: 'The payment link was sent too often',
    meaning: 'A link is sent at most five times a day by each channel; see Retry-After.',
  },
  wrong_screen: {
    status: 409,
    area: 'payment link',
    message: 'The page is at another screen',
    meaning: 'The page is old, or the same was sent twice: read its state again.',
  },
} as const
