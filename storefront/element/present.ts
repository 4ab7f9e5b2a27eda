import type { Offer, Plan } from './offer.ts'

/* What listeners get: the names and the reais of the preview. */

function presentPlan(plan: Plan): Readonly<Record<string, number>> {
  return {
    downPaymentPercentage: plan.downPaymentPercentage,
    downPaymentValue: plan.downPayment / 100,
    installments: plan.installments,
    value: plan.installment / 100,
    totalAmount: plan.totalAmount / 100,
    cetPA: plan.cetPA,
  }
}

export function presentOffer({ total, headline }: Offer): Readonly<Record<string, unknown>> {
  return { offered: true, total: total / 100, simulation: presentPlan(headline) }
}

export function presentChoice({ total }: Offer, plan: Plan): Readonly<Record<string, number>> {
  return { total: total / 100, ...presentPlan(plan) }
}
