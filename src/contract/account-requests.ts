import { Type } from 'typebox'
import { CUSTOMER_REQUEST_KINDS, MAX_REQUEST_LENGTH } from './account.ts'
import { Cpf, Email, MAX_REAIS, text } from './fields.ts'

/* The bodies of contract/account.ts as the server checks them; the browser has no use for the schema library. */

export const AskBody = Type.Object({ cpf: Cpf })
export const OfPurchaseBody = Type.Object({ transactionId: Type.String({ maxLength: 64 }) })
export const ConfirmAddendumBody = Type.Object({
  transactionId: Type.String({ maxLength: 64 }),
  hash: Type.String({ pattern: '^[0-9a-f]{64}$', 'x-error': 'must be the hash of an addendum' }),
})
export const SecondCopyBody = Type.Object({
  transactionId: Type.String({ maxLength: 64 }),
  billetId: Type.String({ maxLength: 64 }),
})
export const EarlyBody = Type.Object({
  transactionId: Type.String({ maxLength: 64 }),
  installments: Type.Optional(Type.String({ maxLength: 8 })),
  amount: Type.Optional(Type.Number({ minimum: 0, maximum: MAX_REAIS })),
})
export const AgreementOffersBody = Type.Object({
  transactionId: Type.String({ maxLength: 64 }),
  downPayment: Type.Number({ minimum: 0, maximum: 10_000_000 }),
})
export const AcceptAgreementBody = Type.Object({
  transactionId: Type.String({ maxLength: 64 }),
  optionId: Type.String({ pattern: '^[0-9a-f]{24}$', 'x-error': 'is invalid' }),
})
export const EmailBody = Type.Object({ email: Email })
export const AskedRequestBody = Type.Object({
  kind: Type.Enum([...CUSTOMER_REQUEST_KINDS]),
  transactionId: Type.Optional(Type.String({ maxLength: 64 })),
  text: text('What is asked for', MAX_REQUEST_LENGTH),
})
