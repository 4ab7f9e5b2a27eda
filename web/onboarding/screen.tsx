import type { JSX } from 'preact'
import type { OnboardingState } from '../../src/contract/onboarding.ts'
import { writeInstant } from '../design/format.ts'
import { PictureStep } from './picture/picture-step.tsx'
import { Complete } from './screens/complete.tsx'
import { ConfirmPhone } from './screens/confirm-phone.tsx'
import { DownPayment } from './screens/down-payment.tsx'
import { Ended } from './screens/ended.tsx'
import { Insurance } from './screens/insurance.tsx'
import { Signature } from './screens/signature.tsx'
import { Summary } from './screens/summary.tsx'
import { Analysing, AtDesk, Canceling } from './screens/waiting.tsx'
import type { Surroundings } from './use-send.ts'

interface ScreenProps extends Surroundings {
  readonly state: OnboardingState
  onCancel(): void
}

/** Changes when the customer should notice the change of the page. */
export function findScreenKey({ status, step, needsConfirmation, askedAgain }: OnboardingState): string {
  return [status, step, needsConfirmation, askedAgain?.reason].join()
}

/** The only place that chooses the screen of a state. */
export function Screen(props: ScreenProps): JSX.Element {
  const { state } = props
  switch (state.status) {
    case 'PROCESSING_CANCEL':
      return <Canceling isAgreement={state.renegotiates !== undefined} />
    case 'CANCELED':
    case 'ABANDONED':
      return <Ended state={state} />
    case 'OPEN':
    case 'CLOSED':
      return state.needsConfirmation ? (
        <ConfirmPhone {...props} />
      ) : (
        <Complete state={state} onCancel={props.onCancel} />
      )
    case 'PENDING':
      return <PendingScreen {...props} />
  }
}

function PendingScreen(props: ScreenProps): JSX.Element {
  const { state } = props
  if (state.step === 'WAITING') return <Summary {...props} />
  if (state.needsConfirmation || state.step === 'CONFIRMATION') return <ConfirmPhone {...props} />
  switch (state.step) {
    case 'FRONTDOC':
      return <PictureStep {...props} kind="front" />
    case 'BACKDOC':
      return <PictureStep {...props} kind="back" />
    case 'SELFIE':
      return <PictureStep {...props} kind="selfie" />
    case 'ASYNC_ANALYSE':
      return <Analysing />
    case 'DESK':
      return <AtDesk deadline={state.deadlineAt && writeInstant(state.deadlineAt)} />
    case 'INSURANCE':
      return <Insurance {...props} />
    case 'SIGNATURE':
      return <Signature {...props} />
    case 'ENTRY':
      return state.downPaymentBillet ? (
        <DownPayment billet={state.downPaymentBillet} isAgreement={state.renegotiates !== undefined} />
      ) : (
        <Analysing />
      )
    case 'COMPLETE':
      return <Complete state={state} onCancel={props.onCancel} />
  }
}
