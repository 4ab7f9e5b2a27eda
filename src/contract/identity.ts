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

/** What is known of a person from more than one source, and can be compared. */
export const IDENTITY_FACTS = ['name', 'cpf', 'birthDate', 'documentNumber'] as const
export type IdentityFact = (typeof IDENTITY_FACTS)[number]

/** One fact as each source has it. */
export interface ComparedFact {
  readonly fact: IdentityFact
  readonly values: readonly { readonly source: NameSource; readonly value: string }[]
  /** Absent when fewer than two sources know it. */
  readonly agrees?: boolean
}
