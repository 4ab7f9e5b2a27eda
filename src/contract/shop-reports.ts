import { type Static, Type } from 'typebox'
import { DAY_SENTENCE, MAX_STATEMENT_DAYS } from './statement.ts'
import { MAX_LIST_LENGTH } from './webhooks.ts'

/* What a retailer reads of its sales and of the way from a sale to its bank account. */

/** A summary reads every movement of its days. */
export const MAX_SUMMARY_DAYS = 92

const day = (description: string) =>
  Type.String({
    description: `${description}; YYYY-MM-DD, in São Paulo`,
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    examples: ['2026-03-01'],
    'x-error': DAY_SENTENCE,
  })
const date = (description: string) => Type.String({ description: `${description}; YYYY-MM-DD, in São Paulo` })
const instant = (description: string) => Type.String({ description: `${description}; ISO 8601` })
const reais = (description: string) => Type.Number({ description: `${description}, in reais` })
const count = (description: string) => Type.Number({ description })
const orders = count('How many orders')

export const FiguresQuery = Type.Object(
  {
    from: day('First day'),
    to: day(`Last day, today at the latest, at most ${MAX_STATEMENT_DAYS} days in all`),
  },
  { title: 'FiguresQuery' },
)
export type FiguresQuery = Static<typeof FiguresQuery>

const figures = {
  applications: count('Purchases that customers began'),
  approvals: count(
    'Purchases whose customer was approved and signed, by the day of the signature; those with a down payment become sales when it is paid',
  ),
  sales: count(
    'Purchases that became complete, canceled later or not. One that took the place of another, with fewer products, is not a second sale',
  ),
  salesAmount: reais('Value of these sales with delivery'),
  averageTicket: Type.Union([Type.Number(), Type.Null()], {
    description: 'salesAmount by sales, rounded to the centavo, in reais; null without a sale',
  }),
  transfers: count('Transfers that the bank paid and that did not come back, by the day of the bank'),
  transferredAmount: reais('Sum of these transfers'),
}

const FiguresOfDay = Type.Object({ date: date('Day'), ...figures }, { title: 'FiguresOfDay' })

export const FiguresAnswer = Type.Object(
  {
    from: date('First day'),
    to: date('Last day'),
    days: Type.Array(FiguresOfDay, { description: 'One row for each day, also where nothing happened' }),
    total: Type.Object(figures, { description: 'Of all days', title: 'FiguresTotal' }),
  },
  { title: 'Figures' },
)

const TRANSFER_STATUSES = ['SCHEDULED', 'SENT', 'PAID', 'FAILED', 'CANCELED', 'RETURNED'] as const
export type TransferStatus = (typeof TRANSFER_STATUSES)[number]

export const TransfersQuery = Type.Object(
  {
    from: Type.Optional(day('First day on which they were ordered')),
    to: Type.Optional(day('Last day on which they were ordered')),
    after: Type.Optional(
      Type.String({
        description: '`next` of the page before',
        pattern: '^[0-9a-f]{24}$',
        'x-error': 'must be the `next` of an answer',
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
  { title: 'TransfersQuery' },
)
export type TransfersQuery = Static<typeof TransfersQuery>

const transfer = {
  transferId: Type.String({ description: 'Identifier; the `reference` of its lines on the statement' }),
  status: Type.Enum([...TRANSFER_STATUSES], {
    description:
      'SCHEDULED: ordered, not sent yet. SENT: the bank has it. PAID: the bank confirmed. FAILED, CANCELED: the money never left. RETURNED: it came back. What FAILED, CANCELED and RETURNED were to pay is owed as before',
  }),
  amount: reais('Amount of the transfer'),
  salesAmount: reais('What its orders come to'),
  nettedAmount: reais('What was kept of it because it was owed back: salesAmount − nettedAmount = amount'),
  orders,
  date: date('Day on which the bank paid it, or on which it is to be paid'),
  orderedAt: instant('When it was ordered'),
  settledAt: Type.Optional(instant('When it was paid, failed, was canceled or came back')),
  bankReference: Type.Optional(
    Type.String({
      description:
        'What the bank names it by, as on the bank statement: the end-to-end id of a Pix, or the document number of the bank; absent until the bank has told one',
    }),
  ),
  documentNumber: Type.String({ description: 'Our number for it at every bank' }),
}

const ListedTransfer = Type.Object(transfer, { title: 'ListedTransfer' })

export const TransfersAnswer = Type.Object(
  {
    data: Type.Array(ListedTransfer, { description: 'The rows of this page' }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'What to send as `after` for the rest; null when there is none',
    }),
  },
  { title: 'Transfers' },
)

const TRANSFER_LINE_KINDS = ['SALE', 'CANCELLATION', 'RETURN', 'COST', 'ADJUSTMENT'] as const
export type TransferLineKind = (typeof TRANSFER_LINE_KINDS)[number]

const TransferLine = Type.Object(
  {
    kind: Type.Enum([...TRANSFER_LINE_KINDS], {
      description:
        'SALE: paid for an order. Below zero: kept because it is owed back after an earlier transfer: for a CANCELLATION, a RETURN of products, the COST of a cancellation, or an ADJUSTMENT. The oldest debts are kept first; one may be spread over several transfers',
    }),
    transactionId: Type.Optional(Type.String({ description: 'Identifier of the purchase' })),
    orderId: Type.Optional(Type.String({ description: 'The retailer’s order' })),
    amount: reais('Above zero: paid'),
  },
  { title: 'TransferLine' },
)

export const TransferAnswer = Type.Object(
  {
    ...transfer,
    lines: Type.Array(TransferLine, { description: 'All amounts add up to `amount`' }),
  },
  { title: 'Transfer' },
)

const HELD_REASONS = [
  'INVOICE_MISSING',
  'INVOICE_UNDER_REVIEW',
  'INVOICE_REFUSED',
  'TRANSFER_FAILED',
  'TRANSFER_RETURNED',
  'LENDER',
  'ACCOUNT_MISSING',
  'SHOP_SUSPENDED',
] as const
export type HeldReason = (typeof HELD_REASONS)[number]

const CalendarRow = Type.Object(
  {
    date: Type.Optional(date('Day on which it is to be paid; absent where it waits for something else')),
    kind: Type.Enum(['SENT', 'SCHEDULED', 'HELD'], {
      description:
        'SENT: ordered, and not confirmed by the bank. SCHEDULED: to be ordered on its day. HELD: waits for what `reason` says',
    }),
    reason: Type.Optional(
      Type.Enum([...HELD_REASONS], {
        description:
          'INVOICE_MISSING, INVOICE_UNDER_REVIEW, INVOICE_REFUSED: the invoice. TRANSFER_FAILED, TRANSFER_RETURNED: a transfer failed or came back, and the lender looks at the account. LENDER: the lender has to act. ACCOUNT_MISSING: there is no account to pay to. SHOP_SUSPENDED: no sales and transfers at present',
      }),
    ),
    amount: reais('What the orders come to'),
    nettedAmount: reais('What is kept of it because it is owed back, as far as that is known today'),
    orders: Type.Number({ description: 'How many orders; of SENT, how many transfers' }),
  },
  { title: 'CalendarRow' },
)

export const BalanceAnswer = Type.Object(
  {
    asOf: instant('When it was read'),
    balance: reais(
      'What the lender owes the retailer, as the statement of today closes: sent + scheduled + held + other − owedBack',
    ),
    sent: reais('Transfers that were ordered, and that the bank has not confirmed'),
    scheduled: reais('Sales with a day of transfer'),
    held: reais('Sales that wait for something else'),
    owedBack: reais('Owed back by the retailer; kept from the next transfers'),
    other: reais('What was booked between lender and retailer besides sales; almost always 0'),
    nextTransfer: Type.Union(
      [
        Type.Object(
          { date: date('Day'), amount: reais('Less what is owed back'), orders },
          { title: 'NextTransfer' },
        ),
        Type.Null(),
      ],
      { description: 'The next one that is to be ordered; null where there is none' },
    ),
    calendar: Type.Array(CalendarRow, {
      description: 'What comes when: by day, then what has no day yet',
    }),
  },
  { title: 'Balance' },
)

export const SummaryQuery = Type.Object(
  {
    from: day('First day'),
    to: day(`Last day, today at the latest, at most ${MAX_SUMMARY_DAYS} days in all`),
  },
  { title: 'SummaryQuery' },
)
export type SummaryQuery = Static<typeof SummaryQuery>

export const SummaryAnswer = Type.Object(
  {
    from: date('First day'),
    to: date('Last day'),
    openingBalance: reais('As the statement of these days opens'),
    sales: reais('SALE lines'),
    commission: reais('COMMISSION lines; below zero'),
    retention: reais('RETENTION lines; below zero'),
    cancellations: reais('CANCELLATION lines without costs; below zero'),
    returns: reais('RETURN lines; below zero'),
    costs: reais('CANCELLATION lines of interest and tax that the retailer bears; below zero'),
    adjustments: reais('ADJUSTMENT lines'),
    transferred: reais('TRANSFER lines; below zero where money was sent'),
    closingBalance: reais('Opening balance and all of these'),
  },
  { title: 'StatementSummary' },
)
