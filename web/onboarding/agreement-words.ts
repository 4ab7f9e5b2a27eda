import { writeAtShop } from '../../src/brazil/shop-words.ts'
import type { CancelReason } from '../../src/contract/enums.ts'
import type { OnboardingState } from '../../src/contract/onboarding.ts'
import { writeDate } from '../design/format.ts'

/** The purchase whose debt an agreement is about, as its customer knows it; undefined for a purchase. */
export function nameOriginal({
  renegotiates,
  retailerName,
}: Pick<OnboardingState, 'renegotiates' | 'retailerName'>): string | undefined {
  if (renegotiates === undefined) return undefined
  const { orderId, boughtOn } = renegotiates
  return `compra de ${writeDate(boughtOn)} ${writeAtShop(retailerName)} (${orderId})`
}

interface Words {
  readonly title: string
  readonly text: string
}

const AS_BEFORE =
  'O que falta da compra segue como estava. Na sua conta você vê os valores e pode pedir outro.'
const CANCELED: Words = {
  title: 'Este acordo foi cancelado',
  text: 'Na sua conta você vê o que vale agora.',
}

/** How an agreement ended that was not paid. */
export const AGREEMENT_ENDINGS: Readonly<Partial<Record<CancelReason, Words>>> & { readonly other: Words } = {
  CUSTOMER_ABANDONED: { title: 'Este acordo não começou', text: AS_BEFORE },
  CANCELLED_BY_CUSTOMER: { title: 'Você desistiu do acordo', text: AS_BEFORE },
  RENEGOTIATION_FAILED: {
    title: 'O acordo não foi cumprido a tempo',
    text: 'O que você pagou conta para a compra. Na sua conta você vê o que falta e como pagar.',
  },
  other: CANCELED,
}
