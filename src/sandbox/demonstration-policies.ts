import type { CreditPolicy } from '../domains/credit/index.ts'

type Ranges = CreditPolicy['pricing']['ranges']

/** One monthly rate per down payment: a larger down payment gives a lower rate. */
function downPayments(
  rateByPercentage: Record<number, number>,
  terms: readonly number[],
): Ranges[number]['downPayments'] {
  return Object.entries(rateByPercentage).map(([percentage, interest]) => ({
    percentage: Number(percentage),
    installments: terms.map(times => ({ times, interest })),
  }))
}

const shortTerms = [3, 4, 5, 6]
const allTerms = [3, 4, 5, 6, 8, 10, 12, 15, 18, 24]

/** Everything a retailer can have enabled: registration fee, insurance, commission, retention and grace periods. */
export const richDemonstrationPolicy: CreditPolicy = {
  attempts: { limit: 5, windowHours: 24, reuseMinutes: 30 },
  phoneAlert: { distinctCpfs: 3, windowDays: 30 },
  purchaseValue: { minimum: 150, maximum: 10_000 },
  minimumAge: 18,
  scoreCut: 300,
  limits: [
    { minimumScore: 300, limit: 1500 },
    { minimumScore: 450, limit: 3000 },
    { minimumScore: 600, limit: 6000 },
    { minimumScore: 800, limit: 10_000 },
  ],
  minimumApproved: 150,
  pricing: {
    ranges: [
      {
        from: 150,
        upTo: 1000,
        downPayments: downPayments({ 0: 8.99, 10: 8.49, 20: 7.99, 30: 7.49, 40: 6.99, 50: 6.49 }, shortTerms),
      },
      {
        from: 1000,
        upTo: 3000,
        downPayments: downPayments({ 0: 6.99, 10: 6.49, 20: 5.99, 30: 5.49, 40: 4.99, 50: 4.49 }, allTerms),
      },
      {
        from: 3000,
        upTo: 10_000,
        downPayments: downPayments({ 0: 5.49, 10: 4.99, 20: 4.49, 30: 3.99, 40: 3.49, 50: 2.99 }, allTerms),
      },
    ],
    tcPercentage: 1.5,
    insurancePercentage: 3.5,
    cmPercentage: 2,
    retention: {
      downPaymentPercentage: 20,
      retentionPercentage: 5,
      installments: [
        { times: 3, interest: 0.99 },
        { times: 4, interest: 1.49 },
        { times: 6, interest: 1.99 },
        { times: 10, interest: 2.49 },
        { times: 12, interest: 2.99 },
      ],
    },
    gracePeriodDays: [30, 60, 90],
    minimumInstallment: 20,
  },
}

/** The smallest useful offer: none of the extras. */
export const plainDemonstrationPolicy: CreditPolicy = {
  ...richDemonstrationPolicy,
  pricing: {
    ranges: [
      { from: 150, upTo: 1000, downPayments: downPayments({ 0: 7.99, 20: 6.99, 40: 5.99 }, [3, 4, 6]) },
      {
        from: 1000,
        upTo: 10_000,
        downPayments: downPayments({ 0: 5.99, 20: 4.99, 40: 3.99 }, [3, 6, 10, 12]),
      },
    ],
    tcPercentage: 0,
    insurancePercentage: 0,
    cmPercentage: 0,
    retention: null,
    gracePeriodDays: [],
    minimumInstallment: 20,
  },
}
