import { type Static, Type } from 'typebox'
import { MAX_INSTALLMENTS, MAX_RATE_PM } from './schedule.ts'

const strict = { additionalProperties: false } as const
const wholeReais = (description: string) =>
  Type.Integer({ minimum: 0, maximum: 10_000_000, description: `${description}, in whole reais` })
const percentage = (description: string, maximum = 99) =>
  Type.Number({ minimum: 0, maximum, description: `${description}, percent` })

const InstallmentCondition = Type.Object(
  {
    times: Type.Integer({ minimum: 1, maximum: MAX_INSTALLMENTS, description: 'Number of installments' }),
    interest: percentage('Interest per month', MAX_RATE_PM),
  },
  strict,
)
const installments = Type.Array(InstallmentCondition, {
  minItems: 1,
  maxItems: MAX_INSTALLMENTS,
  description: 'In ascending order of times',
})

const DownPaymentCondition = Type.Object(
  { percentage: percentage('Down payment, of the purchase'), installments },
  strict,
)

const PricingRange = Type.Object(
  {
    from: wholeReais('Purchases above this; in the first range also this very value'),
    upTo: wholeReais('Purchases up to and including this'),
    downPayments: Type.Array(DownPaymentCondition, {
      minItems: 1,
      maxItems: 20,
      description: 'In ascending order of percentage',
    }),
  },
  strict,
)

/** What a retailer's customers may be offered. The schema checks the shape, checkPricingPolicy the consistency. */
export const PricingPolicy = Type.Object(
  {
    ranges: Type.Array(PricingRange, {
      minItems: 1,
      maxItems: 50,
      description: 'Conditions by purchase value; each range begins where the one before ends',
    }),
    tcPercentage: percentage(
      "Registration fee, of the purchase; charged on a customer's first contract only",
      20,
    ),
    insurancePercentage: percentage('Premium of the credit insurance, of purchase less down payment', 20),
    cmPercentage: percentage('Commission of the retailer, of purchase less down payment'),
    retention: Type.Union(
      [
        Type.Object(
          {
            downPaymentPercentage: percentage('The one down payment with options at subsidised interest'),
            retentionPercentage: Type.Number({
              exclusiveMinimum: 0,
              maximum: 99,
              description:
                'What the retailer leaves to the lender for the lower interest, of the financed amount, percent',
            }),
            installments,
          },
          strict,
        ),
        Type.Null(),
      ],
      { description: 'Options whose interest the retailer subsidises, or null' },
    ),
    gracePeriodDays: Type.Array(Type.Integer({ minimum: 1, maximum: 365 }), {
      maxItems: 6,
      description: 'Grace periods that may be chosen, in days, ascending',
    }),
    minimumInstallment: Type.Number({
      minimum: 0,
      maximum: 1_000_000,
      description: 'Options with a smaller installment are not offered, in reais',
    }),
  },
  { ...strict, title: 'PricingPolicy' },
)
export type PricingPolicy = Static<typeof PricingPolicy>
export type PricingRange = Static<typeof PricingRange>
export type InstallmentCondition = Static<typeof InstallmentCondition>

/** Upper end included; the lower end belongs to the range below, except the first. */
export function findPricingRange(policy: PricingPolicy, purchaseCentavos: number): PricingRange | undefined {
  const range = policy.ranges.find(({ upTo }) => purchaseCentavos <= upTo * 100)
  return range && purchaseCentavos >= range.from * 100 ? range : undefined
}
