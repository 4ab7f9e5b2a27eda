import { type Static, Type } from 'typebox'
import { CancelReasonSchema, StatusSchema, StepSchema } from './enums.ts'
import { ApiKey, code, described } from './fields.ts'
import { REFUND_STATUSES } from './refunds.ts'
import { DAY_SENTENCE } from './statement.ts'

const instant = (description: string) => Type.String({ description: `${description}; ISO 8601` })

const REGISTRATION_STATUSES = ['PENDING', 'REGISTERED', 'REJECTED']

const BilletDetails = Type.Object(
  {
    bankAccount: Type.String({ description: 'agency/account-digit' }),
    barcodeNumber: Type.String({ description: '44 digits; empty until the bank has registered the billet' }),
    ourNumber: Type.String({ description: 'Number of the billet at the bank' }),
    portfolio: Type.String({ description: 'Portfolio of the bank account' }),
  },
  { title: 'BilletDetails', description: 'What is printed on the billet' },
)

export const BilletShape = Type.Object(
  {
    amount: Type.Optional(Type.Number({ description: 'Amount, in reais' })),
    billetDetails: Type.Optional(BilletDetails),
    dueDate: Type.String({ description: 'YYYY-MM-DD' }),
    expirationDate: instant('Last moment at which it can be paid'),
    id: Type.String({ description: 'Identifier' }),
    installmentLink: Type.String({ description: 'Page with the billet, copy buttons and its PDF' }),
    installmentNumber: Type.Optional(Type.Number({ description: 'Which installment: 1, 2, 3 …' })),
    installmentNumbers: Type.Optional(Type.Number({ description: 'Total installments' })),
    isCreditCardAvailable: Type.Boolean({ description: 'Always false' }),
    isPixAvailable: Type.Optional(Type.Boolean({ description: 'Down payment only' })),
    payNumber: Type.String({
      description: 'Digit line, 47 digits; empty until the bank has registered the billet',
    }),
    payday: Type.Optional(instant('When it was paid')),
    paymentStatus: Type.Enum(['PAID', 'PENDING'], { description: 'Whether it was paid' }),
    paymentType: Type.Optional(Type.Enum(['BILLET'], { description: 'How it is paid' })),
    pixCode: Type.Optional(Type.String({ description: 'Down payment only' })),
    reference: Type.Optional(Type.String({ description: 'What the billet is about' })),
    replaces: Type.Optional(
      Type.String({ description: 'Id of the billet in whose place this one was issued, as its second copy' }),
    ),
    registrationStatus: Type.Optional(
      Type.Enum(REGISTRATION_STATUSES, {
        description: 'Whether the bank knows the billet: it can be paid once it is REGISTERED',
      }),
    ),
    value: Type.Number({ description: 'Value, in reais' }),
  },
  { title: 'Billet' },
)

export const TransactionProduct = Type.Object(
  {
    amount: Type.Number({ description: 'Quantity' }),
    category: Type.String({ description: 'Category of the product' }),
    categoryId: Type.String({ description: 'Category id of the shop' }),
    id: Type.String({ description: 'Identifier' }),
    image: Type.String({ description: 'Picture of the product' }),
    isCreditCardAvailable: Type.Boolean({ description: 'Always false' }),
    name: Type.String({ description: 'Name' }),
    seller: Type.Optional(Type.String({ description: 'Who sells' })),
    url: Type.String({ description: 'Address' }),
    value: Type.Number({ description: 'Value, in reais' }),
  },
  { title: 'TransactionProduct' },
)

export const TransactionAnswer = Type.Object(
  {
    canceledAt: Type.Optional(instant('When it was canceled')),
    cancelReason: CancelReasonSchema,
    downPayment: Type.Boolean({ description: 'Whether there is a down payment' }),
    downPaymentBillet: Type.Optional(described(BilletShape, 'The billet of the down payment')),
    downPaymentValue: Type.Number({ description: 'Down payment, in reais' }),
    financedAmount: Type.Number({
      description: 'Products + delivery − down payment, without the registration fee',
    }),
    id: Type.Optional(Type.String({ description: 'Identifier' })),
    installments: Type.Optional(
      Type.Array(BilletShape, {
        description: 'The billets of the installments, in the order of their due dates',
      }),
    ),
    interestRatePA: Type.Number({ description: 'Yearly interest, percent' }),
    interestRatePM: Type.Number({ description: 'Monthly interest, percent' }),
    numberOfInstallments: Type.Number({ description: 'Number of installments' }),
    overdueDays: Type.Optional(
      Type.Number({
        description:
          'Days since the due date of the oldest installment that is overdue; absent when none is. An installment is overdue after the next business day',
      }),
    ),
    paymentInstallments: Type.Number({ description: 'Value of one installment, in reais' }),
    products: Type.Optional(Type.Array(TransactionProduct, { description: 'What is bought' })),
    refundedAt: Type.Optional(instant('When the bank confirmed the last refund; once all are PAID')),
    refundStatus: Type.Optional(
      Type.Enum([...REFUND_STATUSES], {
        description:
          'Of what is owed back to the customer: DUE, SENT to the bank, PAID by it, or FAILED and to be corrected. Of several refunds the worst: FAILED, DUE, SENT, PAID',
      }),
    ),
    refundValue: Type.Optional(
      Type.Number({
        description:
          'Sum of everything that is or was owed back. 0 where a transaction has ended and nothing is: what was paid under a broken agreement counts for the original debt',
      }),
    ),
    releaseDate: Type.Optional(
      Type.String({
        description:
          'Day of the release, from which due dates, tax and CET of the contract count; YYYY-MM-DD',
      }),
    ),
    settledAt: Type.Optional(instant('When nothing was owed any more; once it is CLOSED')),
    renegotiatedBy: Type.Optional(
      Type.String({ description: 'The agreement on this debt that waits, is being paid, or was paid' }),
    ),
    renegotiates: Type.Optional(
      Type.String({ description: 'Of an agreement: the transaction whose debt it is about' }),
    ),
    status: StatusSchema,
    step: StepSchema,
    transactionId: Type.Optional(Type.String({ description: 'Identifier of the purchase' })),
    transferedAt: Type.Optional(instant('When the retailer was paid')),
    transferValue: Type.Optional(
      Type.Number({
        description:
          'What the retailer is or was paid: products + delivery − commission − retention. Absent until the purchase is complete, and when it was canceled before the transfer',
      }),
    ),
    totalAmount: Type.Number({ description: 'Sum of the installments, in reais' }),
    totalIof: Type.Number({ description: 'Sum of the tax (IOF), in reais' }),
    tcValue: Type.Number({ description: 'Registration fee, in reais' }),
    cetPM: Type.Number({ description: 'Total effective cost per month, percent' }),
    cetPA: Type.Optional(Type.Number({ description: 'Total effective cost per year, percent' })),
  },
  { title: 'Transaction' },
)

export const TransactionRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    products: Type.Optional(
      Type.Array(code('Product id'), {
        minItems: 1,
        maxItems: 200,
        description: 'Ids of products to remove; without it the transaction is only read',
      }),
    ),
    preview: Type.Optional(
      Type.Boolean({
        description:
          'With `products`: the answer is the transaction as the removal would make it, and nothing changes. It has no ids, and its billets have no lines',
      }),
    ),
  },
  { title: 'TransactionRequest' },
)
export type TransactionRequest = Static<typeof TransactionRequest>

export const KeyOnlyRequest = Type.Object({ apiKey: Type.Optional(ApiKey) }, { title: 'KeyOnlyRequest' })

export const BilletsRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    layout: Type.Optional(Type.Enum(['page', 'booklet'], { description: 'One billet a page, or three' })),
  },
  { title: 'BilletsRequest' },
)
export type BilletsRequest = Static<typeof BilletsRequest>

export const ReissueRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    dueDate: Type.Optional(
      Type.String({
        maxLength: 10,
        'x-error': DAY_SENTENCE,
        description:
          'New due date, YYYY-MM-DD: a business day, today or at most 3 business days ahead. Without it today, or the next business day',
      }),
    ),
  },
  { title: 'ReissueRequest' },
)
export type ReissueRequest = Static<typeof ReissueRequest>

export const StatusAnswer = Type.Object(
  { status: StatusSchema, transactionId: Type.String({ description: 'Identifier of the purchase' }) },
  { title: 'StatusAnswer' },
)

export const OnboardingLinkAnswer = Type.Object(
  { onboardingLink: Type.String({ description: 'Page where the customer finishes the purchase' }) },
  { title: 'OnboardingLinkAnswer' },
)
