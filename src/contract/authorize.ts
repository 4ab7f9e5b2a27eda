import { type Static, Type } from 'typebox'
import { ApiKey, FullName } from './fields.ts'

const optionSentence = 'is invalid'
const orderSentence = 'must be a string of 1 to 64 characters'
const insuranceSentence = 'must be a boolean'

export const AuthorizeRequest = Type.Object(
  {
    apiKey: Type.Optional(ApiKey),
    optionId: Type.String({
      pattern: '^[0-9a-f]{24}$',
      description: 'Option received from /options, or its insurance twin',
      'x-error': optionSentence,
    }),
    orderId: Type.String({
      minLength: 1,
      maxLength: 64,
      pattern: '^[^\\p{C}]+$',
      description: 'The retailer’s order, to match the charge with it',
      'x-error': orderSentence,
    }),
    name: Type.Optional(FullName),
    additionalOptions: Type.Optional(
      Type.Object(
        {
          hasInsurance: Type.Optional(
            Type.Boolean({
              description: 'The customer accepted credit insurance',
              'x-error': insuranceSentence,
            }),
          ),
        },
        {
          'x-error': { type: 'must be an object whose hasInsurance is a boolean' },
          description: 'What the customer chose beside the option',
        },
      ),
    ),
  },
  { title: 'AuthorizeRequest' },
)
export type AuthorizeRequest = Static<typeof AuthorizeRequest>

export const AuthorizeAnswer = Type.Object(
  {
    downPayment: Type.Boolean({ description: 'Whether there is a down payment' }),
    downPaymentBarcodeNumber: Type.Optional(Type.String({ description: '44 digits' })),
    downPaymentDueDate: Type.Optional(Type.String({ description: 'ISO 8601' })),
    downPaymentLink: Type.Optional(Type.String({ description: 'Page with the billet of the down payment' })),
    downPaymentValue: Type.Number({ description: 'Down payment, in reais' }),
    financedAmount: Type.Number({ description: 'What is financed, in reais' }),
    interestRatePM: Type.Number({ description: 'Monthly interest, percent' }),
    tcValue: Type.Number({ description: 'Registration fee, in reais' }),
    numberOfInstallments: Type.Number({ description: 'Number of installments' }),
    onboardingToken: Type.String({ description: 'The part of returnUrl that names the customer’s purchase' }),
    orderId: Type.String({ description: 'The retailer’s order' }),
    paymentInstallments: Type.Number({ description: 'Value of one installment, in reais' }),
    phone: Type.String({ description: 'Masked' }),
    returnUrl: Type.String({ description: 'Page where the customer identifies and signs' }),
    totalAmount: Type.Number({ description: 'Sum of the installments, in reais' }),
    transactionId: Type.String({ description: 'Identifier of the purchase' }),
  },
  { title: 'AuthorizeAnswer' },
)
