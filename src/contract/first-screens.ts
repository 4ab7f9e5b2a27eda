import type { HostedPageState } from './hosted-page.ts'
import type { LenderContact } from './lender.ts'
import type { OnboardingState } from './onboarding.ts'
import type { Presented } from './presented.ts'
import type { StoreProduct } from './store.ts'

type Shown<State, Key extends keyof State> = {
  readonly [K in Key]: object extends Pick<State, K> ? State[K] | undefined : State[K]
}

/** What anyone who has the link may see: nothing about the buyer. */
export type PayFirstState = Partial<
  Shown<HostedPageState, 'shopLogo' | 'shipping' | 'description' | 'products'>
> &
  Shown<HostedPageState, 'screen' | 'retailerName' | 'orderId' | 'amount'>

export type OnboardingFirstState = Partial<Shown<OnboardingState, 'shopLogo' | 'renegotiates'>> &
  Shown<
    OnboardingState,
    'status' | 'step' | 'needsName' | 'retailerName' | 'orderId' | 'products' | 'figures'
  >

/** A page that leads no further, except by its one action. */
export interface DeadEndPage {
  readonly kind: 'dead-link' | 'not-found' | 'fault' | 'away'
  readonly title: string
  readonly text: string
  readonly action: { readonly href: string; readonly label: string }
  readonly lender: Presented<LenderContact> | undefined
}

/** What the first address of the service may tell: in production nothing of an installation. */
export interface HomeFacts {
  readonly isHomologation: boolean
  /** Whether the demonstration shop is served at /store. */
  readonly hasShop: boolean
  /** A product of that shop with its key, so that the element beside it shows a real offer. */
  readonly sample?: { readonly publishableKey: string; readonly product: StoreProduct } | undefined
}

/** The HTML of a page before its script has loaded, drawn by the same components (`web/first-screens.tsx`). */
export interface FirstScreens {
  pay(state: PayFirstState): string
  onboarding(state: OnboardingFirstState): string
  /** The whole page, which has no script of its own. */
  home(facts: HomeFacts): string
  /** Wrong, expired and used links look the same, so that nobody learns which tokens exist. */
  missing(lender: Presented<LenderContact> | undefined): string
  deadEnd(page: DeadEndPage): string
}
