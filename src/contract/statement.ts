import { type Static, Type } from 'typebox'
import { StatusSchema, StepSchema } from './enums.ts'
import { OrderGroupSchema, SearchText } from './order-groups.ts'
import { REFUND_STATUSES } from './refunds.ts'
import { MAX_LIST_LENGTH } from './webhooks.ts'

/* What a retailer reads about its money and its transactions. */

const STATEMENT_KINDS = [
  'SALE',
  'COMMISSION',
  'RETENTION',
  'CANCELLATION',
  'RETURN',
  'TRANSFER',
  'ADJUSTMENT',
] as const
export type StatementKind = (typeof STATEMENT_KINDS)[number]

export const MAX_STATEMENT_DAYS = 366

export const DAY_SENTENCE = 'must be a day that exists, written YYYY-MM-DD'
export const day = (description: string) =>
  Type.String({
    description: `${description}; YYYY-MM-DD, in São Paulo`,
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    examples: ['2026-03-01'],
    'x-error': DAY_SENTENCE,
  })

export const StatementQuery = Type.Object(
  {
    from: day('First day'),
    to: day(`Last day, today at the latest, at most ${MAX_STATEMENT_DAYS} days in all`),
    format: Type.Optional(
      Type.Enum(['json', 'csv', 'pdf'], {
        description: 'json when absent',
        'x-error': 'must be json, csv or pdf',
      }),
    ),
  },
  { title: 'StatementQuery' },
)
export type StatementQuery = Static<typeof StatementQuery>

const StatementLine = Type.Object(
  {
    date: Type.String({ description: 'Day on which it was booked; YYYY-MM-DD, in São Paulo' }),
    kind: Type.Enum([...STATEMENT_KINDS], {
      description:
        'SALE: value of a completed purchase. COMMISSION, RETENTION: what the lender keeps of it. CANCELLATION, RETURN: the purchase ended, or was replaced by one with fewer products; a second line of CANCELLATION is the interest and tax that the retailer bears by its conditions. TRANSFER: the bank confirmed that the money was sent; above zero, that it came back or that the retailer paid what it owed',
    }),
    transactionId: Type.Optional(Type.String({ description: 'Identifier of the purchase' })),
    orderId: Type.Optional(Type.String({ description: 'The retailer’s order' })),
    amount: Type.Number({ description: 'Above zero: in favour of the retailer' }),
    balance: Type.Number({ description: 'After this line' }),
    reference: Type.Optional(Type.String({ description: 'Of a TRANSFER: the order at the bank' })),
  },
  { title: 'StatementLine' },
)

export const StatementAnswer = Type.Object(
  {
    from: Type.String({ description: 'First day' }),
    to: Type.String({ description: 'Last day' }),
    openingBalance: Type.Number({
      description: 'What the lender owed the retailer before the first day; below zero: the other way round',
    }),
    closingBalance: Type.Number({ description: 'Opening balance and all amounts' }),
    lines: Type.Array(StatementLine, { description: 'Every movement with the balance after it' }),
  },
  { title: 'Statement' },
)

export const TransactionsQuery = Type.Object(
  {
    orderId: Type.Optional(
      Type.String({
        description: 'The retailer’s order',
        minLength: 1,
        maxLength: 64,
        'x-error': 'must have 1 to 64 characters',
      }),
    ),
    status: Type.Optional(StatusSchema),
    q: Type.Optional(SearchText),
    group: Type.Optional(OrderGroupSchema),
    from: Type.Optional(day('First day of their creation')),
    to: Type.Optional(day('Last day of their creation')),
    after: Type.Optional(
      Type.String({
        description: '`next` of the page before',
        pattern: '^[0-9a-f]{24}$',
        'x-error': 'must be the `next` of an answer',
      }),
    ),
    format: Type.Optional(
      Type.Enum(['json', 'csv'], {
        description: 'json when absent. csv: everything that the filters find, without `limit`',
        'x-error': 'must be json or csv',
      }),
    ),
    limit: Type.Optional(
      Type.String({
        description: `How many at most: 1 to ${MAX_LIST_LENGTH}, 50 when absent`,
        pattern: `^(?:[1-9]|[1-9]\\d|${MAX_LIST_LENGTH})$`,
        'x-error': `must be a whole number from 1 to ${MAX_LIST_LENGTH}`,
      }),
    ),
  },
  { title: 'TransactionsQuery' },
)
export type TransactionsQuery = Static<typeof TransactionsQuery>

export const TransactionCountsQuery = Type.Omit(TransactionsQuery, ['group', 'after', 'format', 'limit'], {
  title: 'TransactionCountsQuery',
})
export type TransactionCountsQuery = Static<typeof TransactionCountsQuery>

const ListedTransaction = Type.Object(
  {
    transactionId: Type.String({ description: 'Identifier of the purchase' }),
    orderId: Type.String({ description: 'The retailer’s order' }),
    status: StatusSchema,
    step: StepSchema,
    totalAmount: Type.Number({ description: 'Sum of the installments' }),
    financedAmount: Type.Number({
      description: 'Products + delivery − down payment, without the registration fee',
    }),
    downPaymentValue: Type.Number({ description: 'Down payment, in reais' }),
    createdAt: Type.String({ description: 'ISO 8601' }),
    transferValue: Type.Optional(
      Type.Number({ description: 'What the retailer is or was paid for it; absent until it is known' }),
    ),
    transferedAt: Type.Optional(
      Type.String({ description: 'When the bank confirmed the transfer; ISO 8601' }),
    ),
    refundStatus: Type.Optional(
      Type.Enum([...REFUND_STATUSES], { description: 'What became of the money that is owed back' }),
    ),
    renegotiates: Type.Optional(
      Type.String({ description: 'Of an agreement: the transaction whose debt it is about' }),
    ),
    renegotiatedBy: Type.Optional(
      Type.String({ description: 'The agreement on this debt that waits, is being paid, or was paid' }),
    ),
  },
  { title: 'ListedTransaction' },
)

export const TransactionsAnswer = Type.Object(
  {
    data: Type.Array(ListedTransaction, { description: 'The rows of this page' }),
    next: Type.Union([Type.String(), Type.Null()], {
      description:
        'What to send as `after` for the rest; null when there is none. A page may hold fewer than `limit`',
    }),
  },
  { title: 'Transactions' },
)
