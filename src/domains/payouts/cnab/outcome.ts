/** Why a payment did not happen. */
export type FailureKind = 'INSUFFICIENT_FUNDS' | 'PAYEE_INVALID' | 'INVALID' | 'UNAVAILABLE'

/** What a bank says about a payment. UNKNOWN is for a person to look at: no money may be concluded from it. */
export type LineOutcome =
  | { readonly state: 'PAID' | 'ACCEPTED' | 'CANCELLED' | 'RETURNED' | 'UNKNOWN' }
  | { readonly state: 'FAILED'; readonly kind: FailureKind }

export interface Occurrence {
  /** NOTE changes nothing. */
  readonly outcome: LineOutcome | { readonly state: 'NOTE' }
  readonly reason: string
}

/** By the two-character codes of one bank. The same code means other things at other banks. */
export type Occurrences = Readonly<Record<string, Occurrence>>

export const PAID = { state: 'PAID' } as const
export const ACCEPTED = { state: 'ACCEPTED' } as const
export const CANCELLED = { state: 'CANCELLED' } as const
export const RETURNED = { state: 'RETURNED' } as const
export const UNKNOWN = { state: 'UNKNOWN' } as const
export const NOTE = { state: 'NOTE' } as const
export const failed = (kind: FailureKind) => ({ state: 'FAILED', kind }) as const

/** Codes of one meaning, each with its sentence. */
export function listOccurrences(
  outcome: Occurrence['outcome'],
  reasons: Readonly<Record<string, string>>,
): Occurrences {
  return Object.fromEntries(Object.entries(reasons).map(([code, reason]) => [code, { outcome, reason }]))
}
