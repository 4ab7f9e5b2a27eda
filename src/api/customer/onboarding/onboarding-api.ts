import type { OnboardingContext } from '../../../flows/onboarding/advance-onboarding.ts'
import type { CancelContext } from '../../../flows/purchase/cancel-purchase.ts'
import type { WebAssets } from '../../../platform/http/web-assets.ts'

/** What the customer's pages need: the flows' own needs, the address that links begin with, and the shell of a page. */
export interface OnboardingApi extends OnboardingContext, CancelContext, WebAssets {
  readonly publicUrl: string
}
