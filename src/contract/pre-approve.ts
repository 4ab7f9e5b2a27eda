import { type Static, Type } from 'typebox'
import { PreApprovedCredit, Preview, RefusalDetails, TrackId } from './credit-answer.ts'
import { RefusalReasonSchema, ResultSchema, Source } from './enums.ts'
import { ApiKey, Cpf, Email, Phone, price, ZipCode } from './fields.ts'

export const PreApproveRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    cpf: Cpf,
    phone: Phone,
    email: Email,
    zipCode: ZipCode,
    source: Source,
    price: Type.Optional(price('Value of the intended purchase')),
  },
  {
    title: 'PreApproveRequest',
    examples: [
      {
        apiKey: 'sk_homolog_demo_0000000000000000000000000000',
        cpf: '000.001.000-64',
        phone: '(11) 98765-1234',
        email: 'maria@example.com',
        zipCode: '01310-100',
        source: 'checkout',
        price: 1240,
      },
    ],
  },
)
export type PreApproveRequest = Static<typeof PreApproveRequest>

export const PreApproveAnswer = Type.Object(
  {
    result: Type.Optional(ResultSchema),
    refusalReason: Type.Optional(RefusalReasonSchema),
    details: Type.Optional(RefusalDetails),
    preview: Type.Optional(Preview),
    preApprovedCredit: Type.Optional(PreApprovedCredit),
    error: Type.Optional(
      Type.Boolean({ description: 'true when the credit bureau could not answer: ask again later' }),
    ),
    trackId: TrackId,
  },
  { title: 'PreApproveAnswer' },
)
