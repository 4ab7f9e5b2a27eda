import type { OnboardingContext, OnboardingReadContext } from '../../../domains/onboarding/index.ts'
import type { CancelContext } from '../../../domains/purchases/index.ts'
import type { FindLenderContact } from '../../../domains/receivables/index.ts'
import type { WebAssets } from '../../../platform/http/web-assets.ts'

/** Dependencies of the customer's pages: those of the flows, the base address of links, and the page shell. */
export interface OnboardingApi extends OnboardingContext, CancelContext, WebAssets {
  readonly publicUrl: string
  readonly findLenderContact: FindLenderContact
  readonly reportForgery: OnboardingReadContext['reportForgery']
}
