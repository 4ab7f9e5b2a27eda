import { type Static, Type } from 'typebox'
import { ValidationResultSchema } from './enums.ts'
import { ApiKey } from './fields.ts'
import { SAMPLE_INVOICE } from './sample-invoice.ts'

export const InvoiceRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    invoiceFile: Type.String({
      description:
        'A PDF of at most 10 MiB in base64, with or without `data:application/pdf;base64,` before it',
      examples: [SAMPLE_INVOICE],
      'x-error': { type: 'must be a base64 string' },
    }),
  },
  { title: 'InvoiceRequest', examples: [{ invoiceFile: SAMPLE_INVOICE }] },
)
export type InvoiceRequest = Static<typeof InvoiceRequest>

export const InvoiceAnswer = Type.Object(
  {
    invoiceId: Type.String({ description: '24 hexadecimal characters; another one for each version' }),
    transactionId: Type.String({ description: 'Identifier of the purchase' }),
    receivedAt: Type.String({ description: 'ISO 8601' }),
    sha256: Type.String({ description: 'Of the decoded file, in hexadecimal' }),
  },
  { title: 'InvoiceAnswer' },
)

export const ReviewRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    result: ValidationResultSchema,
    message: Type.Optional(
      Type.String({ minLength: 1, maxLength: 500, description: 'For the retailer, where it is refused' }),
    ),
  },
  { title: 'ReviewRequest', examples: [{ result: 'REFUSED', message: 'O valor não confere.' }] },
)
export type ReviewRequest = Static<typeof ReviewRequest>

export const ReviewAnswer = Type.Object(
  {
    invoiceId: Type.String({ description: 'Version of the invoice' }),
    transactionId: Type.String({ description: 'Identifier of the purchase' }),
    result: ValidationResultSchema,
    code: Type.String({ description: 'Why, for programs' }),
    message: Type.String({ description: 'Why, for people' }),
    reviewedAt: Type.String({ description: 'ISO 8601' }),
  },
  { title: 'ReviewAnswer' },
)

export const SampleInvoiceAnswer = Type.Object(
  { invoiceFile: Type.String({ description: 'A PDF in base64' }) },
  { title: 'SampleInvoiceAnswer' },
)
