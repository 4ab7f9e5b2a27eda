import { type Static, Type } from 'typebox'
import {
  CASE_RESULTS,
  INVOICE_RESULTS,
  PAYOUT_RESULTS,
  PICTURES,
  REASON_LENGTH,
  SUBJECT_KINDS,
} from './desk.ts'
import { AUDIT_ACTIONS, AUDIT_AUTHORS } from './desk-audit.ts'
import { COMPLIANCE_RESULTS, ENHANCED_CHECKS } from './desk-compliance.ts'
import { LOAN_NOTICE_KINDS } from './desk-loans.ts'
import { PAYOUT_KINDS, PAYOUT_STATES } from './desk-payouts.ts'
import { MAX_REAIS } from './fields.ts'
import { SPECIAL_CASE_EFFECTS, SPECIAL_CASE_KINDS, SPECIAL_CASE_NOTE_LENGTH } from './special-cases.ts'
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

export const ServeNoticeRequest = Type.Object({ kind: Type.Enum([...LOAN_NOTICE_KINDS]) })
export type ServeNoticeRequest = Static<typeof ServeNoticeRequest>

export const ComplianceQuery = Type.Object({ closed: Type.Optional(Type.Enum(['true', 'false'])) })
export type ComplianceQuery = Static<typeof ComplianceQuery>

export const DecideComplianceRequest = Type.Object({
  result: Type.Enum([...COMPLIANCE_RESULTS]),
  checks: Type.Optional(Type.Array(Type.Enum([...ENHANCED_CHECKS]), { maxItems: 10 })),
  reason: Reason,
  version: Version,
})
export type DecideComplianceRequest = Static<typeof DecideComplianceRequest>

export const NoOccurrenceRequest = Type.Object({
  year: Type.Integer({ minimum: 2000, maximum: 9999 }),
  reason: Reason,
})
export type NoOccurrenceRequest = Static<typeof NoOccurrenceRequest>

export const RecordReceiptRequest = Type.Object({
  receipt: Type.String({ minLength: 1, maxLength: 60 }),
  reportedOn: Type.String({ minLength: 10, maxLength: 10 }),
})
export type RecordReceiptRequest = Static<typeof RecordReceiptRequest>

export const WaiveRequest = Type.Object({
  installment: Type.Integer({ minimum: 1, maximum: 60 }),
  reason: Reason,
})
export type WaiveRequest = Static<typeof WaiveRequest>

export const WriteOffRequest = Type.Object({ reason: Reason })
export type WriteOffRequest = Static<typeof WriteOffRequest>

const digits = (pattern: string, sentence: string) => Type.String({ pattern, 'x-error': { '*': sentence } })

/** Whom and where to pay: a Pix key, or an account. */
const TypedPayee = Type.Object({
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
export type TypedPayee = Static<typeof TypedPayee>

/** Without a payee: to whom it is owed, as that is known now. */
export const CorrectPayoutRequest = Type.Object({ payee: Type.Optional(TypedPayee), reason: Reason })
export type CorrectPayoutRequest = Static<typeof CorrectPayoutRequest>

export const NameRefundAccountRequest = Type.Object({ payee: TypedPayee, reason: Reason })
export type NameRefundAccountRequest = Static<typeof NameRefundAccountRequest>

const Day = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  'x-error': { '*': 'must be a day as YYYY-MM-DD' },
})

export const CopyBilletRequest = Type.Object({ billetId: Id, dueDate: Type.Optional(Day) })
export type CopyBilletRequest = Static<typeof CopyBilletRequest>

export const OfferAgreementsRequest = Type.Object({
  installments: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 24, 'x-error': { '*': 'must be a whole number from 1 to 24' } }),
  ),
  downPayment: Type.Optional(
    Type.Number({ minimum: 0, maximum: MAX_REAIS, 'x-error': { '*': 'must be an amount in reais' } }),
  ),
  firstDueDate: Type.Optional(Day),
})
export type OfferAgreementsRequest = Static<typeof OfferAgreementsRequest>

export const MakeAgreementRequest = Type.Object({ optionId: Id })
export type MakeAgreementRequest = Static<typeof MakeAgreementRequest>

export const SpecialCasesQuery = Type.Object({ transactionId: Type.Optional(Id) })
export type SpecialCasesQuery = Static<typeof SpecialCasesQuery>

export const OpenSpecialCaseRequest = Type.Object({
  transactionId: Id,
  kind: Type.Enum([...SPECIAL_CASE_KINDS]),
  note: Type.String({
    minLength: SPECIAL_CASE_NOTE_LENGTH.minimum,
    maxLength: SPECIAL_CASE_NOTE_LENGTH.maximum,
    'x-error': {
      '*': `must be text of ${SPECIAL_CASE_NOTE_LENGTH.minimum} to ${SPECIAL_CASE_NOTE_LENGTH.maximum} characters`,
    },
  }),
  contact: Type.Optional(
    Type.String({
      pattern: '^[^@\\s]{1,64}@[^@\\s]{1,190}$',
      'x-error': { '*': 'must be an e-mail address' },
    }),
  ),
})
export type OpenSpecialCaseRequest = Static<typeof OpenSpecialCaseRequest>

export const AddCaseDocumentRequest = Type.Object({
  document: Type.String({
    minLength: 4,
    pattern: '^[A-Za-z0-9+/]+={0,2}$',
    'x-error': { '*': 'must be a file in base64' },
  }),
})
export type AddCaseDocumentRequest = Static<typeof AddCaseDocumentRequest>

export const DecideSpecialCaseRequest = Type.Object({
  effect: Type.Enum([...SPECIAL_CASE_EFFECTS]),
  amount: Type.Optional(
    Type.Number({ minimum: 0.01, maximum: MAX_REAIS, 'x-error': { '*': 'must be an amount in reais' } }),
  ),
  day: Type.Optional(Day),
  installments: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 60, 'x-error': { '*': 'must be a whole number from 1 to 60' } }),
  ),
  version: Type.Integer({ minimum: 1 }),
  reason: Reason,
})
export type DecideSpecialCaseRequest = Static<typeof DecideSpecialCaseRequest>

export const EndSpecialCaseRequest = Type.Object({ reason: Reason })
export type EndSpecialCaseRequest = Static<typeof EndSpecialCaseRequest>

export const AnswerProposalRequest = Type.Object({ approve: Type.Boolean(), reason: Reason })
export type AnswerProposalRequest = Static<typeof AnswerProposalRequest>

export const AuditQuery = Type.Object({
  before: Type.Optional(Type.String({ pattern: '^[0-9]{1,15}$', 'x-error': { '*': 'must be a position' } })),
  /** The id of an operator, or an author that is none. */
  person: Type.Optional(
    Type.String({
      pattern: `^(?:[0-9a-f]{24}|${AUDIT_AUTHORS.join('|')})$`,
      'x-error': { '*': `must be the id of an operator, or one of ${AUDIT_AUTHORS.join(', ')}` },
    }),
  ),
  action: Type.Optional(Type.Enum([...AUDIT_ACTIONS])),
  subject: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  /** Whole days of Sao Paulo, both included. */
  from: Type.Optional(Day),
  to: Type.Optional(Day),
})
export type AuditQuery = Static<typeof AuditQuery>
