import type { CodePurpose, PictureKind } from '../../../contract/onboarding.ts'
import type { Advanced, Confirmed, PictureRefused } from '../../../flows/onboarding/advance-onboarding.ts'
import type { CodeRefused, SendOutcome, WrongStep } from '../../../flows/onboarding/onboarding-codes.ts'
import type { OnboardingReading, OnboardingView } from '../../../flows/onboarding/read-onboarding.ts'
import type { SignCommand, SignOutcome } from '../../../flows/onboarding/sign-contract.ts'
import type { Clock } from '../../../kernel/clock.ts'
import type { Origin } from '../../../modules/onboarding/index.ts'
import type { Purchase } from '../../../modules/transactions/index.ts'
import type { WebAssets } from '../../../platform/http/web-assets.ts'

/** What the customer's pages can do. */
export interface OnboardingApi {
  readonly clock: Clock
  readonly publicUrl: string
  readonly renderShell: WebAssets['renderShell']
  find(token: string, sessionIds: readonly string[]): Promise<OnboardingView | undefined>
  read(view: OnboardingView): Promise<OnboardingReading>
  open(purchase: Purchase): Promise<Advanced | WrongStep>
  sendCode(purchase: Purchase, purpose: CodePurpose): Promise<SendOutcome>
  confirm(view: OnboardingView, code: string): Promise<Confirmed | CodeRefused | WrongStep>
  receive(
    purchase: Purchase,
    document: { readonly kind: PictureKind; readonly bytes: Buffer },
  ): Promise<Advanced | PictureRefused | WrongStep>
  answerInsurance(
    purchase: Purchase,
    answer: { readonly accepted: boolean; readonly origin: Origin },
  ): Promise<Advanced | WrongStep>
  sign(purchase: Purchase, signed: SignCommand): Promise<SignOutcome>
  cancel(purchase: Purchase): Promise<Purchase>
  renderContract(purchase: Purchase): Promise<Buffer>
  /** Undefined until the billets are issued. */
  renderBillets(purchase: Purchase): Promise<Buffer | undefined>
}
