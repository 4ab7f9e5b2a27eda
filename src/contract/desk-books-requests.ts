import { type Static, Type } from 'typebox'
import { REASON_LENGTH } from './desk.ts'
import { BALANCE_EXITS } from './desk-books.ts'
import { MAX_REAIS } from './fields.ts'

const Reason = Type.String({
  minLength: REASON_LENGTH.minimum,
  maxLength: REASON_LENGTH.maximum,
  'x-error': { '*': `must be a text of ${REASON_LENGTH.minimum} to ${REASON_LENGTH.maximum} characters` },
})
const Id = Type.String({ pattern: '^[0-9a-f]{24}$', 'x-error': { '*': 'must be an id' } })
const Day = Type.String({
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  'x-error': { '*': 'must be a day, written YYYY-MM-DD' },
})
const Amount = Type.Number({ minimum: 0, maximum: MAX_REAIS })
/** A PDF in base64. */
const File = Type.String({
  pattern: '^[A-Za-z0-9+/]+={0,2}$',
  maxLength: 6_900_000,
  'x-error': { '*': 'must be a PDF of at most 5 MB in base64' },
})
const Reference = Type.String({ minLength: 3, maxLength: 64 })

export const SettleBalanceRequest = Type.Object({
  exit: Type.Enum([...BALANCE_EXITS]),
  retailerId: Type.Optional(Id),
  periodEnd: Type.Optional(Day),
  amount: Amount,
  date: Day,
  accountId: Type.Optional(Id),
  reference: Reference,
  file: File,
  reason: Reason,
})
export type SettleBalanceRequest = Static<typeof SettleBalanceRequest>

export const OrderCommissionRequest = Type.Object({ retailerId: Id, reason: Reason })
export type OrderCommissionRequest = Static<typeof OrderCommissionRequest>

export const PayTaxRequest = Type.Object({
  periodEnd: Day,
  paidOn: Day,
  accountId: Id,
  authentication: Reference,
  principal: Type.Optional(Amount),
  fine: Type.Optional(Amount),
  interest: Type.Optional(Amount),
  file: File,
  reason: Reason,
})
export type PayTaxRequest = Static<typeof PayTaxRequest>

export const ProposeEntryRequest = Type.Object({
  lines: Type.Array(
    Type.Object({
      account: Type.String({ minLength: 3, maxLength: 80 }),
      amount: Type.Number({ minimum: -MAX_REAIS, maximum: MAX_REAIS }),
    }),
    { minItems: 2, maxItems: 20 },
  ),
  date: Day,
  file: File,
  reason: Reason,
})
export type ProposeEntryRequest = Static<typeof ProposeEntryRequest>

export const ReverseEntryRequest = Type.Object({ reason: Reason })
export type ReverseEntryRequest = Static<typeof ReverseEntryRequest>
