import { type Static, Type } from 'typebox'
import { ApiKey, described, MAX_REAIS } from './fields.ts'
import { DAY_SENTENCE } from './statement.ts'
import { BilletShape } from './transaction.ts'

/** A quote holds for one day, at most so many business days ahead. */
export const MAX_SETTLEMENT_BUSINESS_DAYS = 5

const INSTALLMENTS_SENTENCE = 'must be all, next or last: and a number, such as last:2'

const date = Type.Optional(
  Type.String({
    description: `Day of the payment: today, which it is when absent, or up to ${MAX_SETTLEMENT_BUSINESS_DAYS} business days later; YYYY-MM-DD, in São Paulo`,
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    examples: ['2026-03-20'],
    'x-error': DAY_SENTENCE,
  }),
)
const installments = Type.Optional(
  Type.String({
    description:
      'What is paid before it is due: `all`, which it is when absent, `next`, or the last ones, such as `last:2`. Overdue installments are always included',
    pattern: '^(?:all|next|last:[1-9]\\d?)$',
    examples: ['last:2'],
    'x-error': INSTALLMENTS_SENTENCE,
  }),
)
const AMOUNT =
  'Instead of `installments`: an amount of at least 1.00, at most all that is owed. It pays what is overdue, then the last installments'

export const SettlementQuery = Type.Object(
  {
    date,
    installments,
    amount: Type.Optional(
      Type.String({
        description: AMOUNT,
        pattern: '^\\d{1,8}(?:\\.\\d{1,2})?$',
        examples: ['300.00'],
        'x-error': 'must be an amount in reais with a dot and at most two decimals',
      }),
    ),
  },
  { title: 'SettlementQuery' },
)
export type SettlementQuery = Static<typeof SettlementQuery>

export const SettlementRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    date,
    installments,
    amount: Type.Optional(
      Type.Number({
        description: AMOUNT,
        minimum: 0,
        maximum: MAX_REAIS,
        'x-error': `must be a number from 0 to ${MAX_REAIS}`,
      }),
    ),
  },
  { title: 'SettlementRequest' },
)
export type SettlementRequest = Static<typeof SettlementRequest>

const SettledInstallment = Type.Object(
  {
    installmentNumber: Type.Number({ description: 'Which installment: 1, 2, 3 …' }),
    faceValue: Type.Number({ description: 'What it takes off the installment' }),
    fine: Type.Number({ description: 'Fine, in reais' }),
    interest: Type.Number({ description: 'Of a delay' }),
    presentValue: Type.Number({ description: 'What is paid for the face value; the same when it is due' }),
  },
  { title: 'SettledInstallment' },
)

const members = {
  transactionId: Type.String({ description: 'Identifier of the purchase' }),
  date: Type.String({ description: 'YYYY-MM-DD' }),
  overdueValue: Type.Number({ description: 'Installments due by that day, with their charges' }),
  futureValue: Type.Number({ description: 'Present value of those that are paid before they are due' }),
  discount: Type.Number({ description: 'Interest that is saved' }),
  premiumRefund: Type.Number({
    description: 'Part of the insurance premium for the time that is left, when nothing is owed afterwards',
  }),
  value: Type.Number({ description: 'To be paid: overdueValue + futureValue − premiumRefund' }),
  installments: Type.Array(SettledInstallment, {
    description: 'What is settled, one row for each installment',
  }),
}

export const SettlementAnswer = Type.Object(members, { title: 'Settlement' })
export const IssuedSettlementAnswer = Type.Object(
  { ...members, billet: described(BilletShape, 'The billet to pay') },
  { title: 'IssuedSettlement' },
)
