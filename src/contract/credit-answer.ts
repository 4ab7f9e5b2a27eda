import { Type } from 'typebox'

/** Parts of the answer that /preApprove and /options share. */

const PreviewInstallment = Type.Object({
  installments: Type.Number({ description: 'Number of installments' }),
  interest: Type.Number({ description: 'Monthly interest in percent' }),
  total: Type.Union([Type.Number(), Type.Null()], { description: 'Sum of the installments' }),
  value: Type.Union([Type.Number(), Type.Null()], { description: 'Each installment' }),
})

const PreviewDownPaymentOption = Type.Object({
  downPaymentPercentage: Type.Number({ description: 'Down payment, percent of the purchase' }),
  downPaymentValue: Type.Union([Type.Number(), Type.Null()], { description: 'Down payment, in reais' }),
  economyValue: Type.Number({ description: 'What the customer saves against the smallest down payment' }),
  installments: Type.Array(PreviewInstallment, {
    description: 'Number of installments, or the installments themselves',
  }),
})

export const Preview = Type.Object(
  {
    downPayment: Type.Boolean({ description: 'Whether any offered option asks for a down payment' }),
    downPaymentOptions: Type.Array(PreviewDownPaymentOption, {
      description: 'One group for each down payment',
    }),
    preApproved: Type.Boolean({ description: 'Whether the customer may buy' }),
    showScript: Type.Boolean({ description: 'Whether the shop should show the offer' }),
    simulation: Type.Object(
      {
        downPaymentPercentage: Type.Number({ description: 'Down payment, percent of the purchase' }),
        installmentsNumber: Type.Number({ description: 'Number of installments' }),
        interest: Type.Number({ description: 'Monthly interest in percent' }),
        pmt: Type.Optional(Type.Number({ description: 'Installment value' })),
        totalValue: Type.Optional(Type.Number({ description: 'Sum of the installments, in reais' })),
      },
      { description: 'One example: the option with the lowest installment' },
    ),
  },
  { title: 'Preview', description: 'What a page may show before the checkout' },
)

const Pricing = Type.Object({
  downPaymentPercentage: Type.Number(),
  installments: Type.Array(Type.Object({ times: Type.Number(), interest: Type.Number() })),
})

const PricingCondition = Type.Object({
  conditionTag: Type.String({ description: 'A key of pricings' }),
  totalValue: Type.Object(
    {
      ref: Type.String({ description: 'What is compared' }),
      gte: Type.Number({ description: 'At least' }),
      lte: Type.Number({ description: 'At most' }),
    },
    { description: 'Sum of the installments, in reais' },
  ),
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
  { title: 'PreApprovedCredit', description: 'The limit of an approved customer and what it buys' },
)

export const TrackId = Type.String({
  description: 'Tracking id of this call; quote it when you ask for help',
})

/** Only with a refusal that a number explains. */
export const RefusalDetails = Type.Array(
  Type.Object({
    field: Type.String({ description: 'What the limit is about: `price` or `products`' }),
    message: Type.String({ description: 'For people' }),
  }),
  {
    description:
      'With TOTALVALUE_LOW, TOTALVALUE_HIGH and PRICE_OUT_RANGE: the limit that the purchase misses, in reais',
  },
)
