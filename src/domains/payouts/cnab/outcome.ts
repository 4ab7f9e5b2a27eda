/** Why a payment did not happen. */
type FailureKind = 'INSUFFICIENT_FUNDS' | 'PAYEE_INVALID' | 'INVALID' | 'UNAVAILABLE'

/** What a bank says about a payment. UNKNOWN is left to a person: it proves neither payment nor failure. */
export type LineOutcome =
  | { readonly state: 'PAID' | 'ACCEPTED' | 'CANCELLED' | 'RETURNED' | 'UNKNOWN' }
  | { readonly state: 'FAILED'; readonly kind: FailureKind }

interface Occurrence {
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

export interface Reading {
  readonly outcome: LineOutcome
  readonly codes: readonly string[]
  /** One sentence per code. */
  readonly reasons: readonly string[]
}

/** Kinds that determine the next step come first. */
const KINDS: readonly FailureKind[] = ['PAYEE_INVALID', 'INVALID', 'INSUFFICIENT_FUNDS', 'UNAVAILABLE']

/** A code field that the bank left empty: some fill it with zeros. */
const NOTHING = new Set(['', '0000000000'])

/**
 * Up to five codes of two characters. A code that the bank's table does not have, codes that contradict each other, and
 * no code at all leave the outcome unknown.
 */
export function readOccurrences(table: Occurrences, field: string): Reading {
  const codes = splitCodes(field)
  const known = codes.map(code => (Object.hasOwn(table, code) ? table[code] : undefined))
  const reasons = codes.map((code, at) => known[at]?.reason ?? `code ${code} of the bank`)
  return { outcome: combine(known), codes, reasons }
}

function splitCodes(field: string): string[] {
  const codes = field.match(/.{1,2}/g) ?? []
  return codes.map(code => code.trim()).filter(code => code !== '')
}

function combine(found: readonly (Occurrence | undefined)[]): LineOutcome {
  const outcomes: LineOutcome[] = []
  for (const [at, occurrence] of found.entries()) {
    if (occurrence === undefined) return UNKNOWN
    const { outcome } = occurrence
    // Banks say that a payment was made in the first place only.
    if (outcome.state === 'PAID' && at > 0) return UNKNOWN
    if (outcome.state !== 'NOTE') outcomes.push(outcome)
  }
  return agree(outcomes)
}

/** The outcome on which all agree; failures of several kinds are one failure. */
function agree(outcomes: readonly LineOutcome[]): LineOutcome {
  const [first, ...rest] = outcomes
  if (first === undefined || rest.some(({ state }) => state !== first.state)) return UNKNOWN
  if (first.state !== 'FAILED') return first
  const kinds = outcomes.flatMap(outcome => (outcome.state === 'FAILED' ? [outcome.kind] : []))
  return failed(KINDS.find(kind => kinds.includes(kind)) ?? 'INVALID')
}

/**
 * What the header and the trailer of a lot say about all of its payments: undefined when they say nothing, or only that
 * the lot was taken.
 */
export function readLot(table: Occurrences, ...fields: readonly string[]): Reading | undefined {
  const said = fields.filter(field => !NOTHING.has(field.trim())).map(field => readOccurrences(table, field))
  const refusals = said.filter(({ outcome }) => outcome.state !== 'PAID' && outcome.state !== 'ACCEPTED')
  if (refusals.length === 0) return undefined
  return {
    outcome: agree(refusals.map(({ outcome }) => outcome)),
    codes: refusals.flatMap(({ codes }) => codes),
    reasons: refusals.flatMap(({ reasons }) => reasons),
  }
}

/** A refused lot refuses its payments, unless one of them is said to have been paid: then a person looks. */
export function applyLot(lot: Reading | undefined, payment: Reading): Reading {
  if (lot === undefined) return payment
  const { state } = payment.outcome
  const isContradiction = state === 'PAID' || state === 'RETURNED'
  return {
    outcome: isContradiction ? UNKNOWN : lot.outcome,
    codes: [...new Set([...lot.codes, ...payment.codes])],
    reasons: [...new Set([...lot.reasons, ...payment.reasons])],
  }
}
