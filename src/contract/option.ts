import { Type } from 'typebox'

const amount = (description: string) => Type.Number({ description })

export const PriceDetail = Type.Object(
  {
    amortization: Type.Number({ description: 'Part of the installment that repays the loan' }),
    days: Type.Number({ description: 'Days used for IOF, at most 365' }),
    iof: Type.Number({ description: 'Tax (IOF) of this row' }),
    tcValue: Type.Number({ description: 'Registration fee, in reais' }),
  },
  { title: 'PriceDetail' },
)

const optionFields = {
  _id: Type.String({ description: 'Option identifier: the optionId of /authorize' }),
  additionAmount: amount('totalAmount − financedAmount'),
  amortizationTotal: amount('Sum of the amortizations: financed amount, premium and financed IOF'),
  cetPA: amount('Total effective cost per year, percent'),
  cetPM: amount('Total effective cost per month, percent'),
  cm: Type.Boolean({ description: 'Has commission' }),
  cmPercentage: amount('Commission, percent'),
  cmValue: amount('Commission'),
  checkoutId: Type.String({ description: 'Identifier of the checkout' }),
  createdAt: Type.String({ description: 'ISO 8601' }),
  dailyIof: amount('Daily IOF rate, percent'),
  downPayment: Type.Boolean({ description: 'Has a down payment' }),
  downPaymentPercentage: amount('Down payment, percent of the purchase'),
  downPaymentValue: amount('Down payment'),
  financedAmount: amount('Products + delivery + registration fee − down payment'),
  firstDueDate: Type.String({ description: 'YYYY-MM-DD' }),
  fixedIof: amount('Additional fixed IOF rate, percent'),
  interestRatePA: amount('Yearly interest, percent'),
  interestRatePM: amount('Monthly interest, percent'),
  iofPM: amount('totalIof ÷ numberOfInstallments'),
  netValue: amount('Financed amount − retention'),
  numberOfInstallments: Type.Number({ description: 'Number of installments' }),
  paymentInstallments: amount('Each installment'),
  paymentInstallmentsWithoutIof: amount('Installment without interest and charges'),
  priceDetails: Type.Array(PriceDetail, {
    description: 'The down payment, where there is one, then one row per installment',
  }),
  retentionPercentage: amount('Retention, percent'),
  retentionValue: amount('Retention'),
  tc: Type.Boolean({ description: 'Has registration fee' }),
  tcPercentage: amount('Registration fee, percent'),
  tcValue: amount('Registration fee'),
  totalAmount: amount('numberOfInstallments × paymentInstallments'),
  totalAmountWithoutIof: amount('Total without interest and charges'),
  totalIof: amount('Sum of the IOF of the rows'),
  gracePeriodDueDate: Type.Optional(Type.String({ description: 'Grace-period variant; YYYY-MM-DD' })),
  gracePeriod: Type.Optional(Type.Number({ description: 'Grace-period variant; days' })),
  hasGracePeriod: Type.Optional(Type.Boolean({ description: 'Grace-period variant' })),
}

const InsuranceOption = Type.Object(optionFields, {
  title: 'InsuranceOption',
  description: 'The same option with credit insurance',
})

export const Option = Type.Object(
  { ...optionFields, insuranceOption: Type.Optional(InsuranceOption) },
  { title: 'Option' },
)

const DueDateOption = Type.Object(
  {
    firstDueDate: Type.String({ description: 'Due date of the first installment' }),
    gracePeriodDueDate: Type.String({
      description: 'Due date of the first installment after the grace period',
    }),
    gracePeriod: Type.Number({ description: 'Days of grace' }),
    installmentOptions: Type.Array(Option, { description: 'One option for each number of installments' }),
  },
  { title: 'DueDateOption' },
)

export const DownPaymentOption = Type.Object(
  {
    downPaymentPercentage: Type.Number({ description: 'Down payment, percent of the purchase' }),
    downPaymentValue: Type.Number({ description: 'Down payment, in reais' }),
    economyValue: Type.Number({ description: 'What the customer saves against the smallest down payment' }),
    maxTotalAmount: Type.Number({ description: 'Largest down payment + installments among the options' }),
    minTotalAmount: Type.Number({ description: 'Smallest down payment + installments among the options' }),
    options: Type.Array(Option, { description: 'One option for each number of installments' }),
    dueDateOptions: Type.Optional(Type.Array(DueDateOption, { description: 'Grace-period variant' })),
  },
  { title: 'DownPaymentOption' },
)
