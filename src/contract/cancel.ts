import { type Static, Type } from 'typebox'
import { ApiKey } from './fields.ts'

const digits = (description: string, pattern: string, sentence: string) =>
  Type.String({ description, pattern, 'x-error': { '*': sentence } })

export const CancelRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    transactionId: Type.String({ description: 'Received from /authorize' }),
    numeroBanco: Type.Optional(digits('Bank of the refund', '^[0-9]{3}$', 'must be 3 digits')),
    agencia: Type.Optional(digits('Branch', '^[0-9]{4}$', 'must be 4 digits')),
    digitoAgencia: Type.Optional(digits('Branch digit', '^[0-9Xx]$', 'must be one digit or X')),
    numeroConta: Type.Optional(digits('Account', '^[0-9]{1,12}$', 'must be 1 to 12 digits')),
    digitoConta: Type.Optional(digits('Account digit', '^[0-9Xx]$', 'must be one digit or X')),
    tipoConta: Type.Optional(Type.Enum(['POUPANCA', 'CONTACORRENTE'], { description: 'Kind of account' })),
    documentoTitular: Type.Optional(
      Type.String({
        description:
          "CPF of the account's owner, which must be the customer's. An addition of this service: without it the bank compares the owner with the customer, and refuses an account of somebody else",
        pattern: '^(?:[0-9]{11}|[0-9]{3}\\.[0-9]{3}\\.[0-9]{3}-[0-9]{2})$',
        'x-error': { '*': 'must be a CPF' },
        examples: ['529.982.247-25'],
      }),
    ),
  },
  { title: 'CancelRequest' },
)
export type CancelRequest = Static<typeof CancelRequest>

export const CancelPreviewRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    transactionId: Type.String({ description: 'Received from /authorize' }),
  },
  { title: 'CancelPreviewRequest' },
)
export type CancelPreviewRequest = Static<typeof CancelPreviewRequest>

const reais = (description: string) => Type.Number({ description: `${description}, in reais` })

/** Who bears what a cancellation after the transfer costs. */
export const COST_BEARERS = ['RETAILER', 'LENDER'] as const
export type CostBearer = (typeof COST_BEARERS)[number]

export const CostsBorneBy = Type.Enum([...COST_BEARERS], {
  description:
    'Who bears, by the retailer’s conditions, the interest and tax of a purchase canceled after its transfer',
})

export const CancelPreviewCustomer = Type.Object(
  {
    refundValue: reais('What the customer gets back'),
    releasedValue: reais('What the customer no longer has to pay'),
  },
  { title: 'CancelPreviewCustomer', description: 'The customer' },
)

export const CancelPreviewRetailer = Type.Object(
  {
    transferValue: reais('Was transferred, or is on its way, and is owed back'),
    untransferredValue: reais('Was to be transferred, and will not be'),
    interest: reais('Interest that the lender gives back to the customer and the retailer bears'),
    iof: reais('Tax that the Treasury has already and the retailer bears'),
    owedValue: reais('All that the retailer owes: `transferValue`, `interest` and `iof`'),
  },
  {
    title: 'CancelPreviewRetailer',
    description: 'The retailer; the next transfers are lower by `owedValue`',
  },
)

export const CancelPreviewLender = Type.Object(
  {
    interest: reais('Interest that the lender gives up'),
    fee: reais('Earned registration fee that the lender gives up'),
    retention: reais('Earned retention that the lender gives up'),
    iof: reais('Tax that the lender has to claim back from the Treasury'),
  },
  { title: 'CancelPreviewLender', description: 'The lender' },
)

export const CancelPreviewAnswer = Type.Object(
  {
    transactionId: Type.String({ description: 'Identifier of the purchase' }),
    maxRefundDate: Type.String({ description: 'Latest day of the refund; ISO 8601' }),
    costsBorneBy: CostsBorneBy,
    customer: CancelPreviewCustomer,
    retailer: CancelPreviewRetailer,
    lender: CancelPreviewLender,
  },
  { title: 'CancelPreview' },
)

export const CancelAnswer = Type.Object(
  {
    maxRefundDate: Type.String({ description: 'Latest day of the refund; ISO 8601' }),
    refundValue: Type.Number({ description: 'What the customer gets back, in reais' }),
    status: Type.Enum(['CANCELED'], { description: 'Current status' }),
    transactionId: Type.String({ description: 'Identifier of the purchase' }),
  },
  { title: 'CancelAnswer' },
)
