/** What an analysis of pictures may have compared; a check that it does not name is unknown. */
export const IDENTITY_CHECKS = [
  'liveness',
  'faceMatch',
  'documentAuthentic',
  'nameMatch',
  'birthDateMatch',
  'cpfStatus',
] as const
export type IdentityCheck = (typeof IDENTITY_CHECKS)[number]
export type CheckOutcome = 'pass' | 'fail'

/** Who says what the customer's name is. */
export const NAME_SOURCES = ['customer', 'bureau', 'document'] as const
export type NameSource = (typeof NAME_SOURCES)[number]
