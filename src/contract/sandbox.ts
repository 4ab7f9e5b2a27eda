import { type Static, Type } from 'typebox'
import { StatusSchema, StepSchema } from './enums.ts'
import { ApiKey, Phone, price } from './fields.ts'

export const MessagesQuery = Type.Object({ phone: Phone }, { title: 'MessagesQuery' })
export type MessagesQuery = Static<typeof MessagesQuery>

export const MessagesAnswer = Type.Object(
  {
    messages: Type.Array(
      Type.Object({
        to: Type.String({ description: 'Phone digits or e-mail address' }),
        channel: Type.Enum(['SMS', 'EMAIL']),
        text: Type.String(),
        code: Type.Optional(Type.String({ description: 'The one-time code that the text holds' })),
        sentAt: Type.String({ description: 'ISO 8601' }),
      }),
      { description: 'Newest first, at most 100' },
    ),
  },
  { title: 'MessagesAnswer' },
)

export const PlayRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    until: Type.Optional(StepSchema),
    action: Type.Optional(
      Type.Enum(['CANCEL'], { description: 'Instead of `until`: the customer gives up' }),
    ),
    acceptInsurance: Type.Optional(
      Type.Boolean({ description: 'What the customer answers at INSURANCE; false when absent' }),
    ),
  },
  { title: 'PlayRequest', examples: [{ until: 'SIGNATURE' }] },
)
export type PlayRequest = Static<typeof PlayRequest>

export const PlayAnswer = Type.Object(
  { transactionId: Type.String(), status: StatusSchema, step: StepSchema },
  { title: 'PlayAnswer' },
)

export const PayRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    amount: Type.Optional(price('What is paid; what the billet asks for on that day when absent')),
    method: Type.Optional(
      Type.Enum(['BILLET', 'PIX'], { description: 'PIX only where the billet has a pixCode' }),
    ),
  },
  { title: 'PayRequest', examples: [{ method: 'PIX' }] },
)
export type PayRequest = Static<typeof PayRequest>

export const AdvanceClockRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    advance: Type.String({
      description: 'ISO 8601 duration, more than nothing and at most 366 days',
      examples: ['P30D', 'PT12H'],
    }),
  },
  { title: 'AdvanceClockRequest', examples: [{ advance: 'P30D' }] },
)
export type AdvanceClockRequest = Static<typeof AdvanceClockRequest>

export const ClockAnswer = Type.Object(
  { now: Type.String({ description: 'ISO 8601' }) },
  { title: 'ClockAnswer' },
)
