import { type Static, Type } from 'typebox'
import {
  CASE_RESULTS,
  INVOICE_RESULTS,
  PAYOUT_RESULTS,
  PICTURES,
  REASON_LENGTH,
  SUBJECT_KINDS,
} from './desk.ts'
import { PAYOUT_KINDS, PAYOUT_STATES } from './desk-payouts.ts'
import { SUSPENSE_RESULTS } from './suspense.ts'

const Reason = Type.String({
  minLength: REASON_LENGTH.minimum,
  maxLength: REASON_LENGTH.maximum,
  'x-error': { '*': `must be a text of ${REASON_LENGTH.minimum} to ${REASON_LENGTH.maximum} characters` },
})
const Id = Type.String({ pattern: '^[0-9a-f]{24}$', 'x-error': { '*': 'must be an id' } })
const Version = Type.Integer({ minimum: 0 })

export const SignInRequest = Type.Object({
  email: Type.String({ minLength: 1, maxLength: 254 }),
  password: Type.String({ minLength: 1, maxLength: 200 }),
  code: Type.String({ minLength: 1, maxLength: 20 }),
})
export type SignInRequest = Static<typeof SignInRequest>

export const SearchQuery = Type.Object({ search: Type.Optional(Type.String({ maxLength: 100 })) })
export type SearchQuery = Static<typeof SearchQuery>

export const ClaimRequest = Type.Object({ kind: Type.Enum([...SUBJECT_KINDS]), subjectId: Id })
export type ClaimRequest = Static<typeof ClaimRequest>

export const DecideCaseRequest = Type.Object({
  result: Type.Enum([...CASE_RESULTS]),
  picture: Type.Optional(Type.Enum([...PICTURES])),
  reason: Reason,
  version: Version,
})
export type DecideCaseRequest = Static<typeof DecideCaseRequest>

export const DecideInvoiceRequest = Type.Object({
  result: Type.Enum([...INVOICE_RESULTS]),
  reason: Reason,
  version: Version,
})
export type DecideInvoiceRequest = Static<typeof DecideInvoiceRequest>

export const ResolveSuspenseRequest = Type.Object({
  result: Type.Enum([...SUSPENSE_RESULTS]),
  billetId: Type.Optional(Id),
  reason: Reason,
})
export type ResolveSuspenseRequest = Static<typeof ResolveSuspenseRequest>

export const PayoutQuery = Type.Object({
  state: Type.Optional(Type.Enum([...PAYOUT_STATES])),
  kind: Type.Optional(Type.Enum([...PAYOUT_KINDS])),
})
export type PayoutQuery = Static<typeof PayoutQuery>

export const DecidePayoutRequest = Type.Object({
  result: Type.Enum([...PAYOUT_RESULTS]),
  reason: Reason,
  version: Version,
})
export type DecidePayoutRequest = Static<typeof DecidePayoutRequest>

const digits = (pattern: string, sentence: string) => Type.String({ pattern, 'x-error': { '*': sentence } })

/** Whom and where to pay instead: a Pix key, or an account. */
export const CorrectPayoutRequest = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 140 }),
  document: digits('^(?:[0-9]{11}|[0-9A-Z]{12}[0-9]{2})$', 'must be a CPF or a CNPJ without dots'),
  pixKey: Type.Optional(Type.String({ minLength: 1, maxLength: 77 })),
  account: Type.Optional(
    Type.Object({
      bankCode: digits('^[0-9]{3}$', 'must be 3 digits'),
      agency: digits('^[0-9]{1,5}$', 'must be 1 to 5 digits'),
      number: digits('^[0-9]{1,20}$', 'must be digits'),
      digit: digits('^[0-9XP]$', 'must be a check digit'),
      type: Type.Enum(['CHECKING', 'SAVINGS', 'PAYMENT']),
    }),
  ),
})
export type CorrectPayoutRequest = Static<typeof CorrectPayoutRequest>

export const AnswerProposalRequest = Type.Object({ approve: Type.Boolean(), reason: Reason })
export type AnswerProposalRequest = Static<typeof AnswerProposalRequest>

export const AuditQuery = Type.Object({
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$', 'x-error': { '*': 'must be a position' } })),
})
export type AuditQuery = Static<typeof AuditQuery>
