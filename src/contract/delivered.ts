import { type Static, Type } from 'typebox'
import { ApiKey } from './fields.ts'

export const DeliveredRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    date: Type.String({
      description:
        'The day on which the customer received the goods, from the day of the purchase to today; YYYY-MM-DD, in São Paulo',
      pattern: '^\\d{4}-\\d{2}-\\d{2}$',
      examples: ['2026-03-14'],
      'x-error': 'must be a day that exists, written YYYY-MM-DD',
    }),
  },
  { title: 'DeliveredRequest' },
)
export type DeliveredRequest = Static<typeof DeliveredRequest>

export const DeliveredAnswer = Type.Object(
  {
    transactionId: Type.String({ description: 'Identifier of the purchase' }),
    deliveredAt: Type.String({ description: 'The day that was reported; YYYY-MM-DD' }),
  },
  { title: 'DeliveredAnswer' },
)
