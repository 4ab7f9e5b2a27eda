/* The codes of payments that wait at the desk. */

/**
 * DUPLICATE and RELEASE only for a suspected duplicate: the bank reported one payment twice, or its statement shows two
 * receipts. BEAR only for RETURNED: nobody pays again what the bank has taken back, and it is the lender's loss.
 */
export const SUSPENSE_RESULTS = ['CREDIT', 'REFUND', 'KEEP', 'CLOSE', 'DUPLICATE', 'RELEASE', 'BEAR'] as const
export type SuspenseResult = (typeof SUSPENSE_RESULTS)[number]

/** Why a payment was not credited automatically. */
export const SUSPENSE_REASONS = [
  'UNKNOWN_BILLET',
  'AFTER_CANCEL',
  'AFTER_EXPIRY',
  'WRONG_AMOUNT',
  'ALREADY_PAID',
  'SUSPECTED_DUPLICATE',
  // The bank gave the money back without our request.
  'RETURNED',
] as const
export type SuspenseReason = (typeof SUSPENSE_REASONS)[number]
