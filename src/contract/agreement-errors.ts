/** The catalogue's lines about agreements on debts. */
export const agreementErrors = {
  nothing_overdue: {
    status: 409,
    area: 'renegotiation',
    message: 'No installment is overdue',
    meaning: 'Only a debt with an overdue installment can be renegotiated. Settle early instead.',
  },
  agreement_in_progress: {
    status: 409,
    area: 'renegotiation',
    message: 'An agreement on this debt is in progress',
    meaning:
      'The transaction has an agreement that waits for the customer or is being paid. `details` names it. Only one that is still PENDING can be canceled.',
  },
  agreement_on_agreement: {
    status: 409,
    area: 'renegotiation',
    message: 'The transaction is itself an agreement',
    meaning:
      'An agreement cannot be renegotiated itself. Once it is broken, the original debt can be renegotiated again.',
  },
  agreement_not_cancelable: {
    status: 409,
    area: 'renegotiation',
    message: 'An agreement that is being paid cannot be canceled',
    meaning: 'It ends when it is paid, settled early, or broken by a delay of more than 30 days.',
  },
  agreement_option_not_found: {
    status: 404,
    area: 'renegotiation',
    message: 'Agreement option not found',
    meaning: 'No such option was offered for the debt of this transaction.',
  },
  agreement_option_expired: {
    status: 409,
    area: 'renegotiation',
    message: 'The option has expired: ask for new ones',
    meaning:
      'An option can be accepted until the end of the day on which it was offered, and as long as the debt is what it was then.',
  },
} as const
