import { type Static, Type } from 'typebox'
import { StatusSchema, StepSchema } from './enums.ts'
import { ApiKey, MAX_REAIS } from './fields.ts'

export const RenegotiationRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    preview: Type.Optional(
      Type.Boolean({
        description: 'true: answers with the possible agreements, and changes nothing',
        'x-error': 'must be a boolean',
      }),
    ),
    installments: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 24,
        description: 'With `preview`: only this number of installments; 3, 6, 12 and 24 when absent',
        'x-error': { '*': 'must be a whole number from 1 to 24' },
      }),
    ),
    downPaymentValue: Type.Optional(
      Type.Number({
        minimum: 0,
        maximum: MAX_REAIS,
        description: 'With `preview`: paid at once, in reais, at most what is overdue; 0 when absent',
        'x-error': { '*': `must be a number ≥ 0 and at most ${MAX_REAIS}` },
      }),
    ),
    firstDueDate: Type.Optional(
      Type.String({
        description: 'With `preview`: 15 to 45 days ahead, YYYY-MM-DD; in 30 days when absent',
        'x-error': 'must be a day that exists, written YYYY-MM-DD',
      }),
    ),
    optionId: Type.Optional(
      Type.String({
        pattern: '^[0-9a-f]{24}$',
        description: 'Instead of `preview`: accepts this option, on the day on which it was offered',
        'x-error': 'is invalid',
      }),
    ),
  },
  { title: 'RenegotiationRequest', examples: [{ preview: true, installments: 6, downPaymentValue: 100 }] },
)
export type RenegotiationRequest = Static<typeof RenegotiationRequest>

const RenegotiationOption = Type.Object(
  {
    optionId: Type.String({ description: 'Can be accepted until the end of the day' }),
    downPaymentValue: Type.Number({ description: 'Paid at once; counts for the debt' }),
    numberOfInstallments: Type.Number({ description: 'Number of installments' }),
    paymentInstallments: Type.Number({ description: 'Each installment' }),
    totalAmount: Type.Number({ description: 'Sum of the installments' }),
    interestRatePM: Type.Number({ description: 'Percent a month; never above the contract’s' }),
    cetPA: Type.Number({ description: 'Total effective cost per year, percent' }),
    firstDueDate: Type.String({ description: 'YYYY-MM-DD' }),
  },
  { title: 'RenegotiationOption' },
)

export const RenegotiationOptions = Type.Object(
  {
    debtValue: Type.Number({
      description: 'What is owed today: overdue installments with their charges, the others at present value',
    }),
    options: Type.Array(RenegotiationOption, { description: 'One option for each number of installments' }),
  },
  { title: 'RenegotiationOptions' },
)

export const RenegotiationAccepted = Type.Object(
  {
    transactionId: Type.String({ description: 'Of the agreement' }),
    returnUrl: Type.String({ description: 'Page where the customer confirms the phone and signs' }),
    status: StatusSchema,
    step: StepSchema,
  },
  { title: 'RenegotiationAccepted' },
)

export const RenegotiationAnswer = Type.Union([RenegotiationOptions, RenegotiationAccepted])
