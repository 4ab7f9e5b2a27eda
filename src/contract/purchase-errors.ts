/** The catalogue's lines about purchases that exist. */
export const purchaseErrors = {
  transaction_not_found: {
    status: 404,
    area: 'transaction',
    message: 'Transaction not found',
    meaning: 'This retailer has no such transaction.',
  },
  billet_not_found: {
    status: 404,
    area: 'transaction',
    message: 'Billet not found',
    meaning: 'This retailer has no such billet.',
  },
  transaction_state_conflict: {
    status: 409,
    area: 'transaction',
    message: 'The transaction is in a state that does not allow this',
    meaning: 'What was asked for is not possible from the current status and step.',
  },
  products_not_found: {
    status: 404,
    area: 'transaction',
    message: 'Products not found in the transaction',
    meaning: 'At least one of the product ids to remove is not in the transaction.',
  },
  transaction_id_invalid: {
    status: 400,
    area: 'transaction',
    message: 'transactionId is invalid',
    meaning: 'A transactionId has 24 hexadecimal characters.',
  },
  onboarding_not_found: {
    status: 404,
    area: 'transaction',
    message: 'Onboarding not found',
    meaning: 'The transaction waits for nothing from the customer any more.',
  },
  transaction_without_installments: {
    status: 400,
    area: 'transaction',
    message: 'Transaction has no installments',
    meaning: 'The billets are issued when the purchase is complete.',
  },
  nothing_to_pay: {
    status: 409,
    area: 'transaction',
    message: 'Transaction has no billet that can be paid',
    meaning: 'All billets are paid, canceled or too old for banks: only those that can be paid are printed.',
  },
  transaction_without_products: {
    status: 422,
    area: 'transaction',
    message: 'Transaction has no products array',
    meaning: 'The transaction was made without a list of products, so none can be removed.',
  },
  no_product_left: {
    status: 422,
    area: 'transaction',
    message: 'At least 1 product must remain in the transaction',
    meaning: 'Removing these products would leave nothing to finance. Cancel the transaction instead.',
  },
  transaction_not_cancelable: {
    status: 409,
    area: 'cancellation',
    message: 'Transaction cannot be canceled any more',
    meaning: 'The transaction is CLOSED or ABANDONED, or the time in which a customer may withdraw is over.',
  },
} as const
