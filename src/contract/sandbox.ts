import { type Static, Type } from 'typebox'
import { CASE_RESULTS } from './desk.ts'
import { StatusSchema, StepSchema } from './enums.ts'
import { ApiKey, Email, Phone, price } from './fields.ts'
import { MESSAGE_CHANNELS, MESSAGE_FAILURES, MESSAGE_PURPOSES, MESSAGE_STATES } from './messages.ts'

export const MessagesQuery = Type.Object(
  {
    phone: Type.Optional(Phone),
    // Instead of the phone: what this mailbox was sent.
    email: Type.Optional(Email),
  },
  { title: 'MessagesQuery' },
)
export type MessagesQuery = Static<typeof MessagesQuery>

export const MessagesAnswer = Type.Object(
  {
    messages: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Identifier' }),
        to: Type.String({ description: 'Phone digits or e-mail address' }),
        channel: Type.Enum([...MESSAGE_CHANNELS], { description: 'SMS or EMAIL' }),
        template: Type.Optional(Type.String({ description: 'What it is about: `code`, `billets-issued` …' })),
        purpose: Type.Optional(Type.Enum([...MESSAGE_PURPOSES], { description: 'Why the message was sent' })),
        state: Type.Enum([...MESSAGE_STATES], {
          description: 'HANDED_OVER: a service has it, or the sandbox would have sent it',
        }),
        failure: Type.Optional(Type.Enum([...MESSAGE_FAILURES], { description: 'Why it could not be sent' })),
        text: Type.String({ description: 'The message' }),
        subject: Type.Optional(Type.String({ description: 'Of an e-mail' })),
        html: Type.Optional(Type.String({ description: 'The e-mail as mail programs show it' })),
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
  {
    transactionId: Type.String({ description: 'Identifier of the purchase' }),
    status: StatusSchema,
    step: StepSchema,
  },
  { title: 'PlayAnswer' },
)

export const PayRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    amount: Type.Optional(price('What is paid; what the billet asks for on that day when absent')),
    method: Type.Optional(
      Type.Enum(['BILLET', 'PIX'], { description: 'PIX only where the billet has a pixCode' }),
    ),
    rail: Type.Optional(Type.Enum(['BILLET', 'PIX'], { description: 'Another name of `method`' })),
    paidOn: Type.Optional(
      Type.String({
        description:
          'The day on which the customer paid, from the issue of the billet to today; today when absent',
        pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$',
        'x-error': { '*': 'must be a day such as 2026-11-16' },
      }),
    ),
    repeat: Type.Optional(
      Type.Integer({
        description: 'How many times the bank reports this payment; once when absent',
        minimum: 1,
        maximum: 20,
        'x-error': { '*': 'must be a whole number from 1 to 20' },
      }),
    ),
    delaySeconds: Type.Optional(
      Type.Integer({
        description:
          'How long after the payment the bank reports it, by the clock of the sandbox; at once when absent',
        minimum: 0,
        maximum: 2_592_000,
        'x-error': { '*': 'must be a whole number of seconds, at most 30 days' },
      }),
    ),
  },
  { title: 'PayRequest', examples: [{ method: 'PIX' }] },
)
export type PayRequest = Static<typeof PayRequest>

const PAYABLE_KINDS = ['DOWN_PAYMENT', 'INSTALLMENT', 'SECOND_COPY', 'SETTLEMENT'] as const

export const PayableAnswer = Type.Object(
  {
    billets: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: 'Identifier' }),
          transactionId: Type.String({ description: 'The transaction itself, or the agreement on its debt' }),
          kind: Type.Enum([...PAYABLE_KINDS], {
            description: 'SECOND_COPY of an installment that is late, SETTLEMENT of what is paid early',
          }),
          value: Type.Number({
            description: 'What it asks for today, with fine and interest where it is late',
          }),
          dueDate: Type.String({ description: 'YYYY-MM-DD' }),
          installmentNumber: Type.Optional(Type.Number({ description: 'Which installment: 1, 2, 3 …' })),
          installmentNumbers: Type.Optional(Type.Number({ description: 'Total installments' })),
          methods: Type.Array(Type.Enum(['BILLET', 'PIX']), { description: 'How it can be paid today' }),
        },
        { title: 'PayableBillet' },
      ),
      { description: 'Settlements first, then by number; those of the agreement last' },
    ),
  },
  { title: 'PayableAnswer' },
)

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

export const PersonRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    persona: Type.String({
      description: 'Digits 4 to 6 of the CPF, which choose the outcome',
      pattern: '^[0-9]{3}$',
      'x-error': { '*': 'must be three digits' },
    }),
  },
  { title: 'PersonRequest', examples: [{ persona: '011' }] },
)
export type PersonRequest = Static<typeof PersonRequest>

/** Named as `/options` takes them. */
export const PersonAnswer = Type.Object(
  {
    cpf: Type.String({ description: 'Eleven digits' }),
    name: Type.String({ description: 'Name' }),
    phone: Type.String({ description: 'Eleven digits; nobody else of the sandbox has it' }),
    email: Type.String({ description: 'E-mail address of the customer' }),
    zipCode: Type.String({ description: 'Eight digits' }),
    addressStreet: Type.String({ description: 'Street' }),
    addressNumber: Type.String({ description: 'Number' }),
    addressComplement: Type.String({ description: 'Complement; may be empty' }),
    city: Type.String({ description: 'City' }),
    state: Type.String({ description: 'State (UF)' }),
  },
  { title: 'PersonAnswer' },
)

export const PlayDeskRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    result: Type.Enum([...CASE_RESULTS], { description: 'The decision' }),
    step: Type.Optional(
      Type.Enum(['FRONTDOC', 'BACKDOC', 'SELFIE'], {
        description: 'With ASK_AGAIN, and only then: the picture that the customer is to send again',
      }),
    ),
  },
  { title: 'PlayDeskRequest', examples: [{ result: 'VALIDATED' }] },
)
export type PlayDeskRequest = Static<typeof PlayDeskRequest>

export const ResetAnswer = Type.Object(
  {
    purchases: Type.Integer({ description: 'Ended by this call' }),
    paymentLinks: Type.Integer({ description: 'Deleted by this call' }),
    people: Type.Integer({ description: 'Free again; 0 while not done' }),
    done: Type.Boolean({ description: 'False when there was too much for one call: call again' }),
  },
  { title: 'ResetAnswer' },
)

const DAY_SECONDS = 86_400

/** Every member is optional: what is left out is as a good bank does. */
export const BankRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    pix: Type.Optional(
      Type.Object(
        {
          loseWebhooks: Type.Optional(
            Type.Boolean({ description: 'No webhook is sent; a query still shows the payment' }),
          ),
          repeatWebhooks: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 10,
              description: 'How many more times each webhook is sent',
            }),
          ),
          delaySeconds: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: DAY_SECONDS,
              description: 'How long a webhook waits, by the clock of the sandbox',
            }),
          ),
          reorder: Type.Optional(
            Type.Boolean({
              description: 'Every second webhook waits some seconds, and is overtaken by the next',
            }),
          ),
          down: Type.Optional(
            Type.Boolean({
              description:
                'Requests about charges of this retailer are answered with 503; ends by itself after a day',
            }),
          ),
          slowMs: Type.Optional(
            Type.Integer({
              minimum: 0,
              maximum: 30_000,
              description: 'How long each answer of the Pix API takes',
            }),
          ),
        },
        { description: 'How the bank treats Pix charges' },
      ),
    ),
    registration: Type.Optional(
      Type.Enum(['ok', 'reject', 'slow'], { description: 'What becomes of new billets and Pix charges' }),
    ),
    payouts: Type.Optional(
      Type.Enum(['confirm', 'fail', 'unknown'], {
        description: 'What becomes of money that is sent or given back',
      }),
    ),
  },
  { title: 'BankRequest', examples: [{ pix: { loseWebhooks: true, delaySeconds: 60 } }] },
)
export type BankRequest = Static<typeof BankRequest>

export const BankAnswer = Type.Object(
  {
    pix: Type.Object(
      {
        loseWebhooks: Type.Boolean({ description: 'No webhook is sent; a query still shows the payment' }),
        repeatWebhooks: Type.Integer({ description: 'How many more times each webhook is sent' }),
        delaySeconds: Type.Integer({ description: 'How long a webhook waits, by the clock of the sandbox' }),
        reorder: Type.Boolean({
          description: 'Every second webhook waits some seconds, and is overtaken by the next',
        }),
        down: Type.Boolean({
          description:
            'Requests about charges of this retailer are answered with 503; ends by itself after a day',
        }),
        slowMs: Type.Integer({ description: 'How long each answer of the Pix API takes' }),
      },
      { description: 'How the bank treats Pix charges' },
    ),
    registration: Type.Enum(['ok', 'reject', 'slow'], {
      description: 'What becomes of new billets and Pix charges',
    }),
    payouts: Type.Enum(['confirm', 'fail', 'unknown'], {
      description: 'What becomes of money that is sent or given back',
    }),
  },
  { title: 'BankAnswer' },
)
/** How the sandbox bank behaves towards one retailer. */
export type BankBehaviour = Static<typeof BankAnswer>
