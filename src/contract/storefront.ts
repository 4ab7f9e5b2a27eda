import { type Static, Type } from 'typebox'
import { MAX_REAIS } from './fields.ts'

const TOTAL_SENTENCE = `must be reais with a dot and at most two decimals, above 0 and at most ${MAX_REAIS}`

const PublishableKey = Type.String({
  description: 'Publishable key of the retailer, `pk_…`',
  examples: ['pk_homolog_demo_0000000000000000000000000000'],
})

/** In an address everything is text: the amount is checked as it is written, and never rounded. */
const Total = Type.String({
  pattern: '^(?:[1-9]\\d{0,6}(?:\\.\\d{1,2})?|0\\.(?:0[1-9]|[1-9]\\d?)|10000000(?:\\.00?)?)$',
  description: 'Price of the purchase in reais, with a dot and at most two decimals',
  examples: ['1240.00'],
  'x-error': TOTAL_SENTENCE,
})

export const StorefrontQuery = Type.Object({ key: PublishableKey })
export const PreviewQuery = Type.Object({ key: PublishableKey, total: Total })
export type PreviewQuery = Static<typeof PreviewQuery>

const installmentMembers = {
  installments: Type.Integer({ description: 'Number of installments' }),
  value: Type.Number({ description: 'One installment' }),
  totalAmount: Type.Number({ description: 'All installments together; the down payment is not in it' }),
  cetPA: Type.Number({ description: 'Total effective cost (CET) per year, percent' }),
}
const downPaymentValue = Type.Number({ description: 'Down payment' })
const minTotal = Type.Number({ description: 'Smallest purchase that is financed' })
const maxTotal = Type.Number({ description: 'Largest purchase that is financed' })

const ShownPreview = Type.Object(
  {
    showScript: Type.Literal(true, { description: 'Whether there is something to show' }),
    total: Type.Number({ description: 'The price that was asked about' }),
    minTotal,
    maxTotal,
    simulation: Type.Object(
      {
        downPaymentValue,
        ...installmentMembers,
        interestRatePM: Type.Number({ description: 'Interest per month, percent' }),
      },
      { description: 'The option with the lowest installment' },
    ),
    downPaymentOptions: Type.Array(
      Type.Object({
        downPaymentPercentage: Type.Number({ description: 'Down payment, percent of the purchase' }),
        downPaymentValue,
        options: Type.Array(Type.Object(installmentMembers), {
          description: 'One option for each number of installments',
        }),
      }),
      { description: 'One group for each down payment' },
    ),
    validUntil: Type.String({ description: 'End of the day in Sao Paulo, on which the figures depend' }),
  },
  { title: 'StorefrontPreview' },
)
const HiddenPreview = Type.Object(
  { showScript: Type.Literal(false, { description: 'Whether there is something to show' }) },
  { title: 'NoStorefrontPreview', description: 'Nothing is to be shown for this price' },
)
export const PreviewAnswer = Type.Union([ShownPreview, HiddenPreview])

export const StorefrontConfigAnswer = Type.Object(
  {
    showScript: Type.Boolean({ description: 'Whether the shop shows offers in its pages' }),
    name: Type.String({ description: 'Name of the shop, for people' }),
    minTotal,
    maxTotal,
  },
  { title: 'StorefrontConfig' },
)
