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

export const CancelAnswer = Type.Object(
  {
    maxRefundDate: Type.String({ description: 'Latest day of the refund; ISO 8601' }),
    refundValue: Type.Number({ description: 'What the customer gets back, in reais' }),
    status: Type.Enum(['CANCELED'], { description: 'Current status' }),
    transactionId: Type.String({ description: 'Identifier of the purchase' }),
  },
  { title: 'CancelAnswer' },
)
