import { Type } from 'typebox'
import { CUSTOMER_REQUEST_KINDS, MAX_REQUEST_LENGTH } from './account.ts'
import { Cpf, Email, text } from './fields.ts'

/* The bodies of contract/account.ts as the server checks them; the browser has no use for the schema library. */

export const AskBody = Type.Object({ cpf: Cpf })
export const OfPurchaseBody = Type.Object({ transactionId: Type.String({ maxLength: 64 }) })
export const EmailBody = Type.Object({ email: Email })
export const AskedRequestBody = Type.Object({
  kind: Type.Enum([...CUSTOMER_REQUEST_KINDS]),
  transactionId: Type.Optional(Type.String({ maxLength: 64 })),
  text: text('What is asked for', MAX_REQUEST_LENGTH),
})
