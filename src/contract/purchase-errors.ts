/** The catalogue's lines about purchases that exist. */
export const purchaseErrors = {
  transaction_not_found: {
    status: 404,
    area: 'transaction',
    message: 'Transaction not found',
    meaning: 'This retailer has no such transaction.',
  },
  transfer_not_found: {
    status: 404,
    area: 'transaction',
    message: 'Transfer not found',
    meaning: 'This retailer has no such transfer.',
  },
  billet_not_found: {
    status: 404,
    area: 'transaction',
    message: 'Billet not found',
    meaning: 'This retailer has no such billet.',
  },
  billet_already_paid: {
    status: 409,
    area: 'transaction',
    message: 'The billet is paid',
    meaning: 'There is no second copy of a billet that is paid.',
  },
  billet_canceled: {
    status: 409,
    area: 'transaction',
    message: 'The billet is canceled or was replaced',
    meaning:
      'The billet can no longer be paid. If a second copy has replaced it, the transaction shows the copy among its installments.',
  },
  billet_not_overdue: {
    status: 409,
    area: 'transaction',
    message: 'The billet is not overdue',
    meaning:
      'A second copy is for an installment whose billet was not paid in time. This one can be paid as it is.',
  },
  transaction_state_conflict: {
    status: 409,
    area: 'transaction',
    message: 'The transaction is in a state that does not allow this',
    meaning: 'What was asked for is not possible from the current status and step.',
  },
  delivery_already_told: {
    status: 409,
    area: 'transaction',
    message: 'The delivery was already reported with another date',
    meaning: 'The date reported first stands: the customer has already been shown the last day to withdraw.',
  },
  return_not_possible: {
    status: 409,
    area: 'transaction',
    message: 'Products cannot be returned here',
    meaning:
      'The debt is in an agreement, due as a whole, written off or settled early in part. The message says which; the customer service decides.',
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
    meaning: 'The transaction is no longer waiting for the customer.',
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
