import type { Step } from '../../src/contract/enums.ts'
import type { OnboardingFirstState } from '../../src/contract/first-screens.ts'
import type { HostedScreen } from '../../src/contract/hosted-page.ts'
import type { OnboardingState } from '../../src/contract/onboarding.ts'

/*
 * One count through the whole purchase. By a payment link it begins at the hosted page, whose two stages stand for the
 * first two of the onboarding; whether there is a down payment is known only afterwards, so it belongs to the contract.
 */

export interface Stage {
  readonly step: number
  readonly steps: number
  readonly name: string
}

type Place = Omit<Stage, 'steps'>

const STEPS = 6
const CONTRACT: Place = { step: STEPS, name: 'Contrato' }

const STAGE_OF_SCREEN: Readonly<Record<HostedScreen, Place | undefined>> = {
  who: { step: 1, name: 'Seus dados' },
  code: { step: 1, name: 'Seus dados' },
  options: { step: 2, name: 'Suas parcelas' },
  refused: undefined,
  ended: undefined,
}

const STAGE_OF_STEP: Readonly<Record<Step, Place | undefined>> = {
  WAITING: { step: 1, name: 'Sua compra' },
  CONFIRMATION: { step: 2, name: 'Seu celular' },
  FRONTDOC: { step: 3, name: 'Documento' },
  BACKDOC: { step: 3, name: 'Documento' },
  SELFIE: { step: 4, name: 'Selfie' },
  ASYNC_ANALYSE: { step: 5, name: 'Análise' },
  DESK: { step: 5, name: 'Análise' },
  INSURANCE: CONTRACT,
  SIGNATURE: CONTRACT,
  ENTRY: CONTRACT,
  COMPLETE: undefined,
}

/** Undefined where nothing is left to do on the page. */
export function findHostedStage(screen: HostedScreen): Stage | undefined {
  const place = STAGE_OF_SCREEN[screen]
  return place && { ...place, steps: STEPS }
}

/** Undefined once nothing is left to do. */
export function findStage({
  step,
  figures,
  renegotiates,
}: Pick<OnboardingFirstState, 'step' | 'renegotiates'> & {
  readonly figures: Pick<OnboardingState['figures'], 'downPayment'>
}): Stage | undefined {
  const place = STAGE_OF_STEP[step]
  if (place === undefined) return undefined
  const isContract = place === CONTRACT
  const isAgreement = renegotiates !== undefined
  const document = isAgreement ? 'Acordo' : CONTRACT.name
  const name = isContract ? `${document}${figures.downPayment > 0 ? ' e entrada' : ''}` : place.name
  // An agreement is made with somebody who was identified before: the phone is confirmed, and it is signed.
  return isAgreement ? { step: isContract ? 2 : 1, steps: 2, name } : { step: place.step, steps: STEPS, name }
}
