import type { OnboardingContext } from '../../../flows/onboarding/advance-onboarding.ts'
import type { FindLenderContact } from '../../../flows/onboarding/lender-contact.ts'
import type { OnboardingReadContext } from '../../../flows/onboarding/read-onboarding.ts'
import type { CancelContext } from '../../../flows/purchase/cancel-purchase.ts'
import type { WebAssets } from '../../../platform/http/web-assets.ts'

/** Dependencies of the customer's pages: those of the flows, the base address of links, and the page shell. */
export interface OnboardingApi extends OnboardingContext, CancelContext, WebAssets {
  readonly publicUrl: string
  readonly findLenderContact: FindLenderContact
  readonly reportForgery: OnboardingReadContext['reportForgery']
}
