import type { HostedPageState } from './hosted-page.ts'
import type { OnboardingState } from './onboarding.ts'

type Shown<State, Key extends keyof State> = {
  readonly [K in Key]: object extends Pick<State, K> ? State[K] | undefined : State[K]
}

/** What anyone who has the link may see: nothing about the buyer. */
export type PayFirstState = Partial<
  Shown<HostedPageState, 'shopLogo' | 'shipping' | 'description' | 'products'>
> &
  Shown<HostedPageState, 'screen' | 'retailerName' | 'orderId' | 'amount'>

export type OnboardingFirstState = Partial<Shown<OnboardingState, 'shopLogo' | 'renegotiates'>> &
  Shown<OnboardingState, 'status' | 'step' | 'retailerName' | 'orderId' | 'products' | 'figures'>

/** The HTML of a page before its script has loaded, drawn by the same components (`web/first-screens.tsx`). */
export interface FirstScreens {
  pay(state: PayFirstState): string
  onboarding(state: OnboardingFirstState): string
  /** Wrong, expired and used links look the same, so that nobody learns which tokens exist. */
  missing(): string
}
