/* The answer of /storefront/preview, with figures of a lender that takes 4.99 % a month. */

export const MIN_TOTAL = 150
export const MAX_TOTAL = 10_000
const RATE = 0.0499
const TERMS = [3, 6, 12, 18]
const DOWN_PAYMENTS = [0, 10, 20, 40]

interface PlanAnswer {
  readonly installments: number
  readonly value: number
  readonly totalAmount: number
  readonly cetPA: number
}

export interface PreviewAnswer {
  readonly showScript: true
  readonly total: number
  readonly minTotal: number
  readonly maxTotal: number
  readonly simulation: PlanAnswer & { readonly downPaymentValue: number; readonly interestRatePM: number }
  readonly downPaymentOptions: readonly {
    readonly downPaymentPercentage: number
    readonly downPaymentValue: number
    readonly options: readonly PlanAnswer[]
  }[]
  readonly validUntil: string
}

const cents = (value: number): number => Math.round(value * 100) / 100

function presentPlan(principal: number, installments: number): PlanAnswer {
  const value = cents((principal * RATE) / (1 - (1 + RATE) ** -installments))
  return {
    installments,
    value,
    totalAmount: cents(value * installments),
    cetPA: cents(99.9 + 18 - installments),
  }
}

export function presentPreview(
  total: number,
  { downPayments = DOWN_PAYMENTS } = {},
): PreviewAnswer | { readonly showScript: false } {
  if (total < MIN_TOTAL || total > MAX_TOTAL) return { showScript: false }
  const downPaymentOptions = downPayments.map(downPaymentPercentage => {
    const downPaymentValue = cents((total * downPaymentPercentage) / 100)
    const options = TERMS.map(term => presentPlan(total - downPaymentValue, term))
    return { downPaymentPercentage, downPaymentValue, options }
  })
  const [group] = downPaymentOptions
  const longest = group?.options.at(-1) ?? presentPlan(total, 18)
  return {
    showScript: true,
    total,
    minTotal: MIN_TOTAL,
    maxTotal: MAX_TOTAL,
    simulation: { downPaymentValue: group?.downPaymentValue ?? 0, interestRatePM: 4.99, ...longest },
    downPaymentOptions,
    validUntil: '2099-12-31T23:59:59.000Z',
  }
}
