import { Type } from 'typebox'

/** Parts of the answer that /preApprove and /options share. */

const PreviewInstallment = Type.Object({
  installments: Type.Number({ description: 'Number of installments' }),
  interest: Type.Number({ description: 'Monthly interest in percent' }),
  total: Type.Union([Type.Number(), Type.Null()], { description: 'Sum of the installments' }),
  value: Type.Union([Type.Number(), Type.Null()], { description: 'Each installment' }),
})

const PreviewDownPaymentOption = Type.Object({
  downPaymentPercentage: Type.Number(),
  downPaymentValue: Type.Union([Type.Number(), Type.Null()]),
  economyValue: Type.Number({ description: 'What the customer saves against the smallest down payment' }),
  installments: Type.Array(PreviewInstallment),
})

export const Preview = Type.Object(
  {
    downPayment: Type.Boolean({ description: 'Whether any offered option asks for a down payment' }),
    downPaymentOptions: Type.Array(PreviewDownPaymentOption),
    preApproved: Type.Boolean(),
    showScript: Type.Boolean({ description: 'Whether the shop should show the offer' }),
    simulation: Type.Object({
      downPaymentPercentage: Type.Number(),
      installmentsNumber: Type.Number(),
      interest: Type.Number(),
      pmt: Type.Optional(Type.Number({ description: 'Installment value' })),
      totalValue: Type.Optional(Type.Number()),
    }),
  },
  { title: 'Preview' },
)

const Pricing = Type.Object({
  downPaymentPercentage: Type.Number(),
  installments: Type.Array(Type.Object({ times: Type.Number(), interest: Type.Number() })),
})

const PricingCondition = Type.Object({
  conditionTag: Type.String({ description: 'A key of pricings' }),
  totalValue: Type.Object({ ref: Type.String(), gte: Type.Number(), lte: Type.Number() }),
})

export const PreApprovedCredit = Type.Object(
  {
    _id: Type.String({ description: 'Pre-approval identifier' }),
    maxValue: Type.Number({ description: 'Largest amount that the customer may finance' }),
    minValue: Type.Number({ description: 'Smallest amount that the customer may finance' }),
    pricings: Type.Record(Type.String(), Type.Array(Pricing), {
      description:
        'Installment options per range of the purchase value, keyed `<min>-<max>`; the upper end belongs to the range',
    }),
    policyConfigurationId: Type.Optional(Type.String({ description: 'In the grace-period variant' })),
    pricingConditions: Type.Optional(
      Type.Array(PricingCondition, { description: 'In the grace-period variant' }),
    ),
  },
  { title: 'PreApprovedCredit' },
)

export const TrackId = Type.String({
  description: 'Tracking id of this call; quote it when you ask for help',
})

/** Only with a refusal that a number explains. */
export const RefusalDetails = Type.Array(
  Type.Object({
    field: Type.String({ description: 'What the limit is about: `price` or `products`' }),
    message: Type.String(),
  }),
  {
    description:
      'With TOTALVALUE_LOW, TOTALVALUE_HIGH and PRICE_OUT_RANGE: the limit that the purchase misses, in reais',
  },
)
