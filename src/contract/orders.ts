import { type Static, Type } from 'typebox'
import { CancelPreviewCustomer, CancelPreviewLender, CancelPreviewRetailer, CostsBorneBy } from './cancel.ts'
import { ApiKey, code, described } from './fields.ts'
import { OrderGroupSchema } from './order-groups.ts'
import { TransactionAnswer } from './transaction.ts'

/* What a shop's people ask about orders: where they stand, why one is not paid out, and what a removal would change. */

export const TransactionCountsAnswer = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        { group: OrderGroupSchema, count: Type.Integer({ description: 'How many transactions' }) },
        { title: 'GroupCount' },
      ),
      { description: 'Every group, in the order in which a transaction goes through them' },
    ),
    total: Type.Integer({ description: 'All groups together' }),
    isComplete: Type.Boolean({
      description:
        'False when there are more: a group is counted up to 100,000, the matches of `q`, `orderId` or `status` up to 2,000',
    }),
  },
  { title: 'TransactionCounts' },
)

/** In the order in which they are met; of several the first one is what to do next. */
export const TRANSFER_BLOCKERS = [
  'ENDED',
  'AGREEMENT',
  'IN_ANALYSIS',
  'NOT_SIGNED',
  'DOWN_PAYMENT_UNPAID',
  'NOTHING_DUE',
  'INVOICE_MISSING',
  'INVOICE_UNDER_REVIEW',
  'INVOICE_REFUSED',
  'TRANSFER_FAILED',
  'TRANSFER_RETURNED',
  'ACCOUNT_MISSING',
  'SHOP_SUSPENDED',
  'MONEY_HELD',
  'SETTLEMENT_DAY',
  'ACCOUNT_CHANGED',
  'BALANCE_OWED',
  'APPROVAL',
  'TRANSFER_SENT',
] as const
export type TransferBlockerCode = (typeof TRANSFER_BLOCKERS)[number]

const instant = (description: string) => Type.String({ description: `${description}; ISO 8601` })
const reais = (description: string) => Type.Number({ description: `${description}, in reais` })

const TransferBlocker = Type.Object(
  {
    code: Type.Enum([...TRANSFER_BLOCKERS], {
      description:
        'ENDED: canceled or abandoned. AGREEMENT: the retailer is paid for the purchase that it is about. IN_ANALYSIS: the lender looks at it. NOT_SIGNED: the customer has not signed. DOWN_PAYMENT_UNPAID. NOTHING_DUE: commission and retention are all of it. INVOICE_MISSING, INVOICE_UNDER_REVIEW, INVOICE_REFUSED. TRANSFER_FAILED, TRANSFER_RETURNED: the bank refused it or sent it back; the account is corrected by people. ACCOUNT_MISSING: the retailer has no account. SHOP_SUSPENDED. MONEY_HELD: the lender has stopped all transfers. SETTLEMENT_DAY: by the retailer’s schedule. ACCOUNT_CHANGED: a person approves transfers for 48 hours after the account changes. BALANCE_OWED: what the retailer owes is kept of it. APPROVAL: a person at the lender approves it. TRANSFER_SENT: at the bank',
    }),
    since: Type.Optional(instant('Since when')),
    until: Type.Optional(
      instant('When it ends by itself: a deadline that passes, or the day on which the transfer is made'),
    ),
    amount: Type.Optional(reais('Of BALANCE_OWED: what is kept of the next transfers')),
    reason: Type.Optional(
      Type.String({ description: 'Why an invoice was refused, or the bank’s code of a failure' }),
    ),
  },
  { title: 'TransferBlocker' },
)

export const TRANSFER_STATES = ['NONE', 'BLOCKED', 'SCHEDULED', 'SENT', 'TRANSFERED'] as const

export const TransferAnswer = Type.Object(
  {
    transactionId: Type.String({ description: 'Identifier of the purchase' }),
    orderId: Type.String({ description: 'The retailer’s order' }),
    state: Type.Enum([...TRANSFER_STATES], {
      description:
        'NONE: nothing will be transferred. BLOCKED: something has to happen first. SCHEDULED: it has a day. SENT: it is at the bank. TRANSFERED: the bank has confirmed it, or it was set off against what the retailer owed',
    }),
    purchaseValue: reais('Products and delivery'),
    commission: reais('Kept as commission'),
    retention: reais('Kept as retention'),
    transferValue: reais(
      'What the retailer is or was to be paid: `purchaseValue` − `commission` − `retention`',
    ),
    expectedOn: Type.Optional(
      Type.String({ description: 'Day on which it is ordered, while nothing else happens; YYYY-MM-DD' }),
    ),
    transferedAt: Type.Optional(instant('When the bank confirmed it')),
    reference: Type.Optional(Type.String({ description: 'Of the order at the bank, as in /statement' })),
    blockers: Type.Array(TransferBlocker, {
      description:
        'What has to happen, in this order; the first is what it waits for now. Empty once TRANSFERED',
    }),
  },
  { title: 'Transfer' },
)

export const RemovalPreviewRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    products: Type.Array(code('Product id'), {
      minItems: 1,
      maxItems: 200,
      description: 'Ids of products to remove',
    }),
  },
  { title: 'RemovalPreviewRequest' },
)
export type RemovalPreviewRequest = Static<typeof RemovalPreviewRequest>

export const RemovalPreviewAnswer = Type.Object(
  {
    transactionId: Type.String({ description: 'The transaction that would be replaced' }),
    costsBorneBy: CostsBorneBy,
    customer: CancelPreviewCustomer,
    retailer: CancelPreviewRetailer,
    lender: CancelPreviewLender,
    transaction: described(
      TransactionAnswer,
      'The transaction that would take its place, with its schedule. It has no ids, and its billets have no lines',
    ),
  },
  { title: 'RemovalPreview' },
)
